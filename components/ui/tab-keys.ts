/**
 * Returns the index of the tab of a list that a key moves to from the active one. The last tab is followed by the first. Returns undefined for
 * other keys and for combinations with modifier keys, which belong to the browser: Alt and an arrow go back in the history.
 */
export function findTab(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  list: Element,
  active: number,
  count: number,
): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const isRightToLeft = getComputedStyle(list).direction === 'rtl'
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
