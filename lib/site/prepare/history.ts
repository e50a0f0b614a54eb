import type { Id } from '../../workspace/record-map'
import { isObject } from '../../workspace/values'
import { mayRead, PUBLIC } from '../access'
import type { SiteIndex, SitePage } from '../site-index'

/** What the site remembers of its own past; the one thing in the state folder that cannot be made again. */
export interface History {
  root: Id | null
  /** Last public path of each page that ever was public and still exists. */
  published: Record<Id, string>
  /** Paths that public pages had before. */
  former: Record<string, Id>
  /** Paths of public pages that were deleted. */
  gone: Record<string, Id>
  /** The page above each page, when it was last seen. */
  parents?: Record<Id, Id>
}

export const NO_HISTORY: History = { root: null, published: {}, former: {}, gone: {} }

export const isHistory = (value: unknown): value is History =>
  isObject(value) && [value.published, value.former, value.gone].every(isObject)

/** The history that an index was made with, as far as the index tells. */
export function createHistory({ root, pages, formerPaths, gone }: SiteIndex): History {
  const published = pages.filter(({ access }) => mayRead(access, PUBLIC)).map(({ id, path }) => [id, path])
  return { root, published: Object.fromEntries(published), former: formerPaths, gone }
}

/** The history after this index: renamed pages leave their old path behind, deleted ones all of theirs. */
export function updateHistory(past: History, index: SiteIndex): History {
  // Another root is another site: its pages were not deleted.
  const before = past.root === index.root ? past : NO_HISTORY
  const next = {
    root: index.root,
    published: { ...before.published },
    former: { ...before.former },
    gone: { ...before.gone },
    parents: { ...before.parents },
  } satisfies History
  const existing = new Map(index.pages.map((page) => [page.id, page]))
  const isGone = createDeletedTest(index, existing, before)
  for (const page of index.pages) {
    if (!mayRead(page.access, PUBLIC)) continue
    const old = before.published[page.id]
    if (old !== undefined && old !== page.path) next.former[old] = page.id
    next.published[page.id] = page.path
    if (page.parent !== null) next.parents[page.id] = page.parent
  }
  for (const [id, path] of Object.entries(before.published)) {
    if (!isGone(id)) continue
    next.gone[path] = id
    delete next.published[id]
    delete next.parents[id]
  }
  for (const [path, id] of Object.entries(before.former)) {
    if (!isGone(id)) continue
    next.gone[path] = id
    delete next.former[path]
  }
  for (const [path, id] of Object.entries(before.gone)) {
    if (existing.has(id)) {
      next.former[path] = id
      delete next.gone[path]
    }
  }
  return next
}

/**
 * Whether a page is deleted: it is missing while the page above it was read without it, or is deleted itself. While the site is being
 * filled, nothing is.
 */
function createDeletedTest(index: SiteIndex, existing: ReadonlyMap<Id, SitePage>, { parents = {}, gone }: History) {
  const unread = new Set(index.unreadable)
  const deleted = new Set(Object.values(gone))
  return (page: Id): boolean => {
    if (index.isFilling || existing.has(page)) return false
    const seen = new Set<Id>()
    for (let at: Id | undefined = page; at !== undefined && !seen.has(at); at = parents[at]) {
      seen.add(at)
      if (unread.has(at)) return false
      if (deleted.has(at)) return true
      const found = existing.get(at)
      if (found !== undefined) return found.readable && found.held
    }
    return true
  }
}
