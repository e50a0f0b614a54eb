import 'server-only'
import { renderHomeMarkdown } from '../../formats/write-markdown'
import { getMarkdownUrl, getPageUrl } from '../../formats/write-values'
import { findCopiedPage } from '../../screens/find-screen'
import { getEnv } from '../../settings/env'
import { isPublicViewer } from '../../site/access'
import { getCachedText } from '../../site/cached-text'
import { toPagePath } from '../../site/page-locks'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { recordForViewer } from '../record-read'
import { respondWithError, respondWithText } from '../text-response'
import { respondToReader, respondWithoutCopy } from './copy-responses'
import { getPageCopy } from './page-copy'

/** Returns the Markdown copy of a page, see {@link getPageCopy}. */
export const getMarkdownCopy = (site: Site, page: SitePage, viewer: Viewer): Promise<string | undefined> =>
  getPageCopy('markdown', site, page, viewer)

/**
 * Responds with the Markdown copy of the page at a decoded path, which begins with `members` for the copy that the viewer may read. The
 * home page has the name `index`. Forbidden and missing pages return the same response.
 */
export const respondWithCopy = (request: Request, path: string): Promise<Response> =>
  respondToReader(path, (site, ownPath, viewer) => respondWithPage(request, site, ownPath, viewer))

async function respondWithPage(request: Request, site: Site, path: string, viewer: Viewer): Promise<Response> {
  const found = findCopiedPage(site, toPagePath(path), viewer)
  const decision = found.kind === 'page' || found.kind === 'home' ? 'allowed' : 'denied'
  const id = found.kind === 'page' ? found.page.id : undefined
  if (found.kind !== 'redirect') await recordForViewer({ action: 'copy', decision, viewer, page: id, path: `/${path}` })
  switch (found.kind) {
    case 'page': {
      const { page } = found
      const copy = await getMarkdownCopy(site, page, viewer)
      if (copy === undefined) return respondWithError(503)
      const { path, edited: changed, seo } = page
      return respondWithMarkdown(request, copy, { viewer, path, changed, canonical: seo?.canonical })
    }
    case 'home': {
      const { name, description } = site.index
      const render = async () => ({
        text: renderHomeMarkdown(name, description, site.navigation(viewer), getEnv().siteUrl),
      })
      const { text } = await getCachedText(site, `markdown ${JSON.stringify(viewer)}`, render)
      return respondWithMarkdown(request, text, { viewer, path: '' })
    }
    default:
      return respondWithoutCopy(found, viewer, getMarkdownUrl)
  }
}

interface CopyFacts {
  viewer: Viewer
  path: string
  changed?: number
  /** The address of the original, if it is another one. */
  canonical?: string | undefined
}

function respondWithMarkdown(request: Request, body: string, facts: CopyFacts): Response {
  const { viewer, path, changed, canonical = getPageUrl(getEnv().siteUrl, path) } = facts
  return respondWithText(request, body, {
    type: 'text/markdown',
    changed,
    headers: {
      vary: 'accept',
      'x-robots-tag': 'noindex',
      ...(isPublicViewer(viewer)
        ? { link: `<${canonical}>; rel="canonical"` }
        : { 'cache-control': 'private, no-store' }),
    },
  })
}
