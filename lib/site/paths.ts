import { MEMBERS } from '../members-path'
import { ROUTES } from '../routes'
import { decodePercent } from '../workspace/address'
import { findPageId } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { cutSlug, toSlug } from '../workspace/slugs'

/** The first segments of routes, also below `/members`, and the names of the home page's Markdown copy and of an export's error page. */
const RESERVED: ReadonlySet<string> = new Set([
  'index',
  '404',
  ...ROUTES.filter(({ mayBePage }) => !mayBePage).flatMap(({ segment }) =>
    segment.replace(`${MEMBERS}/`, '').split('/', 1),
  ),
])

/** The maximum number of characters of a segment and of a path, so that a percent-encoded path in any script is a valid URL. */
export const MAX_SEGMENT_LENGTH = 100
const MAX_PATH_LENGTH = 140

/** Creates a path from a slug or a title in any script: lower case, without dots, with hyphens. Empty if nothing is left. */
export const toPath = (text: string): string =>
  joinSegments(text.split('/').map((segment) => cutSlug(toSlug(segment), MAX_SEGMENT_LENGTH)))

/** Joins the segments of a path, and limits its length. */
export const joinSegments = (segments: string[]): string =>
  truncate(segments.filter((segment) => segment !== '').join('/'), MAX_PATH_LENGTH).replace(/[-/]+$/, '')

/** Decodes the path of a URL and removes slashes at both ends. Returns undefined if it is malformed. */
export function decodePath(address: string): string | undefined {
  // Slashes are removed before decoding, because an encoded slash is part of a segment.
  return decodePercent(address.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, ''))
}

/**
 * Whether a page may not have a path, because it belongs to a route, is an id, or ends in `index`: hosts of files have the page of a folder
 * at such a path.
 */
export function isReserved(path: string): boolean {
  const [first = ''] = path.split('/', 1)
  return path === '' || RESERVED.has(first) || path.endsWith('/index') || findPageId(path) !== undefined
}

/** Adds the path of a language's home page before the path of a page; the first language has none. */
export const joinPath = (prefix: string, path: string): string => [prefix, path].filter((part) => part !== '').join('/')

/**
 * Assigns a path to each page; earlier pages have priority. If a path is taken, reserved or empty, a short id is appended. Paths that
 * differ only in case are one path, because tags of languages contain capitals.
 */
export function assignPaths(pages: Iterable<{ id: Id; preferredPath: string; prefix?: string }>): Map<Id, string> {
  const paths = new Map<Id, string>()
  const taken = new Set<string>()
  for (const { id, preferredPath, prefix = '' } of pages) {
    // An id after a slash would not change the first segment.
    const free =
      preferredPath.includes('/') && isReserved(preferredPath) ? preferredPath.replaceAll('/', '-') : preferredPath
    const path = [free, ...[8, 12, 20].map((digits) => appendShortId(free, id, digits))].find(
      (candidate) => !isReserved(candidate) && !taken.has(joinPath(prefix, candidate).toLowerCase()),
    )
    // This happens only if two ids share 20 digits and a title.
    const chosen = joinPath(prefix, path ?? `page-${id}-${taken.size}`)
    taken.add(chosen.toLowerCase())
    paths.set(id, chosen)
  }
  return paths
}

function appendShortId(preferredPath: string, id: Id, digits: number): string {
  const short = id.replaceAll('-', '').slice(0, digits)
  return preferredPath === '' ? short : `${preferredPath}-${short}`
}

/** Cuts a text after a number of characters. */
export const truncate = (text: string, most: number): string =>
  text.length > most ? [...text].slice(0, most).join('') : text
