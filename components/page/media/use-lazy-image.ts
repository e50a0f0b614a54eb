import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { NEAR, NEAR_MARGIN } from './use-near'

/** `loading` is also the state in which the server sends a picture: without script the browser loads it by its own rule. */
export type ImageState = 'not-asked' | 'buffering' | 'loading' | 'success' | 'error'

/** One that only flits past is not asked for. */
const BUFFER_MS = 50

interface LazyImage {
  state: ImageState
  change: (state: ImageState) => void
  /** How wide it was when the script asked for it: CSS pixels. */
  width: number | undefined
}

/**
 * When a picture is loaded: once it comes near the view and stays there for a moment. One that has come, or failed, before the
 * script did is taken as it is, and one that is in view is left to load.
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
    const ask = () => {
      setWidth(place.clientWidth)
      setState('loading')
    }
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      const isIn = entries.at(-1)?.isIntersecting === true
      setState(isIn ? 'buffering' : 'not-asked')
      if (isIn) timer = setTimeout(ask, BUFFER_MS)
    }, NEAR)
    observer.observe(place)
    window.addEventListener('beforeprint', ask)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('beforeprint', ask)
    }
  }, [image, isWaiting])

  return { state, change: setState, width }
}

function isNear(image: HTMLImageElement): boolean {
  const { top, bottom, width } = image.getBoundingClientRect()
  return width > 0 && top < window.innerHeight + NEAR_MARGIN && bottom > -NEAR_MARGIN
}
