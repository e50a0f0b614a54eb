// Makes Back close the topmost overlay. Each open overlay has a history entry, which is left when the overlay is closed by other means, and
// replaced when a link is followed or a form is sent.
import { findFollowedLink } from './followed-link'

/** Milliseconds before an entry is left: a tap beside a popover first closes it, and then follows a link. */
const LEAVE_DELAY_MS = 100

let timer: ReturnType<typeof setTimeout> | undefined
let isLeaving = false
/** The open overlays in the order in which they were opened. */
const opened = new Set<HTMLElement>()
/** Overlays that are closing. An enlarged picture has a transition. */
const closing = new Set<HTMLElement>()

addEventListener('popstate', onPopState)
addEventListener('click', followLink)
addEventListener('submit', sendForm)
addEventListener('toggle', syncHistoryEntry, true)
new MutationObserver(syncHistoryEntry).observe(document, { attributeFilter: ['open'], subtree: true })
syncHistoryEntry()

/**
 * Returns the open dialogs and popovers, the topmost last, without definitions of terms, which a pointer opens. `:is` ignores what a browser
 * does not know.
 */
function listOverlays(): (HTMLElement | HTMLDialogElement)[] {
  const open = [...document.querySelectorAll<HTMLElement>(':is(dialog[open], :popover-open:not(.term-note))')]
  for (const overlays of [opened, closing]) {
    for (const overlay of overlays) if (!open.includes(overlay)) overlays.delete(overlay)
  }
  // A set keeps the place of what it has.
  for (const overlay of open) opened.add(overlay)
  return [...opened].filter((overlay) => !closing.has(overlay))
}

/** Returns how many overlays the history entry stands for. */
function getDepth(): number {
  return history.state?.overlays ?? 0
}

/** Adds the entry of an overlay that was opened, or leaves that of one that was closed. */
function syncHistoryEntry(): void {
  const count = listOverlays().length
  clearTimeout(timer)
  if (count > getDepth()) history.pushState({ ...history.state, overlays: count }, '')
  else timer = setTimeout(leaveEntries, LEAVE_DELAY_MS)
}

function leaveEntries(): void {
  const surplus = getDepth() - listOverlays().length
  if (!(surplus > 0)) return
  isLeaving = true
  history.go(-surplus)
}

function onPopState(): void {
  // An overlay that was opened while the entry of another one was left stays open.
  const isClosing = !isLeaving && closeAboveEntry()
  if (isClosing || isLeaving) keepScrollPosition()
  isLeaving = false
  syncHistoryEntry()
}

/** Closes the overlays for which the current entry does not stand. Returns whether there were any. */
function closeAboveEntry(): boolean {
  const overlays = listOverlays().slice(getDepth()).reverse()
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
  const link = findFollowedLink(event)
  if (link) replaceEntry(event, link.href)
}

function sendForm(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== 'get') return
  const fields = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)])
  const url = new URL(form.action)
  url.search = new URLSearchParams(fields).toString()
  replaceEntry(event, url.href)
}

function replaceEntry(event: Event, address: string): void {
  if (getDepth() === 0 || event.defaultPrevented) return
  event.preventDefault()
  history.replaceState({ ...history.state, overlays: 0 }, '')
  closeAboveEntry()
  location.replace(address)
  // Not before: the navigation aborts that of the replaced state, which ends the bar.
  dispatchEvent(new Event('leave'))
}
