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
 * record of `layouts`.
 */
export function readWidgets(view: unknown, layouts: ReadonlyMap<string, unknown>): Widget[][] {
  if (!isObject(view) || view.type !== 'dashboard' || !isObject(view.format)) return []
  const id = findLayout(view)
  const layout = id === undefined ? undefined : (layouts.get(id) ?? layouts.get(id.replaceAll('-', '')))
  const modules = isObject(layout) && isObject(layout.modules) ? layout.modules : view.format
  return readObjects(modules.dashboard_layout_schema).flatMap(({ type, modules: widgets }) => {
    const row = type === 'row' ? readObjects(widgets).flatMap(readWidget) : []
    return row.length === 0 ? [] : [row]
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

function readWidget({ type, collection_view_id, width }: Record<string, unknown>): Widget[] {
  const view = type === 'view' ? toUuid(collection_view_id) : undefined
  const relative = readNumberWithin(width, 0.001, 10_000)
  return view === undefined ? [] : [{ view, ...(relative !== undefined && { width: relative }) }]
}

const readObjects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Replaces each dashboard by databases with one view each, in columns. So each widget is prepared like any other database. They are before
 * the database of the dashboard if the dashboard is its first view, else after it. A dashboard in a dashboard is left out, as in Notion, and
 * so is one that several databases list, except in the first. Changes the blocks in place, and adds the new ones to `all` as well.
 */
export function replaceDashboards(
  all: Block[],
  blocks: Record<Id, Block>,
  views: Readonly<Record<Id, CollectionView>>,
  layouts: ReadonlyMap<string, unknown>,
): void {
  const replaced = new Set<Id>()
  const siblings = new Map<Id, Id[]>()
  const made: Block[] = []
  for (const block of all) {
    if (!DATABASES.has(block.type)) continue
    const shown: Id[] = []
    const { view_ids: ids = [] } = block
    const isPage = block.type === 'collection_view_page'
    const dashboards = ids.filter((id) => {
      if (replaced.has(id)) return true
      const rows = readWidgets(views[id], layouts)
        .map((row) => row.filter(({ view }) => views[view] !== undefined && views[view]?.type !== 'dashboard'))
        .filter((row) => row.length > 0)
      if (rows.length === 0) return false
      replaced.add(id)
      const create = new BlockMaker(block, id, blocks, made)
      for (const row of rows) shown.push(create.row(row, views))
      return true
    })
    if (dashboards.length === 0) continue
    const others = ids.filter((id) => !dashboards.includes(id))
    const isFirst = dashboards[0] === ids[0]
    block.view_ids = others
    if (isPage) {
      // The page shows its own views before its content.
      const last = isFirst && others.length > 0 ? [new BlockMaker(block, ids[0] ?? '', blocks, made).rest(others)] : []
      if (last.length > 0) block.view_ids = []
      block.content = [...shown, ...last, ...block.content]
    } else {
      siblings.set(block.id, isFirst ? [...shown, ...(others.length > 0 ? [block.id] : [])] : [block.id, ...shown])
    }
  }
  if (replaced.size === 0) return
  for (const block of all) block.content = block.content.flatMap((id) => siblings.get(id) ?? [id])
  for (const block of made) all.push(block)
}

/** Makes the blocks of a dashboard. */
class BlockMaker {
  #count = 0

  constructor(
    readonly database: Block,
    readonly dashboard: Id,
    readonly blocks: Record<Id, Block>,
    readonly made: Block[],
  ) {}

  /** Returns the block of a row: the only widget, or columns with one widget each. */
  row(widgets: Widget[], views: Readonly<Record<Id, CollectionView>>): Id {
    const { id: parent, type, parent_id, parent_table } = this.database
    const place =
      type === 'collection_view_page'
        ? ({ parent_id: parent, parent_table: 'block' } as const)
        : { parent_id, parent_table }
    const [first, ...others] = widgets
    if (first !== undefined && others.length === 0) return this.#widget(first, views, place).id
    const list = this.#add({ ...place, type: 'column_list' })
    const total = widgets.reduce((sum, { width = 1 }) => sum + width, 0)
    list.content = widgets.map((widget) => {
      const column = this.#add({ parent_id: list.id, parent_table: 'block', type: 'column' })
      column.format = { column_ratio: (widget.width ?? 1) / total }
      column.content = [this.#widget(widget, views, { parent_id: column.id, parent_table: 'block' }).id]
      return column.id
    })
    return list.id
  }

  /** Returns the block of the other views of a page. */
  rest(view_ids: Id[]): Id {
    const { id, collection_id } = this.database
    const place = { parent_id: id, parent_table: 'block', type: 'collection_view' } as const
    return this.#add({
      ...place,
      collection_id,
      view_ids,
      format: { is_widget: true, hide_inline_collection_name: true },
    }).id
  }

  #widget(
    { view }: Widget,
    views: Readonly<Record<Id, CollectionView>>,
    place: Pick<Block, 'parent_id' | 'parent_table'>,
  ): Block {
    const collection_id = findViewCollection(views[view]) ?? this.database.collection_id
    return this.#add({
      ...place,
      type: 'collection_view',
      collection_id,
      view_ids: [view],
      format: { is_widget: true },
    })
  }

  #add(init: Partial<Block> & Pick<Block, 'type' | 'parent_id' | 'parent_table'>): Block {
    const { alive, created_time, last_edited_time } = this.database
    let id: Id
    do id = combineIds(combineIds(this.database.id, this.dashboard), toNumberedId(++this.#count))
    while (this.blocks[id] !== undefined)
    const block: Block = {
      id,
      alive,
      created_time,
      last_edited_time,
      properties: {},
      format: { is_widget: true },
      content: [],
      ...init,
    }
    this.blocks[id] = block
    this.made.push(block)
    return block
  }
}

/** The number is at the start, because addresses of databases and views consist of the first digits of their id. */
const toNumberedId = (number: number): Id => `${number.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`
