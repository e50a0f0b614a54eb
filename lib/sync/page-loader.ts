import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import type { Priority } from './pace'
import { createPageMap, type PageFacts } from './page-file'
import type { PageChange, PageStore } from './page-store'
import type { SyncState } from './state'
import { getRecord, type Tables } from './tables'
import { collectUserRecords } from './user-names'
import type { FetchedPage, MissingReason, WorkspaceSource } from './workspace-source'

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
  const parent = toUuid(getRecord(tables.block.get(id))?.parent_id) ?? id
  const { kind, facts } = await store.put(id, map, { stamp: stamp ?? fetched.stamp, parent, sources: fetched.sources })
  const rows = facts.collections.flatMap((collection) => state.collections.get(collection)?.rows ?? [])
  const leads = [...facts.leads, ...rows]
  return { found: 'page', kind, facts, tables, leads, missingBlocks, refusedCollections, formerChildren }
}
