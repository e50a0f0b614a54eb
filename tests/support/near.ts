import type { Locator } from '@playwright/test'

/** Scrolls until the top of an element is so many pixels below the window. */
export function bringNear(place: Locator, below: number): Promise<void> {
  return place.evaluate((element, distance) => {
    const top = element.getBoundingClientRect().top - window.innerHeight - distance
    window.scrollBy({ top, behavior: 'instant' })
  }, below)
}

/** Over when all on a page that looks at where things are has been told, and has drawn what follows from that. */
export function untilTold(place: Locator): Promise<void> {
  return place.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        // The browser tells all observers in one go, and one that is new last.
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        })
        observer.observe(element)
      }),
  )
}
