import { useEffect, useState } from 'react'

/** Scrolling is looked at no more often than this, in milliseconds. */
const THROTTLE = 100
/** A heading becomes the current one when it is this near to the top of the window, in pixels. */
const LEAST_OFFSET = 150

export interface Window {
  /** How far the document is scrolled, the window's height and the document's, in pixels. */
  scrollTop: number
  height: number
  documentHeight: number
}

/**
 * Index of the heading that is being read: the last one at or above the offset, and at the end of the document the last of all.
 * `tops` are the headings' distances from the top of the window; null for one that is not shown. -1 above the first.
 */
export function activeIndex(tops: readonly (number | null)[], { scrollTop, height, documentHeight }: Window): number {
  const atEnd = scrollTop > 0 && scrollTop + height >= documentHeight - 1
  return tops.findLastIndex((top) => top !== null && (atEnd || top <= LEAST_OFFSET))
}

/** Id of the heading that is being read, of those given; undefined above the first and before the first render. */
export function useActiveHeading(ids: readonly string[]): string | undefined {
  const [active, setActive] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const ofContents = key.split(' ')
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { scrollTop, clientHeight, scrollHeight } = document.documentElement
      const tops = ofContents.map(topOf)
      setActive(ofContents[activeIndex(tops, { scrollTop, height: clientHeight, documentHeight: scrollHeight })])
    }
    const onScroll = () => {
      timer ??= setTimeout(look, THROTTLE)
    }
    look()
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

/** A heading inside a closed toggle has no box. */
function topOf(id: string): number | null {
  const box = document.getElementById(id)?.getClientRects()[0]
  return box?.top ?? null
}
