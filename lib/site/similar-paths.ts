import { toPath } from './paths'
import type { SitePage } from './site-index'

const MOST = 3
/** How much of what was asked for must be in a path, and of the path in what was asked for, both together. */
const ENOUGH = 0.4
const LONGEST = 200

/**
 * Makes the question which pages have a path that is much like one that does not exist, the nearest first. It knows of no pages but
 * those given, so of public ones it tells nothing about others.
 */
export function createSimilarPathFinder(pages: readonly SitePage[]): (path: string) => SitePage[] {
  const places = new Map<string, number[]>()
  const sizes = pages.map(({ path }, at) => {
    let size = 0
    for (const part of splitIntoTrigrams(path)) {
      const list = places.get(part)
      // A part that a path has twice counts once.
      if (list?.at(-1) === at) continue
      if (list === undefined) places.set(part, [at])
      else list.push(at)
      size++
    }
    return size
  })
  // Whoever looks for holes asks for thousands of paths that do not exist, so an answer is nothing but counting.
  const shared = new Uint16Array(pages.length)
  return (path) => {
    const parts = new Set(splitIntoTrigrams(toPath(path.slice(0, LONGEST))))
    shared.fill(0)
    for (const part of parts) for (const at of places.get(part) ?? []) shared[at] = (shared[at] ?? 0) + 1
    const likeness = (at: number) => (2 * (shared[at] ?? 0)) / (parts.size + (sizes[at] ?? 0))
    const found: number[] = []
    for (let at = 0; at < pages.length; at++) if (likeness(at) >= ENOUGH) found.push(at)
    return found
      .sort((a, b) => likeness(b) - likeness(a))
      .slice(0, MOST)
      .flatMap((at) => pages[at] ?? [])
  }
}

/** The letters of a path's words in threes; a slip of the pen spoils only some of them. */
function splitIntoTrigrams(path: string): string[] {
  const parts: string[] = []
  for (const word of path.split(/[/-]/)) {
    const letters = `^${word}$`
    for (let at = 0; at + 2 < letters.length; at++) parts.push(letters.slice(at, at + 3))
  }
  return parts
}
