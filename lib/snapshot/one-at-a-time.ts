/**
 * Returns a function that never runs the work concurrently. Calls during a run share one more run, which begins when the current one has
 * ended and therefore sees the changes that they were made for.
 */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const begin = (): Promise<Result> => {
    next = undefined
    running = work()
    // What waits begins by itself, and nothing else may in between.
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
