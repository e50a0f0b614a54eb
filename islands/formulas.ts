const INTERACTIONS = ['pointermove', 'keydown', 'scroll']

/**
 * Lays out the formulas outside the viewport too, one at a time, after the first interaction. Printing shows all of them, and would not
 * wait for the fonts of formulas that were never laid out.
 */
export function layOutFormulas(content: HTMLElement, signal: AbortSignal): void {
  const interacted = new AbortController()
  const begin = (event: Event) => {
    // Chromium may send `pointermove` for a pointer at rest after the page below it was laid out.
    if (event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0) return
    interacted.abort()
    const formulas = content.querySelectorAll<HTMLElement>('.block-equation [aria-hidden]').values()
    const setNext = () => {
      const { value: formula } = formulas.next()
      if (formula === undefined) return
      formula.style.contentVisibility = 'visible'
      whenIdle(setNext)
    }
    whenIdle(setNext)
  }
  for (const type of INTERACTIONS) {
    window.addEventListener(type, begin, { passive: true, signal: interacted.signal })
  }
  signal.addEventListener('abort', () => interacted.abort())
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 50)
}
