import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import type { Fields } from '../workspace/values'
import { CallError } from './errors'
import { splitIntoGroups } from './groups'
import type { Priority } from './pace'
import type { PageMap } from './page-file'
import type { SyncState } from './state'
import { getRecord, type Tables } from './tables'
import type { PersonName, WorkspaceSource } from './workspace-source'

/** Returns the records of people that a page mentions, reduced to their names. If a call fails, the page is published without them. */
export async function collectUserRecords(
  ids: readonly Id[],
  tables: Tables,
  { source, state }: { source: WorkspaceSource; state: SyncState },
  priority: Priority,
): Promise<PageMap['notion_user']> {
  storeNames(readUserNames(tables.notion_user.values()), state)
  for (const group of splitIntoGroups(ids.filter((id) => !state.users.has(id)))) {
    // Two pages that mention the same people make one call.
    for (const id of group) state.users.set(id, { given: '', family: '' })
    try {
      const found = await source.getUserNames(group, priority)
      storeNames(new Map(group.map((id) => [id, found.get(id) ?? { given: '', family: '' }])), state)
    } catch (error) {
      // Do not retry in this process: each page would cost another call.
      if (!(error instanceof CallError)) throw error
    }
  }
  const users: Record<Id, { value: Fields }> = {}
  for (const id of ids) {
    const { given = '', family = '' } = state.users.get(id) ?? {}
    if (given || family) users[id] = { value: { id, given_name: given, family_name: family } }
  }
  return users
}

/** Returns the names of people by id. Records without an id are left out. */
export function readUserNames(records: Iterable<unknown>): Map<Id, PersonName> {
  const names = new Map<Id, PersonName>()
  for (const each of records) {
    const record = getRecord(each)
    const id = toUuid(record?.id)
    if (record === undefined || id === undefined) continue
    const [given = record.name, family] = [record.given_name, record.family_name]
    names.set(id, { given: typeof given === 'string' ? given : '', family: typeof family === 'string' ? family : '' })
  }
  return names
}

function storeNames(names: ReadonlyMap<Id, PersonName>, state: SyncState): void {
  for (const [id, name] of names) {
    const known = state.users.get(id)
    if (known?.given !== name.given || known.family !== name.family) state.set('users', id, name)
  }
}
