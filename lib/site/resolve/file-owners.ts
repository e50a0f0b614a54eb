import type { Id } from '../../workspace/record-map'
import { mayRead } from '../access'
import type { Access, SiteIndex, Viewer } from '../site-index'

/** A page or collection that has a file, and its access. */
interface FileOwner {
  id: Id
  access: Access
  /** If defined, only these pages show the file. */
  shownBy?: readonly Access[]
}

/** Whether a viewer may read the owner of a file, and a page that shows it. */
export const mayOpen = ({ access, shownBy }: FileOwner, viewer: Viewer): boolean =>
  mayRead(access, viewer) && (shownBy?.some((each) => mayRead(each, viewer)) ?? true)

/** Returns a function that finds the pages and collections that show the file with a hash. The files are indexed at the first call. */
export function createFileOwnerFinder({ pages, collections }: SiteIndex): (hash: string) => readonly FileOwner[] {
  let known: Map<string, FileOwner[]> | undefined
  const collect = () => {
    const found = new Map<string, FileOwner[]>()
    const add = (hash: string, owner: FileOwner) => {
      const owners = found.get(hash)
      if (owners === undefined) found.set(hash, [owner])
      else owners.push(owner)
    }
    const all = Object.entries(collections).map(([id, collection]) => ({ id, ...collection }))
    for (const { id, files, access } of [...pages, ...all]) {
      for (const hash of files) add(hash, { id, access })
    }
    for (const { id, access, collection = '', propertyFiles = {} } of pages) {
      for (const [property, hashes] of Object.entries(propertyFiles)) {
        const readers = collections[collection]?.shownBy ?? {}
        const shownBy = Object.hasOwn(readers, property) ? readers[property] : []
        for (const hash of hashes) add(hash, { id, access, shownBy })
      }
    }
    return found
  }
  return (hash) => {
    known ??= collect()
    return known.get(hash) ?? []
  }
}
