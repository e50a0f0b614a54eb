import { findFollowedLink } from './followed-link'

/** A page that opens within this time shows no progress, in milliseconds. */
const SLOW_MS = 300
/** The bar ends after this time, in milliseconds: without the Navigation API, a page does not know that a navigation was stopped. */
const MAX_MS = 30_000
/** Only addresses of files have an extension. */
const FILE = /\.[^/]*$/

/** Marks a link that was clicked, and shows a bar at the top, while the next page is slow. */
export function markSlowLinks(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let marked: Element | undefined
  const mark = (isLoading: boolean, link?: Element) => {
    clearTimeout(timer)
    marked?.removeAttribute('aria-busy')
    marked = link
    link?.setAttribute('aria-busy', 'true')
    document.documentElement.toggleAttribute('data-loading', isLoading)
    if (isLoading) timer = setTimeout(clear, MAX_MS)
  }
  const clear = () => mark(false)
  const wait = (link?: Element, event?: Event) => {
    clear()
    // By then, a client-side navigation has prevented the default.
    timer = setTimeout(() => event?.defaultPrevented || mark(true, link), SLOW_MS)
  }
  document.addEventListener('click', (event) => {
    const link = findFollowedLink(event)
    if (!link || (link.hash && link.pathname === location.pathname)) return
    // A file may be downloaded, which leaves the page open.
    if (link.origin === location.origin && FILE.test(link.pathname)) return
    wait(link, event)
  })
  // `overlays.ts` prevents the default, and opens the page itself.
  addEventListener('leave', () => wait())
  // A page from the back/forward cache is as it was left. A navigation that is stopped, and a download, leave the page open.
  addEventListener('pageshow', clear)
  window.navigation?.addEventListener('navigateerror', clear)
}
