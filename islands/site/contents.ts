/** Milliseconds between two evaluations of the scroll position. */
const THROTTLE_MS = 100
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

/** Marks the current heading in the table of contents, and closes its list after use. */
export function watchContents(): void {
  let isScheduled = false
  const update = () => {
    isScheduled = false
    const nav = document.querySelector<HTMLElement>('nav.contents')
    if (nav) markCurrent(nav)
  }
  const schedule = () => {
    if (!isScheduled) setTimeout(update, THROTTLE_MS)
    isScheduled = true
  }
  update()
  window.addEventListener('scroll', schedule, { passive: true })
  window.addEventListener('resize', schedule, { passive: true })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('nav.contents a')) close()
  })
  // The open list covers the text, so it must not cover the focused element. Safari does not focus a clicked link.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('nav.contents') === null) close()
  })
  document.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape' && target instanceof Element && target.closest('nav.contents')) close()
  })
}

const close = () => document.querySelector('nav.contents details')?.removeAttribute('open')

function markCurrent(nav: HTMLElement): void {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement
  const links = [...nav.querySelectorAll<HTMLAnchorElement>('ol a')]
  const tops = links.map(({ hash }) => getTop(decodeURIComponent(hash.slice(1))))
  const active = links[findActiveIndex(tops, { scrollTop, height: clientHeight, documentHeight: scrollHeight })]
  if (active === nav.querySelector('[aria-current]')) return
  for (const link of links) {
    if (link === active) link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
  }
  nav.toggleAttribute('data-reading', active !== undefined)
  const name = nav.querySelector('summary span')
  if (name) name.textContent = active?.textContent ?? ''
  // A list that is longer than the window follows the text.
  const rail = active?.closest('ol')?.parentElement
  if (rail && active) rail.scrollTop = active.offsetTop - rail.clientHeight / 2
}

/** Returns null for a heading in a closed toggle, which has no box. */
function getTop(id: string): number | null {
  const box = document.getElementById(id)?.getClientRects()[0]
  return box?.top ?? null
}
