import type { Counts } from './requests.mjs'

// The server counts, and the routes are bundles of the same process.
const COUNTS = Symbol.for('colophon.counts')
const GENERATION = Symbol.for('colophon.generation')
const shared = globalThis as { [COUNTS]?: Counts; [GENERATION]?: number }

/** Which generation of a shared snapshot is served; undefined where one instance serves alone. */
export const servedGeneration = (): number | undefined => shared[GENERATION]

/** Does a search, and counts how long it took where that is counted. */
export async function timedSearch<Answer>(search: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const answer = await search()
  shared[COUNTS]?.search((performance.now() - started) / 1000)
  return answer
}
