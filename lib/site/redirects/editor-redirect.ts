import type { Id } from '../../workspace/record-map'
import type { SiteIndex, SitePage } from '../site-index'

/** Where the `Redirects` table of the root page leads: to a decoded path, or to an address that no page has. */
export type EditorRedirect = ({ kind: 'redirect'; path: string } | { kind: 'elsewhere'; address: string }) & {
  isTemporary?: true
}

/**
 * Returns where the `Redirects` table leads from a decoded path; undefined if it leads nowhere. `findPage` returns a page to which the
 * viewer may be sent.
 */
export function findEditorRedirect(
  { redirects }: SiteIndex,
  path: string,
  findPage: (id: Id) => SitePage | undefined,
): EditorRedirect | undefined {
  const from = path.normalize('NFC')
  const found = Object.hasOwn(redirects, from) ? redirects[from] : undefined
  if (found === undefined) return undefined
  const { isTemporary } = found
  if ('address' in found) return { kind: 'elsewhere', address: found.address, isTemporary }
  const to = 'path' in found ? found.path : findPage(found.id)?.path
  return to === undefined ? undefined : { kind: 'redirect', path: to, isTemporary }
}
