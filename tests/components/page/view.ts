import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stands for the window of a browser that lays nothing out: the test says where things are, and when they come into view. */
export function windowView(top: number) {
  const observers = new Set<{
    options: IntersectionObserverInit
    elements: Set<Element>
    tell: (isIn: boolean) => void
  }>()
  class Observer {
    readonly #known: { options: IntersectionObserverInit; elements: Set<Element>; tell: (isIn: boolean) => void }
    constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
      const tell = (isIntersecting: boolean) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
      this.#known = { options, elements: new Set(), tell }
    }
    observe(element: Element) {
      this.#known.elements.add(element)
      observers.add(this.#known)
    }
    disconnect() {
      observers.delete(this.#known)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 150))
  return {
    observed: () =>
      [...observers].flatMap(({ options, elements }) => [...elements].map((element) => ({ element, options }))),
    move: (isIn: boolean) =>
      act(async () => {
        for (const { tell } of [...observers]) tell(isIn)
      }),
  }
}

/** A place far below the window. */
export const BELOW = 5000
