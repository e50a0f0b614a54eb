/**
 * Returns a function that never runs `work` concurrently. Calls during a run share one more run, which begins after the current one has
 * ended, so that it includes all changes before the calls.
 */
export function allowOneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const begin = (): Promise<Result> => {
    next = undefined
    running = work()
    // A waiting run begins by itself, and no other run may begin before it.
    const end = () => {
      if (next === undefined) running = undefined
    }
    running.then(end, end)
    return running
  }
  return () => {
    if (running === undefined) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}
