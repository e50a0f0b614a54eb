import 'server-only'
import { collectionMessagesFor } from '../../messages/parts/collection'
import { COSTS } from '../../workspace/budget'
import type { Names } from '../../workspace/property-values'
import { type ReadValue, type Rows, rowReader } from '../../workspace/query/row-values'
import { rankRows } from '../../workspace/query/sorts'
import type { Block, Collection, CollectionView, Id, PropertySchema, QueryAnswer } from '../../workspace/record-map'
import { getIconAddress } from '../icon-address'
import type { ViewContext } from '../view-context'
import type { Cell, CollectionData, Rest, Row, Section, View } from '../wire/collection'
import { FIRST_ROWS, getRowLists } from '../wire/first-rows'
import { getPlainText } from '../wire/text'
import { createNames, type PrepareText, prepareColumn } from './cells'
import { ColumnSet } from './column-set'
import { findTitleProperty, type ShownProperty } from './columns'
import { type CoverSource, prepareCover } from './covers'
import { type Part, type PartGroup, takeAllGroups, takeFirstGroups, takeGroupsBetween } from './parts'
import { getShownViews, getViewName, getViewSettings, type PlannedView, planView, type SupportedView } from './views'

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
  /** The collections that its rollups read, with the rows that the viewer may read. */
  related?: ReadonlyMap<Id, Rows>
  context: ViewContext
  prepareText: PrepareText
  /** Milliseconds since 1970; what `today` in a filter means. */
  now: number
  /** The first image in the content of a row's page, for cards that show it as their cover. */
  contentImage?: (row: Block) => string | undefined
  /** What to send of a collection that has more rows than are shown at first; all of it when left out. */
  part?: Part
}

const TITLE: PropertySchema = { name: 'Name', type: 'title' }

/** A view and the rows of it that are sent; none where only its tab is. */
type SentView = { settings: PlannedView['settings'] } & Partial<PlannedView> & { sent?: PartGroup[] }

/**
 * Turns a collection, its views and its readable rows into what one viewer's browser gets: only the properties, rows and values
 * that one of the views shows. Views of other types than the four are skipped, and noted. If the databases before it have spent the
 * budget of their page, it has no rows here, and a browser loads them on request. Never throws.
 */
export function prepareCollection(input: CollectionInput): CollectionData {
  const { context, prepareText, now, part, contentImage = () => undefined } = input
  const { computed, databases } = context.budgets ?? {}
  if (databases?.isSpent) return prepareWithoutRows(input)
  const collection = addMissingTitle(input.collection)
  const { schema } = collection
  const rows = input.rows.filter((row) => context.pageLink(row.id) !== undefined)
  databases?.spend(COSTS.row * rows.length)
  const names = createNames(context)
  const countedReader = (of: Names): ReadValue => {
    const reader = rowReader({ schema, rows, related: input.related, names: of, now, budget: computed })
    return (row, property) => {
      databases?.spend(COSTS.value)
      return reader(row, property)
    }
  }
  const read = countedReader(names)
  // What a filter keeps does not depend on who may read the pages that a row relates to.
  const everyPage: Names = { ...names, pageTitle: (id) => names.pageTitle(id) ?? '' }
  const readToFilter = countedReader(everyPage)
  const world = { collection, rows, answers: input.answers, read, readToFilter, names, context, now }

  const views = getShownViews(input.views, context)
  const wanted = rows.length <= FIRST_ROWS && part?.kind === 'first' ? undefined : part
  const sent = selectViews(views, wanted, (view) => planView(view, world), collection, context)
  const lists = sent.flatMap((view) => getRowLists(view.sent ?? []))
  const shownRows = [...new Set(lists.flatMap((list) => list.rows))]
  const isWhole =
    sent.every((view) => view.sent?.length === view.groups?.length && view.sent !== undefined) &&
    lists.every((list) => list.rows.length === list.total)

  const titleId = findTitleProperty(collection)
  const columns = new ColumnSet()
  const addProperty = (id: string) =>
    columns.add(id, () => prepareColumn(id, schema[id] ?? TITLE, shownRows, read, { context, names, prepareText }))
  const addCover = (source: CoverSource) => {
    const cells = shownRows.map((row) => prepareCover(source, row, read, context, contentImage))
    if (cells.every((cell) => cell === null)) return undefined
    return columns.add(JSON.stringify(source), () => ({ column: { name: '', kind: 'cover' }, cells }))
  }
  const titleColumn = addProperty(titleId)
  const shown = sent.map((view) => toView(view, shownRows, addProperty, addCover))
  if (isWhole) addRanks(sent, columns, shownRows, (id) => rankRows(shownRows, id, { schema, read, names }))

  const all = sent.flatMap((view) => getRowLists(view.groups ?? []).flatMap((group) => group.rows))
  return {
    ...prepareHead(input),
    columns: columns.columns,
    titleColumn,
    rows: shownRows.map((row, index) => toRow(row, columns.cellsOf(index), context)),
    views: shown,
    total: new Set(all).size,
    ...(part?.kind === 'first' && getRest(part, isWhole, sent[0])),
  }
}

function prepareWithoutRows(input: CollectionInput): CollectionData {
  const { collection, rows, context, part } = input
  context.remark?.({ kind: 'rows-on-request' })
  const settings = getShownViews(input.views, context).map((view) => getViewSettings(view, collection, context))
  const [first] = settings
  return {
    ...prepareHead(input),
    columns: [],
    titleColumn: 0,
    rows: [],
    views: settings.map((each) => ({ ...each, columns: [], sections: [], ...(each === first && { sectionsLeft: 1 }) })),
    total: rows.length,
    ...(part?.kind === 'first' && first && { rest: part.rest(first.id) }),
  }
}

function prepareHead({ block, collection, context, prepareText }: CollectionInput) {
  const isNameless = block.type === 'collection_view_page' || block.format.hide_inline_collection_name === true
  const name = prepareText(collection.name, block.id)
  const title = isNameless ? '' : name
  const icon = title && collection.icon ? getIconAddress(collection.icon, block.id, context.fileAddress) : undefined
  const messages = collectionMessagesFor(context.locale)
  return {
    id: block.id.slice(0, 8),
    name: getPlainText(name).trim() || messages.database,
    ...(title && { title }),
    ...(icon && { icon }),
    labels: messages.interface,
  }
}

/** Where the rest is, when something is not here or not shown at first. */
function getRest(part: Part & { kind: 'first' }, isWhole: boolean, first: SentView | undefined): { rest?: Rest } {
  if (first?.groups === undefined) return {}
  const { data, pages } = part.rest(first.settings.id)
  if (!isWhole) return { rest: pages === undefined ? { data } : { data, pages } }
  if (pages === undefined) return {}
  const shown = getRowLists(takeFirstGroups(first.groups, first.settings.pageSize))
  const isShown =
    shown.length === getRowLists(first.groups).length && shown.every(({ rows, total }) => rows.length === total)
  return isShown ? {} : { rest: { pages } }
}

/** The views with the rows that are sent of each: all of them, or those of one view alone. */
function selectViews(
  views: SupportedView[],
  part: Part | undefined,
  plan: (view: SupportedView) => PlannedView,
  collection: Collection,
  context: ViewContext,
): SentView[] {
  return views.map((view, index): SentView => {
    const isSent = part === undefined || (part.kind === 'first' ? index === 0 : getViewName(view) === part.view)
    if (!isSent) return { settings: getViewSettings(view, collection, context) }
    const planned = plan(view)
    const { groups, settings } = planned
    if (part === undefined) return { ...planned, sent: takeAllGroups(groups) }
    const sent =
      part.kind === 'first'
        ? takeFirstGroups(groups, settings.pageSize)
        : takeGroupsBetween(groups, part.from, part.count)
    return { ...planned, sent }
  })
}

/** Rows are shown by their titles, also where the schema has lost them. */
function addMissingTitle(collection: Collection): Collection {
  const title = findTitleProperty(collection)
  return Object.hasOwn(collection.schema, title)
    ? collection
    : { ...collection, schema: { [title]: TITLE, ...collection.schema } }
}

/** A visitor sorts tables, so only their columns are ranked. */
function addRanks(views: SentView[], columns: ColumnSet, rows: Block[], ranks: (property: string) => number[]): void {
  if (rows.length < 2) return
  const tables = views.filter(({ settings }) => settings.type === 'table')
  for (const id of new Set(tables.flatMap(({ properties = [] }) => properties.map((property) => property.id)))) {
    const column = columns.of(id)
    if (column !== undefined) column.ranks = ranks(id)
  }
}

function toView(
  { settings, properties = [], groups = [], sent = [], cover }: SentView,
  rows: Block[],
  addProperty: (id: string) => number,
  addCover: (source: CoverSource) => number | undefined,
): View {
  const indexes = new Map(rows.map((row, index) => [row, index]))
  // A view none of whose rows has a picture shows no empty frames.
  const column = cover && addCover(cover.source)
  const left = groups.length - sent.length
  const toSection = ({ rows: members, total, label, color, totals, columns }: PartGroup): Section => ({
    rows: members.flatMap((row) => indexes.get(row) ?? []),
    total,
    ...(label !== undefined && { label }),
    ...(color !== undefined && { color }),
    ...(totals && { totals }),
    ...(columns && { columns: columns.map(toSection) }),
  })
  return {
    ...settings,
    columns: properties.map(({ id }) => addProperty(id)),
    ...(settings.type === 'table' && { widths: properties.map(({ width }) => width), ...getWrap(properties) }),
    ...(cover && column !== undefined && { cover: { column, size: cover.size, aspect: cover.aspect } }),
    sections: sent.map(toSection),
    ...(left > 0 && { sectionsLeft: left }),
  }
}

function getWrap(properties: ShownProperty[]): Pick<View, 'wrap'> {
  const wrap = properties.flatMap(({ wraps }, place) => (wraps ? [place] : []))
  if (wrap.length === 0) return {}
  return { wrap: wrap.length === properties.length ? true : wrap }
}

function toRow(row: Block, cells: Cell[], context: ViewContext): Row {
  const link = context.pageLink(row.id)
  return [link?.path ?? '', link?.icon ?? null, cells]
}
