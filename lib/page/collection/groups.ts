import { dateSpan } from '../../workspace/aggregate'
import { formatCalendarUnit, parseDay } from '../../workspace/dates'
import { startOfUnit } from '../../workspace/filter-dates'
import type { Value } from '../../workspace/property-values'
import type { Block, CollectionView, PropertySchema } from '../../workspace/record-map'
import type { ReadValue } from '../../workspace/row-values'
import { list, record, string } from '../read'
import type { ViewContext } from '../types'
import { labelsFor } from './labels'

/** Rows shown together; a group without label is the whole of an ungrouped view. */
export interface Group {
  rows: Block[]
  label?: string
  color?: string
}

export interface GroupWorld {
  schema: Record<string, PropertySchema>
  read: ReadValue
  context: ViewContext
}

type Unit = 'day' | 'week' | 'month' | 'year'

interface Grouping {
  property: string
  schema: PropertySchema
  unit: Unit
  /** Texts are grouped by their first letter. */
  byLetter: boolean
  order: 'manual' | 'ascending' | 'descending'
  hideEmpty: boolean
  /** The groups as the view arranges them: key, and whether it is hidden. */
  arranged: Map<string, boolean>
}

/** The key of the group of rows that have no value. */
const NONE = ''

/** Divides a view's rows, which keep their order, into its groups. */
export function groupRows(view: CollectionView, type: string, rows: Block[], world: GroupWorld): Group[] {
  const grouping = readGrouping(view, type, world.schema)
  if (grouping === undefined) return [{ rows }]
  const members = new Map<string, Block[]>()
  for (const row of rows) {
    for (const key of groupKeys(world.read(row, grouping.property), grouping, world.context)) {
      const known = members.get(key)
      if (known) known.push(row)
      else members.set(key, [row])
    }
  }
  return orderedKeys(grouping, members, world.context)
    .filter((key) => grouping.arranged.get(key) !== true)
    .filter((key) => members.has(key) || (!grouping.hideEmpty && staysWhenEmpty(key, grouping)))
    .map((key) => ({ rows: members.get(key) ?? [], ...groupLabel(key, grouping, world.context) }))
}

function readGrouping(
  view: CollectionView,
  type: string,
  schema: Record<string, PropertySchema>,
): Grouping | undefined {
  const columns = record(view.format.board_columns_by)
  const groups = record(view.format.collection_group_by)
  const older = view.query.group_by
  const candidates =
    type === 'board'
      ? [columns, typeof older === 'string' ? { property: older } : record(older), firstColumn(view), groups]
      : [groups]
  const by = candidates.find(({ property }) => typeof property === 'string' && Object.hasOwn(schema, property))
  const property = string(by?.property)
  const column = property === undefined ? undefined : schema[property]
  if (by === undefined || property === undefined || column === undefined) return undefined
  const unit = by.groupBy
  const order = record(by.sort).type
  const grouping = {
    property,
    schema: column,
    // A group such as "last 7 days" would be wrong tomorrow on a page that is not made anew, so those are months too.
    unit: unit === 'day' || unit === 'week' || unit === 'year' ? unit : 'month',
    byLetter: unit === 'alphabet_prefix',
    order: order === 'ascending' || order === 'descending' ? order : 'manual',
    hideEmpty: by.hideEmptyGroups === true,
  } as const
  const arranged = type === 'board' && by !== groups ? boardColumns(view) : list(view.format.collection_groups)
  return { ...grouping, arranged: arrangedGroups(arranged, grouping) }
}

function boardColumns(view: CollectionView): unknown[] {
  const columns = list(view.format.board_columns)
  return columns.length > 0 ? columns : list(view.format.board_groups2)
}

function firstColumn(view: CollectionView): Record<string, unknown> {
  return record(boardColumns(view)[0])
}

function arrangedGroups(groups: unknown[], grouping: Omit<Grouping, 'arranged'>): Map<string, boolean> {
  const arranged = new Map<string, boolean>()
  for (const group of groups.map(record)) {
    if (group.property !== undefined && group.property !== grouping.property) continue
    const key = arrangedKey(group.value, grouping)
    if (key !== undefined && !arranged.has(key)) arranged.set(key, group.hidden === true)
  }
  return arranged
}

/** The key of a group as the view stores it; undefined for one that we do not know. */
function arrangedKey(stored: unknown, { schema, unit }: Omit<Grouping, 'arranged'>): string | undefined {
  const value = typeof stored === 'string' ? stored : record(stored).value
  if (schema.type === 'checkbox') return String(value === true || value === 'true' || value === 'Yes')
  if (value === undefined || value === null || value === '') return NONE
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const inner = record(value)
  const day = string(record(inner.range).start_date) ?? string(inner.start_date)
  if (day !== undefined) return parseDay(day) === undefined ? undefined : startOfUnit(day, unit)
  return string(inner.id) ?? string(inner.value)
}

/** The groups that a row with this value belongs to. People and pages that do not exist for the viewer make none. */
function groupKeys(value: Value | undefined, { schema, unit, byLetter }: Grouping, context: ViewContext): string[] {
  const keys = valueKeys(value, unit, byLetter, context)
  if (schema.type === 'checkbox' && keys.length === 0) return ['false']
  return keys.length === 0 ? [NONE] : [...new Set(keys)]
}

function valueKeys(value: Value | undefined, unit: Unit, byLetter: boolean, context: ViewContext): string[] {
  switch (value?.type) {
    case undefined:
      return []
    case 'text':
      return [byLetter ? firstLetter(value.text) : value.text.trim()]
    case 'number':
      return [String(value.number)]
    case 'checkbox':
      return [String(value.checked)]
    case 'options':
      return value.options
    case 'people':
      return value.ids.filter((id) => context.userName(id))
    case 'pages':
      return value.ids.filter((id) => context.pageLink(id) !== undefined)
    case 'files':
      return value.files.map((file) => file.name)
    case 'list':
      return value.values.flatMap((each) => valueKeys(each, unit, byLetter, context))
    default: {
      const span = dateSpan(value, context.timeZone)
      return span ? [startOfUnit(new Date(span.start).toISOString().slice(0, 10), unit)] : []
    }
  }
}

function firstLetter(text: string): string {
  const [letter = ''] = text.trim()
  return letter.toUpperCase()
}

/** The arranged groups first, then the schema's options, then whatever else the rows hold; by order, where the view has one. */
function orderedKeys(grouping: Grouping, members: Map<string, Block[]>, context: ViewContext): string[] {
  const { arranged, schema, order } = grouping
  const compare = keyOrder(grouping, context)
  const found = [...members.keys()].filter((key) => key !== NONE).sort(compare)
  const known = hasOptions(schema) ? optionNames(schema) : schema.type === 'checkbox' ? ['false', 'true'] : []
  if (order === 'manual') return [...new Set([...arranged.keys(), ...known, ...found, NONE])]
  const keys = [...new Set([...known, ...found])].sort(compare)
  return [...(order === 'ascending' ? keys : keys.reverse()), NONE]
}

/** Options as the schema lists them, numbers by size, dates by time, anything else by its name. */
function keyOrder(grouping: Grouping, context: ViewContext): (a: string, b: string) => number {
  const { schema } = grouping
  if (hasOptions(schema)) {
    const ranks = new Map(optionNames(schema).map((option, index) => [option, index]))
    return (a, b) => (ranks.get(a) ?? ranks.size) - (ranks.get(b) ?? ranks.size)
  }
  const collator = new Intl.Collator(context.locale, { numeric: true })
  const name = (key: string) => (parseDay(key) === undefined ? groupLabel(key, grouping, context).label : key)
  return (a, b) => (schema.type === 'number' ? Number(a) - Number(b) : collator.compare(name(a), name(b)))
}

function optionNames({ options = [] }: PropertySchema): string[] {
  return options.map((option) => option.value)
}

function hasOptions({ type }: PropertySchema): boolean {
  return type === 'select' || type === 'status' || type === 'multi_select'
}

/** A group without rows says something only where it is a choice that editors made. */
function staysWhenEmpty(key: string, { schema, arranged }: Grouping): boolean {
  if (schema.type === 'checkbox') return key !== NONE
  if (!hasOptions(schema)) return false
  return key === NONE ? arranged.has(NONE) : optionNames(schema).includes(key)
}

function groupLabel(key: string, { schema, unit }: Grouping, context: ViewContext): { label: string; color?: string } {
  const labels = labelsFor(context.locale)
  if (key === NONE) return { label: labels.without(schema.name) }
  if (schema.type === 'checkbox') return { label: key === 'true' ? labels.checked : labels.unchecked }
  const option = hasOptions(schema) ? schema.options?.find((each) => each.value === key) : undefined
  if (option?.color && option.color !== 'default') return { label: key, color: option.color }
  const name = context.userName(key) ?? context.pageLink(key)?.title
  if (name) return { label: name }
  return { label: parseDay(key) !== undefined && isDate(schema) ? formatCalendarUnit(key, unit, context.locale) : key }
}

function isDate({ type }: PropertySchema): boolean {
  return type === 'date' || type === 'created_time' || type === 'last_edited_time' || type === 'formula'
}
