/**
 * Whether tests use all inputs, as in `npm run test:nightly`.
 * Otherwise long lists are sampled and nested structures are less deep, so that `npm test` takes only minutes.
 */
export const isCompleteRun = process.env.NIGHTLY === '1'

/** Returns every `step`-th item from the first on, or all items in a complete run. */
export function sampleItems<Item>(items: readonly Item[], step: number): Item[] {
  return items.filter((_, at) => isCompleteRun || at % step === 0)
}

/** Returns the number of runs of a property test: all of them in a complete run, and a third otherwise. */
export const shareRuns = (runs: number): number => (isCompleteRun ? runs : Math.ceil(runs / 3))
