import type { CalendarGrid } from '@/islands/collection/data'

/** The part of an entry within one week. */
export interface Segment {
  /** The index of the entry's row. */
  row: number
  /** The first and last day in the week, from 0 to 6. */
  from: number
  to: number
  /** Its place among the entries that are above each other, from 0. */
  lane: number
  /** Whether it started in an earlier week. */
  continues: boolean
}

export interface Week {
  /** Its first day, counted from 1970-01-01. */
  start: number
  segments: Segment[]
}

export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** Every month has as many weeks as the longest, so that the page does not move when the month changes. */
const WEEKS = 6
const DAY = 86_400_000

/** Returns the month of a day, counted from the year 0. */
export function getMonth(day: number): number {
  const date = new Date(day * DAY)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Returns the first day of a month. */
export function getMonthStart(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / DAY
}

/** Returns the weeks that show a month, with the entries of each. */
export function getWeeks({ entries, firstWeekday }: CalendarGrid, month: number): Week[] {
  const start = getMonthStart(month)
  // 1970-01-01 was a Thursday.
  const before = (((start + 4 - firstWeekday) % 7) + 7) % 7
  return Array.from({ length: WEEKS }, (_, index) => {
    const first = start - before + index * 7
    return { start: first, segments: placeEntries(entries, first) }
  })
}

function placeEntries(entries: CalendarGrid['entries'], start: number): Segment[] {
  const end = start + 6
  const found = entries
    .filter(({ first, last = first }) => first <= end && last >= start)
    .map(({ row, first, last = first }) => ({
      row,
      from: Math.max(0, first - start),
      to: Math.min(6, last - start),
      continues: first < start,
    }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
  /** The last day that is taken in each lane. */
  const taken: number[] = []
  let day = -1
  let free: number[] = []
  return found.map((segment) => {
    if (segment.from !== day) {
      day = segment.from
      free = taken.flatMap((until, lane) => (until < segment.from ? [lane] : [])).reverse()
    }
    const lane = free.pop() ?? taken.length
    taken[lane] = segment.to
    return { ...segment, lane }
  })
}

/** Returns how many entries of each day are below the shown lanes. */
export function countHidden(segments: readonly Segment[], lanes: number): { dayIndex: number; count: number }[] {
  const below = segments.filter(({ lane }) => lane >= lanes)
  return WEEKDAYS.map((dayIndex) => ({
    dayIndex,
    count: below.filter(({ from, to }) => from <= dayIndex && to >= dayIndex).length,
  })).filter(({ count }) => count > 0)
}
