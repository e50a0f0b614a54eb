import { findPageId } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { mayRead, mayUnlock } from '../access'
import type { findList } from '../lists'
import { joinPath, toPath } from '../paths'
import type { SiteIndex, SitePage, Viewer } from '../site-index'
import { getTermSegment } from '../terms'
import type { PageResolution } from './resolution'

/** The pages of a site, and what finds the lists of its languages. */
export interface PageLookup {
  index: SiteIndex
  byId: ReadonlyMap<Id, SitePage>
  byPath: ReadonlyMap<string, SitePage>
  findList(path: string, viewer: Viewer): ReturnType<typeof findList>
  /** Returns the part of the site in whose language a decoded path lies. `paths` are those of the pages of its list of posts. */
  forPath(path: string): { prefix: string; posts(viewer: Viewer): { paths: readonly string[] } }
}

/** Finds the page at a decoded path without slashes at both ends, or the page to which the path redirects. */
export function findPage(lookup: PageLookup, path: string, viewer: Viewer): PageResolution {
  const { index, byPath } = lookup
  const page = byPath.get(path)
  if (page !== undefined && mayRead(page.access, viewer)) {
    return page.readable ? { kind: 'page', page } : { kind: 'unavailable' }
  }
  // The history may contain the same path.
  if (findLockedPage(lookup, path, viewer) !== undefined) return { kind: 'missing' }
  if (path === '') return index.root === null ? { kind: 'home' } : { kind: 'missing' }
  const { formerPaths, gone } = index
  const id = findPageId(path)
  // Paths are in Unicode form NFC. Another form redirects, so that each page has one address.
  const composed = path.normalize('NFC')
  const target =
    (id === undefined ? undefined : findReachablePage(lookup, id, viewer)) ??
    (Object.hasOwn(formerPaths, composed)
      ? findReachablePage(lookup, formerPaths[composed] ?? '', viewer)
      : undefined) ??
    findByOtherSpelling(lookup, path, viewer)
  if (target !== undefined) return { kind: 'redirect', path: target.path }
  // The access of an unreadable page is unknown. Signed-in viewers must not learn that it exists.
  if (id !== undefined && !viewer.signedIn && index.unreadable.includes(id)) return { kind: 'unavailable' }
  return Object.hasOwn(gone, composed) ? { kind: 'gone' } : { kind: 'missing' }
}

/** Returns the page at a path if the viewer can read it only after giving a password. */
export function findLockedPage({ byPath }: PageLookup, path: string, viewer: Viewer): SitePage | undefined {
  const page = byPath.get(path)
  return page && mayUnlock(page.access, viewer) && !mayRead(page.access, viewer) ? page : undefined
}

/** Returns a page by id if the viewer may read it, or may be asked for its password. */
export function findReachablePage({ byId }: PageLookup, id: Id, viewer: Viewer): SitePage | undefined {
  const page = byId.get(id)
  return page && (mayRead(page.access, viewer) || mayUnlock(page.access, viewer)) ? page : undefined
}

/** Returns the page that another spelling of a path means. The tags of languages contain capitals, all else is in lower case. */
export function findByOtherSpelling(lookup: PageLookup, path: string, viewer: Viewer): SitePage | undefined {
  const [first = '', ...rest] = toPath(path).split('/')
  const tag = lookup.index.languages.find((language) => language.tag.toLowerCase() === first)?.tag
  // A page may have the path of a language's home page in lower case.
  const spelled = [tag ?? first, first].map((each) => lookup.byPath.get([each, ...rest].join('/')))
  const page = spelled.find((each) => each !== undefined)
  return page && page.path !== '' && page.path !== path ? findReachablePage(lookup, page.id, viewer) : undefined
}

/** The first segments of lists, by those that NotionNext has for them. */
const BLOG_LISTS: Readonly<Record<string, string>> = { tag: 'tags', category: 'categories' }

/**
 * Converts a decoded path of NotionNext to the path of the same content here; undefined if they are the same, or there is none. `postPaths`
 * are those of the pages of the list of posts. `prefix` is that of the path's language.
 *
 * @example convertBlogPath('article/tides.html') // 'tides'
 */
export function convertBlogPath(path: string, postPaths: readonly string[] = [], prefix = ''): string | undefined {
  const bare = path
    .slice(prefix.length)
    .replace(/^\//, '')
    .replace(/\.html$/i, '')
  const [first = '', ...rest] = bare.split('/')
  // NotionNext has twelve posts on a page by default, as this site has.
  const posts = /^page\/\d{1,5}$/.test(bare) ? (postPaths[Number(rest[0]) - 1] ?? prefix) : undefined
  const list = Object.hasOwn(BLOG_LISTS, first) ? BLOG_LISTS[first] : undefined
  const here = posts ?? joinPath(prefix, list === undefined ? toPagePath(first, rest) : toListPath(list, rest))
  return here === path ? undefined : here
}

function toPagePath(first: string, rest: readonly string[]): string {
  if ((first === 'article' || first === 'post') && rest.length > 0) return rest.join('/')
  return first === 'index' && rest.length === 0 ? '' : [first, ...rest].join('/')
}

/** The parts of a list of NotionNext have other numbers of pages, so all of them lead to its beginning. */
function toListPath(list: string, rest: readonly string[]): string {
  const name = rest.join('/').replace(/\/page\/\d{1,5}$/, '')
  return name === '' ? list : `${list}/${getTermSegment(name)}`
}

const MAX_SUGGESTIONS = 3
/** The minimum similarity (Dice coefficient) of the requested path and a page's path, from 0 to 1. */
const MIN_SIMILARITY = 0.4
const MAX_PATH_LENGTH = 200

/**
 * Returns a function that finds the pages whose paths are similar to a missing path, the most similar first. It searches only the given
 * pages, so public pages reveal nothing about others.
 */
export function createSimilarPathFinder(pages: readonly SitePage[]): (path: string) => SitePage[] {
  const pagesByTrigram = new Map<string, number[]>()
  const sizes = pages.map(({ path }, at) => {
    let size = 0
    for (const part of splitIntoTrigrams(path)) {
      const list = pagesByTrigram.get(part)
      // A repeated part counts once.
      if (list?.at(-1) === at) continue
      if (list === undefined) pagesByTrigram.set(part, [at])
      else list.push(at)
      size++
    }
    return size
  })
  // Scanners request thousands of missing paths, so a lookup only counts.
  const shared = new Uint16Array(pages.length)
  return (path) => {
    const parts = new Set(splitIntoTrigrams(toPath(path.slice(0, MAX_PATH_LENGTH))))
    shared.fill(0)
    for (const part of parts) for (const at of pagesByTrigram.get(part) ?? []) shared[at] = (shared[at] ?? 0) + 1
    const getSimilarity = (at: number) => (2 * (shared[at] ?? 0)) / (parts.size + (sizes[at] ?? 0))
    const found: number[] = []
    for (let at = 0; at < pages.length; at++) if (getSimilarity(at) >= MIN_SIMILARITY) found.push(at)
    return found
      .sort((a, b) => getSimilarity(b) - getSimilarity(a))
      .slice(0, MAX_SUGGESTIONS)
      .flatMap((at) => pages[at] ?? [])
  }
}

/** Splits the words of a path into trigrams. A typing error changes only a few of them. */
function splitIntoTrigrams(path: string): string[] {
  const parts: string[] = []
  for (const word of path.split(/[/-]/)) {
    const letters = `^${word}$`
    for (let at = 0; at + 2 < letters.length; at++) parts.push(letters.slice(at, at + 3))
  }
  return parts
}
