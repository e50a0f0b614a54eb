import { readdirSync } from 'node:fs'
import { findRoute } from '../lib/find-route'
import { PAGES } from '../lib/routes'

/** The extensions of paths to which Next.js may respond: copies of pages, feeds of lists, and former addresses of blogs. */
const HANDLED: ReadonlySet<string> = new Set(['html', 'json', 'md', 'txt', 'xml'])
/** Files of `public`, and the icons that `next.config.mjs` rewrites. */
const FILES: ReadonlySet<string> = new Set([
  ...readdirSync('public').map((name) => `/${name}`),
  '/favicon.ico',
  '/apple-touch-icon.png',
])

/**
 * Whether nothing is at a path because of its file extension: paths of pages contain no dot. Next.js would render a page for the response,
 * which costs several times as much, and scanners ask for many such paths.
 */
export function isMissingFile(pathname: string): boolean {
  const [, extension] = /\.([a-z0-9]+)$/.exec(pathname.toLowerCase()) ?? []
  if (extension === undefined || HANDLED.has(extension)) return false
  return findRoute(pathname) === PAGES && !FILES.has(pathname)
}
