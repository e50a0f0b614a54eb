import { pathFrom } from './paths'
import type { SitePage } from './types'

const MOST = 3
/** How much of what was asked for must be in a path, and of the path in what was asked for, both together. */
const ENOUGH = 0.4
const LONGEST = 200

/**
 * Makes the question which pages have a path that is much like one that does not exist, the nearest first. It knows of no pages but
 * those given, so of public ones it tells nothing about others.
 */
export function nearPages(pages: readonly SitePage[]): (path: string) => SitePage[] {
  const places = new Map<string, number[]>()
  const sizes = pages.map((page, at) => {
    const parts = partsOf(page.path)
    for (const part of parts) {
      const list = places.get(part)
      if (list === undefined) places.set(part, [at])
      else list.push(at)
    }
    return parts.size
  })
  return (path) => {
    const parts = partsOf(path.slice(0, LONGEST))
    const shared = new Map<number, number>()
    for (const part of parts) for (const at of places.get(part) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    return [...shared]
      .map(([at, count]) => ({ page: pages[at], likeness: (2 * count) / (parts.size + (sizes[at] ?? 0)) }))
      .filter(({ likeness }) => likeness >= ENOUGH)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, MOST)
      .flatMap(({ page }) => page ?? [])
  }
}

/** The letters of a path's words in threes; a slip of the pen spoils only some of them. */
function partsOf(path: string): Set<string> {
  const parts = new Set<string>()
  for (const word of pathFrom(path).split(/[/-]/)) {
    const letters = Array.from(`^${word}$`)
    for (let at = 0; at + 2 < letters.length; at++) parts.add(letters.slice(at, at + 3).join(''))
  }
  return parts
}
