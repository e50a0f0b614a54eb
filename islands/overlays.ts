// Makes Back close the topmost overlay. Each open overlay has a history entry, which is left when the overlay is closed by other means, and
// replaced when a link is followed.
export {}

/** Time in which a tap beside a popover both closes it and follows a link, in milliseconds. */
const SETTLE_MS = 100

let timer: ReturnType<typeof setTimeout> | undefined

addEventListener('popstate', closeAboveEntry)
addEventListener('click', follow)
addEventListener('toggle', settle, true)
new MutationObserver(settle).observe(document, { attributeFilter: ['open'], subtree: true })
settle()

/** Returns the open dialogs and popovers, the topmost last. `:is` ignores what a browser does not know. */
function listOverlays() {
  const selector = ':is(dialog[open], :popover-open)'
  return [...document.querySelectorAll<HTMLElement | HTMLDialogElement>(selector)]
}

/** Returns how many overlays the history entry stands for. */
function getDepth(): number {
  return history.state?.overlays ?? 0
}

function settle(): void {
  const count = listOverlays().length
  clearTimeout(timer)
  if (count > getDepth()) history.pushState({ ...history.state, overlays: count }, '')
  else timer = setTimeout(leaveEntries, SETTLE_MS)
}

/** Leaves the entries of overlays that are closed. */
function leaveEntries(): void {
  const surplus = getDepth() - listOverlays().length
  if (surplus > 0) history.go(-surplus)
}

/** Closes the overlays for which the current entry does not stand. */
function closeAboveEntry(): void {
  for (const overlay of listOverlays().slice(getDepth())) {
    if ('close' in overlay) overlay.close()
    else overlay.hidePopover()
  }
  settle()
}

/** Follows a link in place of the entry of an overlay. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || !getDepth() || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  history.replaceState({ ...history.state, overlays: 0 }, '')
  closeAboveEntry()
  location.replace(link.href)
}
