/** How long a picture may take to be put back, and another to get its button, in milliseconds. */
const APPEARS_WITHIN = 5000
const UNFIT = 'a img, img:is([data-state="error"], [data-failed])'

/** Returns the picture of the page to which an arrow key leads from an enlarged one; undefined for other keys, and beyond the ends. */
export function pictureBeside(enlarged: Element, event: KeyboardEvent): Element | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const keys = ['ArrowLeft', 'ArrowRight']
  if (getComputedStyle(enlarged).direction === 'rtl') keys.reverse()
  const step = keys.indexOf(event.key) * 2 - 1
  if (!keys.includes(event.key)) return undefined
  // A picture that is a link or that failed is not enlarged, and one in a closed toggle is not there.
  const pictures = [...document.querySelectorAll('.block-image')].filter(
    (picture) => picture.closest('a') === null && picture.querySelector(UNFIT) === null && picture.checkVisibility(),
  )
  return pictures[pictures.findIndex((picture) => picture.contains(enlarged)) + step]
}

/** Scrolls to a picture, and enlarges it as soon as no other one is enlarged, so that its button gets the focus back. */
export function enlarge(picture: Element): void {
  picture.scrollIntoView({ block: 'center' })
  const deadline = performance.now() + APPEARS_WITHIN
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
