import { joinPath } from './paths'
import type { SitePage, Viewer } from './site-index'
import { getTermPath, getTermSegment, TAXONOMIES, type Taxonomy, type Term } from './terms'

/** The number of pages on one page of a list. */
const ON_A_PAGE = 50

/** One page of a list of pages that its viewer may read; `numbers` is how many there are. */
interface PartOfList {
  pages: SitePage[]
  number: number
  numbers: number
}

/** What an address below `/archive`, or below the first segment of a taxonomy, shows. */
export type SiteList =
  | { kind: 'terms'; taxonomy: Taxonomy; terms: Term[] }
  | ({ kind: 'term'; taxonomy: Taxonomy; term: Term } & PartOfList)
  | ({ kind: 'archive' } & PartOfList)

/** The parts of a site that lists need. */
interface ListedPages {
  /** Precedes the paths of its lists. */
  prefix: string
  terms(taxonomy: Taxonomy, viewer: Viewer): ReadonlyMap<string, Term>
  dated(viewer: Viewer): SitePage[]
}

/**
 * Returns the list at a decoded path without slashes at its ends, or a redirect to it if the path names a term as pages write it, or a
 * category as a tag. Returns undefined for any other path.
 */
export function findList(
  site: ListedPages,
  path: string,
  viewer: Viewer,
): SiteList | { kind: 'redirect'; path: string } | undefined {
  const { prefix } = site
  if (prefix !== '' && !path.startsWith(`${prefix}/`)) return undefined
  const [first, ...rest] = (prefix === '' ? path : path.slice(prefix.length + 1)).split('/')
  if (first === 'archive') return takePart(site.dated(viewer), rest, { kind: 'archive' as const })
  const [segment, ...numbers] = rest
  const taxonomy = TAXONOMIES.find((each) => each === first)
  if (taxonomy === undefined) return undefined
  const all = site.terms(taxonomy, viewer)
  if (segment === undefined) {
    return all.size === 0 ? undefined : { kind: 'terms', taxonomy, terms: [...all.values()] }
  }
  const term = all.get(segment)
  if (term !== undefined) return takePart(term.pages, numbers, { kind: 'term' as const, taxonomy, term })
  const meant = getTermSegment(segment)
  if (numbers.length > 0) return undefined
  const redirectTo = (other: Taxonomy) => ({
    kind: 'redirect' as const,
    path: joinPath(prefix, getTermPath(other, segment)),
  })
  if (all.has(meant)) return redirectTo(taxonomy)
  // Categories were tags before they had lists of their own.
  const isCategory = taxonomy === 'tags' && site.terms('categories', viewer).has(meant)
  return isCategory ? redirectTo('categories') : undefined
}

function takePart<Kind extends object>(pages: SitePage[], rest: string[], kind: Kind): (Kind & PartOfList) | undefined {
  const [written = '1', ...more] = rest
  const number = /^[1-9]\d{0,4}$/.test(written) ? Number(written) : 0
  const numbers = Math.ceil(pages.length / ON_A_PAGE)
  // The first page is at the list's own address, without a number.
  if (more.length > 0 || number < 1 || number > numbers || (number === 1 && rest.length > 0)) return undefined
  return { ...kind, pages: pages.slice((number - 1) * ON_A_PAGE, number * ON_A_PAGE), number, numbers }
}
