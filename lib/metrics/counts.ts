import { getRuntime } from '../runtime'

/** The generation of the shared snapshot that is served; undefined for a single site and before the first snapshot. */
export const servedGeneration = (): number | undefined => getRuntime().reader?.generation || undefined

/** Does a search, and counts how long it took where that is counted. */
export async function timedSearch<Answer>(search: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const answer = await search()
  getRuntime().metrics?.search((performance.now() - started) / 1000)
  return answer
}
