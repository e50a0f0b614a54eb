import type { Timeline, TimelineTick } from '../../../islands/collection/data'
import { getDateFormatter } from '../../workspace/dates'
import type { ReadValue } from '../../workspace/query/row-values'
import type { Block, CollectionView, Id } from '../../workspace/record-map'
import { readRecord, readString } from '../read-values'
import type { Days } from './by-date'

/** Pixels of a day at each zoom level of Notion, from the closest to the farthest. */
const SCALES = { hours: 240, day: 60, week: 24, bi_week: 16, month: 8, quarter: 3, year: 1, '5_years': 0.4 }
const DEFAULT_SCALE = SCALES.month
/** A timeline that would be wider has a smaller scale, in pixels. */
const MAX_WIDTH = 16_000
/** Below this distance, in pixels, the labels of the axis would overlap. */
const MIN_DISTANCE = { week: 28, month: 60, year: 48 }
const MAX_ARROWS = 1000
const DAY_MS = 86_400_000

/** What a timeline is drawn from. */
export interface PlannedTimeline {
  days: ReadonlyMap<Block, Days>
  scale: number
  /** The ids of the rows that depend on each row. */
  arrows: ReadonlyMap<Block, Id[]>
}

/** Reads the scale of a timeline, and the dependencies between its rows. */
export function planTimeline(view: CollectionView, days: ReadonlyMap<Block, Days>, read: ReadValue): PlannedTimeline {
  const zoom = readString(readRecord(view.format.timeline_preference).zoomLevel) ?? ''
  const wanted = Object.hasOwn(SCALES, zoom) ? SCALES[zoom as keyof typeof SCALES] : DEFAULT_SCALE
  const property = readString(readRecord(view.format.timeline_arrows_by).property)
  const arrows = new Map<Block, Id[]>()
  if (property !== undefined) {
    for (const row of days.keys()) {
      const value = read(row, property)
      if (value?.type === 'pages') arrows.set(row, value.ids)
    }
  }
  return { days, scale: wanted, arrows }
}

/** Returns what the browser needs to draw the rows that are sent; undefined if no row has a date. */
export function createTimeline(
  { days, scale: wanted, arrows }: PlannedTimeline,
  sent: readonly Block[],
  indexes: ReadonlyMap<Block, number>,
  locale: string,
): Timeline | undefined {
  if (days.size === 0) return undefined
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [from, to] of days.values()) {
    first = Math.min(first, from)
    last = Math.max(last, to)
  }
  const fits = Object.values(SCALES).find((each) => each <= wanted && each * (last - first) <= MAX_WIDTH)
  const scale = fits ?? MAX_WIDTH / (last - first)
  // The axis begins with a whole unit.
  const start = getMonthStart(first, scale * 30 < MIN_DISTANCE.month ? 12 : 1)
  const rows = [...new Set(sent)]
  const entries = rows.flatMap((row) => {
    const [index, found] = [indexes.get(row), days.get(row)]
    return index === undefined || found === undefined
      ? []
      : [{ row: index, at: found[0] - start, days: found[1] - found[0] + 1 }]
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const drawn = rows.flatMap((row) =>
    (arrows.get(row) ?? []).flatMap((id): [number, number][] => {
      const target = byId.get(id)
      const [from, to] = [indexes.get(row), target && days.has(target) ? indexes.get(target) : undefined]
      return from === undefined || to === undefined || target === row ? [] : [[from, to]]
    }),
  )
  return {
    first: start,
    days: last - start + 1,
    scale,
    ticks: createTicks(start, last, scale, locale),
    entries,
    ...(drawn.length > 0 && { arrows: drawn.slice(0, MAX_ARROWS) }),
  }
}

/** Returns the labels of the axis: years over months, months over weeks, or months over days, whichever fits the scale. */
function createTicks(first: number, last: number, scale: number, locale: string): TimelineTick[][] {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = getDateFormatter(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
    return (day: number) => formatter.format(day * DAY_MS)
  }
  const listEvery = (next: (day: number) => number, label: (day: number) => string, from = first): TimelineTick[] => {
    const ticks: TimelineTick[] = []
    for (let day = from; day <= last; day = next(day)) ticks.push({ at: day - first, label: label(day) })
    return ticks
  }
  const months = (count: number) => (day: number) => addMonths(day, count)
  const year = format({ year: 'numeric' })
  if (scale * 30 < MIN_DISTANCE.month) {
    const step = Math.ceil(MIN_DISTANCE.year / (scale * 365))
    const years = listEvery(months(12 * step), year)
    return scale * 90 < MIN_DISTANCE.month ? [years] : [years, listEvery(months(3), format({ month: 'short' }))]
  }
  const isByDay = scale >= MIN_DISTANCE.week
  const isByWeek = scale * 7 >= MIN_DISTANCE.week
  const upper = listEvery(months(1), format({ year: 'numeric', month: 'long' }))
  if (!isByDay && !isByWeek) return [upper]
  // 1970-01-05 was a Monday.
  const monday = first + ((((4 - first) % 7) + 7) % 7)
  const day = format({ day: 'numeric' })
  return [upper, isByDay ? listEvery((at) => at + 1, day) : listEvery((at) => at + 7, day, monday)]
}

/** Returns the first day of the month, or of the year if `unit` is 12 months. */
function getMonthStart(day: number, unit: 1 | 12): number {
  const date = new Date(day * DAY_MS)
  return toDay(date.getUTCFullYear(), unit === 12 ? 0 : date.getUTCMonth())
}

function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  return toDay(date.getUTCFullYear(), date.getUTCMonth() + months)
}

/** Unlike `Date.UTC`, this also takes the years 0 to 99 as they are. */
const toDay = (year: number, month: number) => Math.floor(new Date(0).setUTCFullYear(year, month, 1) / DAY_MS)
