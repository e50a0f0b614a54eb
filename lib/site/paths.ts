import { slug } from 'github-slugger'
import { MEMBERS } from '../members-path'
import { ROUTES } from '../routes'
import { decoded } from '../workspace/address'
import { pageIdIn } from '../workspace/ids'
import type { Id } from '../workspace/record-map'

/** First segments of routes and of what they have below `/members`, and the name of the home page's Markdown copy. */
const RESERVED: ReadonlySet<string> = new Set([
  'index',
  ...ROUTES.flatMap(({ segment }) => segment.replace(`${MEMBERS}/`, '').split('/', 1)),
])

/** In characters: of a part between slashes, and of all of them, so that any script's address fits where addresses go. */
const LONGEST = 100
const LONGEST_PATH = 140

/** A path in any script from a slug or a title: lower case, no dots, words joined by hyphens; empty when nothing is left. */
export function toPath(text: string): string {
  const path = text
    .normalize('NFC')
    .split('/')
    .map((segment) => trimHyphens(truncate(slug(segment.trim()), LONGEST)))
    .filter((segment) => segment !== '')
    .join('/')
  return truncate(path, LONGEST_PATH).replace(/[-/]+$/, '')
}

/** The path that an address of the site names: decoded, without slashes at its ends; undefined when it is malformed. */
export function decodePath(address: string): string | undefined {
  // Before it is decoded: a slash that is written in another way is a part of a name.
  return decoded(address.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, ''))
}

/** True for a path that a page may not have, because a route or an id has it. */
export function isReserved(path: string): boolean {
  const [first = ''] = path.split('/', 1)
  return path === '' || RESERVED.has(first) || pageIdIn(path) !== undefined
}

/** Gives every page its path; earlier pages choose first. A path that is taken, reserved or empty gets a short id. */
export function assignPaths(pages: Iterable<{ id: Id; wish: string }>): Map<Id, string> {
  const paths = new Map<Id, string>()
  const taken = new Set<string>()
  for (const { id, wish } of pages) {
    const path = [wish, ...[8, 12, 20].map((digits) => appendShortId(wish, id, digits))].find(
      (candidate) => !isReserved(candidate) && !taken.has(candidate),
    )
    // Only ids that share twenty digits and a title come here; a whole id is never taken.
    const chosen = path ?? `page-${id}-${taken.size}`
    taken.add(chosen)
    paths.set(id, chosen)
  }
  return paths
}

function appendShortId(wish: string, id: Id, digits: number): string {
  const short = id.replaceAll('-', '').slice(0, digits)
  return wish === '' ? short : `${wish}-${short}`
}

const truncate = (text: string, most: number) => (text.length > most ? [...text].slice(0, most).join('') : text)
const trimHyphens = (segment: string) => segment.replace(/-+/g, '-').replace(/^-|-$/g, '')
