import { useEffect } from 'react'

/**
 * A document may frame what the page that it was loaded for frames. One that was come to softly, and frames another site, is loaded
 * anew, with a policy of its own.
 */
export function useOwnPolicy(src: string): void {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation')
    const isLoadedFor = loaded === undefined || new URL(loaded.name).pathname === location.pathname
    const { origin, hostname } = new URL(src, location.href)
    const isAllowed = document.documentElement.dataset.frames?.split(' ').some((source) => {
      const name = source.replace(/^https:\/\/\*\./, '')
      return source === origin || (name !== source && hostname.endsWith(`.${name}`))
    })
    if (!isLoadedFor && !isAllowed) location.reload()
  }, [src])
}
