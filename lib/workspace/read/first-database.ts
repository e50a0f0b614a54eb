import type { Block, Id } from '../record-map'
import type { FirstDatabase, StoredPage } from '../stored'
import { isViewType } from '../supported'
import { isObject } from '../values'

/** Returns the first database among the blocks of a page in reading order. */
export function findFirstDatabase(blocks: readonly Block[], { views }: StoredPage): FirstDatabase | undefined {
  for (const { id, type, collection_id, view_ids = [] } of blocks) {
    if (!type.startsWith('collection_view') || collection_id === undefined) continue
    const view = view_ids.map((each) => views[each]).find((each) => isViewType(each?.type))
    const properties = view === undefined ? [] : listProperties(view)
    return { block: id, collection: collection_id, layout: view?.type ?? 'table', properties }
  }
  return undefined
}

function listProperties({ type, format, query }: StoredPage['views'][Id]): Id[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const shown = list(format[`${type}_properties`]).filter((each) => isObject(each) && each.visible !== false)
  const groups = [format.board_columns_by, format.collection_group_by, query.group_by, list(format.board_columns)[0]]
  const ids = [...shown, ...groups].map((each) => (isObject(each) ? each.property : each))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
