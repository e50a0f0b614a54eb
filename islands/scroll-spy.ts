/** A heading becomes the current one at this distance from the top of the window, in pixels. */
const MIN_OFFSET = 150

/** Scroll position, height of the window and height of the document, in pixels. */
export interface ScrollPosition {
  scrollTop: number
  height: number
  documentHeight: number
}

/**
 * Returns the index of the current heading: the last one at or above the offset, or the last of all at the end of the document.
 * Returns -1 above the first heading. `tops` are distances from the top of the window; null for a hidden heading.
 */
export function findActiveIndex(
  tops: readonly (number | null)[],
  { scrollTop, height, documentHeight }: ScrollPosition,
): number {
  const atEnd = scrollTop > 0 && scrollTop + height >= documentHeight - 1
  return tops.findLastIndex((top) => top !== null && (atEnd || top <= MIN_OFFSET))
}
