import { type RefObject, useEffect, useState } from 'react'

/** Pixels around the window within which something is loaded. */
export const NEAR_MARGIN = 50

/** How near the view something is loaded: the space around the window, and the part of it that must be there. */
export const NEAR: IntersectionObserverInit = { rootMargin: `${NEAR_MARGIN}px 0px`, threshold: 0.01 }

/** Whether a place has come near the view since it was drawn. */
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
