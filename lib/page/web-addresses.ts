import { safeAddress } from '../workspace/address'
import { isWorkspaceHost, pageIdIn, toUuid } from '../workspace/ids'
import type { ViewContext } from './view-context'

/** An absolute web address, parsed; undefined for every other scheme and for what is no address. */
export function parseWebAddress(value: unknown): URL | undefined {
  const address = safeAddress(value)
  return address !== undefined && /^https?:/i.test(address) ? new URL(address) : undefined
}

/**
 * Where a link in text leads. A page of the site becomes its path; for a page that this viewer cannot read it is undefined when
 * the link was internal, and the workspace's own address when it was written out in full.
 */
export function resolveLink(href: string, context: Pick<ViewContext, 'pageLink'>): string | undefined {
  const address = safeAddress(href)
  if (address === undefined) return undefined
  const fragment = anchorIn(address)
  if (address.startsWith('#')) return fragment
  const isFull = /^https?:/i.test(address)
  // A path without its slash would lead to another place from every page.
  if (!isFull && !address.startsWith('/')) return /^(?:mailto|tel):/i.test(address) ? address : undefined
  if (isFull && !isWorkspaceHost(new URL(address).hostname)) return address
  const id = pageIdIn(address)
  if (id === undefined) return address
  const link = context.pageLink(id)
  if (link !== undefined) return link.path + fragment
  return isFull ? address : undefined
}

/** The host without `www.`, for people to read. */
export function getHost(address: string): string {
  return parseWebAddress(address)?.hostname.replace(/^www\./, '') ?? ''
}

/** The fragment with its `#`; one that names a block becomes the block's anchor, its id without dashes. */
function anchorIn(address: string): string {
  const fragment = /#.*$/s.exec(address)?.[0] ?? ''
  return toUuid(fragment.slice(1)) === undefined ? fragment : fragment.replaceAll('-', '').toLowerCase()
}
