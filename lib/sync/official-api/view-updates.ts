import type { Id } from '../../workspace/record-map'
import { isViewType } from '../../workspace/supported'
import type { SyncState } from '../state'
import { getRecord, hashFields } from '../tables'
import { createQueryResult } from './databases'
import type { FetchTools } from './fetch-page'
import { queryView } from './rows'
import type { Schema } from './schema'
import { convertDashboard, convertView } from './views'

/** The maximum number of requests of one refresh for the rows of views. The others follow in the next one; one view is always updated. */
const MAX_REQUESTS = 16
const ROWS_PER_REQUEST = 100

/**
 * Marks the views of a collection whose rows or order only a query returns, after a row was edited. They are queried
 * again by {@link updateStaleViews}.
 */
export async function markStaleViews(collection: Id, { state, store }: FetchTools): Promise<void> {
  const known = state.collections.get(collection)
  if (known === undefined) return
  const stale = new Set(known.stale)
  for (const page of findPagesThatShow(collection, state)) {
    const map = await store.read(page)
    for (const view of Object.keys(map?.collection_query[collection] ?? {})) stale.add(view)
  }
  if (stale.size > known.stale.length) state.set('collections', collection, { ...known, stale: [...stale] })
}

/** Queries the views that may be out of date, within the budget of a refresh. Throws {@link CallError}. */
export async function updateStaleViews({ client, state, store }: FetchTools): Promise<void> {
  let left = MAX_REQUESTS
  for (const [collection, { stale, rows: known }] of state.collections) {
    const cost = Math.max(1, Math.ceil(known.length / ROWS_PER_REQUEST))
    for (const view of stale) {
      if (left < cost && left < MAX_REQUESTS) return
      left -= cost
      const rows = await queryView(view, client, 'normal')
      // If Notion does not return them, the last result stays.
      for (const page of rows === undefined ? [] : findPagesThatShow(collection, state)) {
        await store.patch(page, ({ collection_query: { [collection]: results } }) => {
          if (results?.[view] !== undefined && rows !== undefined) results[view] = createQueryResult(rows)
        })
      }
      const now = state.collections.get(collection)
      if (now) state.set('collections', collection, { ...now, stale: now.stale.filter((each) => each !== view) })
    }
  }
}

const findPagesThatShow = (collection: Id, { pages }: SyncState): Id[] =>
  [...pages].flatMap(([id, { collections }]) => (collections.includes(collection) ? [id] : []))

/**
 * Requests one view of one page, a different one in each refresh: searches do not show that a view changed, and events may be lost. Throws
 * {@link CallError}.
 */
export async function updateNextView({ client, databases, state, store }: FetchTools): Promise<void> {
  const pages = [...state.pages].flatMap(([id, { collections }]) => (collections.length > 0 ? [id] : []))
  const turn = state.clocks.get('view') ?? 0
  let skipped = 0
  for (const page of pages) {
    const map = await store.read(page)
    const views = Object.keys(map?.collection_view ?? {})
    const view = views[turn - skipped]
    skipped += views.length
    if (map === undefined || view === undefined) continue
    state.set('clocks', 'view', turn + 1)
    const stored = getRecord(map.collection_view[view]) ?? {}
    const collection = (stored.format as { collection_pointer?: { id?: Id } } | undefined)?.collection_pointer?.id ?? ''
    const schema = (getRecord(map.collection[collection])?.schema ?? {}) as Schema
    const object = await databases.getView(view, 'normal')
    if (object === undefined) return
    const { record, needsQuery } =
      object.type === 'dashboard'
        ? { ...convertDashboard(object), needsQuery: false }
        : convertView(object, collection, schema)
    if (hashFields(record) === hashFields(stored)) return
    const rows = needsQuery && isViewType(record.type) ? await queryView(view, client, 'normal') : undefined
    await store.patch(page, (changed) => {
      changed.collection_view[view] = { value: record }
      const queryResults: Record<Id, unknown> = { ...changed.collection_query[collection] }
      if (rows === undefined) delete queryResults[view]
      else queryResults[view] = createQueryResult(rows)
      changed.collection_query[collection] = queryResults
    })
    return
  }
  state.set('clocks', 'view', 0)
}
