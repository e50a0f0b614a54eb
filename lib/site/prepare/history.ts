import type { KnownProperties } from '../../workspace/clean/misnamed-properties'
import type { Id } from '../../workspace/record-map'
import { isObject } from '../../workspace/values'
import { mayRead, PUBLIC } from '../access'
import type { SiteIndex, SitePage } from '../site-index'

/** The former paths of the site, and which properties protect it. This is the only data in the state folder that cannot be rebuilt. */
export interface History {
  root: Id | null
  /** The last public path of each existing page that has ever been public. */
  published: Record<Id, string>
  /** The former paths of public pages. */
  former: Record<string, Id>
  /** The paths of deleted public pages. */
  gone: Record<string, Id>
  /** The last known parent page of each page. */
  parents?: Record<Id, Id>
  /** The properties that protect, so that renamed ones still do. They do not depend on the root. */
  protecting?: KnownProperties
}

export const NO_HISTORY: History = { root: null, published: {}, former: {}, gone: {} }

export const isHistory = (value: unknown): value is History =>
  isObject(value) && [value.published, value.former, value.gone].every(isObject)

/** Restores the history from an index, as far as the index contains it. */
export function createHistory({ root, pages, formerPaths, gone }: SiteIndex): History {
  const published = pages.filter(({ access }) => mayRead(access, PUBLIC)).map(({ id, path }) => [id, path])
  return { root, published: Object.fromEntries(published), former: formerPaths, gone }
}

/** Updates the history with a new index: renamed pages add a former path, and the paths of deleted pages become gone. */
export function updateHistory(past: History, index: SiteIndex): History {
  // With another root it is another site. The pages of the previous site were not deleted.
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
 * Returns a function that checks whether a page was deleted: it is missing although its parent could be read, or its parent was deleted.
 * During the first sync, no page counts as deleted.
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
      if (found !== undefined) return found.readable && found.hasStoredContent
    }
    return true
  }
}
