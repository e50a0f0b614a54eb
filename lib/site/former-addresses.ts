import { getTermSegment } from './terms'

/** Lists of NotionNext, and ours. */
const LISTS: Readonly<Record<string, string>> = { tag: 'tags', category: 'categories' }

/**
 * Returns the path that has what NotionNext shows at a decoded path; undefined if it has no such address. `postPaths` are those of the
 * pages of the list of posts.
 *
 * @example toPathHere('article/tides.html') // 'tides'
 */
export function toPathHere(path: string, postPaths: readonly string[] = []): string | undefined {
  const bare = path.replace(/\.html$/i, '')
  const [first = '', ...rest] = bare.split('/')
  const list = Object.hasOwn(LISTS, first) ? LISTS[first] : undefined
  const here = list === undefined ? toPagePath(first, rest, bare, postPaths) : toListPath(list, rest)
  return here === path ? undefined : here
}

function toPagePath(first: string, rest: readonly string[], bare: string, postPaths: readonly string[]): string {
  if ((first === 'article' || first === 'post') && rest.length > 0) return rest.join('/')
  if (bare === 'index') return ''
  // NotionNext has twelve posts on a page by default, as this site has.
  if (/^page\/\d{1,5}$/.test(bare)) return postPaths[Number(rest[0]) - 1] ?? ''
  return bare
}

/** The parts of a list of NotionNext have other numbers of pages, so all of them lead to its beginning. */
function toListPath(list: string, [name]: readonly string[]): string {
  return name === undefined ? list : `${list}/${getTermSegment(name)}`
}
