import 'server-only'
import { createHash } from 'node:crypto'
import type { Id } from '../workspace/record-map'
import type { Access, SiteIndex } from './site-index'

/** Closed to all viewers, editors included. */
const CLOSED: Access = { kind: 'unpublished', reason: { why: 'access-empty' } }

/**
 * Returns an index that closes what was withdrawn after it was made. All versions change, because rendered pages and lists
 * may name a page that was withdrawn.
 */
export function withhold(index: SiteIndex, withdrawn: ReadonlySet<Id> | undefined): SiteIndex {
  if (withdrawn === undefined || withdrawn.size === 0) return index
  const digest = createHash('sha256')
    .update([...withdrawn].sort().join())
    .digest('hex')
    .slice(0, 12)
  const marked = (version: string) => `${version}-${digest}`
  const getAccess = (id: Id, access: Access) => (withdrawn.has(id) ? CLOSED : access)
  return {
    ...index,
    homeVersion: marked(index.homeVersion),
    listsVersion: marked(index.listsVersion),
    pages: index.pages.map((page) => ({
      ...page,
      version: marked(page.version),
      access: getAccess(page.id, page.access),
    })),
    collections: Object.fromEntries(
      Object.entries(index.collections).map(([id, each]) => [id, { ...each, access: getAccess(id, each.access) }]),
    ),
  }
}
