import 'server-only'
import { renderHomeMarkdown } from '../formats/write-markdown'
import { getMarkdownUrl, getPageUrl } from '../formats/write-values'
import { openCopy } from '../page/thread/open-content'
import { respondWithSite } from '../page/thread/respond-with-site'
import { findCopiedPage } from '../screens/find-screen'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import { getCachedText } from '../site/cached-text'
import { toPagePath } from '../site/page-locks'
import { getStatus } from '../site/resolve/resolution'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'
import { getNextHour, respondWithError, respondWithText } from './text-response'

/** Thrown if the content of a page cannot be read at the moment. */
class UnreadablePageError extends Error {}

/**
 * Returns the Markdown copy of a public page; undefined if its content cannot be read at the moment, which is not cached. Throws if the
 * site changed meanwhile.
 */
export async function getMarkdownCopy(site: Site, page: SitePage): Promise<string | undefined> {
  const render = async () => {
    const text = await openCopy('markdown', site, page, PUBLIC)
    if (text === undefined) throw new UnreadablePageError()
    return { text }
  }
  try {
    return (await getCachedText(page, 'markdown', render, getNextHour())).text
  } catch (error) {
    if (error instanceof UnreadablePageError) return undefined
    throw error
  }
}

/** Responds with the Markdown copy of the public page at a decoded path. The home page has the name `index`. */
export const respondWithCopy = (request: Request, path: string): Promise<Response> =>
  respondWithSite((site) => respondWithPage(request, site, path))

async function respondWithPage(request: Request, site: Site | undefined, path: string): Promise<Response> {
  if (site === undefined) return respondWithError(503)
  const found = findCopiedPage(site, toPagePath(path), PUBLIC)
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
