import type { Locator } from '@playwright/test'

/** Scrolls until the top of an element is so many pixels below the window. */
export function bringNear(place: Locator, below: number): Promise<void> {
  return place.evaluate((element, distance) => {
    const top = element.getBoundingClientRect().top - window.innerHeight - distance
    window.scrollBy({ top, behavior: 'instant' })
  }, below)
}

/** Waits until all intersection observers of a page have been called, and their changes have been painted. */
export function waitForObservers(place: Locator): Promise<void> {
  return place.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        // The browser calls all observers at once, and a new one last.
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        })
        observer.observe(element)
      }),
  )
}
