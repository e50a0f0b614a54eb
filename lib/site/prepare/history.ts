import type { Id } from '../../workspace/record-map'
import { mayRead, PUBLIC } from '../access'
import type { SiteIndex } from '../types'

/** What the site remembers of its own past; the one thing in the state folder that cannot be made again. */
export interface History {
  root: Id | null
  /** Last public path of each page that ever was public and still exists. */
  published: Record<Id, string>
  /** Paths that public pages had before. */
  former: Record<string, Id>
  /** Paths of public pages that were deleted. */
  gone: Record<string, Id>
}

export const NO_HISTORY: History = { root: null, published: {}, former: {}, gone: {} }

/** The history that an index was made with, as far as the index tells. */
export function historyOf({ root, pages, formerPaths, gone }: SiteIndex): History {
  const published = pages.filter(({ access }) => mayRead(access, PUBLIC)).map(({ id, path }) => [id, path])
  return { root, published: Object.fromEntries(published), former: formerPaths, gone }
}

/** The history after this index: renamed pages leave their old path behind, deleted ones all of theirs. */
export function advance(past: History, index: SiteIndex): History {
  // Another root is another site: its pages were not deleted.
  const before = past.root === index.root ? past : NO_HISTORY
  const next: History = {
    root: index.root,
    published: { ...before.published },
    former: { ...before.former },
    gone: { ...before.gone },
  }
  const existing = new Map(index.pages.map((page) => [page.id, page]))
  for (const page of index.pages) {
    if (!mayRead(page.access, PUBLIC)) continue
    const old = before.published[page.id]
    if (old !== undefined && old !== page.path) next.former[old] = page.id
    next.published[page.id] = page.path
  }
  for (const [id, path] of Object.entries(before.published)) {
    if (existing.has(id)) continue
    next.gone[path] = id
    delete next.published[id]
  }
  for (const [path, id] of Object.entries(before.former)) {
    if (!existing.has(id)) {
      next.gone[path] = id
      delete next.former[path]
    }
  }
  for (const [path, id] of Object.entries(before.gone)) {
    if (existing.has(id)) {
      next.former[path] = id
      delete next.gone[path]
    }
  }
  return next
}
