import type { ReadValue } from '../../workspace/query/row-values'
import type { Block, Collection, CollectionView, Id } from '../../workspace/record-map'
import { readString } from '../read-values'

/** The rows of a view with sub-items. */
export interface RowTree {
  /** The rows that are not below others, in order. */
  rows: Block[]
  /** The rows directly below a row, in order; empty for a view that does not nest them. */
  nested: ReadonlyMap<Block, Block[]>
}

/** The types of views that nest sub-items. Others show all rows. */
const NESTING: ReadonlySet<string> = new Set(['table', 'list'])

/** Sub-items of this level have none of their own: deeper ones are shown beside them. */
const MAX_LEVEL = 10

/** With more rows below others, a view is a flat list: rows below others are sent with the first rows, and a flat list has numbered pages. */
export const SUBITEM_LIMITS = { nestedRows: 500 }

/** Names of the relation that leads from a sub-item to its parent, for a relation of which the values do not show the direction. */
const PARENT_NAMES = /parent|belongs to|الأصل|親|父/i

interface TreeContext {
  collection: Collection
  /** All rows that the viewer may read, in the order of the view. */
  rows: Block[]
  read: ReadValue
  keeps(row: Block): boolean
}

/**
 * Returns the rows that a view shows: without sub-items if it hides them, or with sub-items below their parents. The filter of the view
 * applies to parents, to sub-items or to both. A row whose parent is not shown is not below another one.
 */
export function createRowTree({ format, type }: CollectionView, context: TreeContext): RowTree {
  const { rows, keeps } = context
  const { subitem_display_mode: mode, subitem_filter_scope: scope } = format
  const property = readString(format.subitem_property) ?? readString(context.collection.format.subitem_property)
  const isHidden = mode === 'hidden' || (mode === 'flattened' && scope === 'parents')
  const isNested = mode === 'show' && NESTING.has(type)
  const parents = property !== undefined && (isHidden || isNested) ? findParents(property, context) : undefined
  if (parents === undefined || parents.size === 0) return { rows: rows.filter(keeps), nested: new Map() }
  if (isHidden) return { rows: rows.filter((row) => keeps(row) && !parents.has(row)), nested: new Map() }
  const shown = chooseRows(scope, parents, context)
  const tree = nestRows(rows, parents, shown)
  return shown.size - tree.rows.length > SUBITEM_LIMITS.nestedRows
    ? { rows: rows.filter((row) => shown.has(row)), nested: new Map() }
    : tree
}

/** Returns the rows that a view with nested sub-items shows. */
function chooseRows(
  scope: unknown,
  parents: ReadonlyMap<Block, Block>,
  { rows, keeps }: TreeContext,
): ReadonlySet<Block> {
  if (scope === 'parents') {
    const tops = computeDown<Block>(
      rows,
      (row) => parents.get(row),
      (row, _, top) => top ?? row,
    )
    return new Set(rows.filter((row) => keeps(tops.get(row) ?? row)))
  }
  if (scope !== 'subitems') return new Set(rows.filter(keeps))
  const shown = new Set<Block>()
  const withSubitems = new Set(parents.values())
  for (const row of rows) {
    const isKept = parents.has(row) ? keeps(row) : !withSubitems.has(row)
    for (
      let at: Block | undefined = isKept ? row : undefined;
      at !== undefined && !shown.has(at);
      at = parents.get(at)
    ) {
      shown.add(at)
    }
  }
  return shown
}

/** Computes a value for each row from that of its parent, without recursion. */
function computeDown<Result>(
  rows: readonly Block[],
  getParent: (row: Block) => Block | undefined,
  compute: (row: Block, parent: Block | undefined, above: Result | undefined) => Result,
): ReadonlyMap<Block, Result> {
  const results = new Map<Block, Result>()
  for (const start of rows) {
    const path: Block[] = []
    for (let at: Block | undefined = start; at !== undefined && !results.has(at); at = getParent(at)) path.push(at)
    for (const row of path.reverse()) {
      const parent = getParent(row)
      results.set(row, compute(row, parent, parent && results.get(parent)))
    }
  }
  return results
}

interface Place {
  level: number
  /** The row below which a row is shown; undefined for one at the top. */
  holder: Block | undefined
}

function nestRows(rows: Block[], parents: ReadonlyMap<Block, Block>, shown: ReadonlySet<Block>): RowTree {
  const getShownParent = (row: Block) => {
    const parent = parents.get(row)
    return parent !== undefined && shown.has(parent) ? parent : undefined
  }
  const kept = rows.filter((row) => shown.has(row))
  const places = computeDown<Place>(kept, getShownParent, (_, parent, above) => {
    if (above === undefined) return { level: 0, holder: undefined }
    return above.level < MAX_LEVEL ? { level: above.level + 1, holder: parent } : above
  })
  const nested = new Map<Block, Block[]>()
  const tops: Block[] = []
  for (const row of kept) {
    const holder = places.get(row)?.holder
    const siblings = holder === undefined ? tops : (nested.get(holder) ?? [])
    siblings.push(row)
    if (holder !== undefined) nested.set(holder, siblings)
  }
  return { rows: tops, nested }
}

/** Returns the parent of each sub-item. A cycle is cut at one of its rows. */
function findParents(property: string, { collection: { schema }, rows, read }: TreeContext): Map<Block, Block> {
  const column = Object.hasOwn(schema, property) ? schema[property] : undefined
  const byId = new Map(rows.map((row) => [row.id, row]))
  const readRows = (row: Block, id: string): Block[] => {
    const value = read(row, id)
    return value?.type === 'pages' ? value.ids.flatMap((each: Id) => byId.get(each) ?? []) : []
  }
  const parents = new Map<Block, Block>()
  if (column?.type !== 'relation') return parents
  const add = (child: Block, parent: Block) => {
    if (child !== parent && !parents.has(child)) parents.set(child, parent)
  }
  const inverse = readString(column.more?.property)
  const values = rows.map((row) => [row, readRows(row, property)] as const)
  const leadsToParents = isParentRelation(
    column.name,
    values.map(([, related]) => related),
  )
  for (const [row, related] of values) {
    for (const each of related) leadsToParents ? add(row, each) : add(each, row)
    if (inverse !== undefined)
      for (const each of readRows(row, inverse)) leadsToParents ? add(each, row) : add(row, each)
  }
  cutCycles(parents)
  return parents
}

/** Whether a relation leads from sub-items to parents: a sub-item has one parent, and a parent several sub-items. */
function isParentRelation(name: string, values: readonly Block[][]): boolean {
  if (values.some((related) => related.length > 1)) return false
  const single = values.flat()
  return new Set(single).size < single.length || PARENT_NAMES.test(name)
}

function cutCycles(parents: Map<Block, Block>): void {
  const checked = new Set<Block>()
  for (const start of [...parents.keys()]) {
    const path = new Set<Block>()
    let at: Block | undefined = start
    while (at !== undefined && !checked.has(at) && !path.has(at)) {
      path.add(at)
      at = parents.get(at)
    }
    if (at !== undefined && path.has(at)) parents.delete(at)
    for (const row of path) checked.add(row)
  }
}
