import { createHash } from 'node:crypto'
import { cleanQueries } from '../../workspace/clean/query'
import type { Id } from '../../workspace/record-map'
import { isViewType, VIEW_TYPES } from '../../workspace/supported'
import { type Fields, isObject } from '../../workspace/values'
import type { Priority } from '../pace'
import type { ShownView } from '../page-walk'
import { getRecord, type Tables } from '../tables'
import type { HostedWorkspace } from './hosted-workspace'

const MAX_ROWS = 200_000

export interface ViewRows {
  tables: Tables
  /** The results as the workspace sent them, which a page's file contains. */
  results: Fields
  rows: Id[]
  /** False when the workspace has more rows than it would list. */
  isComplete: boolean
}

/** Requests the rows of a view, or without `settings` those of the whole collection, with a growing limit until the list is complete. */
export async function queryView(
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
export function getRecordStamp(record: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(record ?? null))
    .digest('base64url')
    .slice(0, 16)
}
