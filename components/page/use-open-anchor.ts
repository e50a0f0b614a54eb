'use client'

import { useEffect } from 'react'

/** Opens the toggles and tabs around the place that the address names, so that a link to it always shows it. */
export function useOpenAnchor(): void {
  useEffect(() => {
    openAnchor()
    window.addEventListener('hashchange', openAnchor)
    // The router changes the address by itself, of which older browsers say nothing.
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
  // A tab has shown its panel by then.
  queueMicrotask(() => target.scrollIntoView())
}
