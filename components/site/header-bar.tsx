'use client'

import { type ReactNode, useEffect, useState } from 'react'

/** Scrolling less than this many pixels is a trembling finger. */
const LEAST_SCROLL = 8

/** The bar at the top of every page: leaves while reading down, returns while reading up. */
export function HeaderBar({ children }: { children: ReactNode }) {
  const [away, setAway] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const top = Math.max(0, window.scrollY)
      if (Math.abs(top - last) < LEAST_SCROLL) return
      setAway(top > last && top > 2 * LEAST_SCROLL)
      last = top
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return (
    <header className="site-header" data-away={away || undefined}>
      {children}
    </header>
  )
}
