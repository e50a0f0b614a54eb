import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { NEAR, NEAR_MARGIN } from './use-near'

/**
 * `not-asked`: not requested yet. `buffering`: near the viewport, and requested if it stays there. `loading` is also the state in
 * server-rendered HTML, because without script the browser decides when to load the image.
 */
export type ImageState = 'not-asked' | 'buffering' | 'loading' | 'success' | 'error'

/** Milliseconds that an image must stay near the viewport before it is requested. */
const BUFFER_MS = 50

interface LazyImage {
  state: ImageState
  change: (state: ImageState) => void
  /** Width at the time of the request, in CSS pixels. */
  width: number | undefined
}

/**
 * Loads an image once it has been near the viewport for a moment. An image that was loaded or failed before hydration keeps that state,
 * and one in the viewport continues to load.
 */
export function useLazyImage(image: RefObject<HTMLImageElement | null>): LazyImage {
  const [state, setState] = useState<ImageState>('loading')
  const [width, setWidth] = useState<number>()
  const isWaiting = state === 'not-asked' || state === 'buffering'

  useLayoutEffect(() => {
    const shown = image.current
    if (shown === null) return
    if (shown.complete && shown.naturalWidth > 0) setState('success')
    else if (!isNear(shown)) setState('not-asked')
    else if (shown.complete && shown.currentSrc !== '') setState('error')
  }, [image])

  useEffect(() => {
    const place = image.current
    if (!isWaiting || place === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const request = () => {
      setWidth(place.clientWidth)
      setState('loading')
    }
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      const isIn = entries.at(-1)?.isIntersecting === true
      setState(isIn ? 'buffering' : 'not-asked')
      if (isIn) timer = setTimeout(request, BUFFER_MS)
    }, NEAR)
    observer.observe(place)
    window.addEventListener('beforeprint', request)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('beforeprint', request)
    }
  }, [image, isWaiting])

  return { state, change: setState, width }
}

function isNear(image: HTMLImageElement): boolean {
  const { top, bottom, width } = image.getBoundingClientRect()
  return width > 0 && top < window.innerHeight + NEAR_MARGIN && bottom > -NEAR_MARGIN
}
