import { createHash } from 'node:crypto'
import { slug } from 'github-slugger'
import { mayList } from './access'
import type { SiteIndex, SitePage, Viewer } from './site-index'

/** The most characters of a segment, and of the digest that distinguishes shortened ones. */
const LONGEST = 60
const DIGEST = 8

/** A tag of pages that the viewer may read. */
export interface Tag {
  /** The segment in `/tags/…`, decoded. */
  segment: string
  /** The most common spelling. */
  name: string
  /** Newest first. */
  pages: SitePage[]
}

/** The pages of a tag, and the number of pages with each spelling. */
interface Written {
  writings: Map<string, number>
  pages: SitePage[]
}

/**
 * Returns the path segment of a tag in any script. It does not depend on other tags. A digest distinguishes tags that a segment cannot
 * represent (slashes, symbols, emoji, long texts). Spellings that differ only in case, spaces or hyphens are one tag.
 */
export function getTagSegment(name: string): string {
  const key = name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim()
  const shown = slug(key)
  const segment = [...shown]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '')
  if (segment !== '' && segment === key.replaceAll(' ', '-')) return segment
  const digest = createHash('sha256').update(key).digest('hex').slice(0, DIGEST)
  return segment === '' ? digest : `${segment}-${digest}`
}

/** Returns the tags of all pages that the viewer may read, by segment, sorted by name. */
export function collectTags({ pages }: SiteIndex, viewer: Viewer): ReadonlyMap<string, Tag> {
  const found = new Map<string, Written>()
  for (const page of pages) {
    if (!mayList(page.access, viewer)) continue
    for (const [segment, name] of new Map(page.tags.map((tag) => [getTagSegment(tag), tag]))) {
      const tag: Written = found.get(segment) ?? { writings: new Map(), pages: [] }
      found.set(segment, tag)
      tag.pages.push(page)
      tag.writings.set(name, (tag.writings.get(name) ?? 0) + 1)
    }
  }
  const tags = [...found].map(([segment, tag]): Tag => {
    const [[name] = [segment]] = [...tag.writings].sort(([a, of], [b, or]) => or - of || (a < b ? -1 : 1))
    return { segment, name, pages: tag.pages.sort(compareNewestFirst) }
  })
  return new Map(tags.sort((a, b) => collator.compare(a.name, b.name)).map((tag) => [tag.segment, tag]))
}

const collator = new Intl.Collator('en')

/** Returns the publication date of a page, else its creation date, in milliseconds since 1970. */
export const getPublishedAt = ({ published, created }: SitePage): number => published ?? created

/** Compares pages for sorting: newest first, and in a stable order for the same date. */
export function compareNewestFirst(a: SitePage, b: SitePage): number {
  return getPublishedAt(b) - getPublishedAt(a) || (a.id < b.id ? -1 : 1)
}
