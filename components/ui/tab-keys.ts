import type { KeyboardEvent } from 'react'

/**
 * Index of the tab that a key leads to from the active one, the ends being joined; undefined for a key that leads nowhere. With
 * another key held it is the browser's: alt and an arrow turn back a page.
 */
export function tabAt(event: KeyboardEvent<HTMLElement>, active: number, count: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  switch (event.key) {
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case isRightToLeft ? 'ArrowLeft' : 'ArrowRight':
      return (active + 1) % count
    case isRightToLeft ? 'ArrowRight' : 'ArrowLeft':
      return (active + count - 1) % count
    default:
      return undefined
  }
}
