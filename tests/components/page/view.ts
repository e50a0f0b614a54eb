import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Replaces the layout of a browser: the test sets the position of elements and reports when they enter the viewport. */
export function windowView(top: number) {
  const observers = new Set<{
    options: IntersectionObserverInit
    elements: Set<Element>
    report: (isVisible: boolean) => void
  }>()
  class Observer {
    readonly #known: { options: IntersectionObserverInit; elements: Set<Element>; report: (isVisible: boolean) => void }
    constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
      const report = (isIntersecting: boolean) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
      this.#known = { options, elements: new Set(), report }
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
    move: (isVisible: boolean) =>
      act(async () => {
        for (const { report } of [...observers]) report(isVisible)
      }),
  }
}

/** A position far below the viewport. */
export const BELOW = 5000
