import { getEnv } from '@/lib/env'
import { addressOf, markdownAddressOf } from '@/lib/formats/addresses'
import { markdownOf, markdownOfHome } from '@/lib/formats/markdown'
import { answerMade, answerNot, nextHour } from '@/lib/http/generated-response'
import { localeFor } from '@/lib/messages/locales'
import { openContent } from '@/lib/page/thread/open-content'
import { withSite } from '@/lib/page/thread/with-site'
import { PUBLIC } from '@/lib/site/access'
import { getCachedText } from '@/lib/site/cached-text'
import type { Site } from '@/lib/site/site'
import { statusOf } from '@/lib/site/status'
import type { Viewer } from '@/lib/site/types'

/** Thrown when the content of a page cannot be read at the moment. */
class UnreadablePageError extends Error {}

type Props = { params: Promise<{ path?: string[] }> }

/**
 * The Markdown copy of a public page. It is asked for as `/<path>.md` (which `next.config.mjs` leads here), or as the page itself by
 * those that prefer Markdown (whom `middleware.ts` leads here).
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  return withSite((site) => copyOf(request, site, path.join('/'), PUBLIC))
}

async function copyOf(request: Request, site: Site | undefined, path: string, viewer: Viewer): Promise<Response> {
  const { siteUrl, locale } = getEnv()
  if (site === undefined) return answerNot(503)
  const found = site.resolvePage(path === 'index' ? '' : path, viewer)
  switch (found.kind) {
    case 'page': {
      const { page } = found
      const make = async () => {
        const content = await openContent(site, page, viewer)
        // An error is not cached, so the next request tries again.
        if (content === undefined) throw new UnreadablePageError()
        return { text: markdownOf(page, content, { siteUrl, locale: localeFor(page.language, locale) }) }
      }
      const copy = await getCachedText(page, 'markdown', make, nextHour()).catch((error: unknown) => {
        if (error instanceof UnreadablePageError) return undefined
        throw error
      })
      return copy ? answer(request, copy.text, page.path, page.edited) : answerNot(503)
    }
    case 'home': {
      const { name, description } = site.index
      const make = async () => ({ text: markdownOfHome(name, description, site.navigation(viewer), siteUrl) })
      const { text } = await getCachedText(site, 'markdown', make)
      return answer(request, text, '')
    }
    case 'redirect':
      return new Response(null, {
        status: 308,
        headers: { location: markdownAddressOf('', found.path), 'cache-control': 'no-store' },
      })
    default:
      return answerNot(statusOf(found))
  }
}

function answer(request: Request, body: string, path: string, changed?: number): Response {
  return answerMade(request, body, {
    type: 'text/markdown',
    changed,
    headers: {
      vary: 'accept',
      'x-robots-tag': 'noindex',
      link: `<${addressOf(getEnv().siteUrl, path)}>; rel="canonical"`,
    },
  })
}
