import { startTransition, useEffect, useEffectEvent } from 'react'
import { useStateOf } from './use-state-of'

/** Number of rows that fill a screen, and of rows below it that are rendered without a noticeable delay. */
const [SCREENFUL, STEP] = [10, 5]

/**
 * Returns how many of `all` rows to render: all if `isWhole`, else a screenful, and a few more after each paint, so that the page
 * responds to input in between. Another `order` of rows starts again.
 */
export function useRenderedCount(all: number, isWhole: boolean, order: unknown): number {
  const [drawn, setDrawn] = useStateOf(order, isWhole ? all : SCREENFUL)
  const grow = useEffectEvent(() => startTransition(() => setDrawn(Math.min(all, drawn + STEP))))
  useEffect(() => {
    if (drawn >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // A timer fires after the frame is painted.
      timer = setTimeout(grow)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, all])
  return drawn
}
