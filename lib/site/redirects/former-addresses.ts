import { joinPath } from '../paths'
import { getTermSegment } from '../terms'

/** The first segments of lists, by those that NotionNext has for them. */
const LISTS: Readonly<Record<string, string>> = { tag: 'tags', category: 'categories' }

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
  const list = Object.hasOwn(LISTS, first) ? LISTS[first] : undefined
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
