'use client'

import { useEffect } from 'react'

/** Opens the toggles around the place that the address names, so that a link to it always shows it. */
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

function openAnchor(): void {
  const target = document.getElementById(window.location.hash.slice(1))
  let closed = target?.closest<HTMLDetailsElement>('details:not([open])')
  if (!target || !closed) return
  while (closed) {
    closed.open = true
    closed = closed.closest<HTMLDetailsElement>('details:not([open])')
  }
  target.scrollIntoView()
}
