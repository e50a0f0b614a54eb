'use client'

import { useEffect } from 'react'

/**
 * Makes a page operable that a client-side navigation has rendered. Only the sign-in service navigates so; documents of public pages
 * load no React for this.
 */
export function Mounted({ id }: { id: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is mounted again
  useEffect(() => window.mountPage?.(), [id])
  return null
}
