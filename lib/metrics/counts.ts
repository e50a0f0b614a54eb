import { getRuntime } from '../runtime'

/** Which generation of a shared snapshot is served; undefined where one instance serves alone. */
export const servedGeneration = (): number | undefined => getRuntime().generation

/** Does a search, and counts how long it took where that is counted. */
export async function timedSearch<Answer>(search: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const answer = await search()
  getRuntime().metrics?.search((performance.now() - started) / 1000)
  return answer
}
