'use client'

import { useEffect } from 'react'

const INTERACTIONS = ['pointermove', 'keydown', 'scroll']

/**
 * Lays out the formulas outside the viewport too, one at a time, after the first interaction. Printing shows all of them, and would not
 * wait for the fonts of formulas that were never laid out.
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
    for (const sign of INTERACTIONS) {
      window.addEventListener(sign, begin, { passive: true, signal: noticed.signal })
    }
    return () => noticed.abort()
  }, [])
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 50)
}
