import { toSafeAddress } from '../workspace/address'
import { findBlockId, findPageId, isWorkspaceHost } from '../workspace/ids'
import type { ViewContext } from './view-context'

/** Parses an absolute `http` or `https` URL. Returns undefined for any other value. */
export function parseWebAddress(value: unknown): URL | undefined {
  const address = toSafeAddress(value)
  return address !== undefined && /^https?:/i.test(address) ? new URL(address) : undefined
}

/**
 * Resolves a link in text. A link to a page of the site becomes the page's path. If the viewer may not read the page, an internal
 * link becomes undefined, and an absolute link stays an address of the workspace. `page` is the page with the link.
 */
export function resolveLink(
  href: string,
  context: Pick<ViewContext, 'pageLink' | 'headingAnchor'>,
  page = '',
): string | undefined {
  const address = toSafeAddress(href)
  if (address === undefined) return undefined
  if (address.startsWith('#')) return findFragment(address, page, context)
  const isFull = /^https?:/i.test(address)
  // A relative path without a leading slash would resolve differently on every page.
  if (!isFull && !address.startsWith('/')) return /^(?:mailto|tel):/i.test(address) ? address : undefined
  if (isFull && !isWorkspaceHost(new URL(address).hostname)) return address
  const id = findPageId(address)
  if (id === undefined) return address
  const link = context.pageLink(id)
  if (link !== undefined) return link.path + findFragment(address, id, context)
  return isFull ? address : undefined
}

/** Returns the host without `www.`, for display. */
export function getHost(address: string): string {
  return parseWebAddress(address)?.hostname.replace(/^www\./, '') ?? ''
}

/**
 * Returns the fragment with its `#`. A block's id becomes its anchor: that of the heading with this id, or else the id without dashes.
 */
function findFragment(address: string, page: string, { headingAnchor }: Pick<ViewContext, 'headingAnchor'>): string {
  const block = findBlockId(address)
  if (block === undefined) return /#.*$/s.exec(address)?.[0] ?? ''
  return `#${headingAnchor?.(page, block) ?? block.replaceAll('-', '')}`
}
