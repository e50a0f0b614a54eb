'use client'

import { useEffect } from 'react'

const SIGNS_OF_A_READER = ['pointermove', 'keydown', 'scroll']

/**
 * Sets the formulas out of sight as well, one at a time, once somebody is seen to read: paper shows them all, and the faces of those
 * that were never set would only be asked for when it is too late.
 */
export function useSetFormulas(): void {
  useEffect(() => {
    const noticed = new AbortController()
    const begin = () => {
      noticed.abort()
      const formulas = document.querySelectorAll<HTMLElement>('.block-equation [aria-hidden]').values()
      const setNext = () => {
        const { value: formula } = formulas.next()
        if (formula === undefined) return
        formula.style.contentVisibility = 'visible'
        whenIdle(setNext)
      }
      whenIdle(setNext)
    }
    for (const sign of SIGNS_OF_A_READER) {
      window.addEventListener(sign, begin, { passive: true, signal: noticed.signal })
    }
    return () => noticed.abort()
  }, [])
}

/** Not every browser says when it has nothing else to do. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 50)
}
