import { useEffect, useState } from 'react'

/** Milliseconds between two evaluations of the scroll position. */
const THROTTLE = 100
/** A heading becomes the current one at this distance from the top of the window, in pixels. */
const MIN_OFFSET = 150

/** Scroll position, height of the window and height of the document, in pixels. */
export interface ScrollPosition {
  scrollTop: number
  height: number
  documentHeight: number
}

/**
 * Returns the index of the current heading: the last one at or above the offset, or the last of all at the end of the document.
 * Returns -1 above the first heading. `tops` are distances from the top of the window; null for a hidden heading.
 */
export function findActiveIndex(
  tops: readonly (number | null)[],
  { scrollTop, height, documentHeight }: ScrollPosition,
): number {
  const atEnd = scrollTop > 0 && scrollTop + height >= documentHeight - 1
  return tops.findLastIndex((top) => top !== null && (atEnd || top <= MIN_OFFSET))
}

/** Returns the id of the current heading; undefined above the first heading and on the first render. */
export function useActiveHeading(ids: readonly string[]): string | undefined {
  const [active, setActive] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const headingIds = key.split(' ')
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer = undefined
      const { scrollTop, clientHeight, scrollHeight } = document.documentElement
      const tops = headingIds.map(getTop)
      setActive(headingIds[findActiveIndex(tops, { scrollTop, height: clientHeight, documentHeight: scrollHeight })])
    }
    const onScroll = () => {
      timer ??= setTimeout(update, THROTTLE)
    }
    update()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [key])
  return active
}

/** Returns null for a heading in a closed toggle, which has no box. */
function getTop(id: string): number | null {
  const box = document.getElementById(id)?.getClientRects()[0]
  return box?.top ?? null
}
