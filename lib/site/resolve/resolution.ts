import type { SiteList } from '../lists'
import type { RedirectStatus, SitePage } from '../site-index'

/** How a redirect is sent. By default, it has the status 308, and keeps the query of the request. */
export interface Redirection {
  status?: RedirectStatus
  /** Whether the query of the request chose the target, which does not get it. */
  dropsQuery?: true
}

/** What a page's address resolves to for a viewer. The target of a redirect is the decoded path of a page that the viewer may read. */
export type PageResolution =
  | { kind: 'page'; page: SitePage }
  /** The generated home page of a snapshot without a root page. */
  | { kind: 'home' }
  | ({ kind: 'redirect'; path: string } & Redirection)
  | { kind: 'gone' }
  | { kind: 'unavailable' }
  | { kind: 'missing' }

/** What an address resolves to for a viewer. `locked`: the form for the password of a page, which shows only the title. */
export type Resolution =
  | PageResolution
  /** The address of another site, or one of this site that no page has. */
  | ({ kind: 'external'; address: string } & Redirection)
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
