import type { Locator } from '@playwright/test'

/** Scrolls until the top of an element is `below` pixels below the window. */
export function scrollNear(locator: Locator, below: number): Promise<void> {
  return locator.evaluate((element, distance) => {
    const top = element.getBoundingClientRect().top - window.innerHeight - distance
    window.scrollBy({ top, behavior: 'instant' })
  }, below)
}

/** Waits until all intersection observers of a page have been called, and their changes have been painted. */
export function waitForObservers(locator: Locator): Promise<void> {
  return locator.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        // The browser calls all observers together, and the newest last.
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        })
        observer.observe(element)
      }),
  )
}
