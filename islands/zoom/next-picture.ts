const NOT_ENLARGEABLE = 'a img, img:is([data-state="error"], [data-failed])'

/** Returns the pictures of the page that can be enlarged. Linked and failed pictures cannot, and pictures in closed toggles are hidden. */
export function findPictures(): Element[] {
  return [...document.querySelectorAll('.block-image')].filter(
    (picture) =>
      picture.closest('a') === null && picture.querySelector(NOT_ENLARGEABLE) === null && picture.checkVisibility(),
  )
}

/** Returns the number of pictures that a key moves on: 1, -1, or 0 for other keys. */
export function getStep(event: KeyboardEvent, isRightToLeft: boolean): number {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
  return isRightToLeft ? -step : step
}

/** Moves the focus to the button of a picture, where a visitor continues after closing it. */
export function focusPicture(picture: Element): void {
  picture.querySelector<HTMLElement>('[data-rmiz-btn-zoom], .picture > button')?.focus({ preventScroll: true })
}
