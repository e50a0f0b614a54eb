import { describe, expect, test } from 'vitest'
import type { CalendarGrid } from '@/lib/page/wire/collection'
import type { RichText } from '@/lib/workspace/record-map'
import { idOf } from '@/tests/support/records'
import { context, groups, prepare, type Sample, shown } from './support'

const on = (start_date: string, end_date?: string): RichText => [
  ['‣', [['d', { type: end_date === undefined ? 'date' : 'daterange', start_date, ...(end_date && { end_date }) }]]],
]
const at = (start_date: string, start_time: string, time_zone: string): RichText => [
  ['‣', [['d', { type: 'datetime', start_date, start_time, time_zone }]]],
]
const schema = { Day: { type: 'date' }, Other: { type: 'date' }, Note: {}, Secret: {} }
function days(values: Record<string, RichText | undefined>): Record<string, Record<string, RichText>> {
  const rows: Record<string, Record<string, RichText>> = {}
  for (const [name, day] of Object.entries(values)) rows[name] = day ? { Day: day } : {}
  return rows
}
const calendar = (sample: Sample, view = {}) =>
  prepare({ schema, views: [{ type: 'calendar', query: { calendar_by: 'Day' }, ...view }], ...sample })
const toDay = (day: string) => Date.parse(day) / 86_400_000
/** The entries of the grid: title, first and last day. */
function entries(data: ReturnType<typeof prepare>) {
  return data.views[0]?.calendar?.entries.map(([row, first, last]) => {
    const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
    return [data.rows[row]?.[2][data.titleColumn], iso(first), ...(last === undefined ? [] : [iso(last)])]
  })
}

describe('a calendar', () => {
  test('lists its rows by month, the earliest first, and those without a date last', () => {
    const rows = days({ May: on('2024-05-02'), None: undefined, Late: on('2024-03-31'), Early: on('2024-03-01') })
    const data = calendar({ rows })
    expect(groups(data)).toEqual([
      ['March 2024', ['Early', 'Late']],
      ['May 2024', ['May']],
      ['No Day', ['None']],
    ])
    expect(data.views[0]?.sections.map(({ isUndated }) => isUndated)).toEqual([undefined, undefined, true])
    expect(entries(data)).toEqual([
      ['Early', '2024-03-01'],
      ['Late', '2024-03-31'],
      ['May', '2024-05-02'],
    ])
  })

  test('lists the latest first if the view sorts by its dates in descending order', () => {
    const rows = days({ A: on('2024-03-01'), B: on('2024-05-01'), C: on('2024-03-02'), None: undefined })
    const sorted = (property: string) => ({
      query: { calendar_by: 'Day', sort: [{ property, direction: 'descending' }] },
    })
    const labels = (property: string) => groups(calendar({ rows }, sorted(property)))
    expect(labels('Day')).toEqual([
      ['May 2024', ['B']],
      ['March 2024', ['C', 'A']],
      ['No Day', ['None']],
    ])
    expect(labels('title').map(([label]) => label)).toEqual(['March 2024', 'May 2024', 'No Day'])
  })

  test('keeps the order of the view within a day', () => {
    const rows = days({ A: on('2024-03-01'), B: on('2024-03-01') })
    const query = { calendar_by: 'Day', sort: [{ property: 'title', direction: 'descending' }] }
    expect(groups(calendar({ rows }, { query }))).toEqual([['March 2024', ['B', 'A']]])
  })

  test('is by the property that the view names, else by the first date of the database', () => {
    const rows = { A: { Day: on('2024-03-01'), Other: on('2024-07-01') } }
    const label = (view: object) => groups(calendar({ rows }, view))[0]?.[0]
    expect(label({ query: { calendar_by: 'Other' } })).toBe('July 2024')
    expect(label({ query: {}, format: { calendar_by: 'Other' } })).toBe('July 2024')
    for (const calendar_by of ['gone', '__proto__', 7, null])
      expect(label({ query: { calendar_by } })).toBe('March 2024')
  })

  test('without any date in the database is a list', () => {
    const data = prepare({ schema: { Note: {} }, rows: { A: {}, B: {} }, views: [{ type: 'calendar' }] })
    expect(groups(data)).toEqual([[undefined, ['A', 'B']]])
    expect(data.views[0]?.calendar).toBeUndefined()
  })

  test('shows an entry that ends before it starts on its first day', () => {
    expect(entries(calendar({ rows: days({ A: on('2024-03-05', '2024-03-01') }) }))).toEqual([['A', '2024-03-05']])
  })

  test('accepts all years from 0 to 9999, in any time zone', () => {
    const rows = days({
      Ever: on('0000-01-01', '9999-12-31'),
      Last: at('9999-12-31', '23:30', 'Pacific/Pago_Pago'),
      First: on('0000-01-01'),
      Wrong: on('2024-02-31'),
    })
    const data = calendar({ rows, context: context({ timeZone: 'Asia/Tokyo' }) })
    expect(entries(data)).toEqual([
      ['Ever', '0000-01-01', '9999-12-31'],
      ['First', '0000-01-01'],
      ['Last', '9999-12-31'],
    ])
    expect(groups(data).map(([, titles]) => titles)).toEqual([['Ever', 'First'], ['Last'], ['Wrong']])
    expect(data.views[0]?.calendar).toMatchObject({ first: toDay('0000-01-01'), last: toDay('9999-12-31') })
  })

  test('shows no row that the viewer may not read, not even in the months between which it leads', () => {
    const rows = days({ Open: on('2024-03-01'), Closed: on('2025-12-01') })
    const data = calendar({ rows, context: context({ hidden: ['Closed'] }) })
    expect(data.views[0]?.calendar).toMatchObject({ first: toDay('2024-03-01'), last: toDay('2024-03-01') })
    expect(JSON.stringify(data)).not.toMatch(/Closed|2025/)
  })

  test('applies the filter of the view', () => {
    const rows = { A: { Day: on('2024-03-01'), Note: 'in' }, B: { Day: on('2024-04-01'), Note: 'out' } }
    const filter = { property: 'Note', filter: { operator: 'string_is', value: { type: 'exact', value: 'in' } } }
    expect(entries(calendar({ rows }, { query: { calendar_by: 'Day', filter } }))).toEqual([['A', '2024-03-01']])
  })

  test('sends the date after the title, and only the other properties that it shows', () => {
    const rows = { A: { Day: on('2024-03-01'), Note: 'words', Secret: 'hidden words' } }
    const format = { calendar_properties: [...shown('Note'), { property: 'Secret', visible: false }] }
    const data = calendar({ rows }, { format })
    expect(data.views[0]?.columns.map((index) => data.columns[index]?.name)).toEqual(['Name', 'Day', 'Note'])
    expect(JSON.stringify(data)).not.toContain('hidden words')
  })

  test('with many rows sends the days of the first ones, and between which months all are', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Row ${index}`)
    const rows = days(
      Object.fromEntries(
        names.map((name, index) => [name, on(new Date(Date.UTC(2024, 0, index + 1)).toISOString().slice(0, 10))]),
      ),
    )
    const rest = () => ({ data: '/api/rows/x.json' })
    const { views, rows: sent } = calendar({ rows, part: { kind: 'first', rest } })
    expect(sent).toHaveLength(50)
    expect(views[0]?.calendar?.entries).toHaveLength(50)
    expect(views[0]?.calendar).toMatchObject({ first: toDay('2024-01-01'), last: toDay('2024-02-29') })
  })

  test.each([
    ['en', 7],
    ['zh-CN', 1],
  ])('in %s begins its weeks on day %i', (locale, firstWeekday) => {
    const data = calendar({ rows: days({ A: on('2024-03-01') }), context: context({ locale }) })
    expect(data.views[0]?.calendar).toMatchObject<Partial<CalendarGrid>>({ locale, firstWeekday })
  })
})

test('a timeline is the same list, without a grid', () => {
  const rows = days({ May: on('2024-05-02'), None: undefined, Early: on('2024-03-01') })
  const data = prepare({ schema, rows, views: [{ type: 'timeline', query: { timeline_by: 'Day' } }] })
  expect(groups(data)).toEqual([
    ['March 2024', ['Early']],
    ['May 2024', ['May']],
    ['No Day', ['None']],
  ])
  expect(data.views[0]?.calendar).toBeUndefined()
})

test('other views of the same database send nothing of calendars', () => {
  const data = prepare({ schema, rows: days({ A: on('2024-03-01') }), views: [{ id: idOf('table'), type: 'table' }] })
  expect(JSON.stringify(data)).not.toContain('calendar')
})
