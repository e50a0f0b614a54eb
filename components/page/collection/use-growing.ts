import { startTransition, useEffect, useEffectEvent } from 'react'
import { useStateOf } from './use-state-of'

/** Rows that fill a screen; and so many below it that drawing them keeps nobody waiting. */
const [SCREENFUL, STEP] = [10, 5]

/**
 * How many of `all` rows are drawn by now: all of them where `isWhole`, else as many as fill the screen, and a few more each time
 * that those were painted. Between two steps the page answers. In another `order` of rows it begins again.
 */
export function useGrowing(all: number, isWhole: boolean, order: unknown): number {
  const [drawn, setDrawn] = useStateOf(order, isWhole ? all : SCREENFUL)
  const grow = useEffectEvent(() => startTransition(() => setDrawn(Math.min(all, drawn + STEP))))
  useEffect(() => {
    if (drawn >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The frame is painted before a timer comes.
      timer = setTimeout(grow)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, all])
  return drawn
}
