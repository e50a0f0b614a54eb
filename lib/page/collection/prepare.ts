import 'server-only'
import { saysAccess } from '../../site/access'
import { saysPath } from '../../site/row-facts'
import { headProperties } from '../../workspace/head-properties'
import { itemCount, type Names } from '../../workspace/property-values'
import type {
  Block,
  Collection,
  CollectionView,
  Id,
  PropertySchema,
  QueryAnswer,
  RichText,
} from '../../workspace/record-map'
import { rowReader } from '../../workspace/row-values'
import type { ViewContext, WireText } from '../types'
import { prepareColumn } from './cells'
import { titleProperty } from './columns'
import { type CoverSource, prepareCover } from './covers'
import { labelsFor } from './labels'
import type { Cell, CollectionData, Column, PreparedProperty, Row, View } from './types'
import { type PlannedView, planView } from './views'

/** Sets rich text for the browser; the id names the block that the text belongs to. */
export type PrepareText = (text: RichText, blockId: Id) => WireText

export interface CollectionInput {
  /** The `collection_view` or `collection_view_page` that shows the collection. */
  block: Block
  collection: Collection
  /** The block's views in the order of its tabs. */
  views: CollectionView[]
  /** By view id. */
  answers: Record<Id, QueryAnswer>
  /** Only rows that the viewer may read. */
  rows: Block[]
  context: ViewContext
  prepareText: PrepareText
  /** Milliseconds since 1970; what `today` in a filter means. */
  now: number
  /** The first image in the content of a row's page, for cards that show it as their cover. */
  contentImage?: (row: Block) => string | undefined
}

const PAGE_SIZE = 50
const TITLE: PropertySchema = { name: 'Name', type: 'title' }

/**
 * Turns a collection, its views and its readable rows into what one viewer's browser gets: only the properties, rows and values
 * that one of the views shows. Views of other types than the four are skipped, each with a warning. Never throws.
 */
export function prepareCollection(input: CollectionInput): CollectionData {
  const { block, context, prepareText, now, contentImage = () => undefined } = input
  const collection = withTitle(input.collection)
  const rows = input.rows.filter((row) => context.pageLink(row.id) !== undefined)
  const names = namesIn(context)
  const read = rowReader({ schema: collection.schema, rows, names, now })
  // What a filter keeps does not depend on who may read the pages that a row relates to.
  const everyPage: Names = { ...names, pageTitle: (id) => names.pageTitle(id) ?? '' }
  const readToFilter = rowReader({ schema: collection.schema, rows, names: everyPage, now })
  const world = { collection, rows, answers: input.answers, read, readToFilter, names, context, now }
  const plans = input.views.flatMap((view) => planView(view, world) ?? [])

  const shownRows = [...new Set(plans.flatMap((plan) => plan.groups.flatMap((group) => group.rows)))]
  const title = titleProperty(collection)
  const columns = new ColumnSet()
  const addProperty = (id: string) =>
    columns.add(id, () =>
      prepareColumn(id, collection.schema[id] ?? TITLE, shownRows, read, { context, names, prepareText }),
    )
  const addCover = (source: CoverSource) => {
    const cells = shownRows.map((row) => prepareCover(source, row, read, context, contentImage))
    if (cells.every((cell) => cell === null)) return undefined
    return columns.add(JSON.stringify(source), () => ({ column: { name: '', kind: 'cover' }, cells }))
  }
  const titleColumn = addProperty(title)
  const views = plans.map((plan) => toView(plan, shownRows, addProperty, addCover))

  const isNameless = block.type === 'collection_view_page' || block.format.hide_inline_collection_name === true
  const name = isNameless ? '' : prepareText(collection.name, block.id)
  const icon = name && collection.icon ? iconOf(collection.icon, block, context) : undefined
  return {
    id: block.id.slice(0, 8),
    ...(name && { title: name }),
    ...(icon && { icon }),
    columns: columns.columns,
    titleColumn,
    rows: shownRows.map((row, index) => toRow(row, columns.cellsOf(index), context)),
    views,
    pageSize: PAGE_SIZE,
    total: shownRows.length,
    labels: labelsFor(context.locale).interface,
  }
}

export interface PropertiesInput {
  row: Block
  collection: Collection
  /** The collection's readable rows, for what the row's relations lead to. */
  rows?: Block[]
  context: ViewContext
  prepareText: PrepareText
  now: number
}

/** The properties that the head of a row's own page shows, in order; those by which editors steer the site are never among them. */
export function prepareProperties(input: PropertiesInput): PreparedProperty[] {
  const { row, collection, rows = [row], context, prepareText, now } = input
  const names = namesIn(context)
  const read = rowReader({ schema: collection.schema, rows, names, now })
  return headProperties(collection).flatMap(({ id, schema, hideEmpty }) => {
    if (schema.type === 'title' || saysAccess(schema) || saysPath(schema)) return []
    if (hideEmpty && itemCount(read(row, id)) === 0) return []
    const { column, cells } = prepareColumn(id, schema, [row], read, { context, names, prepareText })
    return [{ column, cell: cells[0] ?? null }]
  })
}

/** Rows are shown by their titles, also where the schema has lost them. */
function withTitle(collection: Collection): Collection {
  const title = titleProperty(collection)
  return Object.hasOwn(collection.schema, title)
    ? collection
    : { ...collection, schema: { [title]: TITLE, ...collection.schema } }
}

/** The columns that views share, each prepared once. */
class ColumnSet {
  readonly columns: Column[] = []
  readonly #cells: Cell[][] = []
  readonly #indexes = new Map<string, number>()

  add(key: string, make: () => { column: Column; cells: Cell[] }): number {
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    const { column, cells } = make()
    this.#indexes.set(key, this.columns.length)
    this.#cells.push(cells)
    return this.columns.push(column) - 1
  }

  /** The cells of one row, without empty ones at the end. */
  cellsOf(row: number): Cell[] {
    const cells = this.#cells.map((column) => column[row] ?? null)
    while (cells.at(-1) === null) cells.pop()
    return cells
  }
}

function toView(
  { type, settings, properties, groups, cover }: PlannedView,
  rows: Block[],
  addProperty: (id: string) => number,
  addCover: (source: CoverSource) => number | undefined,
): View {
  const indexes = new Map(rows.map((row, index) => [row, index]))
  // A view none of whose rows has a picture shows no empty frames.
  const column = cover && addCover(cover.source)
  return {
    ...settings,
    columns: properties.map(({ id }) => addProperty(id)),
    ...(type === 'table' && { widths: properties.map(({ width }) => width) }),
    ...(cover && column !== undefined && { cover: { column, size: cover.size, aspect: cover.aspect } }),
    sections: groups.map(({ rows: members, label, color, totals }) => ({
      rows: members.flatMap((row) => indexes.get(row) ?? []),
      total: members.length,
      ...(label !== undefined && { label }),
      ...(color !== undefined && { color }),
      ...(totals && { totals }),
    })),
  }
}

function toRow(row: Block, cells: Cell[], context: ViewContext): Row {
  const link = context.pageLink(row.id)
  return [link?.path ?? '', link?.icon ?? null, cells]
}

function iconOf(icon: string, block: Block, context: ViewContext): string | undefined {
  return /^(?:\/|\w+:)/.test(icon) ? context.fileAddress(icon, block.id) : icon
}

function namesIn(context: ViewContext): Names {
  return {
    userName: (id) => context.userName(id),
    pageTitle: (id) => context.pageLink(id)?.title,
    locale: context.locale,
    timeZone: context.timeZone,
  }
}
