/** Returns the link that a click opens in place of the document; undefined if it opens another window, downloads a file, or is no link. */
export function findFollowedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || !link.protocol.startsWith('http')) return undefined
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey ? undefined : link
}
