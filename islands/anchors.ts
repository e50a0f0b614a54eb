/** Opens the toggles and tabs around the target of the URL's fragment, so that a link always shows its target. */
export function keepTargetOpen(signal: AbortSignal): void {
  openAnchor()
  window.addEventListener('hashchange', openAnchor, { signal })
  // The router changes the URL without a `hashchange` event. Older browsers have no event for that.
  let { href } = window.location
  const onEntry = () => {
    // The state of the entry may have changed alone.
    if (window.location.href === href) return
    href = window.location.href
    openAnchor()
  }
  window.navigation?.addEventListener('currententrychange', onEntry, { signal })
}

const CLOSED = 'details:not([open]), [role=tabpanel][hidden]'

function openAnchor(): void {
  const target = findTarget()
  let closed = target?.closest(CLOSED)
  if (!target || !closed) return
  while (closed) {
    if (closed instanceof HTMLDetailsElement) closed.open = true
    else document.getElementById(closed.getAttribute('aria-labelledby') ?? '')?.click()
    closed = (closed.parentElement ?? closed).closest(CLOSED)
  }
  // By then a clicked tab has shown its panel.
  queueMicrotask(() => target.scrollIntoView())
}

/** Returns the target of the fragment. The id of a heading's block leads to the heading, and becomes its readable anchor. */
function findTarget(): Element | null {
  const { hash } = window.location
  const target = findByFragment(hash)
  if (!(target instanceof HTMLAnchorElement) || !target.matches('.heading-anchor')) return target
  const readable = target.hash
  // The router may be writing the address at this moment.
  queueMicrotask(() => {
    if (window.location.hash === hash) window.history.replaceState(window.history.state, '', readable)
  })
  return findByFragment(readable)
}

function findByFragment(fragment: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(fragment.slice(1)))
  } catch {
    // The fragment is malformed.
    return null
  }
}

/** Copies the URL of a heading when its link is clicked, in addition to navigating there. */
export function copyHeadingAddresses(signal: AbortSignal): void {
  document.addEventListener('click', copyAddress, { signal })
}

function copyAddress({ target }: MouseEvent): void {
  const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('.heading-anchor') : null
  if (anchor === null) return
  navigator.clipboard?.writeText(anchor.href).then(
    () => anchor.animate([{ color: 'var(--accent)' }, {}], 1200),
    () => {},
  )
}
