import { findSections } from '../../workspace/clean/block'
import { readLosses } from '../../workspace/losses'
import { type Id, PAGE_TYPES, type RichText } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { PageMap, PageStore } from '../page-store'
import { walkPage } from '../page-walk'
import type { SyncState } from '../state'
import { getRecord } from '../tables'
import type { FetchedPage, MissingReason } from '../workspace-source'
import { convertBlock } from './blocks'
import { findObject, isNotFound, type OfficialClient } from './client'
import { Conversion } from './conversion'
import type { Databases, ShownDatabases } from './databases'
import type { Listing } from './listing'
import { convertDatabase, convertPage, createStamp } from './pages'
import { convertValue, readPropertyId, UNKNOWN } from './properties'

export interface FetchTools {
  client: OfficialClient
  listing: Listing
  databases: Databases
  state: SyncState
  store: PageStore
  /** Resolves when the first list of all pages is there, so that pages need not be requested one by one. */
  isListed: () => Promise<unknown>
  /** Whether a block is the database of `COMMENTS`, whose rows must not be pages of the site. Throws {@link CallError}. */
  isHidden: (id: Id) => Promise<boolean>
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
    if (tools.listing.isForComments(id)) return 'trashed'
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
    const { databases, listing, isHidden } = this.tools
    if (listing.isForComments(block.id) || (await isHidden(block.id))) return []
    const listed = listing.databases.get(block.id)
    if (listed !== undefined) return [{ ...listed, parent_id: parent.id, parent_table: parent.table }]
    const database = await databases.get(block.id, this.request.priority)
    const record = database && convertDatabase(database, this.request.conversion)
    if (record?.type === 'collection_view_page') {
      await databases.getSources(database, this.request.priority)
      if (listing.isForComments(block.id)) return []
      listing.databases.set(record.id, record)
      return [{ ...record, parent_id: parent.id, parent_table: parent.table }]
    }
    const own = { ...block, ...record, type: 'collection_view', parent_id: parent.id, parent_table: parent.table }
    const blocks = await this.createBlocks(own, database)
    if (listing.isForComments(block.id)) return []
    return blocks.map((each) => ({ ...each, parent_id: parent.id, parent_table: parent.table }))
  }

  /** Returns the block of a database, and one for each further data source, because a block shows one collection. */
  async createBlocks(record: BlockRecord, database: Fields | undefined): Promise<BlockRecord[]> {
    const { parts, dashboards, isDashboard } = await this.tools.databases.show(record.id, database, this.request)
    const [first, ...others] = parts
    const views = first?.views ?? []
    const view_ids = isDashboard ? [...dashboards, ...views] : [...views, ...dashboards]
    const isShown = first !== undefined || dashboards.length > 0
    const own = { ...record, ...(first && { collection_id: first.collection }), ...(isShown && { view_ids }) }
    const further = others.map(({ collection, views }) => ({
      ...{ id: collection, type: 'collection_view', alive: true, parent_id: record.parent_id },
      ...{ parent_table: record.parent_table, collection_id: collection, view_ids: views },
    }))
    return [own, ...further]
  }
}

/** Levels of nested blocks. Content is not nested deeper in practice. */
const MAX_LEVELS = 40
const MAX_BLOCKS = 50_000

/** Adds a database that the content shows. Returns its blocks; a full-page database is only linked from there. */
type AddDatabase = (block: BlockRecord, parent: { id: Id; table: string }) => Promise<BlockRecord[]>

/**
 * Requests the content of a page and adds its blocks to the tables, one request for each block with children. Child pages are not
 * entered. Throws {@link CallError}; 404 means that the page is not shared.
 */
class ContentReader {
  #count = 0

  constructor(
    readonly client: OfficialClient,
    readonly conversion: Conversion,
    readonly priority: Priority,
    readonly addDatabase: AddDatabase,
  ) {}

  /** Returns the ids of a page's or block's children. Of the notes of a meeting, the transcript is not read, because it is never shown. */
  async read(parent: Id, level = 0, meeting?: BlockRecord): Promise<Id[]> {
    const found: { raw: Fields; record: BlockRecord }[] = []
    const path = `blocks/${parent}/children`
    for await (const { results } of this.client.pages({ path, priority: this.priority })) {
      for (const raw of results) {
        const record = convertBlock(raw, this.conversion)
        if (record !== undefined) found.push({ raw, record })
      }
      this.#count += results.length
      if (this.#count > MAX_BLOCKS) break
    }
    const sections = meeting && findSections({ ...meeting, content: found.map(({ record }) => record.id) })
    const read = sections === undefined ? found : found.filter(({ record }) => sections.includes(record.id))
    const shown = await Promise.all(read.map((block) => this.#readBlock(block, parent, level)))
    return shown.flat()
  }

  /** Adds a block with its content. Returns its id, and those of blocks that are shown beside it. */
  async #readBlock({ raw, record }: { raw: Fields; record: BlockRecord }, parent: Id, level: number): Promise<Id[]> {
    const { block } = this.conversion.tables
    if (record.type === 'page') {
      block.set(record.id, record)
      return [record.id]
    }
    if (raw.type === 'child_database') {
      const records = await this.addDatabase(record, { id: parent, table: 'block' })
      for (const each of records) block.set(each.id, each)
      return records.map(({ id }) => id)
    }
    const hasContent = raw.has_children === true && level < MAX_LEVELS && this.#count <= MAX_BLOCKS
    block.set(record.id, record)
    if (record.type === 'transclusion_reference') await this.#readOriginal(record, level)
    else if (hasContent) block.set(record.id, { ...record, content: await this.read(record.id, level + 1, record) })
    return [record.id]
  }

  /** Adds the block that a synced block repeats, which may lie on another page. An original that is not shared stays empty. */
  async #readOriginal({ id, format }: BlockRecord, level: number): Promise<void> {
    const { block } = this.conversion.tables
    const pointer = (format as { transclusion_reference_pointer?: { id: Id } } | undefined)
      ?.transclusion_reference_pointer
    if (pointer === undefined || getRecord(block.get(pointer.id)) !== undefined) return
    // Another reference on the same page does not request it again.
    const original = {
      id: pointer.id,
      type: 'transclusion_container',
      alive: true,
      parent_id: id,
      parent_table: 'block',
    }
    block.set(pointer.id, { ...original, content: [] })
    try {
      const content = await this.read(pointer.id, level + 1)
      const read = getRecord(block.get(pointer.id))
      if (read?.parent_id === id) block.set(pointer.id, { ...original, content })
    } catch (error) {
      if (!isNotFound(error)) throw error
      block.set(pointer.id, null)
    }
  }
}

/** The maximum number of references of one property. */
const MAX_ITEMS = 10_000

/**
 * Requests properties of a page that its object contains only in part. A property that Notion does not return becomes `UNKNOWN`, which is
 * not empty and equals no other value, because access may depend on it. Throws {@link CallError} if the page cannot be read now.
 */
async function readWholeProperties(
  page: Id,
  cut: readonly string[],
  { client, conversion }: { client: OfficialClient; conversion: Conversion },
  priority: Priority,
): Promise<Record<string, RichText>> {
  const whole: Record<string, RichText> = {}
  for (const id of cut) {
    const key = readPropertyId({ id })
    if (key !== undefined) whole[key] = await readWholeProperty(`pages/${page}/properties/${encodeURIComponent(key)}`)
  }
  return whole

  async function readWholeProperty(path: string): Promise<RichText> {
    const items: Fields[] = []
    try {
      for await (const { results } of client.pages({ path, priority })) {
        items.push(...results)
        if (items.length > MAX_ITEMS) return UNKNOWN
      }
    } catch (error) {
      if (error instanceof CallError && error.kind === 'refused') return UNKNOWN
      throw error
    }
    const [first] = items
    const type = String(first?.type)
    const values = items.map((item) => item[type]).filter(isObject)
    return first === undefined ? [] : convertValue({ type, [type]: values }, conversion)
  }
}
