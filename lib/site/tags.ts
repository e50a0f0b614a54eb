import { createHash } from 'node:crypto'
import { slug } from 'github-slugger'
import { mayRead } from './access'
import type { SiteIndex, SitePage, Viewer } from './site-index'

/** In characters; what is longer is cut, and told apart by its digest. */
const LONGEST = 60
const DIGEST = 8

/** A tag that is on pages which its viewer may read. */
export interface Tag {
  /** What `/tags/…` names it by, decoded. */
  segment: string
  /** As most of its pages write it. */
  name: string
  /** The newest first. */
  pages: SitePage[]
}

/** The pages of a tag, and how often it is written in which way. */
interface Written {
  writings: Map<string, number>
  pages: SitePage[]
}

/**
 * The segment of a tag's address, in any script; it depends on no other tag. A tag that says more than an address can (slashes,
 * signs, emoji, many words) is told from others by a digest; writings that differ in case, spaces or hyphens alone are one tag.
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

/** The tags of all pages that the viewer may read, by segment, in the order of their names. */
export function collectTags({ pages }: SiteIndex, viewer: Viewer): ReadonlyMap<string, Tag> {
  const found = new Map<string, Written>()
  for (const page of pages) {
    if (!mayRead(page.access, viewer)) continue
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

/** When a page came out: the date that it names, else the day on which it was made. Milliseconds since 1970. */
export const getPublishedAt = ({ published, created }: SitePage): number => published ?? created

/** The page that came out last first; of those that came out together, always in the same order. */
export function compareNewestFirst(a: SitePage, b: SitePage): number {
  return getPublishedAt(b) - getPublishedAt(a) || (a.id < b.id ? -1 : 1)
}
