import { mayList, PUBLIC } from '../site/access'
import { isHomePage } from '../site/languages/languages'
import type { SiteIndex, SitePage } from '../site/site-index'
import { compareNewestFirst, getPublishedAt } from '../site/terms'

/** The number of pages in a feed. */
const MAX_ENTRIES = 50

/**
 * Returns the public pages of the site's feed, newest first: those with a date set by editors, or all except the home page and databases
 * if none has one. Pages with a future date are left out.
 */
export function getFeedPages({ pages }: SiteIndex, now: number): SitePage[] {
  const shown = pages.filter((page) => !isHomePage(page) && page.readable && mayList(page.access, PUBLIC))
  const dated = shown.filter(({ published }) => published !== undefined)
  return getNewestPages(dated.length > 0 ? dated : shown.filter((page) => !isDatabase(page)), now)
}

/** Returns the newest of these pages, e.g. of those with a tag. */
export const getNewestPages = (pages: readonly SitePage[], now: number): SitePage[] =>
  pages
    .filter((page) => getPublishedAt(page) <= now)
    .sort(compareNewestFirst)
    .slice(0, MAX_ENTRIES)

/** Whether a page consists only of a database. */
function isDatabase({ collections, collection, words }: SitePage): boolean {
  return words === 0 && collections.some((id) => id !== collection)
}
