import { mayList } from './access'
import type { SiteIndex, SitePage, Viewer } from './site-index'
import { compareNewestFirst } from './terms'

/** The most new pages that the search dialog shows before a query. */
const MAX_NEWEST = 5

/** Returns the pages with a date that lists name to the viewer, newest first. */
export const collectDated = ({ pages }: SiteIndex, viewer: Viewer): SitePage[] =>
  pages.filter((page) => page.published !== undefined && mayList(page.access, viewer)).sort(compareNewestFirst)

/** Returns the newest pages that lists name to the viewer, without the main pages. */
export function collectNewest({ root, navigation, pages }: SiteIndex, viewer: Viewer): SitePage[] {
  const sections = new Set([root, ...navigation])
  return pages
    .filter((page) => !sections.has(page.id) && mayList(page.access, viewer))
    .sort(compareNewestFirst)
    .slice(0, MAX_NEWEST)
}
