import { dateSpan } from '../../workspace/aggregate'
import { formatCalendarUnit } from '../../workspace/dates'
import { startOfUnit } from '../../workspace/filter-dates'
import { formatNumber } from '../../workspace/numbers'
import type { Value } from '../../workspace/property-values'
import type { Block, CollectionView, PropertySchema } from '../../workspace/record-map'
import type { ReadValue } from '../../workspace/row-values'
import type { ViewContext } from '../types'
import { type Grouping, NONE, readGrouping } from './grouping'
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

/** What makes a group: its key, how it is called, and where it stands among others. */
interface Heading {
  key: string
  label: string
  color?: string
  order: number | string
}

/** Divides a view's rows, which keep their order, into its groups. */
export function groupRows(view: CollectionView, type: string, rows: Block[], world: GroupWorld): Group[] {
  const grouping = readGrouping(view, type, world.schema)
  if (grouping === undefined) return [{ rows }]
  const { context, read } = world
  const headings = new Map(choices(grouping, context).map((heading) => [heading.key, heading]))
  const members = new Map<string, Block[]>()
  for (const row of rows) {
    const found = uniqueHeadings(headingsOf(read(row, grouping.property), grouping, context))
    for (const heading of found.length > 0 ? found : [without(grouping, context)]) {
      if (!headings.has(heading.key)) headings.set(heading.key, heading)
      const known = members.get(heading.key)
      if (known) known.push(row)
      else members.set(heading.key, [row])
    }
  }
  if (grouping.arranged.has(NONE) && isChoice(grouping.schema)) headings.set(NONE, without(grouping, context))
  return inOrder([...headings.values()], grouping, context)
    .filter(({ key }) => grouping.arranged.get(key) !== true && (members.has(key) || !grouping.hideEmpty))
    .map(({ key, label, color }) => ({ rows: members.get(key) ?? [], label, ...(color !== undefined && { color }) }))
}

function uniqueHeadings(headings: Heading[]): Heading[] {
  return [...new Map(headings.map((heading) => [heading.key, heading])).values()]
}

function isChoice({ type }: PropertySchema): boolean {
  return type === 'select' || type === 'status' || type === 'multi_select'
}

/** Groups that say something without rows, because editors made them. */
function choices({ schema }: Grouping, context: ViewContext): Heading[] {
  if (schema.type === 'checkbox') return [tick(false, context), tick(true, context)]
  return isChoice(schema) ? (schema.options ?? []).map((each) => option(each.value, schema)) : []
}

/** The groups that a value belongs to. People and pages that do not exist for the viewer make none. */
function headingsOf(value: Value | undefined, grouping: Grouping, context: ViewContext): Heading[] {
  switch (value?.type) {
    case undefined:
      return []
    case 'text':
      return [named(grouping.byLetter ? firstLetter(value.text) : value.text.trim())]
    case 'number': {
      const label = formatNumber(value.number, value.format, context.locale)
      return [{ key: String(value.number), label, order: value.number }]
    }
    case 'checkbox':
      return [tick(value.checked, context)]
    case 'options':
      return value.options.map((each) => option(each, grouping.schema))
    case 'people':
      return namedIds(value.ids, (id) => context.userName(id))
    case 'pages':
      return namedIds(value.ids, (id) => context.pageLink(id)?.title)
    case 'files':
      return value.files.map((file) => named(file.name))
    case 'list':
      return value.values.flatMap((each) => headingsOf(each, grouping, context))
    default: {
      const span = dateSpan(value, context.timeZone)
      if (span === undefined) return []
      const day = startOfUnit(new Date(span.start).toISOString().slice(0, 10), grouping.unit)
      return [{ key: day, label: formatCalendarUnit(day, grouping.unit, context.locale), order: Date.parse(day) }]
    }
  }
}

function named(label: string, key = label): Heading {
  return { key, label, order: label }
}

/** The groups of those ids that have a name for the viewer. */
function namedIds(ids: string[], nameOf: (id: string) => string | undefined): Heading[] {
  return ids.flatMap((id) => {
    const name = nameOf(id)
    return name === undefined ? [] : [named(name, id)]
  })
}

function firstLetter(text: string): string {
  const [letter = ''] = text.trim()
  return letter.toUpperCase()
}

function option(value: string, { options = [] }: PropertySchema): Heading {
  const index = options.findIndex((each) => each.value === value)
  const color = options[index]?.color
  return {
    key: value,
    label: value,
    order: index === -1 ? options.length : index,
    ...(color !== undefined && color !== 'default' && { color }),
  }
}

function tick(checked: boolean, { locale }: ViewContext): Heading {
  const { checked: yes, unchecked: no } = labelsFor(locale)
  return { key: String(checked), label: checked ? yes : no, order: Number(checked) }
}

function without({ schema }: Grouping, { locale }: ViewContext): Heading {
  return { key: NONE, label: labelsFor(locale).without(schema.name), order: Number.POSITIVE_INFINITY }
}

/** As the view arranges its groups, then by their own order; the group without value last where nobody placed it. */
function inOrder(headings: Heading[], { arranged, order }: Grouping, { locale }: ViewContext): Heading[] {
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
  const place = ({ key }: Heading) => places.get(key) ?? (key === NONE ? places.size + 1 : places.size)
  return headings.sort((a, b) => place(a) - place(b) || compare(a, b))
}
