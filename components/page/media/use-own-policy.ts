import { useEffect, useState } from 'react'

/**
 * Whether this document may frame what stands at an address: it may frame what the page that it was loaded for frames. One that was
 * come to softly, and frames another site, is loaded anew, with a policy of its own.
 */
export function useOwnPolicy(src: string): boolean {
  const [mayFrame, setMayFrame] = useState(true)
  useEffect(() => {
    if (isFramed(src)) return
    setMayFrame(false)
    location.reload()
  }, [src])
  return mayFrame
}

function isFramed(src: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded === undefined || new URL(loaded.name).pathname === location.pathname) return true
  const { origin, hostname } = new URL(src, location.href)
  return (document.documentElement.dataset.frames ?? '').split(' ').some((source) => {
    const above = source.replace(/^https:\/\/\*/, '')
    return source === origin || (above !== source && hostname.endsWith(above))
  })
}
