import type { CalendarEntry, CalendarGrid } from '../../../islands/collection/data'
import { getCollectionMessages } from '../../../messages/languages'
import { getDateSpan } from '../../workspace/query/aggregate'
import type { ReadValue } from '../../workspace/query/row-values'
import { readViewSorts } from '../../workspace/query/sorts'
import type { Block, CollectionView, PropertySchema } from '../../workspace/record-map'
import { getViewTraits, isViewType } from '../../workspace/supported'
import { readString } from '../read-values'

/** The first and last day of a row, counted from 1970-01-01. */
export type Days = [first: number, last: number]

const DAY = 86_400_000

/** Types of the property by which a view without a valid setting shows its rows, in order of preference. */
const DATE_TYPES = ['date', 'created_time', 'last_edited_time']

/** The property by whose dates a view shows its rows, and whether the latest are first. */
export interface DateOrder {
  property: string
  /** For a timeline whose bars end at the date of another property. */
  end?: string
  descending: boolean
}

/** Returns the order of a calendar or timeline; undefined for other views, and if the collection has no dates. */
export function readDateOrder(view: CollectionView, schema: Record<string, PropertySchema>): DateOrder | undefined {
  const { query, format, type } = view
  if (!isViewType(type) || getViewTraits(type).isByDate !== true) return undefined
  const stored = [query.calendar_by, query.timeline_by, format.calendar_by, format.timeline_by].map(readString)
  const findPropertyOfType = (wanted: string) => Object.keys(schema).find((id) => schema[id]?.type === wanted)
  const candidates = [...stored, ...DATE_TYPES.map(findPropertyOfType)]
  const property = candidates.find((id) => id !== undefined && Object.hasOwn(schema, id))
  if (property === undefined) return undefined
  const [sort] = readViewSorts(view, schema)
  const end = readString(query.timeline_by_end)
  return {
    property,
    descending: sort?.property === property && sort.descending,
    ...(type === 'timeline' && end !== undefined && Object.hasOwn(schema, end) && { end }),
  }
}

/** Returns the days of each row that has a date. A row that ends before it starts has only its first day. */
export function readDays(
  rows: Block[],
  { property, end }: DateOrder,
  read: ReadValue,
  timeZone: string,
): Map<Block, Days> {
  const readSpan = (row: Block, of: string) => {
    const value = read(row, of)
    return getDateSpan(value?.type === 'list' ? value.values[0] : value, timeZone)
  }
  const days = new Map<Block, Days>()
  for (const row of rows) {
    const span = readSpan(row, property)
    if (span === undefined) continue
    const first = toDay(span.start)
    const last = (end === undefined ? span : readSpan(row, end))?.end ?? span.end
    days.set(row, [first, Math.max(first, toDay(last))])
  }
  return days
}

const toDay = (wall: number) => Math.floor(wall / DAY)

/** Sorts rows by their first day. Rows of the same day keep their order. */
export function sortByDay(rows: Block[], days: ReadonlyMap<Block, Days>, { descending }: DateOrder): Block[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => sign * ((days.get(a)?.[0] ?? 0) - (days.get(b)?.[0] ?? 0)))
}

/** Returns what the month grid of a calendar needs for the rows that are sent; undefined if no row has a date. */
export function createCalendar(
  days: ReadonlyMap<Block, Days>,
  sent: readonly Block[],
  indexes: ReadonlyMap<Block, number>,
  { locale, weekStart }: { locale: string; weekStart: number | undefined },
): CalendarGrid | undefined {
  if (days.size === 0) return undefined
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [from, to] of days.values()) {
    first = Math.min(first, from)
    last = Math.max(last, to)
  }
  const entries = [...new Set(sent)].flatMap((row): CalendarEntry[] => {
    const [index, found] = [indexes.get(row), days.get(row)]
    if (index === undefined || found === undefined) return []
    const [from, to] = found
    return [{ row: index, first: from, ...(to > from && { last: to }) }]
  })
  return {
    locale,
    firstWeekday: weekStart === undefined ? getFirstWeekday(locale) : weekStart || 7,
    labels: getCollectionMessages(locale).calendar,
    first,
    last,
    entries,
  }
}

/** Returns the first day of the week in a locale, from 1 for Monday to 7 for Sunday. Not all browsers know it. */
function getFirstWeekday(tag: string): number {
  // Older versions of Node.js have a property, newer ones a method.
  const locale: WeekLocale = new Intl.Locale(tag)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

interface WeekInfo {
  firstDay: number
}

type WeekLocale = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?(): WeekInfo }
