import { readLosses } from '../../workspace/losses'
import { type Id, PAGE_TYPES } from '../../workspace/record-map'
import type { Fields } from '../../workspace/values'
import type { Priority } from '../pace'
import type { PageMap } from '../page-file'
import type { PageStore } from '../page-store'
import { walkPage } from '../page-walk'
import type { SyncState } from '../state'
import { getRecord } from '../tables'
import type { FetchedPage, MissingReason } from '../workspace-source'
import type { OfficialClient } from './client'
import { ContentReader } from './content'
import { Conversion } from './conversion'
import type { Databases, ShownDatabases } from './databases'
import { findObject } from './find-object'
import type { Listing } from './listing'
import { convertDatabase, convertPage, createStamp } from './pages'
import { readWholeProperties } from './property-items'

export interface FetchTools {
  client: OfficialClient
  listing: Listing
  databases: Databases
  state: SyncState
  store: PageStore
  /** Resolves when the first list of all pages is there, so that pages need not be requested one by one. */
  isListed: () => Promise<unknown>
}

type BlockRecord = Fields & { id: Id; type: string }

/** A page or a database that is a page, before its content is known. */
interface Head {
  record: BlockRecord
  cut: string[]
  conversion: Conversion
  at: number
  /** The object of a database. */
  database?: Fields
}

/** Fetches a page with everything it shows. Throws {@link CallError}. */
export async function fetchPage(id: Id, tools: FetchTools, priority: Priority): Promise<FetchedPage | MissingReason> {
  const before = await tools.store.read(id)
  const head = await getHead(id, before, tools, priority)
  if (head === undefined) return 'not-found'
  if (head.record.alive === false || !PAGE_TYPES.has(head.record.type)) return 'trashed'

  const { conversion } = head
  const { tables } = conversion
  const shown: ShownDatabases = {
    views: [],
    queryResults: new Map(),
    sources: new Map(),
    refusedCollections: new Set(),
  }
  const request = { priority, conversion, before, shown }
  const page = new PageDatabases(tools, request)
  if (head.database === undefined) {
    const [content, whole] = await Promise.all([
      new ContentReader(tools.client, conversion, priority, (block, parent) => page.add(block, parent)).read(id),
      readWholeProperties(id, head.cut, { client: tools.client, conversion }, priority),
    ])
    const properties = { ...(head.record.properties as Fields), ...whole }
    tables.block.set(id, { ...head.record, properties, content })
  } else {
    const [own, ...others] = await page.createBlocks(head.record, head.database)
    for (const each of others) tables.block.set(each.id, { ...each, parent_id: id, parent_table: 'block' })
    tables.block.set(id, { ...own, content: others.map((each) => each.id) })
  }
  noteLosses(head, conversion)
  const walk = walkPage(id, tables)
  return {
    tables,
    walk: { ...walk, views: shown.views },
    queryResults: shown.queryResults,
    stamp: createStamp(head.record, head.at),
    sources: shown.sources,
    missingBlocks: new Set(),
    refusedCollections: shown.refusedCollections,
    formerChildren: findFormerChildren(walk.shown, before, tools.state),
  }
}

/** Notes for editors what the API does not return of a page. */
function noteLosses({ record }: Head, { losses, tables }: Conversion): void {
  losses.add('style')
  if (record.parent_table === 'collection') losses.add('property-order')
  const page = getRecord(tables.block.get(record.id)) ?? record
  const format = { ...(page.format as Fields | undefined), api_losses: readLosses([...losses]) }
  tables.block.set(record.id, { ...page, format })
}

/** Returns the page or database without its content; undefined if it is not there, or not shared. */
async function getHead(
  id: Id,
  before: PageMap | undefined,
  { client, listing, databases, state, isListed }: FetchTools,
  priority: Priority,
): Promise<Head | undefined> {
  const isDatabase = before?.block[id]?.value.type === 'collection_view_page' || listing.databases.has(id)
  if (!isDatabase) {
    if (priority === 'normal') await isListed()
    const listed = listing.takePage(id)
    if (listed !== undefined && priority === 'normal') return listed
    const at = client.now()
    const conversion = new Conversion(listing.signedAddresses)
    const object = await findObject(client, `pages/${id}`, priority)
    const page = object && convertPage(object, conversion)
    if (page !== undefined) return { ...page, conversion, at }
  }
  const at = client.now()
  const conversion = new Conversion(listing.signedAddresses)
  const database = await databases.get(id, priority)
  const record = database && convertDatabase(database, conversion)
  // An inline database may be the root of a site.
  const own = state.roots.includes(id) && record !== undefined ? { ...record, type: 'collection_view_page' } : record
  return own && { record: own, cut: [], conversion, at, database }
}

/** Returns known pages that the former copy of this page contained, and that it no longer contains. */
function findFormerChildren(shown: readonly Id[], before: PageMap | undefined, { pages }: SyncState): Id[] {
  const now = new Set(shown)
  return Object.values(before?.block ?? {}).flatMap(({ value: { id, type } }) =>
    typeof id === 'string' && PAGE_TYPES.has(String(type)) && !now.has(id) && pages.has(id) ? [id] : [],
  )
}

/** The databases on one page. */
class PageDatabases {
  constructor(
    readonly tools: FetchTools,
    readonly request: Parameters<Databases['show']>[2],
  ) {}

  /** Returns the blocks of a database in the content of a page. */
  async add(block: BlockRecord, parent: { id: Id; table: string }): Promise<BlockRecord[]> {
    const { databases, listing } = this.tools
    const listed = listing.databases.get(block.id)
    if (listed !== undefined) return [{ ...listed, parent_id: parent.id, parent_table: parent.table }]
    const database = await databases.get(block.id, this.request.priority)
    const record = database && convertDatabase(database, this.request.conversion)
    if (record?.type === 'collection_view_page') {
      listing.databases.set(record.id, record)
      return [{ ...record, parent_id: parent.id, parent_table: parent.table }]
    }
    const own = { ...block, ...record, type: 'collection_view', parent_id: parent.id, parent_table: parent.table }
    const blocks = await this.createBlocks(own, database)
    return blocks.map((each) => ({ ...each, parent_id: parent.id, parent_table: parent.table }))
  }

  /** Returns the block of a database, and one for each further data source, because a block shows one collection. */
  async createBlocks(record: BlockRecord, database: Fields | undefined): Promise<BlockRecord[]> {
    const [first, ...others] = await this.tools.databases.show(record.id, database, this.request)
    const own = first === undefined ? record : { ...record, collection_id: first.collection, view_ids: first.views }
    const further = others.map(({ collection, views }) => ({
      ...{ id: collection, type: 'collection_view', alive: true, parent_id: record.parent_id },
      ...{ parent_table: record.parent_table, collection_id: collection, view_ids: views },
    }))
    return [own, ...further]
  }
}
