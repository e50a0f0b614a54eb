import { createHash } from 'node:crypto'
import { cleanQueries } from '../../workspace/clean/query'
import type { Id } from '../../workspace/record-map'
import { isViewType, VIEW_TYPES } from '../../workspace/supported'
import { type Fields, isObject } from '../../workspace/values'
import type { Priority } from '../pace'
import type { ShownView } from '../page-walk'
import { getRecord, type Tables } from '../tables'
import type { HostedWorkspace } from './hosted-workspace'

/** The default limit of the workspace. */
const USUAL_LIMIT = 999
const MOST_ROWS = 200_000

export interface ViewAnswer {
  tables: Tables
  /** As the workspace sent them; what a page's file keeps. */
  results: Fields
  rows: Id[]
  /** False when the workspace has more rows than it would list. */
  isComplete: boolean
}

/** Asks for the rows of a view, or without its settings for those of the whole collection, until all of them are there. */
export async function queryView(
  workspace: HostedWorkspace,
  { collection, view, space }: ShownView,
  settings: Fields | undefined,
  { expected, priority }: { expected: number; priority: Priority },
): Promise<ViewAnswer> {
  // Some more than there were last time, so that a long collection is still one call.
  let limit = Math.max(USUAL_LIMIT, Math.ceil(expected * 1.1))
  let before = -1
  for (;;) {
    const { tables, results } = await workspace.query(collection, view, settings, { limit, spaceId: space, priority })
    const rows = cleanQueries({ [collection]: { [view]: results } }, [])[collection]?.[view]?.rows ?? []
    const { hasMore, total } = extentOf(results)
    const isComplete = !hasMore && total <= rows.length
    if (isComplete || rows.length <= before || limit >= MOST_ROWS) return { tables, results, rows, isComplete }
    before = rows.length
    limit = Math.min(MOST_ROWS, Math.max(limit * 4, total))
  }
}

/** Whether any list of a response is truncated, and the greatest length that a list claims. */
function extentOf(results: Fields): { hasMore: boolean; total: number } {
  const extent = { hasMore: false, total: 0 }
  for (const list of Object.values(results)) {
    if (!isObject(list) || !Array.isArray(list.blockIds)) continue
    if (list.hasMore === true) extent.hasMore = true
    if (typeof list.total === 'number') extent.total = Math.max(extent.total, list.total)
  }
  return extent
}

/** The views whose rows are asked for, and how all rows of the collection are found: by a view that hides none, or by none. */
export function planViews(views: readonly Id[], { collection_view }: Tables): { asked: Id[]; whole: Id | undefined } {
  const settings = (id: Id) => getRecord(collection_view.get(id)) ?? {}
  const asked = views.filter((id) => settings(id).type === undefined || isViewType(settings(id).type))
  return { asked, whole: asked.find((id) => showsAll(settings(id))) }
}

function showsAll({ type, format, query2, query }: Fields): boolean {
  const look = isObject(format) ? format : {}
  const filters = [query2, query].map((each) => (isObject(each) ? each.filter : undefined))
  const isFiltered = [...filters, look.property_filters].some(isFilled)
  const listsAllRows = !isViewType(type) || VIEW_TYPES[type].listsAllRows
  return !isFiltered && listsAllRows && look.collection_group_by === undefined
}

function isFilled(filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.length > 0
  return isObject(filter) && (!Array.isArray(filter.filters) || filter.filters.length > 0)
}

/** Changes with what a record says. */
export function getRecordStamp(record: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(record ?? null))
    .digest('base64url')
    .slice(0, 16)
}
