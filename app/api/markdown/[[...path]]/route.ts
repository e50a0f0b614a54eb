import { getEnv } from '@/lib/env'
import { renderHomeMarkdown } from '@/lib/formats/markdown'
import { getMarkdownUrl, getPageUrl } from '@/lib/formats/urls'
import { getMarkdownCopy } from '@/lib/http/markdown-copy'
import { respondWithError, respondWithText } from '@/lib/http/text-response'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { PUBLIC } from '@/lib/site/access'
import { getCachedText } from '@/lib/site/cached-text'
import type { Site } from '@/lib/site/site'
import { getStatus } from '@/lib/site/status'

type Props = { params: Promise<{ path?: string[] }> }

/**
 * The Markdown copy of a public page. `next.config.mjs` rewrites `/<path>.md` to it, and `middleware.ts` rewrites requests for pages
 * whose `Accept` header prefers Markdown.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  return respondWithSite((site) => respondWithCopy(request, site, path.join('/')))
}

async function respondWithCopy(request: Request, site: Site | undefined, path: string): Promise<Response> {
  if (site === undefined) return respondWithError(503)
  const found = site.resolvePage(path === 'index' ? '' : path, PUBLIC)
  switch (found.kind) {
    case 'page': {
      const { page } = found
      const copy = await getMarkdownCopy(site, page)
      return copy === undefined ? respondWithError(503) : respondWithMarkdown(request, copy, page.path, page.edited)
    }
    case 'home': {
      const { name, description } = site.index
      const render = async () => ({
        text: renderHomeMarkdown(name, description, site.navigation(PUBLIC), getEnv().siteUrl),
      })
      const { text } = await getCachedText(site, 'markdown', render)
      return respondWithMarkdown(request, text, '')
    }
    case 'redirect':
      return new Response(null, {
        status: 308,
        headers: { location: getMarkdownUrl('', found.path), 'cache-control': 'no-store' },
      })
    default:
      return respondWithError(getStatus(found))
  }
}

function respondWithMarkdown(request: Request, body: string, path: string, changed?: number): Response {
  return respondWithText(request, body, {
    type: 'text/markdown',
    changed,
    headers: {
      vary: 'accept',
      'x-robots-tag': 'noindex',
      link: `<${getPageUrl(getEnv().siteUrl, path)}>; rel="canonical"`,
    },
  })
}
