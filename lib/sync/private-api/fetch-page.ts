import { setTimeout as pause } from 'node:timers/promises'
import { findLayout, readWidgets, storeWidgets } from '../../workspace/clean/dashboards'
import { type Id, PAGE_TYPES } from '../../workspace/record-map'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { PageStore } from '../page-store'
import { type PageWalk, walkPage } from '../page-walk'
import { addTables, createTables, getRecord, type Tables } from '../tables'
import type { FetchedPage, MissingReason } from '../workspace-source'
import type { Collections } from './collections'
import { getStamp, type HostedWorkspace } from './hosted-workspace'

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
  const first = await fetchRest(id, tables, missingBlocks, tools, priority)
  const hasWidgets = await fetchWidgets(first.dashboards, tables, workspace, priority)
  const walk = hasWidgets ? walkPage(id, tables) : first
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

/**
 * Adds to each dashboard its widgets, which are in a record of their own, and requests the views of the widgets. Returns whether there are
 * any.
 */
async function fetchWidgets(
  dashboards: readonly Id[],
  tables: Tables,
  workspace: HostedWorkspace,
  priority: Priority,
): Promise<boolean> {
  const add = async (table: 'layout' | 'collection_view', ids: readonly Id[]) => {
    const missing = [...new Set(ids)].filter((id) => !tables[table].has(id)).slice(0, MAX_PER_CALL)
    if (missing.length > 0) addTables(tables, await workspace.getRecords(table, missing, priority))
  }
  const getView = (id: Id) => getRecord(tables.collection_view.get(id))
  await add(
    'layout',
    dashboards.flatMap((id) => findLayout(getView(id)) ?? []),
  )
  const layouts = new Map([...tables.layout].map(([id, entry]) => [id, getRecord(entry)]))
  const widgets = dashboards.flatMap((id) => {
    const view = getView(id)
    const rows = readWidgets(view, layouts)
    if (view !== undefined) tables.collection_view.set(id, storeWidgets(view, rows))
    return rows.flat()
  })
  await add(
    'collection_view',
    widgets.map(({ view }) => view),
  )
  return widgets.length > 0
}

async function isStored(id: Id, blocks: Id[], store: PageStore): Promise<boolean> {
  const before = await store.read(id)
  return blocks.some((each) => before?.block[each] !== undefined)
}

/** The maximum number of blocks that one call requests. */
const MAX_PER_CALL = 1000
const MAX_WAIT_MS = 10_000

/** A request for blocks that was not sent yet. */
interface Waiting {
  ids: readonly Id[]
  resolve: (tables: Tables) => void
  reject: (error: unknown) => void
}

/**
 * Combines the block requests of several pages into one call. It is sent when all pages in progress wait for blocks, when the call is
 * full, or after {@link MAX_WAIT_MS}.
 */
export class Batches {
  #waiting: Waiting[] = []
  #timer: AbortController | undefined
  #pagesInProgress = 0

  constructor(readonly workspace: HostedWorkspace) {}

  async getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    if (priority === 'urgent') return await this.#request(ids, priority)
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ ids, resolve, reject })
      this.#sendIfReady()
      if (this.#waiting.length > 0) this.#sendLater()
    })
  }

  beginPage(): void {
    this.#pagesInProgress++
  }

  endPage(): void {
    this.#pagesInProgress--
    this.#sendIfReady()
  }

  #sendIfReady(): void {
    const wanted = this.#waiting.reduce((sum, { ids }) => sum + ids.length, 0)
    if (wanted > 0 && (wanted >= MAX_PER_CALL || this.#waiting.length >= this.#pagesInProgress)) this.#send()
  }

  #sendLater(): void {
    if (this.#timer !== undefined) return
    const timer = new AbortController()
    this.#timer = timer
    pause(MAX_WAIT_MS, undefined, { signal: timer.signal, ref: false }).then(
      () => this.#send(),
      () => {},
    )
  }

  #send(): void {
    this.#timer?.abort()
    this.#timer = undefined
    const waiting = this.#waiting.splice(0)
    if (waiting.length === 0) return
    const ids = [...new Set(waiting.flatMap((each) => each.ids))]
    this.#request(ids, 'normal').then(
      (tables) => {
        for (const { resolve } of waiting) resolve(tables)
      },
      (error: unknown) => {
        for (const { reject } of waiting) reject(error)
      },
    )
  }

  async #request(ids: readonly Id[], priority: Priority): Promise<Tables> {
    const all = createTables()
    for (let from = 0; from < ids.length; from += MAX_PER_CALL) {
      addTables(all, await this.workspace.getBlocks(ids.slice(from, from + MAX_PER_CALL), priority))
    }
    return all
  }
}
