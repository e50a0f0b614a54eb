import { startTransition, useEffect, useEffectEvent } from 'react'
import { useResettingState } from './use-resetting-state'

/** The number of rows that fill a screen, and the number that can be rendered in one step without a noticeable delay. */
const [SCREENFUL, STEP] = [10, 5]

/**
 * Returns how many of `all` rows to render: first a screenful, then a few more after each paint, so that the page responds to input in
 * between. With `startsComplete`, all rows are rendered at once. A new `order` of rows starts again with a screenful.
 */
export function useRenderedCount(all: number, startsComplete: boolean, order: unknown): number {
  const [rendered, setRendered] = useResettingState(order, startsComplete ? all : SCREENFUL)
  const grow = useEffectEvent(() => startTransition(() => setRendered(Math.min(all, rendered + STEP))))
  useEffect(() => {
    if (rendered >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const request = requestAnimationFrame(() => {
      // A timer fires after the paint.
      timer = setTimeout(grow)
    })
    return () => {
      cancelAnimationFrame(request)
      clearTimeout(timer)
    }
  }, [rendered, all])
  return rendered
}
