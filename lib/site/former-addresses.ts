import { getTermSegment } from './terms'

/** Lists of NotionNext, and ours. */
const LISTS: Readonly<Record<string, string>> = { tag: 'tags', category: 'categories' }

/**
 * Returns the path that has what NotionNext shows at a decoded path; undefined if it has no such address. `/page/2` is a part of the
 * list of posts, which is on the home page.
 *
 * @example toPathHere('article/tides.html') // 'tides'
 */
export function toPathHere(path: string): string | undefined {
  const bare = path.replace(/\.html$/i, '')
  const [first = '', ...rest] = bare.split('/')
  const list = Object.hasOwn(LISTS, first) ? LISTS[first] : undefined
  const here = list === undefined ? toPagePath(first, rest, bare) : toListPath(list, rest)
  return here === path ? undefined : here
}

function toPagePath(first: string, rest: readonly string[], bare: string): string {
  if ((first === 'article' || first === 'post') && rest.length > 0) return rest.join('/')
  if (bare === 'index' || /^page\/\d{1,5}$/.test(bare)) return ''
  return bare
}

/** The parts of a list of NotionNext have other numbers of pages, so all of them lead to its beginning. */
function toListPath(list: string, [name]: readonly string[]): string {
  return name === undefined ? list : `${list}/${getTermSegment(name)}`
}
