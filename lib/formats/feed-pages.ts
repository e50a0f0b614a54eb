import { mayRead, PUBLIC } from '../site/access'
import { newestFirst, publishedAt } from '../site/tags'
import type { SiteIndex, SitePage } from '../site/types'

/** How many of the newest pages a feed holds. */
const MOST_ENTRIES = 50

/**
 * The pages that a feed of the site tells of, the newest first: those that editors date (posts, not the pages around them), or every
 * page but the home page and databases where none is dated. What is dated in the future has not come out yet.
 */
export function feedPages({ pages }: SiteIndex, now: number): SitePage[] {
  const shown = pages.filter((page) => page.path !== '' && page.readable && mayRead(page.access, PUBLIC))
  const dated = shown.filter(({ published }) => published !== undefined)
  return newestOf(dated.length > 0 ? dated : shown.filter((page) => !isDatabase(page)), now)
}

/** The newest of the pages of a tag. */
export const newestOf = (pages: readonly SitePage[], now: number): SitePage[] =>
  pages
    .filter((page) => publishedAt(page) <= now)
    .sort(newestFirst)
    .slice(0, MOST_ENTRIES)

/** A page that is nothing but the list of its rows. */
function isDatabase({ collections, collection, words }: SitePage): boolean {
  return words === 0 && collections.some((id) => id !== collection)
}
