/** Distance from the viewport at which something is loaded, in pixels. */
export const NEAR_MARGIN = 50

/** Options of the observers that load something near the viewport. */
export const NEAR: IntersectionObserverInit = { rootMargin: `${NEAR_MARGIN}px 0px`, threshold: 0.01 }

/** Calls `act` once an element has come near the viewport, unless `signal` aborts before. */
export function whenNear(element: Element, signal: AbortSignal, act: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) return
    observer.disconnect()
    act()
  }, NEAR)
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}
