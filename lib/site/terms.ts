import { createHash } from 'node:crypto'
import { slug } from 'github-slugger'
import { cutSlug, toSlug, toTypedText } from '../workspace/slugs'
import { mayList } from './access'
import type { SiteIndex, SitePage, Viewer } from './site-index'

/** The maximum number of characters of a segment, and of the digest that distinguishes shortened ones. */
const MAX_SEGMENT_LENGTH = 60
const DIGEST = 8

/** The ways in which editors group pages. Each is the first segment of its lists: `/categories/news`. */
export const TAXONOMIES = ['tags', 'categories', 'authors'] as const
export type Taxonomy = (typeof TAXONOMIES)[number]

/** A tag, a category or an author of pages that the viewer may read. */
export interface Term {
  /** The last segment of the path of its list, decoded. */
  segment: string
  /** The most common spelling. */
  name: string
  /** Newest first. */
  pages: SitePage[]
  /** Former last segments, which redirect; undefined if there are none. */
  formerSegments?: string[]
}

/** The pages of a term, and the number of pages with each spelling. */
interface Written {
  writings: Map<string, number>
  pages: SitePage[]
}

/**
 * Returns the path segment of a term in any script. It does not depend on other terms. A digest distinguishes terms that a segment cannot
 * represent (slashes, symbols, emoji, long texts). Spellings that differ only in case, spaces, hyphens or invisible characters are one
 * term.
 */
export function getTermSegment(name: string): string {
  const key = toKey(toTypedText(name))
  return addDigest(cutSlug(toSlug(key), MAX_SEGMENT_LENGTH), key)
}

/** Returns the segment that a term had before invisible characters were left out; undefined if it is the same. */
function getFormerSegment(name: string): string | undefined {
  if (PLAIN.test(name)) return undefined
  const key = toKey(name.normalize('NFC').trim())
  const shown = [...slug(key)].slice(0, MAX_SEGMENT_LENGTH).join('')
  const segment = addDigest(shown.replace(/^-+|-+$/g, ''), key)
  return segment === getTermSegment(name) ? undefined : segment
}

const PLAIN = /^[ -~]*$/

const toKey = (name: string) =>
  name
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim()

function addDigest(segment: string, key: string): string {
  if (segment !== '' && segment === key.replaceAll(' ', '-')) return segment
  const digest = createHash('sha256').update(key).digest('hex').slice(0, DIGEST)
  return segment === '' ? digest : `${segment}-${digest}`
}

/** Returns the decoded path of the list of a term. */
export const getTermPath = (taxonomy: Taxonomy, name: string): string => `${taxonomy}/${getTermSegment(name)}`

/** Returns the terms of all pages that lists name to the viewer, by segment, sorted by name. */
export function collectTerms({ pages }: SiteIndex, taxonomy: Taxonomy, viewer: Viewer): ReadonlyMap<string, Term> {
  const found = new Map<string, Written>()
  for (const page of pages) {
    if (!mayList(page.access, viewer)) continue
    for (const [segment, name] of new Map((page[taxonomy] ?? []).map((name) => [getTermSegment(name), name]))) {
      const term: Written = found.get(segment) ?? { writings: new Map(), pages: [] }
      found.set(segment, term)
      term.pages.push(page)
      term.writings.set(name, (term.writings.get(name) ?? 0) + 1)
    }
  }
  const terms = [...found].map(([segment, term]): Term => {
    const [[name] = [segment]] = [...term.writings].sort(
      ([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || (a < b ? -1 : 1),
    )
    const formerSegments = [...term.writings.keys()].flatMap((written) => getFormerSegment(written) ?? [])
    return {
      ...{ segment, name, pages: term.pages.sort(compareNewestFirst) },
      ...(formerSegments.length > 0 && { formerSegments }),
    }
  })
  return new Map(terms.sort((a, b) => collator.compare(a.name, b.name)).map((term) => [term.segment, term]))
}

/** Returns the terms of all taxonomies. */
export const collectAllTerms = (index: SiteIndex, viewer: Viewer): Record<Taxonomy, ReadonlyMap<string, Term>> => ({
  tags: collectTerms(index, 'tags', viewer),
  categories: collectTerms(index, 'categories', viewer),
  authors: collectTerms(index, 'authors', viewer),
})

const collator = new Intl.Collator('en')

/** Returns the publication date of a page, else its creation date, in milliseconds since 1970. */
export const getPublishedAt = ({ published, created }: SitePage): number => published ?? created

/** Compares pages for sorting: newest first, and in a stable order for the same date. */
export function compareNewestFirst(a: SitePage, b: SitePage): number {
  return getPublishedAt(b) - getPublishedAt(a) || (a.id < b.id ? -1 : 1)
}
