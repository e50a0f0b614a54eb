import type { Id } from '../workspace/record-map'
import { mayRead, PUBLIC } from './access'
import type { Site } from './site'
import type { SitePage } from './site-index'

/** A request to refresh some pages and all pages that show them, or everything. */
export type RefreshRequest = { pages: readonly Id[] } | { all: true }

/**
 * Returns the public paths (encoded, with a leading slash) that a refresh affects: those of the requested pages, of the pages that show
 * their title, icon or path, and of all pages that changed or were removed between two states of the site.
 */
export function getRefreshedPaths(wanted: RefreshRequest, after: Site, before: Site | undefined): string[] {
  const isNew = ({ id, version }: SitePage) => before?.version(id, PUBLIC) !== version
  const isAffected = 'all' in wanted ? () => true : createAffectedTest(wanted.pages, after)
  const paths = new Set<string>()
  for (const page of after.index.pages) {
    if (mayRead(page.access, PUBLIC) && (isNew(page) || isAffected(page))) paths.add(page.path)
  }
  for (const page of before?.index.pages ?? []) {
    if (mayRead(page.access, PUBLIC) && after.page(page.id, PUBLIC)?.path !== page.path) paths.add(page.path)
  }
  const { root, homeVersion } = after.index
  if (root === null && ('all' in wanted || homeVersion !== before?.index.homeVersion)) paths.add('')
  return [...paths].sort().map((path) => encodeURI(`/${path}`))
}

/** Returns a function that checks whether a page is one of the requested pages or shows one of them. */
function createAffectedTest(wanted: readonly Id[], { index }: Site): (page: SitePage) => boolean {
  const ids = new Set(wanted)
  const byId = new Map(index.pages.map((page) => [page.id, page]))
  const isInNavigation = index.navigation.some((id) => ids.has(id)) || (index.root !== null && ids.has(index.root))
  // A page that links to a requested page may be a row, whose database shows the link.
  const linking = new Set(wanted.flatMap((id) => [id, ...(byId.get(id)?.backlinks ?? [])]))
  const databases = [...linking].map((id) => byId.get(id)?.collection)
  const collections = new Set([...wanted, ...databases].filter((id) => id !== undefined))
  const below = new Set(wanted)
  const isBelow = (page: SitePage): boolean => {
    const visited: Id[] = []
    for (let at: SitePage | undefined = page; at !== undefined; at = byId.get(at.parent ?? '')) {
      if (below.has(at.id)) {
        for (const id of visited) below.add(id)
        return true
      }
      visited.push(at.id)
    }
    return false
  }
  return (page) =>
    isInNavigation ||
    linking.has(page.id) ||
    isBelow(page) ||
    [...page.children, ...page.backlinks].some((id) => ids.has(id)) ||
    [...page.collections, page.collection].some((id) => id !== undefined && collections.has(id))
}
