import { createHash } from 'node:crypto'
import { cleanQueries } from '../../workspace/clean/query'
import type { Id } from '../../workspace/record-map'
import { isViewType, VIEW_TYPES } from '../../workspace/supported'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { PageMap, PageStore } from '../page-store'
import type { ShownView } from '../page-walk'
import type { KnownCollection, SyncState } from '../state'
import { addTables, getRecord, type Tables } from '../tables'
import type { HostedWorkspace } from './hosted-workspace'

/** The maximum number of views that one refresh queries again after their collections changed. Until then the site sorts and filters their rows. */
const STALE_AT_ONCE = 2

/** Queries the rows of collections: each view when a page first shows it, later only one view per collection. */
export class Collections {
  /** Collections of which the workspace does not list all rows, even with the highest limit. */
  readonly incompleteCollections = new Set<Id>()

  constructor(
    readonly workspace: HostedWorkspace,
    readonly state: SyncState,
    readonly store: PageStore,
  ) {}

  /**
   * Returns the query results of the views that a page shows, by view. Results in the former page that are still valid are reused. Adds
   * the records of new ones to `tables`. Private collections are returned in `refusedCollections`. Throws {@link CallError} for others.
   */
  async queryViews(
    page: Id,
    views: readonly ShownView[],
    tables: Tables,
    before: PageMap | undefined,
    priority: Priority,
  ): Promise<{ queryResults: Map<Id, unknown>; refusedCollections: ReadonlySet<Id> }> {
    const queryResults = new Map<Id, unknown>()
    const refusedCollections = new Set<Id>()
    for (const collection of new Set(views.map((each) => each.collection))) {
      const own = views.filter((each) => each.collection === collection)
      try {
        await this.#queryCollection(collection, { page, shown: own, before }, tables, queryResults, priority)
      } catch (error) {
        // A private collection on a shared page always gets an error response.
        if (!(error instanceof CallError) || error.kind !== 'refused') throw error
        refusedCollections.add(collection)
      }
    }
    return { queryResults, refusedCollections }
  }

  async #queryCollection(
    collection: Id,
    { page, shown, before }: { page: Id; shown: ShownView[]; before: PageMap | undefined },
    tables: Tables,
    queryResults: Map<Id, unknown>,
    priority: Priority,
  ): Promise<void> {
    const known = this.state.collections.get(collection)
    const { asked, whole } = planViews(
      shown.map(({ view }) => view),
      tables,
    )
    const rows = new Set<Id>(known?.rows)
    const expected = known?.rows.length ?? 0
    const take = (response: ViewRows) => {
      this.#noteWhetherComplete(collection, response)
      addTables(tables, response.tables)
      for (const row of response.rows) rows.add(row)
    }
    for (const view of shown.filter((each) => asked.includes(each.view))) {
      const settings = getRecord(tables.collection_view.get(view.view))
      const old = before?.collection_query[collection]?.[view.view]
      const isSame =
        known !== undefined &&
        old !== undefined &&
        getRecordStamp(before?.collection_view[view.view]?.value) === getRecordStamp(settings)
      if (isSame) {
        queryResults.set(view.view, old)
        continue
      }
      const response = await queryView(this.workspace, view, settings, { expected, priority })
      queryResults.set(view.view, response.results)
      take(response)
    }
    const [first] = shown
    if (first === undefined) return
    const isAskedViewShown = known !== undefined && (await this.#isShown(known.asked.view, collection, { page, shown }))
    if (!isAskedViewShown && whole === undefined) {
      take(await queryView(this.workspace, first, undefined, { expected, priority }))
    }
    const record = getRecord(tables.collection.get(collection))
    this.state.set('collections', collection, {
      space: first.space,
      asked: isAskedViewShown ? known.asked : { view: whole ?? first.view, bare: whole === undefined },
      rows: [...rows],
      stamp: record === undefined ? (known?.stamp ?? '') : getRecordStamp(record),
      stale: known?.stale ?? [],
    })
  }

  /**
   * Queries one view for the rows, and updates the pages that show the collection. Returns the records in the response; undefined
   * if the collection is not shared. Throws {@link CallError}.
   */
  async checkRows(collection: Id, priority: Priority): Promise<Tables | undefined> {
    const known = this.state.collections.get(collection)
    if (known === undefined) return undefined
    const { view, bare } = known.asked
    const settings = bare ? undefined : await this.#findSettings(collection, view)
    const response = await this.#query({ collection, view, space: known.space }, settings, known, priority)
    if (response === undefined) return undefined
    this.#noteWhetherComplete(collection, response)
    const record = getRecord(response.tables.collection.get(collection))
    const stamp = record === undefined ? known.stamp : getRecordStamp(record)
    const isChanged = stamp !== known.stamp || response.rows.join() !== known.rows.join()
    // An incomplete list removes no rows.
    const rows = response.isComplete ? response.rows : [...new Set([...response.rows, ...known.rows])]
    const stale = isChanged ? await this.#findOtherViews(collection, view) : known.stale
    if (isChanged) this.state.set('collections', collection, { ...known, rows, stamp, stale })
    await this.#updatePages(collection, response, bare ? undefined : view)
    return response.tables
  }

  /** Queries some of the views whose responses may be stale. Throws {@link CallError}. */
  async updateStaleViews(): Promise<void> {
    let left = STALE_AT_ONCE
    for (const [collection, known] of this.state.collections) {
      for (const view of known.stale.slice(0, left)) {
        left--
        const settings = await this.#findSettings(collection, view)
        const response = await this.#query({ collection, view, space: known.space }, settings, known, 'normal')
        if (response !== undefined) await this.#updatePages(collection, response, view)
        this.#markUpdated(collection, view)
      }
    }
  }

  /** Marks views as stale after a row was fetched, because views that sort by its properties may order it differently. */
  async markViewsStale(collection: Id): Promise<void> {
    const known = this.state.collections.get(collection)
    if (known === undefined || known.stale.length > 0) return
    const stale = await this.#findOtherViews(collection, known.asked.view)
    if (stale.length > 0) this.state.set('collections', collection, { ...known, stale })
  }

  #noteWhetherComplete(collection: Id, { isComplete }: ViewRows): void {
    if (isComplete) this.incompleteCollections.delete(collection)
    else this.incompleteCollections.add(collection)
  }

  #markUpdated(collection: Id, view: Id): void {
    const known = this.state.collections.get(collection)
    if (known === undefined) return
    this.state.set('collections', collection, { ...known, stale: known.stale.filter((each) => each !== view) })
  }

  async #query(shown: ShownView, settings: Fields | undefined, known: KnownCollection, priority: Priority) {
    try {
      return await queryView(this.workspace, shown, settings, { expected: known.rows.length, priority })
    } catch (error) {
      if (error instanceof CallError && error.kind === 'refused') return undefined
      throw error
    }
  }

  async #updatePages(collection: Id, { tables, results }: ViewRows, view: Id | undefined): Promise<void> {
    const record = getRecord(tables.collection.get(collection))
    for (const page of this.#findPagesWith(collection)) {
      await this.store.patch(page, (map) => {
        if (record !== undefined) map.collection[collection] = { value: record }
        for (const id of Object.keys(map.collection_query[collection] ?? {})) {
          const settings = getRecord(tables.collection_view.get(id))
          if (settings !== undefined) map.collection_view[id] = { value: settings }
        }
        const queryResults = map.collection_query[collection]
        if (view !== undefined && queryResults?.[view] !== undefined) queryResults[view] = results
      })
    }
  }

  #findPagesWith(collection: Id): Id[] {
    return [...this.state.pages].flatMap(([id, { collections }]) => (collections.includes(collection) ? [id] : []))
  }

  async #findOtherViews(collection: Id, view: Id): Promise<Id[]> {
    const others = new Set<Id>()
    for (const page of this.#findPagesWith(collection)) {
      const map = await this.store.read(page)
      for (const id of Object.keys(map?.collection_query[collection] ?? {})) if (id !== view) others.add(id)
    }
    return [...others]
  }

  /** Whether a view still exists: on the current version of the page, or on another page. */
  async #isShown(view: Id, collection: Id, now: { page: Id; shown: readonly ShownView[] }): Promise<boolean> {
    if (now.shown.some((each) => each.view === view)) return true
    return (await this.#findSettings(collection, view, now.page)) !== undefined
  }

  async #findSettings(collection: Id, view: Id, except?: Id): Promise<Fields | undefined> {
    for (const page of this.#findPagesWith(collection)) {
      if (page === except) continue
      const settings = (await this.store.read(page))?.collection_view[view]?.value
      if (settings !== undefined) return settings
    }
    return undefined
  }
}

const MAX_ROWS = 200_000

interface ViewRows {
  tables: Tables
  /** The results as the workspace sent them, which a page's file contains. */
  results: Fields
  rows: Id[]
  /** False when the workspace has more rows than it would list. */
  isComplete: boolean
}

/** Requests the rows of a view, or without `settings` those of the whole collection, with a growing limit until the list is complete. */
async function queryView(
  workspace: HostedWorkspace,
  { collection, view, space }: ShownView,
  settings: Fields | undefined,
  { expected, priority }: { expected: number; priority: Priority },
): Promise<ViewRows> {
  // More than the last count, so that a growing collection still needs one call.
  let limit = Math.max(workspace.limits.rows, Math.ceil(expected * 1.1))
  let before = -1
  for (;;) {
    const { tables, results } = await workspace.queryView(collection, view, settings, {
      limit,
      spaceId: space,
      priority,
    })
    const rows = cleanQueries({ [collection]: { [view]: results } }, [])[collection]?.[view]?.rows ?? []
    const { hasMore, total } = getExtent(results)
    const isComplete = !hasMore && total <= rows.length
    if (isComplete || rows.length <= before || limit >= MAX_ROWS) return { tables, results, rows, isComplete }
    before = rows.length
    limit = Math.min(MAX_ROWS, Math.max(limit * 4, total))
  }
}

/** Returns whether a list in the response is truncated, and the greatest total of a list. */
function getExtent(results: Fields): { hasMore: boolean; total: number } {
  const extent = { hasMore: false, total: 0 }
  for (const list of Object.values(results)) {
    if (!isObject(list) || !Array.isArray(list.blockIds)) continue
    if (list.hasMore === true) extent.hasMore = true
    if (typeof list.total === 'number') extent.total = Math.max(extent.total, list.total)
  }
  return extent
}

/** Returns the views to query, and how to find all rows of the collection: with a view that hides none, or without a view. */
export function planViews(views: readonly Id[], { collection_view }: Tables): { asked: Id[]; whole: Id | undefined } {
  const settings = (id: Id) => getRecord(collection_view.get(id)) ?? {}
  const asked = views.filter((id) => settings(id).type === undefined || isViewType(settings(id).type))
  return { asked, whole: asked.find((id) => showsAll(settings(id))) }
}

function showsAll({ type, format, query2, query }: Fields): boolean {
  const settings = isObject(format) ? format : {}
  const filters = [query2, query].map((each) => (isObject(each) ? each.filter : undefined))
  const isFiltered = [...filters, settings.property_filters].some(isFilled)
  const listsAllRows = !isViewType(type) || VIEW_TYPES[type].listsAllRows
  return !isFiltered && listsAllRows && settings.collection_group_by === undefined
}

function isFilled(filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.length > 0
  return isObject(filter) && (!Array.isArray(filter.filters) || filter.filters.length > 0)
}

/** Returns a stamp that changes with the content of a record. */
function getRecordStamp(record: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(record ?? null))
    .digest('base64url')
    .slice(0, 16)
}
