/**
 * Returns whether the document's security policy allows an iframe with this address. The policy is that of the page that was loaded. After
 * a client-side navigation to a page with another embed, it reloads the document to get that page's policy.
 */
export function checkPolicy(src: string): boolean {
  const isAllowed = isInPolicy(src)
  if (!isAllowed) location.reload()
  return isAllowed
}

function isInPolicy(src: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded === undefined || new URL(loaded.name).pathname === location.pathname) return true
  const { origin, hostname } = new URL(src, location.href)
  return (document.documentElement.dataset.frames ?? '').split(' ').some((source) => {
    const above = source.replace(/^https:\/\/\*/, '')
    return source === origin || (above !== source && hostname.endsWith(above))
  })
}
