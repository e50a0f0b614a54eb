import { expect, test } from 'vitest'
import { countHidden, getMonth, getMonthStart, getWeeks } from '@/islands/collection/calendar/month-weeks'
import type { CalendarEntry, CalendarGrid } from '@/islands/collection/data'
import { getCollectionMessages } from '@/messages/languages'

const toDay = (day: string) => Date.parse(day) / 86_400_000
const toIsoDate = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

function createGrid(entries: CalendarEntry[], firstWeekday = 1): CalendarGrid {
  const labels = getCollectionMessages('en').calendar
  return { locale: 'en', firstWeekday, labels, first: toDay('0000-01-01'), last: toDay('9999-12-31'), entries }
}

const february = getMonth(toDay('2024-02-10'))

test.each([
  [1, '2024-01-29'],
  [6, '2024-01-27'],
  [7, '2024-01-28'],
])('weeks begin on day %i', (firstWeekday, start) => {
  const weeks = getWeeks(createGrid([], firstWeekday), february)
  expect(weeks).toHaveLength(6)
  expect(toIsoDate(weeks[0]?.start ?? 0)).toBe(start)
})

test.each(['0000-01-01', '0099-12-01', '1969-12-01', '2024-02-01', '9999-12-01'])(
  'the month of %s contains it',
  (day) => {
    expect(toIsoDate(getMonthStart(getMonth(toDay(day))))).toBe(day)
    const days = getWeeks(createGrid([]), getMonth(toDay(day))).map(({ start }) => start)
    expect(days[0]).toBeLessThanOrEqual(toDay(day))
    expect((days[0] ?? 0) + 7).toBeGreaterThan(toDay(day))
  },
)

test('an entry over several weeks has a segment in each week, which is marked as continued after the first', () => {
  const weeks = getWeeks(createGrid([{ row: 0, first: toDay('2024-02-09'), last: toDay('2024-02-19') }]), february)
  expect(weeks.map(({ segments }) => segments.map(({ from, to, continues }) => [from, to, continues]))).toEqual([
    [],
    [[4, 6, false]],
    [[0, 6, true]],
    [[0, 0, true]],
    [],
    [],
  ])
})

test('entries of the same day are in different lanes, and free lanes are reused', () => {
  const [, week] = getWeeks(
    createGrid([
      { row: 0, first: toDay('2024-02-05') },
      { row: 1, first: toDay('2024-02-05'), last: toDay('2024-02-07') },
      { row: 2, first: toDay('2024-02-06') },
      { row: 3, first: toDay('2024-02-07') },
      { row: 4, first: toDay('2024-02-08') },
    ]),
    february,
  )
  expect(week?.segments.map(({ row, lane }) => [row, lane])).toEqual([
    [1, 0],
    [0, 1],
    [2, 1],
    [3, 1],
    [4, 0],
  ])
})

test('entries never overlap', () => {
  const entries = Array.from({ length: 300 }, (_, row): CalendarEntry => {
    const first = toDay('2024-02-01') + ((row * 7919) % 29)
    return { row, first, last: first + ((row * 104_729) % 9) }
  })
  for (const { segments } of getWeeks(createGrid(entries), february)) {
    for (const a of segments) {
      for (const b of segments) {
        if (a !== b && a.lane === b.lane) expect(a.to < b.from || b.to < a.from).toBe(true)
      }
    }
  }
})

test('counts the hidden entries of each day', () => {
  const entries = Array.from(
    { length: 5 },
    (_, row): CalendarEntry => ({
      row,
      first: toDay('2024-02-05'),
      last: toDay('2024-02-06'),
    }),
  )
  const segments =
    getWeeks(createGrid([...entries, { row: 5, first: toDay('2024-02-08') }]), february)[1]?.segments ?? []
  expect(countHidden(segments, 3)).toEqual([
    { dayIndex: 0, count: 2 },
    { dayIndex: 1, count: 2 },
  ])
})
