'use client'

import { useEffect } from 'react'
import { whenIslandsMounted } from '@/islands/mount'

/** Replays the clicks that the script in the head recorded before the controls of the page responded. */
export function EarlyClicks() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    void whenIslandsMounted().then(() => {
      const clicks = window.takeEarlyClicks?.() ?? []
      timer = setTimeout(function replay() {
        const [control, dimmed] = clicks.shift() ?? []
        dimmed?.cancel()
        control?.click()
        // Each click has a task of its own, so that the next one finds what this one changed.
        if (clicks.length > 0) timer = setTimeout(replay)
      })
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}
