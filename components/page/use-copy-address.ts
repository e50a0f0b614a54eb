'use client'

import { useEffect } from 'react'

/** Copies the URL of a heading when its link is clicked, in addition to navigating there. */
export function useCopyAddress(): void {
  useEffect(() => {
    document.addEventListener('click', copyAddress)
    return () => document.removeEventListener('click', copyAddress)
  }, [])
}

function copyAddress({ target }: MouseEvent): void {
  const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('.heading-anchor') : null
  if (anchor === null) return
  navigator.clipboard?.writeText(anchor.href).then(
    () => anchor.animate([{ color: 'var(--accent)' }, {}], 1200),
    () => {},
  )
}
