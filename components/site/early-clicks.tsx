'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'

/** Replays the clicks that the script in the head recorded before hydration. */
export function EarlyClicks() {
  const clicks = useRef<ReturnType<NonNullable<typeof window.takeEarlyClicks>>>([])
  // In the same task as the hydration, so that no click is handled by neither or by both.
  useLayoutEffect(() => {
    clicks.current.push(...(window.takeEarlyClicks?.() ?? []))
  }, [])
  // After all effects: a database restores the stored view before a click selects another.
  useEffect(() => {
    let timer = setTimeout(function replay() {
      const [control, dimmed] = clicks.current.shift() ?? []
      dimmed?.cancel()
      control?.click()
      // Each click has a task of its own, so that the next one finds what this one changed.
      if (clicks.current.length > 0) timer = setTimeout(replay)
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}
