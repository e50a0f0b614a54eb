import { getEnv } from '@/lib/env'
import { renderHomeMarkdown, renderMarkdown } from '@/lib/formats/markdown'
import { getMarkdownUrl, getPageUrl } from '@/lib/formats/urls'
import { getNextHour, respondWithError, respondWithText } from '@/lib/http/text-response'
import { chooseLocale } from '@/lib/messages/locales'
import { openContent } from '@/lib/page/thread/open-content'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { PUBLIC } from '@/lib/site/access'
import { getCachedText } from '@/lib/site/cached-text'
import type { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { getStatus } from '@/lib/site/status'

/** Thrown if the content of a page cannot be read at the moment. */
class UnreadablePageError extends Error {}

type Props = { params: Promise<{ path?: string[] }> }

/**
 * The Markdown copy of a public page. `next.config.mjs` rewrites `/<path>.md` to it, and `middleware.ts` rewrites requests for pages
 * whose `Accept` header prefers Markdown.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  return respondWithSite((site) => respondWithCopy(request, site, path.join('/'), PUBLIC))
}

async function respondWithCopy(
  request: Request,
  site: Site | undefined,
  path: string,
  viewer: Viewer,
): Promise<Response> {
  const { siteUrl, locale } = getEnv()
  if (site === undefined) return respondWithError(503)
  const found = site.resolvePage(path === 'index' ? '' : path, viewer)
  switch (found.kind) {
    case 'page': {
      const { page } = found
      const make = async () => {
        const content = await openContent(site, page, viewer)
        // An error is not cached, so the next request tries again.
        if (content === undefined) throw new UnreadablePageError()
        return { text: renderMarkdown(page, content, { siteUrl, locale: chooseLocale(page.language, locale) }) }
      }
      const copy = await getCachedText(page, 'markdown', make, getNextHour()).catch((error: unknown) => {
        if (error instanceof UnreadablePageError) return undefined
        throw error
      })
      return copy ? respondWithMarkdown(request, copy.text, page.path, page.edited) : respondWithError(503)
    }
    case 'home': {
      const { name, description } = site.index
      const make = async () => ({ text: renderHomeMarkdown(name, description, site.navigation(viewer), siteUrl) })
      const { text } = await getCachedText(site, 'markdown', make)
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
