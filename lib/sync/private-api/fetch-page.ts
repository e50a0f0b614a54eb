import { type Id, PAGE_TYPES } from '../../workspace/record-map'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { PageStore } from '../page-store'
import { type PageWalk, walkPage } from '../page-walk'
import { addTables, getRecord, type Tables } from '../tables'
import type { FetchedPage, MissingReason } from '../workspace-source'
import type { Batches } from './batches'
import type { Collections } from './collections'
import type { HostedWorkspace } from './hosted-workspace'
import { getStamp } from './responses'

/** Rounds of requests for nested blocks. Content is not nested deeper in practice. */
const MAX_ROUNDS = 40

interface FetchTools {
  workspace: HostedWorkspace
  batches: Batches
  collections: Collections
  store: PageStore
}

/** Fetches a page with everything it shows. Throws {@link CallError}. */
export async function fetchPage(id: Id, tools: FetchTools, priority: Priority): Promise<FetchedPage | MissingReason> {
  const { workspace, collections, store } = tools
  const tables = await workspace.getPage(id, priority)
  const entry = tables.block.get(id)
  const block = getRecord(entry)
  if (entry === undefined) throw new CallError('broken', 'the response does not contain the page')
  if (block === undefined) return 'not-found'
  if (block.alive === false || !PAGE_TYPES.has(String(block.type))) return 'trashed'

  const missingBlocks = new Set<Id>()
  const walk = await fetchRest(id, tables, missingBlocks, tools, priority)
  const before = await store.read(id)
  const { queryResults, refusedCollections } = await collections.queryViews(id, walk.views, tables, before, priority)
  return { tables, walk, queryResults, stamp: getStamp(block), missingBlocks, refusedCollections, formerChildren: [] }
}

/** Requests blocks that the first response omits, until each block that the content names is there or known to be missing. */
async function fetchRest(
  id: Id,
  tables: Tables,
  missingBlocks: Set<Id>,
  tools: FetchTools,
  priority: Priority,
): Promise<PageWalk> {
  const attempts = new Map<Id, number>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { missing, ...walk } = walkPage(id, tables)
    const again = missing.filter((each) => attempts.has(each))
    // A missing block that the stored page has is requested again, and the fetch fails if it stays missing. Other missing blocks are
    // recorded, and later runs request them again.
    const wasStored = again.length > 0 && (await isStored(id, again, tools.store))
    if (wasStored && again.some((each) => (attempts.get(each) ?? 0) > 1)) {
      throw new CallError('broken', 'the response omits blocks of the page')
    }
    if (!wasStored) {
      for (const each of again) {
        missingBlocks.add(each)
        tables.block.set(each, null)
      }
    }
    const wanted = wasStored ? missing : missing.filter((each) => !attempts.has(each))
    if (wanted.length === 0) return { missing, ...walk }
    for (const each of wanted) attempts.set(each, (attempts.get(each) ?? 0) + 1)
    addTables(tables, await tools.batches.getBlocks(wanted, priority))
  }
  return walkPage(id, tables)
}

async function isStored(id: Id, blocks: Id[], store: PageStore): Promise<boolean> {
  const before = await store.read(id)
  return blocks.some((each) => before?.block[each] !== undefined)
}
