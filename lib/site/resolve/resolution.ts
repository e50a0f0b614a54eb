import type { Id } from '../../workspace/record-map'
import type { SiteList } from '../lists'
import type { SiteIndex, SitePage } from '../site-index'

/** What a page's address resolves to for a viewer. The target of a redirect is the decoded path of a page that the viewer may read. */
export type PageResolution =
  | { kind: 'page'; page: SitePage }
  /** The generated home page of a snapshot without a root page. */
  | { kind: 'home' }
  | { kind: 'redirect'; path: string; isTemporary?: true }
  | { kind: 'gone' }
  | { kind: 'unavailable' }
  | { kind: 'missing' }

/** What an address resolves to for a viewer. `locked`: the form for the password of a page, which shows only the title. */
export type Resolution =
  | PageResolution
  | EditorRedirect
  | { kind: 'list'; list: SiteList }
  | { kind: 'locked'; page: SitePage }

/** The statuses of public addresses. All addresses below `/members` that a member may not read have 403, whether or not the page exists. */
const STATUSES = {
  page: 200,
  home: 200,
  list: 200,
  locked: 200,
  redirect: 308,
  external: 308,
  missing: 404,
  gone: 410,
  unavailable: 503,
} as const satisfies Record<Resolution['kind'], number>

/** Returns the HTTP status of a public address from what it resolves to. */
export function getStatus<Kind extends Resolution['kind']>({ kind }: { kind: Kind }): (typeof STATUSES)[Kind] {
  return STATUSES[kind]
}

/** The target of a row in the `Redirects` table: the decoded path of a page, or an address outside the site's pages. */
type EditorRedirect = ({ kind: 'redirect'; path: string } | { kind: 'external'; address: string }) & {
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
