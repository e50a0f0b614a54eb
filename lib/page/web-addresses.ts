import { toSafeAddress } from '../workspace/address'
import { findPageId, isWorkspaceHost, toUuid } from '../workspace/ids'
import type { ViewContext } from './view-context'

/** Parses an absolute `http` or `https` URL. Returns undefined for any other value. */
export function parseWebAddress(value: unknown): URL | undefined {
  const address = toSafeAddress(value)
  return address !== undefined && /^https?:/i.test(address) ? new URL(address) : undefined
}

/**
 * Resolves a link in text. A link to a page of the site becomes the page's path. If the viewer may not read the page, an internal
 * link becomes undefined, and an absolute link stays an address of the workspace.
 */
export function resolveLink(href: string, context: Pick<ViewContext, 'pageLink'>): string | undefined {
  const address = toSafeAddress(href)
  if (address === undefined) return undefined
  const fragment = findAnchor(address)
  if (address.startsWith('#')) return fragment
  const isFull = /^https?:/i.test(address)
  // A relative path without a leading slash would resolve differently on every page.
  if (!isFull && !address.startsWith('/')) return /^(?:mailto|tel):/i.test(address) ? address : undefined
  if (isFull && !isWorkspaceHost(new URL(address).hostname)) return address
  const id = findPageId(address)
  if (id === undefined) return address
  const link = context.pageLink(id)
  if (link !== undefined) return link.path + fragment
  return isFull ? address : undefined
}

/** Returns the host without `www.`, for display. */
export function getHost(address: string): string {
  return parseWebAddress(address)?.hostname.replace(/^www\./, '') ?? ''
}

/** Returns the fragment with its `#`. A block's id becomes its anchor: the id without dashes. */
function findAnchor(address: string): string {
  const fragment = /#.*$/s.exec(address)?.[0] ?? ''
  return toUuid(fragment.slice(1)) === undefined ? fragment : fragment.replaceAll('-', '').toLowerCase()
}
