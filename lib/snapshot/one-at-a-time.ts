/**
 * Makes a function that does a piece of work, but one at a time: whoever calls it meanwhile is answered by one more, which begins when
 * the present one has ended, so that it sees whatever the call was made for. Many who call meanwhile share that one.
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
