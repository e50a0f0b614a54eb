import { type RefObject, useEffect, useState } from 'react'

/** Distance from the viewport at which something is loaded, in pixels. */
export const NEAR_MARGIN = 50

/** Options of the observers that load something near the viewport. */
export const NEAR: IntersectionObserverInit = { rootMargin: `${NEAR_MARGIN}px 0px`, threshold: 0.01 }

/** Returns whether an element has come near the viewport since it was rendered. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || place.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) setNear(true)
    }, NEAR)
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, isNear])
  return isNear
}
