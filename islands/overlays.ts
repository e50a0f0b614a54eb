// Makes Back close the topmost overlay. Each open overlay has a history entry, which is left when the overlay is closed by other means, and
// replaced when a link is followed or a form is sent.
export {}

/** Time in which a tap beside a popover both closes it and follows a link, in milliseconds. */
const SETTLE_MS = 100

let timer: ReturnType<typeof setTimeout> | undefined
let isLeaving = false
/** Overlays that are closing. An enlarged picture has a transition. */
const closing = new Set<HTMLElement>()

addEventListener('popstate', onEntry)
addEventListener('click', followLink)
addEventListener('submit', sendForm)
addEventListener('toggle', settle, true)
new MutationObserver(settle).observe(document, { attributeFilter: ['open'], subtree: true })
settle()

/** Returns the open dialogs and popovers, the topmost last. `:is` ignores what a browser does not know. */
function listOverlays(): (HTMLElement | HTMLDialogElement)[] {
  const open = [...document.querySelectorAll<HTMLElement>(':is(dialog[open], :popover-open)')]
  for (const overlay of closing) if (!open.includes(overlay)) closing.delete(overlay)
  return open.filter((overlay) => !closing.has(overlay))
}

/** Returns how many overlays the history entry stands for. */
function getDepth(): number {
  return history.state?.overlays ?? 0
}

/** Adds the entry of an overlay that was opened, or leaves that of one that was closed. */
function settle(): void {
  const count = listOverlays().length
  clearTimeout(timer)
  if (count > getDepth()) history.pushState({ ...history.state, overlays: count }, '')
  else timer = setTimeout(leaveEntries, SETTLE_MS)
}

function leaveEntries(): void {
  const surplus = getDepth() - listOverlays().length
  if (!(surplus > 0)) return
  isLeaving = true
  history.go(-surplus)
}

function onEntry(): void {
  const isClosing = closeAboveEntry()
  if (isClosing || isLeaving) keepScrollPosition()
  isLeaving = false
  settle()
}

/** Closes the overlays for which the current entry does not stand. Returns whether there were any. */
function closeAboveEntry(): boolean {
  const overlays = listOverlays().slice(getDepth())
  for (const overlay of overlays) {
    closing.add(overlay)
    // An enlarged picture closes itself with a transition.
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    if (!overlay.dispatchEvent(key)) continue
    if ('close' in overlay) overlay.close()
    else overlay.hidePopover()
  }
  return overlays.length > 0
}

/** Browsers restore the position at which the overlay was opened. */
function keepScrollPosition(): void {
  const { scrollX, scrollY } = window
  requestAnimationFrame(() => scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' }))
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a')
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) replaceEntry(event, link.href)
}

function sendForm(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== 'get') return
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  replaceEntry(event, `${form.action}?${new URLSearchParams(fields)}`)
}

function replaceEntry(event: Event, address: string): void {
  if (getDepth() === 0 || event.defaultPrevented) return
  event.preventDefault()
  history.replaceState({ ...history.state, overlays: 0 }, '')
  closeAboveEntry()
  location.replace(address)
}
