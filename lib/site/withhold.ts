import 'server-only'
import { createHash } from 'node:crypto'
import type { Id } from '../workspace/record-map'
import type { Access, SiteIndex, SitePage } from './site-index'

/** Closed to all viewers, editors included. */
const CLOSED: Access = { kind: 'unpublished', reason: { why: 'access-empty' } }

/**
 * Returns the index with the pages and collections of `withdrawn`, and pages whose titles name them, closed to all viewers. They were withdrawn after the index was built. All
 * versions change, because any rendered page or list may name a withdrawn page.
 */
export function withhold(index: SiteIndex, withdrawn: ReadonlySet<Id> | undefined): SiteIndex {
  if (withdrawn === undefined || withdrawn.size === 0) return index
  const digest = createHash('sha256')
    .update([...withdrawn].sort().join())
    .digest('hex')
    .slice(0, 12)
  const getAccess = (id: Id, access: Access) => (withdrawn.has(id) ? CLOSED : access)
  // A title contains those of the pages that it mentions, and so does the path.
  const namesWithdrawn = ({ titleMentions = [] }: SitePage) => titleMentions.some((id) => withdrawn.has(id))
  const changed = changeVersions(index, digest)
  return {
    ...changed,
    pages: changed.pages.map((page) => ({
      ...page,
      access: namesWithdrawn(page) ? CLOSED : getAccess(page.id, page.access),
    })),
    collections: Object.fromEntries(
      Object.entries(index.collections).map(([id, each]) => [
        id,
        // Which pages show a property is not known, and one of them may be withdrawn.
        { ...each, access: getAccess(id, each.access), ...(each.shownBy && { shownBy: {} }) },
      ]),
    ),
  }
}

/** Returns the index with other versions of everything, because all of it is shown with something else that has this version. */
export function changeVersions(index: SiteIndex, version: string): SiteIndex {
  if (version === '') return index
  const add = (own: string) => `${own}-${version}`
  return {
    ...index,
    homeVersion: add(index.homeVersion),
    listsVersion: add(index.listsVersion),
    pages: index.pages.map((page) => ({ ...page, version: add(page.version) })),
  }
}
