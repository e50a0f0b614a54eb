import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import type { Fields } from '../workspace/values'
import { splitIntoGroups } from './caller'
import { CallError } from './errors'
import type { Priority } from './pace'
import { createPageMap, type PageChange, type PageFacts, type PageMap, type PageStore } from './page-store'
import type { SyncState } from './state'
import { getRecord, type Tables } from './tables'
import type { FetchedPage, MissingReason, PersonName, WorkspaceSource } from './workspace-source'

export type Loaded =
  | ({
      found: 'page'
      kind: PageChange | undefined
      facts: PageFacts
      tables: Tables
      leads: Id[]
    } & Pick<FetchedPage, 'missingBlocks' | 'refusedCollections' | 'formerChildren'>)
  | { found: MissingReason }

export interface LoaderTools {
  source: WorkspaceSource
  store: PageStore
  state: SyncState
}

/** Fetches a page with everything that it shows, and stores it. Throws {@link CallError}; then the store is unchanged. */
export async function loadPage(
  id: Id,
  tools: LoaderTools,
  { priority, stamp }: { priority: Priority; stamp?: string },
): Promise<Loaded> {
  const { source, store, state } = tools
  const fetched = await source.fetchPage(id, priority)
  if (typeof fetched === 'string') return { found: fetched }
  const { tables, walk, queryResults, missingBlocks, refusedCollections, formerChildren } = fetched
  const users = await collectUserRecords(walk.users, tables, tools, priority)
  const map = createPageMap(id, walk.shown, tables, users)
  for (const { collection, view } of walk.views) {
    const records = [getRecord(tables.collection.get(collection)), getRecord(tables.collection_view.get(view))] as const
    if (records[0] !== undefined) map.collection[collection] = { value: records[0] }
    if (records[1] !== undefined) map.collection_view[view] = { value: records[1] }
    const result = queryResults.get(view)
    if (result !== undefined) map.collection_query[collection] = { ...map.collection_query[collection], [view]: result }
  }
  for (const dashboard of walk.dashboards) {
    const record = getRecord(tables.collection_view.get(dashboard))
    if (record !== undefined) map.collection_view[dashboard] = { value: record }
  }
  const parent = toUuid(getRecord(tables.block.get(id))?.parent_id) ?? id
  const { kind, facts } = await store.put(id, map, { stamp: stamp ?? fetched.stamp, parent, sources: fetched.sources })
  const rows = facts.collections.flatMap((collection) => state.collections.get(collection)?.rows ?? [])
  const leads = [...facts.leads, ...rows]
  return { found: 'page', kind, facts, tables, leads, missingBlocks, refusedCollections, formerChildren }
}

/** Returns the records of people that a page mentions, reduced to their names. If a call fails, the page is published without them. */
async function collectUserRecords(
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
