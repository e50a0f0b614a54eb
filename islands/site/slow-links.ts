import { findFollowedLink } from './followed-link'

/** A page that opens within this time shows no progress, in milliseconds. */
const SLOW_MS = 300

/** Marks a link that was clicked, and shows a bar at the top, while the next page is slow. */
export function markSlowLinks(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let marked: Element | undefined
  const mark = (link?: Element) => {
    clearTimeout(timer)
    marked?.removeAttribute('aria-busy')
    marked = link
    link?.setAttribute('aria-busy', 'true')
    document.documentElement.toggleAttribute('data-loading', link !== undefined)
  }
  const clear = () => mark()
  document.addEventListener('click', (event) => {
    const link = findFollowedLink(event)
    if (!link || (link.hash && link.pathname === location.pathname)) return
    clear()
    // By then, a client-side navigation has prevented the default.
    timer = setTimeout(() => event.defaultPrevented || mark(link), SLOW_MS)
  })
  // A page from the back/forward cache is as it was left. A navigation that is stopped, and a download, leave the page open.
  addEventListener('pageshow', clear)
  window.navigation?.addEventListener('navigateerror', clear)
}
