/** Deadline for closing an enlarged picture and rendering the button of the next one. */
const DEADLINE_MS = 5000
const NOT_ENLARGEABLE = 'a img, img:is([data-state="error"], [data-failed])'

/** Returns the picture that an arrow key moves to from an enlarged one; undefined for other keys and at the ends. */
export function findPictureBeside(enlarged: Element, event: KeyboardEvent): Element | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const keys = ['ArrowLeft', 'ArrowRight']
  if (getComputedStyle(enlarged).direction === 'rtl') keys.reverse()
  const step = keys.indexOf(event.key) * 2 - 1
  if (!keys.includes(event.key)) return undefined
  // Linked and failed pictures cannot be enlarged, and pictures in closed toggles are hidden.
  const pictures = [...document.querySelectorAll('.block-image')].filter(
    (picture) =>
      picture.closest('a') === null && picture.querySelector(NOT_ENLARGEABLE) === null && picture.checkVisibility(),
  )
  return pictures[pictures.findIndex((picture) => picture.contains(enlarged)) + step]
}

/** Scrolls to a picture, and enlarges it once the previous one is closed, so that closing returns the focus to its button. */
export function enlarge(picture: Element): void {
  picture.scrollIntoView({ block: 'center' })
  const deadline = performance.now() + DEADLINE_MS
  const open = () => {
    const isFree = document.querySelector('dialog[open]') === null
    const button = isFree ? picture.querySelector<HTMLElement>('[data-rmiz-btn-zoom], .picture > button') : null
    if (button === null) {
      if (performance.now() < deadline) requestAnimationFrame(open)
      return
    }
    button.focus({ preventScroll: true })
    button.click()
  }
  open()
}
