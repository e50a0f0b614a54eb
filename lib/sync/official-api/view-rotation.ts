import type { Id } from '../../workspace/record-map'
import { isViewType } from '../../workspace/supported'
import { getRecord, hashFields } from '../tables'
import { createQueryResult } from './databases'
import type { FetchTools } from './fetch-page'
import type { Schema } from './filters'
import { queryView } from './rows'
import { convertView } from './views'

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
    const { record, needsQuery } = convertView(object, collection, schema)
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
