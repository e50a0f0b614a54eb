import { toPath } from './paths'
import type { SitePage } from './site-index'

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
