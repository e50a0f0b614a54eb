import { getRuntime } from '../runtime'

/** Returns the generation of the served shared snapshot; undefined for a single site and before the first snapshot. */
export const getServedGeneration = (): number | undefined => getRuntime().reader?.generation || undefined

/** Runs a search, and records its duration if metrics are enabled. */
export async function timeSearch<Result>(search: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await search()
  getRuntime().metrics?.search((performance.now() - started) / 1000)
  return result
}
