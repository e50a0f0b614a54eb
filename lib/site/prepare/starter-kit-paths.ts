import { normalizeTitle } from 'notion-utils'
import type { Id } from '../../workspace/record-map'
import { joinPath } from '../paths'

interface NamedPage {
  id: Id
  title: string
  prefix: string
}

/**
 * Returns the pages by the paths that nextjs-notion-starter-kit makes of their titles, such as `caf-bar` for `Café & Bar`, where this site
 * has another path and no page has this one. Of several pages with the same path, the first counts.
 */
export function findStarterKitPaths(pages: readonly NamedPage[], paths: ReadonlyMap<Id, string>): Record<string, Id> {
  const taken = new Set(paths.values())
  const found = new Map<string, Id>()
  for (const { id, title, prefix } of pages) {
    const name = normalizeTitle(title)
    const path = joinPath(prefix, name)
    if (name === '' || taken.has(path) || found.has(path)) continue
    found.set(path, id)
  }
  return Object.fromEntries(found)
}
