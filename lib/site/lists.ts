import type { SitePage, Viewer } from './site-index'
import { getTagSegment, type Tag } from './tags'

/** The number of pages on one page of a list. */
const ON_A_PAGE = 50

/** One page of a list of pages that its viewer may read; `numbers` is how many there are. */
interface PartOfList {
  pages: SitePage[]
  number: number
  numbers: number
}

/** What an address below `/tags` or `/archive` shows. */
export type SiteList =
  | { kind: 'tags'; tags: Tag[] }
  | ({ kind: 'tag'; tag: Tag } & PartOfList)
  | ({ kind: 'archive' } & PartOfList)

/** The parts of a site that lists need. */
interface ListedPages {
  tags(viewer: Viewer): ReadonlyMap<string, Tag>
  dated(viewer: Viewer): SitePage[]
}

/**
 * Returns the list at a decoded path without slashes at its ends, or a redirect to it if the path names a tag as pages write it.
 * Returns undefined for any other path.
 */
export function findList(
  site: ListedPages,
  path: string,
  viewer: Viewer,
): SiteList | { kind: 'redirect'; path: string } | undefined {
  const [first, ...rest] = path.split('/')
  if (first === 'archive') return takePart(site.dated(viewer), rest, { kind: 'archive' as const })
  const [segment, ...numbers] = rest
  if (first !== 'tags') return undefined
  if (segment === undefined) {
    const tags = [...site.tags(viewer).values()]
    return tags.length === 0 ? undefined : { kind: 'tags', tags }
  }
  const tag = site.tags(viewer).get(segment)
  if (tag !== undefined) return takePart(tag.pages, numbers, { kind: 'tag' as const, tag })
  const meant = getTagSegment(segment)
  return numbers.length === 0 && site.tags(viewer).has(meant) ? { kind: 'redirect', path: `tags/${meant}` } : undefined
}

function takePart<Kind extends object>(pages: SitePage[], rest: string[], kind: Kind): (Kind & PartOfList) | undefined {
  const [written = '1', ...more] = rest
  const number = /^[1-9]\d{0,4}$/.test(written) ? Number(written) : 0
  const numbers = Math.ceil(pages.length / ON_A_PAGE)
  // The first page is at the list's own address, without a number.
  if (more.length > 0 || number < 1 || number > numbers || (number === 1 && rest.length > 0)) return undefined
  return { ...kind, pages: pages.slice((number - 1) * ON_A_PAGE, number * ON_A_PAGE), number, numbers }
}
