import { LIMITS } from '../budget'
import { toUuid } from '../ids'
import type { Block, CollectionView, Id } from '../record-map'
import { type Fields, isObject, readNumberWithin } from '../values'
import { combineIds, findViewCollection } from './view'

/** A widget of a dashboard shows one view. Widths are relative to those of the same row. */
export interface Widget {
  view: Id
  width?: number
}

const DATABASES: ReadonlySet<string> = new Set(['collection_view', 'collection_view_page'])

/** Returns the id of the record with the widgets of a dashboard; undefined for other views. */
export function findLayout(view: unknown): Id | undefined {
  if (!isObject(view) || view.type !== 'dashboard' || !isObject(view.format)) return undefined
  const pointer = view.format.dashboard_layout_pointer
  return isObject(pointer) ? toUuid(pointer.id) : undefined
}

/**
 * Returns the rows of widgets of a dashboard; none for other views. A view either has them itself, as the sync writes it, or a pointer to a
 * record of `layouts`. Reads at most `LIMITS.widgets` rows, and as many widgets of all rows together.
 */
export function readWidgets(view: unknown, layouts: ReadonlyMap<string, unknown>): Widget[][] {
  if (!isObject(view) || view.type !== 'dashboard' || !isObject(view.format)) return []
  const id = findLayout(view)
  const layout = id === undefined ? undefined : (layouts.get(id) ?? layouts.get(id.replaceAll('-', '')))
  const modules = isObject(layout) && isObject(layout.modules) ? layout.modules : view.format
  let left: number = LIMITS.widgets
  return readList(modules.dashboard_layout_schema, left).flatMap((row) => {
    const listed = isObject(row) && row.type === 'row' ? readList(row.modules, left) : []
    left -= listed.length
    const widgets = listed.flatMap(readWidget)
    return widgets.length === 0 ? [] : [widgets]
  })
}

/** Returns the record of a dashboard with its widgets, in the form in which records of layouts have them. */
export const storeWidgets = (view: Fields, rows: readonly Widget[][]): Fields => ({
  ...view,
  format: {
    ...(isObject(view.format) ? view.format : {}),
    dashboard_layout_schema: rows.map((row) => ({
      type: 'row',
      modules: row.map(({ view: id, width }) => ({
        type: 'view',
        collection_view_id: id,
        ...(width !== undefined && { width }),
      })),
    })),
  },
})

function readWidget(widget: unknown): Widget[] {
  if (!isObject(widget)) return []
  const view = widget.type === 'view' ? toUuid(widget.collection_view_id) : undefined
  const width = readNumberWithin(widget.width, 0.001, 10_000)
  return view === undefined ? [] : [{ view, ...(width !== undefined && { width }) }]
}

const readList = (value: unknown, max: number): unknown[] => (Array.isArray(value) ? value.slice(0, max) : [])

/**
 * Replaces each dashboard by databases with one view each, in columns. So each widget is prepared like any other database. They are before
 * the database of the dashboard if the dashboard is its first view, else after it. The block of the database stays, even without views,
 * because the database is below it in the tree of pages. A dashboard in a dashboard is left out, as in Notion, and so is one that several
 * databases list, except in the first. Changes the blocks in place, and adds the new ones to `all` as well.
 */
export function replaceDashboards(
  all: Block[],
  blocks: Record<Id, Block>,
  views: Readonly<Record<Id, CollectionView>>,
  layouts: ReadonlyMap<string, unknown>,
): void {
  const maker = new BlockMaker(blocks, views)
  const replaced = new Set<Id>()
  const usedLayouts = new Set<Id>()
  const siblings = new Map<Id, Id[]>()
  const takeRows = (dashboard: Id): Widget[][] => {
    const view = views[dashboard]
    const layout = findLayout(view)
    // A record of widgets belongs to one dashboard. Otherwise, a small map could repeat them many times.
    if (layout !== undefined && usedLayouts.has(layout)) return []
    const rows = readWidgets(view, layouts)
      .map((row) => row.filter((each) => views[each.view] !== undefined && views[each.view]?.type !== 'dashboard'))
      .filter((row) => row.length > 0)
    if (rows.length === 0) return []
    replaced.add(dashboard)
    if (layout !== undefined) usedLayouts.add(layout)
    return rows
  }
  for (const block of all) {
    const { view_ids: ids = [] } = block
    const [firstView] = ids
    if (!DATABASES.has(block.type) || firstView === undefined) continue
    const shown: Id[] = []
    const others = ids.filter((id) => {
      if (replaced.has(id)) return false
      const rows = takeRows(id)
      for (const row of rows) shown.push(maker.createRow(row, { database: block, dashboard: id }))
      return rows.length === 0
    })
    if (others.length === ids.length) continue
    const isFirst = others[0] !== firstView
    block.view_ids = others
    if (block.type === 'collection_view') {
      siblings.set(block.id, isFirst ? [...shown, block.id] : [block.id, ...shown])
    } else if (isFirst && others.length > 0) {
      // The page shows its own views before its content.
      block.view_ids = []
      block.content = [...shown, maker.createRest(others, { database: block, dashboard: firstView }), ...block.content]
    } else {
      block.content = [...shown, ...block.content]
    }
    if (block.view_ids.length === 0) block.format.is_dashboard = true
  }
  if (siblings.size > 0) for (const block of all) block.content = insertSiblings(block.content, siblings)
  // A call with all of them as arguments would fail in a large map.
  for (const block of maker.made) all.push(block)
}

/** Inserts what is next to the blocks in a list, and removes it from `siblings`: only one of several lists gets it. */
function insertSiblings(content: Id[], siblings: Map<Id, Id[]>): Id[] {
  return content.flatMap((id) => {
    const inserted = siblings.get(id) ?? [id]
    siblings.delete(id)
    return inserted
  })
}

type Place = Pick<Block, 'parent_id' | 'parent_table'>

const createPlace = (parent: Id): Place => ({ parent_id: parent, parent_table: 'block' })

/** A dashboard and the block of its database. */
interface Source {
  database: Block
  dashboard: Id
}

/** Makes the blocks of the dashboards of a map. */
class BlockMaker {
  readonly made: Block[] = []
  #base: Id | undefined
  #count = 0

  constructor(
    readonly blocks: Record<Id, Block>,
    readonly views: Readonly<Record<Id, CollectionView>>,
  ) {}

  /** Returns the block of a row of a dashboard: the only widget, or columns with one widget each. */
  createRow(widgets: Widget[], source: Source): Id {
    const { id, type, parent_id, parent_table } = source.database
    const place = type === 'collection_view_page' ? createPlace(id) : { parent_id, parent_table }
    const [first, ...others] = widgets
    if (first !== undefined && others.length === 0) return this.#createWidget(first, source, place).id
    const list = this.#add(source, { ...place, type: 'column_list', format: { is_widget: true } })
    const total = widgets.reduce((sum, { width = 1 }) => sum + width, 0)
    list.content = widgets.map((widget) => {
      const format = { column_ratio: (widget.width ?? 1) / total }
      const column = this.#add(source, { ...createPlace(list.id), type: 'column', format })
      column.content = [this.#createWidget(widget, source, createPlace(column.id)).id]
      return column.id
    })
    return list.id
  }

  /** Returns the block of the other views of a page with a dashboard. */
  createRest(view_ids: Id[], source: Source): Id {
    const { id, collection_id } = source.database
    const format = { hide_inline_collection_name: true }
    return this.#add(source, { ...createPlace(id), type: 'collection_view', collection_id, view_ids, format }).id
  }

  #createWidget({ view }: Widget, source: Source, place: Place): Block {
    const collection_id = findViewCollection(this.views[view]) ?? source.database.collection_id
    const format = { is_widget: true }
    return this.#add(source, { ...place, type: 'collection_view', collection_id, view_ids: [view], format })
  }

  #add(source: Source, fields: Place & Pick<Block, 'type' | 'format'> & Partial<Block>): Block {
    const { alive, created_time, last_edited_time } = source.database
    const id = this.#createId(source)
    const block: Block = { id, alive, created_time, last_edited_time, properties: {}, content: [], ...fields }
    this.blocks[id] = block
    this.made.push(block)
    return block
  }

  /** Returns an id that no block has. With one base and one counter for the map, each block of the map is in the way at most once. */
  #createId({ database, dashboard }: Source): Id {
    this.#base ??= combineIds(database.id, dashboard)
    let id: Id
    do id = combineIds(this.#base, toNumberedId(++this.#count))
    while (this.blocks[id] !== undefined)
    return id
  }
}

/** The number is at the start, because addresses of databases and views consist of the first digits of their id. */
const toNumberedId = (number: number): Id => `${number.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`
