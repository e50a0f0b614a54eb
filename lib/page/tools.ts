import 'server-only'
import { fillPattern, type PlaceholderValues } from '../branding/editor-settings'
import { getEnv } from '../settings/env'
import { getPagePath, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'

/** Addresses at which visitors edit a page, or write about it. */
export interface PageTools {
  edit?: string
  feedback?: string
}

/**
 * Returns the addresses that the `Look` table sets for a page; undefined if the page shows no tools. A page with a sidebar always shows
 * them. Every viewer of a page may read the root page, so the table reveals nothing.
 */
export function getPageTools(site: Site, page: SitePage, viewer: Viewer, hasSidebar: boolean): PageTools | undefined {
  // Its address contains the token of the preview, which another site must not learn.
  if (viewer.preview !== undefined) return undefined
  const { edit, feedback } = site.index.look
  if (!hasSidebar && edit === undefined && feedback === undefined) return undefined
  const values: PlaceholderValues = {
    id: page.id.replaceAll('-', ''),
    path: page.path,
    title: page.title,
    url: getEnv().siteUrl + getPagePath(page, viewer),
  }
  return {
    ...(edit && { edit: fillPattern(edit, values) }),
    ...(feedback && { feedback: fillPattern(feedback, values) }),
  }
}
