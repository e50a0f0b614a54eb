import 'server-only'
import { createChartTable, renderChart } from '../../../components/content/chart/chart'
import type {
  Cell,
  CollectionData,
  Column,
  NestedRows,
  Rest,
  Row,
  Section,
  View,
} from '../../../islands/collection/data'
import { FIRST_ROWS, getRowLists } from '../../../islands/collection/first-rows'
import { getCollectionMessages } from '../../../messages/languages'
import { isWidget } from '../../workspace/block-traits'
import { COSTS } from '../../workspace/budget'
import type { Names } from '../../workspace/property-values'
import { createRowReader, type ReadValue, type Rows } from '../../workspace/query/row-values'
import { rankRows } from '../../workspace/query/sorts'
import { createRelationFinder } from '../../workspace/query/stored-results'
import type { CoverSource } from '../../workspace/read/shown-properties'
import type { Block, Collection, CollectionView, Id, PropertySchema, QueryResult } from '../../workspace/record-map'
import { getIconAddress } from '../icons'
import { getPlainText } from '../prepared-text'
import type { ViewContext } from '../view-context'
import { createCalendar } from './by-date'
import { createNames, type PrepareText, prepareColumn, prepareCover } from './cells'
import { findTitleProperty, type ShownProperty } from './columns'
import { type Part, type PartGroup, takeAllGroups, takeFirstGroups, takeGroupsBetween } from './groups'
import type { RowTree } from './subitems'
import { createTimeline } from './timeline'
import { getShownViews, getViewName, getViewSettings, type PlannedView, planView, type SupportedView } from './views'

export interface CollectionInput {
  /** The `collection_view` or `collection_view_page` that shows the collection. */
  block: Block
  collection: Collection
  /** The block's views in the order of its tabs. */
  views: CollectionView[]
  /** By view id. */
  results: Record<Id, QueryResult>
  /** Only rows that the viewer may read. */
  rows: Block[]
  /** The collections that rollups read, with the rows that the viewer may read. */
  related?: ReadonlyMap<Id, Rows>
  context: ViewContext
  prepareText: PrepareText
  /** The current time in milliseconds since 1970, for `today` in filters. */
  now: number
  /** Returns the first image in a row's page, for cards that show it as their cover. */
  contentImage?: (row: Block) => string | undefined
  /** Which part to send of a collection with more rows than are shown initially. Undefined sends everything. */
  part?: Part
}

const TITLE: PropertySchema = { name: 'Name', type: 'title' }

/** A view and the groups of rows to send. If they are missing, only its tab is sent. */
type SentView = { settings: PlannedView['settings'] } & Partial<PlannedView> & { sent?: PartGroup[] }

/**
 * Prepares a collection for the browser of one viewer. The result contains only properties, rows and values that a view shows. Views of
 * unsupported types are skipped and noted. If earlier databases have spent the budget of the page, the result has no rows, and the browser
 * loads them on request. Never throws.
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
  const createCountedReader = (of: Names): ReadValue => {
    const reader = createRowReader({ schema, rows, related: input.related, names: of, now, budget: computed })
    return (row, property) => {
      databases?.spend(COSTS.value)
      return reader(row, property)
    }
  }
  const read = createCountedReader(names)
  // Filters use the titles of all related pages. Otherwise their results would depend on what the viewer may read.
  const namesOfAllPages: Names = { ...names, pageTitle: (id) => names.pageTitle(id) ?? '', isListed: () => true }
  const readToFilter = createCountedReader(namesOfAllPages)
  const readsOtherRows = createRelationFinder(collection, input.related?.values() ?? [])
  const planContext = {
    collection,
    rows,
    results: input.results,
    read,
    readToFilter,
    names,
    readsOtherRows,
    context,
    now,
  }

  const views = getShownViews(input.views, collection, context)
  const wanted = rows.length <= FIRST_ROWS && part?.kind === 'first' ? undefined : part
  const sent = selectViews(views, wanted, (view) => planView(view, planContext), collection, context)
  const lists = sent.flatMap((view) => getRowLists(view.sent ?? []))
  const shownRows = collectShownRows(sent)
  const sendsAllRows =
    sent.every((view) => view.sent?.length === view.groups?.length && view.sent !== undefined) &&
    lists.every((list) => list.rows.length === list.total)

  const titleId = findTitleProperty(collection)
  const columns = new ColumnSet()
  const addProperty = ({ id, settings }: Pick<ShownProperty, 'id' | 'settings'>) =>
    columns.add(getColumnKey({ id, settings }), () =>
      prepareColumn(id, schema[id] ?? TITLE, shownRows, read, { context, names, prepareText }, settings),
    )
  const addCover = (source: CoverSource) => {
    const cells = shownRows.map((row) => prepareCover(source, row, read, context, contentImage))
    if (cells.every((cell) => cell === null)) return undefined
    return columns.add(JSON.stringify(source), () => ({ column: { name: '', kind: 'cover' }, cells }))
  }
  const addBeginnings = ({ settings, sent = [] }: SentView) => {
    const own = new Set(getRowLists(sent).flatMap((list) => list.rows))
    const cells = shownRows.map((row) => (own.has(row) && context.description?.(row.id)) || null)
    return columns.add(`beginnings ${settings.id}`, () => ({ column: { name: '', kind: 'text' }, cells }))
  }
  const titleColumn = addProperty({ id: titleId })
  const shown = sent.map((view) => {
    const prepared = toView(view, shownRows, addProperty, addCover, context)
    const isFeed = prepared.type === 'feed' && view.sent !== undefined
    return isFeed ? { ...prepared, beginnings: addBeginnings(view) } : prepared
  })
  if (sendsAllRows) addRanks(sent, columns, shownRows, (id) => rankRows(shownRows, id, { schema, read, names }))

  const all = sent.flatMap((view) => getRowLists(view.groups ?? []).flatMap((group) => group.rows))
  return {
    ...prepareHead(input),
    columns: columns.columns,
    titleColumn,
    rows: shownRows.map((row, index) => toRow(row, columns.getCells(index), context)),
    views: addPages(shown, part),
    total: new Set(all).size,
    ...(part?.kind === 'first' && getRest(part, sendsAllRows, sent[0])),
  }
}

function prepareWithoutRows(input: CollectionInput): CollectionData {
  const { collection, rows, context, part } = input
  context.remark?.({ kind: 'rows-on-request' })
  const settings = getShownViews(input.views, collection, context).map((view) =>
    getViewSettings(view, collection, context),
  )
  const [first] = settings
  return {
    ...prepareHead(input),
    columns: [],
    titleColumn: 0,
    rows: [],
    views: addPages(
      settings.map((each) => ({ ...each, columns: [], sections: [], ...(each === first && { sectionsLeft: 1 }) })),
      part,
    ),
    total: rows.length,
    ...(part?.kind === 'first' && first && { rest: part.rest(first.id) }),
  }
}

function prepareHead({ block, collection, views, context, prepareText }: CollectionInput) {
  const isNameless = block.type === 'collection_view_page' || block.format.hide_inline_collection_name === true
  // A widget of a dashboard has the name of its only view.
  const ownName = isWidget(block) ? views[0]?.name.trim() : ''
  const name = ownName || prepareText(collection.name, block.id)
  const title = isNameless ? '' : name
  const icon =
    title && !ownName && collection.icon ? getIconAddress(collection.icon, block.id, context.fileAddress) : undefined
  const messages = getCollectionMessages(context.locale)
  return {
    id: block.id.slice(0, 8),
    name: getPlainText(name).trim() || messages.database,
    ...(title && { title }),
    ...(icon && { icon }),
    labels: messages.interface,
  }
}

/** Returns where the rest of the rows is, if some are not sent or not shown initially. */
function getRest(part: Part & { kind: 'first' }, sendsAllRows: boolean, first: SentView | undefined): { rest?: Rest } {
  if (first?.groups === undefined) return {}
  const rest = part.rest(first.settings.id)
  const { data } = rest
  // A chart shows no rows, so there is no list of all of them.
  const pages = first.chart === undefined ? rest.pages : undefined
  if (!sendsAllRows) return { rest: pages === undefined ? { data } : { data, pages } }
  if (pages === undefined) return {}
  const shown = getRowLists(takeFirstGroups(first.groups, first.settings.pageSize))
  const isShown =
    shown.length === getRowLists(first.groups).length && shown.every(({ rows, total }) => rows.length === total)
  return isShown ? {} : { rest: { pages } }
}

/** Adds the paths of the views after the first one, which visitors without script find on other pages only. */
function addPages(views: View[], part: Part | undefined): View[] {
  if (part?.kind !== 'first') return views
  return views.map((view, index) => {
    const { pages } = index > 0 ? part.rest(view.id) : {}
    return pages === undefined ? view : { ...view, pages }
  })
}

/** Returns the views with the rows to send: those of all views, or of one. */
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

/** Returns the rows that are sent: those of the lists of all views, and those below them. */
function collectShownRows(sent: SentView[]): Block[] {
  const shown = new Set<Block>()
  for (const view of sent) {
    const rows = new Set(getRowLists(view.sent ?? []).flatMap((list) => list.rows))
    // The loop also visits the rows that are added meanwhile.
    for (const row of rows) for (const each of view.nested?.get(row) ?? []) rows.add(each)
    for (const row of rows) shown.add(row)
  }
  return [...shown]
}

/** Adds a title property to a damaged schema without one, because rows are shown by their titles. */
function addMissingTitle(collection: Collection): Collection {
  const title = findTitleProperty(collection)
  return Object.hasOwn(collection.schema, title)
    ? collection
    : { ...collection, schema: { [title]: TITLE, ...collection.schema } }
}

/** Adds ranks to the columns of tables, because only tables can be sorted in the browser. */
function addRanks(views: SentView[], columns: ColumnSet, rows: Block[], ranks: (property: string) => number[]): void {
  if (rows.length < 2) return
  const tables = views.filter(({ settings }) => settings.type === 'table')
  const shown = tables.flatMap(({ properties = [] }) => properties)
  const ids = new Map(shown.map((property) => [getColumnKey(property), property.id]))
  for (const [key, id] of ids) {
    const column = columns.findColumn(key)
    if (column !== undefined) column.ranks = ranks(id)
  }
}

/** Returns the key of the column of a property: views that show its values in several ways have a column for each. */
const getColumnKey = ({ id, settings }: Pick<ShownProperty, 'id' | 'settings'>): string =>
  settings === undefined ? id : JSON.stringify([id, settings])

function toView(
  {
    settings,
    properties = [],
    groups = [],
    sent = [],
    cover,
    days,
    weekStart,
    timeline: planned,
    chart,
    nested,
  }: SentView,
  rows: Block[],
  addProperty: (property: ShownProperty) => number,
  addCover: (source: CoverSource) => number | undefined,
  { locale, sources }: ViewContext,
): View {
  const indexes = new Map(rows.map((row, index) => [row, index]))
  // A view without any picture shows no empty covers.
  const column = cover && addCover(cover.source)
  const left = groups.length - sent.length
  const sentRows = getRowLists(sent).flatMap((group) => group.rows)
  const calendar = days && createCalendar(days, sentRows, indexes, { locale, weekStart })
  const timeline = planned && createTimeline(planned, sentRows, indexes, locale)
  const toSection = ({ rows: members, total, label, color, isUndated, totals, columns }: PartGroup): Section => ({
    rows: members.flatMap((row) => indexes.get(row) ?? []),
    total,
    ...(label !== undefined && { label }),
    ...(color !== undefined && { color }),
    ...(isUndated && { isUndated }),
    ...(totals && { totals }),
    ...(columns && { columns: columns.map(toSection) }),
  })
  return {
    ...settings,
    columns: properties.map(addProperty),
    ...(settings.type === 'table' && { widths: properties.map(({ width }) => width), ...getWrap(properties) }),
    ...(cover && column !== undefined && { cover: { column, size: cover.size, aspect: cover.aspect } }),
    ...(calendar && { calendar }),
    ...(timeline && { timeline }),
    ...(chart && { chart: renderChart(chart), ...(sources && { chartTable: createChartTable(chart) }) }),
    sections: sent.map(toSection),
    ...(nested !== undefined && nested.size > 0 && { nested: listNested(nested, indexes) }),
    ...(left > 0 && { sectionsLeft: left }),
  }
}

/** Returns the indexes of each row with sub-items, and of these. */
function listNested(nested: RowTree['nested'], indexes: ReadonlyMap<Block, number>): NestedRows[] {
  return [...nested].flatMap(([parent, children]) => {
    const row = indexes.get(parent)
    return row === undefined ? [] : [{ row, subitems: children.flatMap((each) => indexes.get(each) ?? []) }]
  })
}

function getWrap(properties: ShownProperty[]): Pick<View, 'wrap'> {
  const wrap = properties.flatMap(({ wraps }, place) => (wraps ? [place] : []))
  if (wrap.length === 0) return {}
  return { wrap: wrap.length === properties.length ? true : wrap }
}

function toRow(row: Block, cells: Cell[], context: ViewContext): Row {
  const link = context.pageLink(row.id)
  return { path: link?.path ?? '', ...(link?.icon !== undefined && { icon: link.icon }), cells }
}

/** The columns of all views of a collection. Each is prepared once. */
class ColumnSet {
  readonly columns: Column[] = []
  readonly #cells: Cell[][] = []
  readonly #indexes = new Map<string, number>()

  /** Returns the index of the column of a property. Creates the column if it is not in the set yet. */
  add(key: string, make: () => { column: Column; cells: Cell[] }): number {
    const index = this.#indexes.get(key)
    if (index !== undefined) return index
    const { column, cells } = make()
    this.#indexes.set(key, this.columns.length)
    this.#cells.push(cells)
    return this.columns.push(column) - 1
  }

  findColumn(key: string): Column | undefined {
    return this.columns[this.#indexes.get(key) ?? -1]
  }

  /** Returns the cells of a row without trailing empty ones. */
  getCells(row: number): Cell[] {
    const cells = this.#cells.map((column) => column[row] ?? null)
    while (cells.at(-1) === null) cells.pop()
    return cells
  }
}
