import { addBasePath } from '../../base-path'
import { joinPath } from '../paths'
import type { SitePage, Viewer } from '../site-index'
import { getTermSegment } from '../terms'
import { convertBlogPath, findByOtherSpelling, findReachablePage, type PageLookup } from './find-page'
import type { Resolution } from './resolution'

/**
 * Returns what is at an address that NotionNext, nextjs-notion-starter-kit, Hugo or WordPress has for something of this site; undefined if
 * there is nothing. `resolveBare` returns what is at the path without the name of a file; without it, this is not tried.
 */
export function findPeerAddress(
  lookup: PageLookup,
  path: string,
  viewer: Viewer,
  resolveBare?: (path: string) => Resolution,
): Resolution | undefined {
  const { starterKitPaths } = lookup.index
  const known = path.normalize('NFC').toLowerCase()
  const id = Object.hasOwn(starterKitPaths, known) ? starterKitPaths[known] : undefined
  const to =
    findReachablePage(lookup, id ?? '', viewer)?.path ??
    findBlogAddress(lookup, path, viewer) ??
    findDatedPost(lookup, path, viewer)
  if (to !== undefined) return { kind: 'redirect', path: to }
  return findFeed(lookup, path, viewer) ?? findSearch(path) ?? (resolveBare && findWithoutFileName(path, resolveBare))
}

/** Returns the path of the page or list that NotionNext would show at a path. */
export function findBlogAddress(lookup: PageLookup, path: string, viewer: Viewer): string | undefined {
  if (!lookup.index.hasBlogDatabase) return undefined
  const own = lookup.forPath(path)
  const here = convertBlogPath(path, own.posts(viewer).paths, own.prefix)
  if (here === undefined) return undefined
  const page = lookup.byPath.get(here) ?? findByOtherSpelling(lookup, here, viewer)
  if (page !== undefined) return findReachablePage(lookup, page.id, viewer)?.path
  const list = lookup.findList(here, viewer)
  return list?.kind === 'redirect' ? list.path : list && here
}

/** First segments that other sites have before the names of posts. */
const POST_PREFIX = /^(?:article|articles|blog|post|posts)$/i
/** A year, and a month or a day after it. */
const YEAR = /^(?:19|20)\d\d$/
const MONTH_OR_DAY = /^(?:0?[1-9]|[12]\d|3[01])$/
/** The maximum number of segments before the name of a post: a prefix, a category and a date. */
const MAX_SEGMENTS = 6

/**
 * Returns the path of the post that other sites have below its date or its category, such as `/2024/05/01/tides` or `/sea/tides`.
 * NotionNext has such addresses with the setting `POST_URL_PREFIX`.
 */
function findDatedPost(lookup: PageLookup, path: string, viewer: Viewer): string | undefined {
  const { prefix } = lookup.forPath(path)
  const segments = path.slice(prefix.length).replace(/^\//, '').split('/')
  if (segments.length < 2 || segments.length > MAX_SEGMENTS) return undefined
  const name = (segments.pop() ?? '').replace(/\.html$/i, '')
  const here = joinPath(prefix, name)
  const named = lookup.byPath.get(here) ?? findByOtherSpelling(lookup, here, viewer)
  const post = named?.isPost ? findReachablePage(lookup, named.id, viewer) : undefined
  return post && isPostPrefix(segments, post, lookup.index.hasBlogDatabase) ? post.path : undefined
}

function isPostPrefix(segments: readonly string[], { categories = [] }: SitePage, allowsWords: boolean): boolean {
  const names = new Set(categories.map(getTermSegment))
  return segments.every((segment, at) => {
    const isAfterYear = segments.slice(Math.max(0, at - 2), at).some((each) => YEAR.test(each))
    if (YEAR.test(segment) || (isAfterYear && MONTH_OR_DAY.test(segment))) return true
    return (allowsWords && POST_PREFIX.test(segment)) || names.has(getTermSegment(segment))
  })
}

/** The ends of the addresses of feeds of other sites. */
const FEED =
  /(?:^|\/)(?:feed|rss|atom|feed\/(?:atom|rss2?|rdf)|(?:rss\/)?(?:feed|atom|rss|index)\.xml|feed\.(?:atom|rss))$/i
const JSON_FEED = /(?:^|\/)(?:feed\/json|(?:rss\/)?feed\.json)$/i

/** Returns the feed of this site, of a language or of a list that other sites have at a path. */
function findFeed(lookup: PageLookup, path: string, viewer: Viewer): Resolution | undefined {
  const form = JSON_FEED.test(path) ? JSON_FEED : FEED
  const of = path.replace(form, '')
  if (of === path) return undefined
  const list = of === '' ? '' : (findLanguage(lookup, of) ?? findListWithFeed(lookup, of, viewer))
  if (list === undefined) return undefined
  const address = encodeURI(`/${joinPath(list, form === JSON_FEED ? 'feed.json' : 'feed.xml')}`)
  return { kind: 'external', address: addBasePath(address) }
}

/** Returns the path of a language that a segment means, also by its first part, as `zh` for `zh-CN`. */
function findLanguage({ index }: PageLookup, segment: string): string | undefined {
  const given = segment.toLowerCase()
  const at = index.languages.findIndex(({ tag }) =>
    [tag, tag.split('-')[0]].some((each) => each?.toLowerCase() === given),
  )
  return at === 0 ? '' : index.languages[at]?.tag
}

function findListWithFeed(lookup: PageLookup, path: string, viewer: Viewer): string | undefined {
  const { prefix } = lookup.forPath(path)
  for (const here of [path, convertBlogPath(path, [], prefix)]) {
    const list = here === undefined ? undefined : lookup.findList(here, viewer)
    const target = list?.kind === 'redirect' ? list.path : here
    const found = target === undefined ? undefined : lookup.findList(target, viewer)
    if (found?.kind === 'term' && found.number === 1) return target
  }
  return undefined
}

/** Returns the search page for a path of NotionNext such as `/search/tides`. */
function findSearch(path: string): Resolution | undefined {
  const [, words] = /^search\/(.+?)(?:\/page\/\d{1,5})?$/s.exec(path) ?? []
  return words === undefined ? undefined : { kind: 'external', address: toSearchAddress(words) }
}

/** Returns the search page for the query `s`, in which WordPress and NotionNext have the searched words. */
export function findSearchAddress(query: string): Resolution | undefined {
  const words = new URLSearchParams(query).get('s')
  return words === null || words === '' ? undefined : { kind: 'external', address: toSearchAddress(words) }
}

const toSearchAddress = (words: string) => addBasePath(`/search?${new URLSearchParams({ q: words })}`)

/** The name of a folder's page, and extensions of pages on other sites. */
const FILE_NAME = /(?:^|\/)index\.html?$|\/index$|\.html?$/i

/** Returns a redirect to what is at a path without the name of a file, such as `/tides.html` or `/tides/index.html`. */
function findWithoutFileName(path: string, resolve: (path: string) => Resolution): Resolution | undefined {
  const bare = path.replace(FILE_NAME, '')
  if (bare === path) return undefined
  const found = resolve(bare)
  switch (found.kind) {
    case 'page':
    case 'locked':
      return { kind: 'redirect', path: found.page.path }
    case 'home':
    case 'list':
      return { kind: 'redirect', path: bare }
    case 'redirect':
    case 'external':
      return found
    default:
      return undefined
  }
}
