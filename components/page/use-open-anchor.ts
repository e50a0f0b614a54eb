'use client'

import { useEffect } from 'react'

/** Opens the toggles and tabs around the target of the URL's fragment, so that a link always shows its target. */
export function useOpenAnchor(): void {
  useEffect(() => {
    openAnchor()
    window.addEventListener('hashchange', openAnchor)
    // The router changes the URL without a `hashchange` event. Older browsers have no event for that.
    window.navigation?.addEventListener('currententrychange', openAnchor)
    return () => {
      window.removeEventListener('hashchange', openAnchor)
      window.navigation?.removeEventListener('currententrychange', openAnchor)
    }
  }, [])
}

const CLOSED = 'details:not([open]), [role=tabpanel][hidden]'

function openAnchor(): void {
  const target = document.getElementById(window.location.hash.slice(1))
  let closed = target?.closest(CLOSED)
  if (!target || !closed) return
  while (closed) {
    if (closed instanceof HTMLDetailsElement) closed.open = true
    else document.getElementById(closed.getAttribute('aria-labelledby') ?? '')?.click()
    closed = (closed.parentElement ?? closed).closest(CLOSED)
  }
  // By then a clicked tab has shown its panel.
  queueMicrotask(() => target.scrollIntoView())
}
