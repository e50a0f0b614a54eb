import { startTransition, useEffect, useState } from 'react'

/** Rows that fill a screen, and that are drawn at once: so many take no longer than a visitor notices. */
const SCREENFUL = 10

/**
 * How many of `all` rows are drawn by now: all of them where `isWhole`, else as many as fill the screen, and so many more each time
 * that those were painted. Between two steps the page answers.
 */
export function useGrowing(all: number, isWhole: boolean): number {
  const [drawn, setDrawn] = useState(isWhole ? all : SCREENFUL)
  useEffect(() => {
    if (drawn >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The frame is painted before a timer comes.
      timer = setTimeout(() => startTransition(() => setDrawn(Math.min(all, drawn + SCREENFUL))))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, all])
  return drawn
}
