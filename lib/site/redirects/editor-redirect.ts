import type { Id } from '../../workspace/record-map'
import type { SiteIndex, SitePage } from '../site-index'

/** The target of a row in the `Redirects` table: the decoded path of a page, or an address outside the site's pages. */
export type EditorRedirect = ({ kind: 'redirect'; path: string } | { kind: 'external'; address: string }) & {
  isTemporary?: true
}

/**
 * Returns the target of a decoded path in the `Redirects` table; undefined if there is none. `findPage` must return only pages that the
 * viewer may read.
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
  if ('address' in found) return { kind: 'external', address: found.address, isTemporary }
  const to = 'path' in found ? found.path : findPage(found.id)?.path
  return to === undefined ? undefined : { kind: 'redirect', path: to, isTemporary }
}
