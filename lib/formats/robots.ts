import { addBasePath } from '../base-path'
import type { AssistantRule } from '../branding/assistants'
import { ROUTES } from '../routes'

/**
 * The names in `robots.txt` under which assistants read sites, as their operators document them. `training`: what they read may train
 * models. `requests`: they search or open a page for a user. Search engines that also have an assistant, such as Bing, are not listed,
 * because a site that refuses them is not found.
 */
export const ASSISTANT_CRAWLERS: Readonly<Record<'training' | 'requests', readonly string[]>> = {
  training: [
    // OpenAI, Anthropic (also its former name), and Google and Apple, which read these names as a choice of the site.
    ...['GPTBot', 'ClaudeBot', 'anthropic-ai', 'Google-Extended', 'Applebot-Extended'],
    // Common Crawl, whose archive most models contain.
    'CCBot',
    // ByteDance, Meta, Amazon, Cohere, the Allen Institute, Huawei and Webz.io.
    ...[
      'Bytespider',
      'meta-externalagent',
      'Amazonbot',
      'cohere-training-data-crawler',
      'AI2Bot',
      'PanguBot',
      'omgili',
    ],
  ],
  requests: [
    // OpenAI, Anthropic, Perplexity, Mistral, DuckDuckGo, Meta, Cohere and You.com.
    ...['OAI-SearchBot', 'ChatGPT-User', 'Claude-SearchBot', 'Claude-User', 'PerplexityBot', 'Perplexity-User'],
    ...['MistralAI-User', 'DuckAssistBot', 'meta-externalfetcher', 'cohere-ai', 'YouBot'],
  ],
}

const NOT_CRAWLED = new Set(
  ROUTES.filter(({ crawlable }) => !crawlable).map(({ segment }) => `/${segment.split('/')[0]}`),
)
/** What follows the segment of a route, because `/authors` is a page although `/auth` is a route. */
const ENDS = ['$', '/', '?']

/** Renders `robots.txt` (RFC 9309). `assistants` are the crawlers of assistants that may read the site, by default all. */
export function renderRobots(siteUrl: string, assistants: AssistantRule = 'allow'): string {
  const { training, requests } = ASSISTANT_CRAWLERS
  const refused = assistants === 'allow' ? [] : assistants === 'no training' ? training : [...training, ...requests]
  const rules = [...NOT_CRAWLED].flatMap((path) => ENDS.map((end) => `Disallow: ${addBasePath(path)}${end}`))
  // A crawler follows only the group that names it.
  const refusal = [...refused.map((name) => `User-agent: ${name}`), `Disallow: ${addBasePath('/')}`, '']
  return `${[
    ...(refused.length > 0 ? refusal : []),
    'User-agent: *',
    `Allow: ${addBasePath('/')}`,
    ...rules,
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ].join('\n')}\n`
}
