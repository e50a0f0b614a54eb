import { toUuid } from '../workspace/ids'
import { type Id, PAGE_TYPES } from '../workspace/record-map'
import type { Fields } from '../workspace/values'
import type { Collections } from './collections'
import { CallError } from './errors'
import type { Priority } from './pace'
import { cutPageMap, type PageFacts, type PageMap } from './page-file'
import type { ChangeKind, PageStore } from './page-store'
import { addTables, getRecord, getStamp, type Tables } from './private-api/answers'
import { type Batches, readUserNames } from './private-api/batches'
import type { HostedWorkspace } from './private-api/hosted-workspace'
import { type PageWalk, walkPage } from './private-api/page-walk'
import type { SyncState } from './state'

/** Rounds of requests for nested blocks. Content is not nested deeper in practice. */
const MOST_ROUNDS = 40
const USERS_AT_ONCE = 100

export type Loaded =
  | {
      found: 'page'
      kind: ChangeKind | undefined
      facts: PageFacts
      tables: Tables
      leads: Id[]
      /** Blocks that its content names and no response contains. */
      unanswered: ReadonlySet<Id>
      /** Collections that it shows and whose rows the workspace refused. */
      refused: ReadonlySet<Id>
    }
  /** In the trash or no longer a page; or listed without a record. */
  | { found: 'bin' | 'nothing' }

export interface LoaderTools {
  workspace: HostedWorkspace
  batches: Batches
  collections: Collections
  store: PageStore
  state: SyncState
}

/** Fetches a page with everything it shows and puts it into the store. Throws {@link CallError}; then nothing was put. */
export async function loadPage(
  id: Id,
  tools: LoaderTools,
  { priority, stamp }: { priority: Priority; stamp?: string },
): Promise<Loaded> {
  const { workspace, collections, store, state } = tools
  const tables = await workspace.page(id, priority)
  const entry = tables.block.get(id)
  const block = getRecord(entry)
  if (entry === undefined) throw new CallError('broken', 'the answer does not hold the page')
  if (block === undefined) return { found: 'nothing' }
  if (block.alive === false || !PAGE_TYPES.has(String(block.type))) return { found: 'bin' }

  const unanswered = new Set<Id>()
  const walk = await fetchRest(id, tables, unanswered, tools, priority)
  const before = await store.read(id)
  const { answers, refused } = await collections.answersFor(id, walk.views, tables, before, priority)
  const users = await nameUsers(walk.users, tables, state, workspace, priority)
  const map = cutPageMap(id, walk.shown, tables, users)
  for (const { collection, view } of walk.views) {
    const records = [getRecord(tables.collection.get(collection)), getRecord(tables.collection_view.get(view))] as const
    if (records[0] !== undefined) map.collection[collection] = { value: records[0] }
    if (records[1] !== undefined) map.collection_view[view] = { value: records[1] }
    const answer = answers.get(view)
    if (answer !== undefined) map.collection_query[collection] = { ...map.collection_query[collection], [view]: answer }
  }
  const parent = toUuid(block.parent_id) ?? id
  const { kind, facts } = await store.put(id, map, { stamp: stamp ?? getStamp(block), parent })
  const rows = facts.collections.flatMap((collection) => state.collections.get(collection)?.rows ?? [])
  return { found: 'page', kind, facts, tables, leads: [...facts.leads, ...rows], unanswered, refused }
}

/** Requests blocks that the first response omits, until each block that the content names is there or known to be missing. */
async function fetchRest(
  id: Id,
  tables: Tables,
  unanswered: Set<Id>,
  tools: LoaderTools,
  priority: Priority,
): Promise<PageWalk> {
  const asked = new Map<Id, number>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { missing, ...walk } = walkPage(id, tables)
    const again = missing.filter((each) => asked.has(each))
    // A block that the page had before is not removed because a response omits it. Later runs request any other block again.
    const had = again.length > 0 && (await hadBefore(id, again, tools.store))
    if (had && again.some((each) => (asked.get(each) ?? 0) > 1)) {
      throw new CallError('broken', 'the answer leaves out blocks of the page')
    }
    if (!had) {
      for (const each of again) {
        unanswered.add(each)
        tables.block.set(each, null)
      }
    }
    const wanted = had ? missing : missing.filter((each) => !asked.has(each))
    if (wanted.length === 0) return { missing, ...walk }
    for (const each of wanted) asked.set(each, (asked.get(each) ?? 0) + 1)
    addTables(tables, await tools.batches.blocks(wanted, priority))
  }
  return walkPage(id, tables)
}

async function hadBefore(id: Id, blocks: Id[], store: PageStore): Promise<boolean> {
  const before = await store.read(id)
  return blocks.some((each) => before?.block[each] !== undefined)
}

/** Returns the names of the people that a page mentions. If the call fails they stay unnamed, and the page is published. */
async function nameUsers(
  ids: readonly Id[],
  tables: Tables,
  state: SyncState,
  workspace: HostedWorkspace,
  priority: Priority,
): Promise<PageMap['notion_user']> {
  remember(readUserNames(tables.notion_user.values()), state)
  const unknown = ids.filter((id) => !state.users.has(id))
  for (let from = 0; from < unknown.length; from += USERS_AT_ONCE) {
    const some = unknown.slice(from, from + USERS_AT_ONCE)
    // Two pages that mention the same people ask once.
    for (const id of some) state.users.set(id, { given: '', family: '' })
    try {
      const found = readUserNames((await workspace.users(some, priority)).map(({ record }) => record))
      remember(new Map(some.map((id) => [id, found.get(id) ?? { given: '', family: '' }])), state)
    } catch (error) {
      // They stay unnamed here until the process ends: asking for every page again would cost as many calls.
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

function remember(names: ReadonlyMap<Id, { given: string; family: string }>, state: SyncState): void {
  for (const [id, name] of names) {
    const known = state.users.get(id)
    if (known?.given !== name.given || known.family !== name.family) state.set('users', id, name)
  }
}
