import { describe, expect, test } from 'vitest'
import type { CalendarGrid } from '@/islands/collection/data'
import type { RichText } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { context, getGroups, prepare, type Sample, shown } from './support'

const createDate = (start_date: string, end_date?: string): RichText => [
  ['‣', [['d', { type: end_date === undefined ? 'date' : 'daterange', start_date, ...(end_date && { end_date }) }]]],
]
const createTime = (start_date: string, start_time: string, time_zone: string): RichText => [
  ['‣', [['d', { type: 'datetime', start_date, start_time, time_zone }]]],
]
const schema = { Day: { type: 'date' }, Other: { type: 'date' }, Note: {}, Secret: {} }
function createRows(values: Record<string, RichText | undefined>): Record<string, Record<string, RichText>> {
  const rows: Record<string, Record<string, RichText>> = {}
  for (const [name, day] of Object.entries(values)) rows[name] = day ? { Day: day } : {}
  return rows
}
const prepareCalendar = (sample: Sample, view = {}) =>
  prepare({ schema, views: [{ type: 'calendar', query: { calendar_by: 'Day' }, ...view }], ...sample })
const toDay = (day: string) => Date.parse(day) / 86_400_000
/** Returns the title, the first and the last day of each entry of the grid. */
function getEntries(data: ReturnType<typeof prepare>) {
  return data.views[0]?.calendar?.entries.map(({ row, first, last }) => {
    const toIsoDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
    return [data.rows[row]?.cells[data.titleColumn], toIsoDay(first), ...(last === undefined ? [] : [toIsoDay(last)])]
  })
}

describe('prepareCollection: calendars', () => {
  test('lists rows by month, the earliest first, and rows without a date last', () => {
    const rows = createRows({
      May: createDate('2024-05-02'),
      None: undefined,
      Late: createDate('2024-03-31'),
      Early: createDate('2024-03-01'),
    })
    const data = prepareCalendar({ rows })
    expect(getGroups(data)).toEqual([
      ['March 2024', ['Early', 'Late']],
      ['May 2024', ['May']],
      ['No Day', ['None']],
    ])
    expect(data.views[0]?.sections.map(({ isUndated }) => isUndated)).toEqual([undefined, undefined, true])
    expect(getEntries(data)).toEqual([
      ['Early', '2024-03-01'],
      ['Late', '2024-03-31'],
      ['May', '2024-05-02'],
    ])
  })

  test('lists the latest rows first if the view sorts its dates in descending order', () => {
    const rows = createRows({
      A: createDate('2024-03-01'),
      B: createDate('2024-05-01'),
      C: createDate('2024-03-02'),
      None: undefined,
    })
    const createSortedView = (property: string) => ({
      query: { calendar_by: 'Day', sort: [{ property, direction: 'descending' }] },
    })
    const getSortedGroups = (property: string) => getGroups(prepareCalendar({ rows }, createSortedView(property)))
    expect(getSortedGroups('Day')).toEqual([
      ['May 2024', ['B']],
      ['March 2024', ['C', 'A']],
      ['No Day', ['None']],
    ])
    expect(getSortedGroups('title').map(([label]) => label)).toEqual(['March 2024', 'May 2024', 'No Day'])
  })

  test('keeps the order of the view within a day', () => {
    const rows = createRows({ A: createDate('2024-03-01'), B: createDate('2024-03-01') })
    const query = { calendar_by: 'Day', sort: [{ property: 'title', direction: 'descending' }] }
    expect(getGroups(prepareCalendar({ rows }, { query }))).toEqual([['March 2024', ['B', 'A']]])
  })

  test('uses the property that the view specifies, or the first date of the database', () => {
    const rows = { A: { Day: createDate('2024-03-01'), Other: createDate('2024-07-01') } }
    const getFirstLabel = (view: object) => getGroups(prepareCalendar({ rows }, view))[0]?.[0]
    expect(getFirstLabel({ query: { calendar_by: 'Other' } })).toBe('July 2024')
    expect(getFirstLabel({ query: {}, format: { calendar_by: 'Other' } })).toBe('July 2024')
    for (const calendar_by of ['gone', '__proto__', 7, null])
      expect(getFirstLabel({ query: { calendar_by } })).toBe('March 2024')
  })

  test('becomes a list if the database has no dates', () => {
    const data = prepare({ schema: { Note: {} }, rows: { A: {}, B: {} }, views: [{ type: 'calendar' }] })
    expect(getGroups(data)).toEqual([[undefined, ['A', 'B']]])
    expect(data.views[0]?.calendar).toBeUndefined()
  })

  test('shows an entry that ends before it starts on its first day', () => {
    expect(getEntries(prepareCalendar({ rows: createRows({ A: createDate('2024-03-05', '2024-03-01') }) }))).toEqual([
      ['A', '2024-03-05'],
    ])
  })

  test('accepts all years from 0 to 9999, in any time zone', () => {
    const rows = createRows({
      Ever: createDate('0000-01-01', '9999-12-31'),
      Last: createTime('9999-12-31', '23:30', 'Pacific/Pago_Pago'),
      First: createDate('0000-01-01'),
      Wrong: createDate('2024-02-31'),
    })
    const data = prepareCalendar({ rows, context: context({ timeZone: 'Asia/Tokyo' }) })
    expect(getEntries(data)).toEqual([
      ['Ever', '0000-01-01', '9999-12-31'],
      ['First', '0000-01-01'],
      ['Last', '9999-12-31'],
    ])
    expect(getGroups(data).map(([, titles]) => titles)).toEqual([['Ever', 'First'], ['Last'], ['Wrong']])
    expect(data.views[0]?.calendar).toMatchObject({ first: toDay('0000-01-01'), last: toDay('9999-12-31') })
  })

  test('does not show rows that the viewer may not read, even in the range of its months', () => {
    const rows = createRows({ Open: createDate('2024-03-01'), Closed: createDate('2025-12-01') })
    const data = prepareCalendar({ rows, context: context({ hidden: ['Closed'] }) })
    expect(data.views[0]?.calendar).toMatchObject({ first: toDay('2024-03-01'), last: toDay('2024-03-01') })
    expect(JSON.stringify(data)).not.toMatch(/Closed|2025/)
  })

  test('applies the filter of the view', () => {
    const rows = { A: { Day: createDate('2024-03-01'), Note: 'in' }, B: { Day: createDate('2024-04-01'), Note: 'out' } }
    const filter = { property: 'Note', filter: { operator: 'string_is', value: { type: 'exact', value: 'in' } } }
    expect(getEntries(prepareCalendar({ rows }, { query: { calendar_by: 'Day', filter } }))).toEqual([
      ['A', '2024-03-01'],
    ])
  })

  test('sends the title, the date, and the properties that the view shows', () => {
    const rows = { A: { Day: createDate('2024-03-01'), Note: 'words', Secret: 'hidden words' } }
    const format = { calendar_properties: [...shown('Note'), { property: 'Secret', visible: false }] }
    const data = prepareCalendar({ rows }, { format })
    expect(data.views[0]?.columns.map((index) => data.columns[index]?.name)).toEqual(['Name', 'Day', 'Note'])
    expect(JSON.stringify(data)).not.toContain('hidden words')
  })

  test('sends the days of the first rows, and the range of all rows, for a large database', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Row ${index}`)
    const rows = createRows(
      Object.fromEntries(
        names.map((name, index) => [
          name,
          createDate(new Date(Date.UTC(2024, 0, index + 1)).toISOString().slice(0, 10)),
        ]),
      ),
    )
    const createRest = () => ({ data: '/api/rows/x.json' })
    const { views, rows: sent } = prepareCalendar({ rows, part: { kind: 'first', rest: createRest } })
    expect(sent).toHaveLength(50)
    expect(views[0]?.calendar?.entries).toHaveLength(50)
    expect(views[0]?.calendar).toMatchObject({ first: toDay('2024-01-01'), last: toDay('2024-02-29') })
  })

  test.each([
    ['en', 7],
    ['zh-CN', 1],
  ])('starts weeks in %s on day %i', (locale, firstWeekday) => {
    const data = prepareCalendar({ rows: createRows({ A: createDate('2024-03-01') }), context: context({ locale }) })
    expect(data.views[0]?.calendar).toMatchObject<Partial<CalendarGrid>>({ locale, firstWeekday })
  })
})

test('prepareCollection sends no calendar data for other views', () => {
  const data = prepare({
    schema,
    rows: createRows({ A: createDate('2024-03-01') }),
    views: [{ id: createId('table'), type: 'table' }],
  })
  expect(JSON.stringify(data)).not.toContain('calendar')
})
