import type { Rest, Total } from '../../../islands/collection/data'
import { countFirstSections, distributeRows, getRowLists } from '../../../islands/collection/first-rows'
import { getCollectionMessages } from '../../../messages/languages'
import { COSTS } from '../../workspace/budget'
import { formatCalendarUnit } from '../../workspace/dates'
import { formatNumber } from '../../workspace/numbers'
import { getOptionsByName, type Value } from '../../workspace/property-values'
import { getDateSpan } from '../../workspace/query/aggregate'
import { getUnitStart } from '../../workspace/query/filter-dates'
import type { ReadValue } from '../../workspace/query/row-values'
import { findGroupOfOption, getStatusGroups } from '../../workspace/query/status-groups'
import type { Block, CollectionView, PropertySchema } from '../../workspace/record-map'
import { getBlockColor } from '../read-values'
import type { ViewContext } from '../view-context'
import { type Grouping, NONE, type NumberRange, readGroupings } from './grouping'

/** Rows shown together. An ungrouped view is one group without a label. */
export interface Group {
  rows: Block[]
  label?: string
  color?: string
  /** In a calendar or timeline: its rows have no date. */
  isUndated?: true
  /** The calculations in a table's footer. */
  totals?: (Total | null)[]
  /** On a board with sub-groups: the columns of this sub-group. */
  columns?: Group[]
}

/** A group with the value of its rows. */
export type KeyedGroup = Group & { key: string; label: string }

interface GroupContext {
  schema: Record<string, PropertySchema>
  read: ReadValue
  context: ViewContext
}

/** The key, label and position of a group. */
interface Heading {
  key: string
  label: string
  color?: string
  order: number | string
}

/** All sub-groups of a board show the same columns, unless that makes more lists than this. */
const MAX_LISTS = 10_000

/** Divides the rows of a view into its groups. The rows keep their order. */
export function groupRows(view: CollectionView, type: string, rows: Block[], groupContext: GroupContext): Group[] {
  const { groups, above } = readGroupings(view, type, groupContext.schema)
  if (groups === undefined) return [{ rows }]
  if (above === undefined) return divideRows(rows, groups, groupContext)
  const columns = divideRows(rows, groups, groupContext)
  const places = new Map<Block, number[]>()
  for (const [place, { rows: members }] of columns.entries()) {
    for (const row of members) pushTo(places, row, place)
  }
  const boards = divideRows(rows, above, groupContext)
  const isAligned = boards.length * columns.length <= MAX_LISTS
  if (!isAligned) groupContext.context.remark?.({ kind: 'columns-left-out', view: view.name.trim() || type })
  return boards.map((board) => {
    const members = new Map<number, Block[]>()
    for (const row of board.rows) for (const place of places.get(row) ?? []) pushTo(members, place, row)
    const shown = isAligned ? columns.keys() : [...members.keys()].sort((a, b) => a - b)
    return {
      ...board,
      columns: [...shown].flatMap((place) => {
        const column = columns[place]
        return column ? { ...column, rows: members.get(place) ?? [] } : []
      }),
    }
  })
}

function pushTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

/** Divides rows by the values of a property. */
export function divideRows(
  rows: Block[],
  grouping: Grouping,
  { context, read }: Omit<GroupContext, 'schema'>,
): KeyedGroup[] {
  const headings = new Map(getFixedHeadings(grouping, context).map((heading) => [heading.key, heading]))
  const members = new Map<string, Block[]>()
  for (const row of rows) {
    const found = removeDuplicates(getHeadings(read(row, grouping.property), grouping, context, headings))
    for (const heading of found.length > 0 ? found : [createEmptyHeading(grouping, context)]) {
      if (!headings.has(heading.key)) headings.set(heading.key, heading)
      pushTo(members, heading.key, row)
    }
  }
  context.budgets?.databases.spend(COSTS.group * headings.size)
  return sortHeadings([...headings.values()], grouping, context)
    .filter(({ key }) => grouping.arranged.get(key) !== true && (members.has(key) || !grouping.hideEmpty))
    .map(({ key, label, color }) => ({
      key,
      rows: members.get(key) ?? [],
      label,
      ...(color !== undefined && { color }),
    }))
}

function removeDuplicates(headings: Heading[]): Heading[] {
  if (headings.length < 2) return headings
  return [...new Map(headings.map((heading) => [heading.key, heading])).values()]
}

function isChoice({ type }: PropertySchema): boolean {
  return type === 'select' || type === 'status' || type === 'multi_select'
}

/** Returns the groups that are shown without rows, because editors defined them. */
function getFixedHeadings({ schema, byStatusGroup }: Grouping, context: ViewContext): Heading[] {
  if (byStatusGroup) return getStatusGroups(schema).map((group) => createStatusHeading(group.name, schema))
  if (schema.type === 'checkbox') return [createCheckboxHeading(false, context), createCheckboxHeading(true, context)]
  return isChoice(schema) ? (schema.options ?? []).map((each) => createOptionHeading(each.value, schema)) : []
}

/**
 * Returns the groups that a value belongs to. People and pages that the viewer may not see make no groups. Dates reuse the `known` ones,
 * because to format a date takes long.
 */
function getHeadings(
  value: Value | undefined,
  grouping: Grouping,
  context: ViewContext,
  known: ReadonlyMap<string, Heading>,
): Heading[] {
  switch (value?.type) {
    case undefined:
      return []
    case 'text':
      return [createHeading(grouping.byLetter ? getFirstLetter(value.text) : value.text.trim())]
    case 'number':
      return [
        createNumberHeading(value.number, grouping.range, (each) => formatNumber(each, value.format, context.locale)),
      ]
    case 'checkbox':
      return [createCheckboxHeading(value.checked, context)]
    case 'options':
      return value.options.map((each) => createChoiceHeading(each, grouping))
    case 'people':
      return createNamedHeadings(value.ids, (id) => context.userName(id))
    case 'pages':
      return createNamedHeadings(value.ids, (id) => context.pageLink(id)?.title)
    case 'files':
      return value.files.map((file) => createHeading(file.name))
    case 'list':
      return value.values.flatMap((each) => getHeadings(each, grouping, context, known))
    default: {
      const span = getDateSpan(value, context.timeZone)
      if (span === undefined) return []
      const day = getUnitStart(new Date(span.start).toISOString().slice(0, 10), grouping.unit, grouping.weekStart)
      const label = () => formatCalendarUnit(day, grouping.unit, context.locale)
      return [known.get(day) ?? { key: day, label: label(), order: Date.parse(day) }]
    }
  }
}

function createHeading(label: string, key = label): Heading {
  return { key, label, order: label }
}

/** Creates the groups of the ids that have a name for the viewer. */
function createNamedHeadings(ids: string[], findName: (id: string) => string | undefined): Heading[] {
  return ids.flatMap((id) => {
    const name = findName(id)
    return name === undefined ? [] : [createHeading(name, id)]
  })
}

function getFirstLetter(text: string): string {
  const [letter = ''] = text.trim()
  return letter.toUpperCase()
}

function createOptionHeading(value: string, schema: PropertySchema): Heading {
  const known = getOptionsByName(schema).get(value)
  const color = known?.color
  return {
    key: value,
    label: value,
    order: known?.place ?? schema.options?.length ?? 0,
    ...(color !== undefined && color !== 'default' && { color }),
  }
}

function createChoiceHeading(value: string, { schema, byStatusGroup }: Grouping): Heading {
  const group = byStatusGroup ? findGroupOfOption(schema, value) : undefined
  return group === undefined ? createOptionHeading(value, schema) : createStatusHeading(group.name, schema)
}

function createStatusHeading(name: string, schema: PropertySchema): Heading {
  const groups = getStatusGroups(schema)
  const index = groups.findIndex((group) => group.name === name)
  const color = getBlockColor(groups[index]?.color)
  return { key: name, label: name, order: index, ...(color !== undefined && { color }) }
}

/** Returns the group of a number or of its step. Labels use the number's format. */
function createNumberHeading(
  number: number,
  range: NumberRange | undefined,
  show: (number: number) => string,
): Heading {
  if (range === undefined) return { key: String(number), label: show(number), order: number }
  const { start, end, size } = range
  if (number < start) return { key: 'below', label: `< ${show(start)}`, order: Number.NEGATIVE_INFINITY }
  if (number >= end) return { key: 'above', label: `≥ ${show(end)}`, order: end }
  const from = start + Math.floor((number - start) / size) * size
  return { key: String(from), label: `${show(from)} – ${show(Math.min(from + size, end))}`, order: from }
}

function createCheckboxHeading(checked: boolean, { locale }: ViewContext): Heading {
  const { checked: yes, unchecked: no } = getCollectionMessages(locale).interface
  return { key: String(checked), label: checked ? yes : no, order: Number(checked) }
}

function createEmptyHeading({ schema }: Grouping, { locale }: ViewContext): Heading {
  return { key: NONE, label: getCollectionMessages(locale).without(schema.name), order: Number.POSITIVE_INFINITY }
}

/** Sorts groups by the order of the view, then by their own. The group without a value comes last unless the view places it. */
function sortHeadings(headings: Heading[], { arranged, order }: Grouping, { locale }: ViewContext): Heading[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  const compare = (a: Heading, b: Heading) =>
    typeof a.order === 'number' && typeof b.order === 'number'
      ? a.order - b.order
      : collator.compare(String(a.order), String(b.order))
  if (order !== 'manual') {
    const sign = order === 'ascending' ? 1 : -1
    return headings.sort((a, b) => Number(a.key === NONE) - Number(b.key === NONE) || sign * compare(a, b))
  }
  const places = new Map([...arranged.keys()].map((key, index) => [key, index]))
  const getPlace = ({ key }: Heading) => places.get(key) ?? (key === NONE ? places.size + 1 : places.size)
  return headings.sort((a, b) => getPlace(a) - getPlace(b) || compare(a, b))
}

/** The part of a large collection to send: the first rows of its first view, or a range of rows of one view. */
export type Part =
  | { kind: 'first'; rest(view: string): Rest & { data: string } }
  | { kind: 'rows'; view: string; from: number; count: number }

/** A group with the rows to send. `total` counts all its rows. */
export interface PartGroup extends Omit<Group, 'columns'> {
  total: number
  columns?: PartGroup[]
}

/** Returns the groups with all their rows. */
export function takeAllGroups(groups: Group[]): PartGroup[] {
  return mapLists(groups, (rows) => rows)
}

/** Returns the groups that a view shows initially, each with its first rows. */
export function takeFirstGroups(groups: Group[], pageSize: number): PartGroup[] {
  const shown = groups.slice(0, countFirstSections(groups))
  const shares = distributeRows(
    getRowLists(shown).map(({ rows }) => rows.length),
    pageSize,
  )
  return mapLists(shown, (rows, index) => rows.slice(0, shares[index]))
}

/** The groups that have some of `count` rows from a place on, with those rows. */
export function takeGroupsBetween(groups: Group[], from: number, count: number): PartGroup[] {
  let before = 0
  const parts = mapLists(groups, (rows) => {
    const start = Math.max(0, from - before)
    const end = Math.max(0, from + count - before)
    before += rows.length
    return rows.slice(start, end)
  })
  return parts.filter((part) => getRowLists([part]).some(({ rows }) => rows.length > 0))
}

function mapLists(groups: Group[], take: (rows: Block[], index: number) => Block[]): PartGroup[] {
  let index = 0
  const map = ({ columns, ...group }: Group): PartGroup => ({
    ...group,
    total: group.rows.length,
    ...(columns ? { rows: [], columns: columns.map(map) } : { rows: take(group.rows, index++) }),
  })
  return groups.map(map)
}
