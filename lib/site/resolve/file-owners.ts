import type { Id } from '../../workspace/record-map'
import type { Access, SiteIndex } from '../site-index'

/** A page or collection that shows a file, and its access. */
interface FileOwner {
  id: Id
  access: Access
}

/** Returns a function that finds the pages and collections that show the file with a hash. The files are indexed at the first call. */
export function createFileOwnerFinder({ pages, collections }: SiteIndex): (hash: string) => readonly FileOwner[] {
  let known: Map<string, FileOwner[]> | undefined
  const collect = () => {
    const found = new Map<string, FileOwner[]>()
    const all = Object.entries(collections).map(([id, collection]) => ({ id, ...collection }))
    for (const { id, files, access } of [...pages, ...all]) {
      for (const hash of files) {
        const owners = found.get(hash)
        if (owners === undefined) found.set(hash, [{ id, access }])
        else owners.push({ id, access })
      }
    }
    return found
  }
  return (hash) => {
    known ??= collect()
    return known.get(hash) ?? []
  }
}
