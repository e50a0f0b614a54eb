import 'server-only'
import { fillPattern, type PlaceholderValues } from '../branding/editor-settings'
import { getEnv } from '../env'
import { getPagePath, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'

/** Addresses at which readers edit a page, or write about it. */
export interface PageTools {
  edit?: string
  feedback?: string
}

/**
 * Returns the addresses that the `Look` table gives for a page; its readers may also read the root page with that table. Undefined if the page
 * shows no tools; pages with a sidebar always do.
 */
export function getPageTools(site: Site, page: SitePage, viewer: Viewer, hasSidebar: boolean): PageTools | undefined {
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
