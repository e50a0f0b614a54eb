import { LIMITS } from '../../workspace/budget'
import { readWidgets } from '../../workspace/clean/dashboards'
import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { isViewType } from '../../workspace/supported'
import { type Fields, isObject } from '../../workspace/values'
import type { Priority } from '../pace'
import type { PageMap } from '../page-store'
import type { ShownView } from '../page-walk'
import type { SyncState } from '../state'
import { hashFields } from '../tables'
import { findObject, isNotFound, type OfficialClient } from './client'
import { isCommentsSource } from './comments-database'
import { Conversion } from './conversion'
import { readTime } from './dates'
import type { Listing } from './listing'
import { type FoundRows, queryRows, queryView } from './rows'
import { convertDataSource, markUnsharedColumns, type Schema } from './schema'
import { convertDashboard, convertView } from './views'

/** What a page shows of databases. */
export interface ShownDatabases {
  views: ShownView[]
  queryResults: Map<Id, unknown>
  /** Stamps of the data sources. */
  sources: Map<Id, string>
  /** Data sources that are not shared. */
  refusedCollections: Set<Id>
}

/** A database as a page shows it: a block for each of its data sources, because a block of a record map shows one collection. */
interface Parts {
  collection: Id
  views: Id[]
}

/** What a database shows: its data sources, and its dashboards, which show views of any data source. */
interface ShownDatabase {
  parts: Parts[]
  dashboards: Id[]
  /** Whether a dashboard is the first view. */
  isDashboard: boolean
}

interface DatabaseTools {
  client: OfficialClient
  listing: Listing
  state: SyncState
}

/** How a page requests its databases. */
interface Request {
  priority: Priority
  conversion: Conversion
  /** The page as it is stored. Views that it contains are not requested again unless they may have changed. */
  before: PageMap | undefined
  shown: ShownDatabases
}

const isDashboard = (view: Fields): boolean => view.type === 'dashboard'

/** Requests databases with their data sources, views and rows. All methods throw {@link CallError}. */
export class Databases {
  /** Collections of which Notion does not return all rows. */
  readonly incompleteCollections = new Set<Id>()
  readonly #rows = new Map<Id, Promise<unknown>>()
  /** Whether the data sources to which relations point are shared, by id. */
  readonly #shared = new Map<Id, Promise<boolean>>()

  constructor(readonly tools: DatabaseTools) {}

  /** Returns a database; undefined for a linked one, which the API does not return, and for one that is not shared. */
  async get(id: Id, priority: Priority): Promise<Fields | undefined> {
    return await findObject(this.tools.client, `databases/${id}`, priority)
  }

  /** Adds what a page shows of a database to the tables. Returns the data sources with their views; none if it is not shared. */
  async show(id: Id, database: Fields | undefined, request: Request): Promise<ShownDatabase> {
    const all = await this.#getViews(id, request)
    const dashboards = all.filter(isDashboard)
    const views = all.filter((view) => !isDashboard(view))
    const widgets = new Set(dashboards.flatMap((view) => this.#addDashboard(view, request)))
    for (const view of await this.#getOtherViews(widgets, views, request)) views.push(view)
    const named = list(database?.data_sources).flatMap((source) => toUuid(source.id) ?? [])
    const shown = views.flatMap((view) => toUuid(view.data_source_id) ?? getStoredCollection(view) ?? [])
    if (views.length > 0) request.conversion.losses.add('view-settings')
    const parts: Parts[] = []
    for (const collection of new Set([...named, ...shown])) {
      const record = await this.#addCollection(collection, { database, views }, request)
      if (record === undefined) continue
      const own = views.filter(
        (view) => (toUuid(view.data_source_id) ?? getStoredCollection(view) ?? named[0]) === collection,
      )
      for (const view of own) await this.#addView(view, collection, record.schema, request)
      const tabs = own.flatMap((view) => toUuid(view.id) ?? []).filter((view) => !widgets.has(view))
      if (tabs.length > 0 || named.includes(collection)) parts.push({ collection, views: tabs })
    }
    const isFirst = all[0] !== undefined && isDashboard(all[0])
    return { parts, dashboards: dashboards.flatMap((view) => toUuid(view.id) ?? []), isDashboard: isFirst }
  }

  /** Adds a dashboard to the tables, and returns the views of its widgets. */
  #addDashboard(view: Fields, { conversion }: Request): Id[] {
    const id = toUuid(view.id)
    const { record, widgets } = view.object === 'view' ? convertDashboard(view) : readStoredDashboard(view)
    if (id !== undefined) conversion.tables.collection_view.set(id, record)
    return widgets
  }

  /** Returns the views of widgets that the list of the views of their database lacks. */
  async #getOtherViews(widgets: ReadonlySet<Id>, listed: readonly Fields[], request: Request): Promise<Fields[]> {
    const known = new Set(listed.map((view) => toUuid(view.id)))
    const missing = [...widgets].filter((id) => !known.has(id)).slice(0, LIMITS.widgets)
    return await this.#getViewsOrStored(missing, request)
  }

  /** Returns the views of a database: objects of the API, or the records that the page contained before. */
  async #getViews(id: Id, request: Request): Promise<Fields[]> {
    const { client } = this.tools
    const { priority } = request
    let ids: Id[]
    try {
      ids = (await client.list(`views?database_id=${id}`, priority)).flatMap((view) => toUuid(view.id) ?? [])
    } catch (error) {
      if (isNotFound(error)) return []
      throw error
    }
    return await this.#getViewsOrStored(ids, request)
  }

  async #getViewsOrStored(ids: readonly Id[], { priority, before }: Request): Promise<Fields[]> {
    const views = await Promise.all(
      ids.map(async (view) => {
        const stored = priority === 'urgent' ? undefined : before?.collection_view[view]?.value
        if (stored !== undefined) return stored
        // Some types of views are refused.
        return await this.getView(view, priority)
      }),
    )
    return views.filter((view) => view !== undefined)
  }

  /** Returns a view; undefined if Notion does not return it. */
  async getView(view: Id, priority: Priority): Promise<Fields | undefined> {
    return await findObject(this.tools.client, `views/${view}`, priority)
  }

  async #addCollection(
    id: Id,
    { database, views }: { database: Fields | undefined; views: readonly Fields[] },
    request: Request,
  ) {
    const { priority, conversion, shown } = request
    const source = await this.getSource(id, priority)
    if (source === undefined) {
      shown.refusedCollections.add(id)
      return undefined
    }
    if (isCommentsSource(source)) return undefined
    await this.#addRows(id, priority)
    const former = request.before?.collection[id]?.value.schema
    const converted = convertDataSource(source, database, conversion)
    const typed = addResultTypes(converted.schema as Schema, this.tools.listing.resultTypes.get(id), former)
    const own = views.filter((view) => (toUuid(view.data_source_id) ?? getStoredCollection(view) ?? id) === id)
    const isShared = (other: Id) => this.#isShared(other, priority)
    const schema = await markUnsharedColumns(typed, { former, views: own, isShared })
    const isMarked = Object.values(schema).some(({ unshared }) => unshared === true)
    // If two pages contain the collection, the site uses the higher version: the one with marked columns.
    const record = { ...converted, schema, version: readTime(source.last_edited_time) + (isMarked ? 1 : 0) }
    conversion.tables.collection.set(id, record)
    shown.sources.set(id, getSourceStamp(source))
    return record
  }

  /** Returns a data source; undefined if it is not shared. */
  async getSource(id: Id, priority: Priority): Promise<Fields | undefined> {
    const listed = this.tools.listing.sources.get(id)
    if (listed !== undefined && priority === 'normal') return listed
    const source = await findObject(this.tools.client, `data_sources/${id}`, priority)
    if (source !== undefined) this.tools.listing.sources.set(id, source)
    return source
  }

  /** Adds the data sources of a database to the list, unless they are there. */
  async getSources(database: Fields | undefined, priority: Priority): Promise<void> {
    for (const id of list(database?.data_sources).flatMap((source) => toUuid(source.id) ?? [])) {
      if (!this.tools.listing.sources.has(id)) await this.getSource(id, priority)
    }
  }

  async #isShared(id: Id, priority: Priority): Promise<boolean> {
    const known = this.#shared.get(id) ?? this.getSource(id, priority).then((source) => source !== undefined)
    this.#shared.set(id, known)
    // A failed call may succeed for the next page.
    known.catch(() => this.#shared.delete(id))
    return await known
  }

  /** Requests the rows of a collection that is new. Those of a known one are found by searches and events. */
  async #addRows(id: Id, priority: Priority): Promise<void> {
    if (this.tools.state.collections.has(id)) return
    // Several pages may show it.
    const query = this.#rows.get(id) ?? this.queryAll(id, priority)
    this.#rows.set(id, query)
    await query.finally(() => this.#rows.delete(id))
  }

  /** Requests all rows of a collection and stores their ids. */
  async queryAll(id: Id, priority: Priority): Promise<FoundRows> {
    const { state } = this.tools
    const { rows, isComplete } = await queryRows(id, this.tools, { priority })
    if (isComplete) this.incompleteCollections.delete(id)
    else this.incompleteCollections.add(id)
    const known = state.collections.get(id)
    // An incomplete list removes no rows.
    const all = isComplete ? rows : [...new Set([...rows, ...(known?.rows ?? [])])]
    state.set('collections', id, {
      asked: { view: id, bare: true },
      stamp: known?.stamp ?? '',
      stale: [],
      ...known,
      rows: all,
    })
    return { rows, isComplete }
  }

  async #addView(view: Fields, collection: Id, schema: Schema, request: Request): Promise<void> {
    const { priority, before, shown, conversion } = request
    const id = toUuid(view.id)
    if (id === undefined) return
    shown.views.push({ collection, view: id, space: undefined })
    const { collection_view } = conversion.tables
    if (view.object !== 'view') {
      collection_view.set(id, view)
      const former = before?.collection_query[collection]?.[id]
      if (former !== undefined) shown.queryResults.set(id, former)
      return
    }
    const { record, needsQuery } = convertView(view, collection, schema)
    collection_view.set(id, record)
    const rows = needsQuery && isViewType(record.type) ? await queryView(id, this.tools.client, priority) : undefined
    if (rows !== undefined) shown.queryResults.set(id, createQueryResult(rows))
  }
}

/** Returns a stamp that changes with the name and the properties of a data source. */
export function getSourceStamp(source: Fields): string {
  const { version: _, ...shown } = convertDataSource(source, undefined, new Conversion())
  return hashFields(shown)
}

/** Returns the rows of a view as a page's file contains them. */
export const createQueryResult = (rows: readonly Id[]): Fields => ({
  collection_group_results: { type: 'results', blockIds: rows, hasMore: false, total: rows.length },
})

/** Adds the types of formulas' results, which only rows contain: those of this run, or of the last copy. */
function addResultTypes(schema: Schema, types: ReadonlyMap<string, string> | undefined, former: unknown): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, property]) => {
      const before = isObject(former) ? former[key] : undefined
      const known = isObject(before) && isObject(before.formula2) ? before.formula2.result_type : undefined
      const type = types?.get(key) ?? known
      const isTyped = property.type === 'formula' && type !== undefined
      return [
        key,
        isTyped ? { ...property, formula2: { ...(property.formula2 as Fields), result_type: type } } : property,
      ]
    }),
  )
}

/** Returns a dashboard in the previous version of a page, and the views that it shows. */
const readStoredDashboard = (record: Fields) => ({
  record,
  widgets: readWidgets(record, new Map()).flatMap((row) => row.map(({ view }) => view)),
})

/** Returns the collection of a view in the previous version of a page. */
function getStoredCollection(view: Fields): Id | undefined {
  const pointer = isObject(view.format) ? view.format.collection_pointer : undefined
  return isObject(pointer) ? toUuid(pointer.id) : undefined
}

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
