import type { Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { getLeastPrivilegedViewers, mayList } from '../access'
import type { Access } from '../site-index'

interface Revealed {
  /** The blocks that count as shown on their own pages. */
  blocks: Set<Id>
  /** The ids of the synced blocks that contain them, by page. */
  containers: Map<Id, Id[]>
}

/**
 * Finds the synced blocks that their own pages do not show, but whose copies on other pages do. Such a block counts as shown on its own page,
 * with its files and child pages, if all readers of that page may also find a copy. Otherwise, what only the copy shows to fewer readers
 * would be open to more.
 */
export function findRevealed(members: readonly PageRecord[], getAccess: (page: Id) => Access): Revealed {
  const revealed: Revealed = { blocks: new Set(), containers: new Map() }
  if (members.every(({ concealed }) => concealed === undefined)) return revealed
  const copies = new Map<Id, Set<Id>>()
  for (const { id, synced } of members) {
    for (const container of synced) copies.set(container, (copies.get(container) ?? new Set()).add(id))
  }
  for (const { id, concealed = {} } of members) {
    const access = getAccess(id)
    const viewers = getLeastPrivilegedViewers(access)
    const isOpen = (page: Id) => viewers.length > 0 && viewers.every((each) => mayList(getAccess(page), each, access))
    const found = Object.keys(concealed).filter((container) => [...(copies.get(container) ?? [])].some(isOpen))
    if (found.length > 0) revealed.containers.set(id, found)
    for (const container of found) for (const block of concealed[container] ?? []) revealed.blocks.add(block)
  }
  return revealed
}
