import { startTransition, useEffect, useState } from 'react'

/** Rows that fill a screen; and so many below it that drawing them keeps nobody waiting. */
const [SCREENFUL, STEP] = [10, 5]

/**
 * How many of `all` rows are drawn by now: all of them where `isWhole`, else as many as fill the screen, and a few more each time
 * that those were painted. Between two steps the page answers.
 */
export function useGrowing(all: number, isWhole: boolean): number {
  const [drawn, setDrawn] = useState(isWhole ? all : SCREENFUL)
  useEffect(() => {
    if (drawn >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The frame is painted before a timer comes.
      timer = setTimeout(() => startTransition(() => setDrawn(Math.min(all, drawn + STEP))))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, all])
  return drawn
}
