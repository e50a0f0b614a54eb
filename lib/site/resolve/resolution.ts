import type { SiteList } from '../lists'
import type { EditorRedirect } from '../redirects/editor-redirect'
import type { SitePage } from '../site-index'

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
