import { describe, expect, test } from 'vitest'
import { date } from '@/tests/support/records'
import { getCells, getGroups, getTitles, prepare } from './support'

describe('prepareCollection: unsupported views', () => {
  const rows = { B: { Kind: 'x' }, A: { Kind: 'x' }, C: { Kind: 'y' } }
  const schema = { Kind: { type: 'select', options: ['x', 'y'].map((value) => ({ id: value, value })) } }
  const query = {
    filter: {
      operator: 'and',
      filters: [{ property: 'Kind', filter: { operator: 'enum_is', value: { type: 'exact', value: 'x' } } }],
    },
    sort: [{ property: 'title', direction: 'ascending' }],
  }

  test('a database with none but unsupported views lists its rows with the filter and the order of the first one', () => {
    const chart = { type: 'chart', name: 'Sales', format: { chart_properties: [] }, query }
    const data = prepare({ schema, rows, views: [chart, { type: 'form', id: '2' }] })
    expect(data.views).toMatchObject([{ type: 'list', name: 'List view' }])
    expect(getTitles(data)).toEqual(['A', 'B'])
    expect(data.columns.map(({ name }) => name)).toEqual(['Name'])
    expect(data.title).toBe('Things')
  })

  test('a supported view is shown without the unsupported ones', () => {
    expect(prepare({ rows, views: [{ type: 'chart' }, { type: 'table', id: '2' }] }).views).toMatchObject([
      { type: 'list' },
    ])
  })
})

describe('prepareCollection: formats of dates', () => {
  const schema = { Due: { type: 'date' } }
  const rows = { A: { Due: date('2026-03-05', '16:30') }, B: { Due: date('2026-03-06') } }
  const createView = (id: string, settings: object) => ({
    id,
    type: 'table',
    format: {
      table_properties: [
        { property: 'title', visible: true },
        { property: 'Due', visible: true, ...settings },
      ],
    },
  })

  test.each<[settings: object, timed: string, day: string]>([
    [{}, 'Mar 5, 2026 04:30 PM', 'Mar 6, 2026'],
    [{ date_format: 'year_month_day', time_format: '24_hour' }, '2026/03/05 16:30', '2026/03/06'],
    [{ date_format: 'YYYY/MM/DD', time_format: 'H:mm' }, '2026/03/05 16:30', '2026/03/06'],
    [{ date_format: 'day_month_year', time_format: 'hidden' }, '05/03/2026', '06/03/2026'],
    [{ date_format: 'month_day_year', time_format: '12_hour' }, '03/05/2026 04:30 PM', '03/06/2026'],
    [{ date_format: 'full' }, 'March 5, 2026 04:30 PM', 'March 6, 2026'],
    [{ date_format: 'relative', time_format: 'constructor' }, 'Mar 5, 2026 04:30 PM', 'Mar 6, 2026'],
  ])('a view with the settings %j shows %s and %s', (settings, timed, day) => {
    const cells = getCells(prepare({ schema, rows, views: [createView('1', settings)] }), 'Due')
    expect(cells).toEqual([
      [timed, '2026-03-05T16:30:00.000Z'],
      [day, '2026-03-06'],
    ])
  })

  test('two views show the same property in their own formats, and each can be sorted', () => {
    const views = [createView('1', { date_format: 'year_month_day' }), createView('2', { date_format: 'full' })]
    const data = prepare({ schema, rows, views })
    const due = data.views.map(({ columns }) => data.columns[columns[1] ?? -1])
    expect(due).toMatchObject([
      { name: 'Due', ranks: [0, 1] },
      { name: 'Due', ranks: [0, 1] },
    ])
    expect(data.rows[1]?.[2].slice(1).map((cell) => (cell as string[])[0])).toEqual(['2026/03/06', 'March 6, 2026'])
  })

  test('the format of a property counts where a view has none', () => {
    const more = { date_format: 'DD/MM/YYYY', time_format: 'hidden' }
    const data = prepare({ schema: { Due: { type: 'date', more } }, rows, views: [createView('1', {})] })
    expect(getCells(data, 'Due').map((cell) => (cell as string[])[0])).toEqual(['05/03/2026', '06/03/2026'])
  })
})

describe('prepareCollection: weeks', () => {
  // 1 March 2026 is a Sunday.
  const rows = { Sun: { Due: date('2026-03-01') }, Sat: { Due: date('2026-03-07') }, Next: { Due: date('2026-03-08') } }
  const schema = { Due: { type: 'date' } }

  test.each<[startDayOfWeek: unknown, groups: string[][]]>([
    [0, [['Sun', 'Sat'], ['Next']]],
    [1, [['Sun'], ['Sat', 'Next']]],
    [undefined, [['Sun'], ['Sat', 'Next']]],
    [9, [['Sun'], ['Sat', 'Next']]],
  ])('start on the day %s that the view sets', (startDayOfWeek, groups) => {
    const by = { property: 'Due', type: 'date', groupBy: 'week', sort: { type: 'ascending' }, startDayOfWeek }
    const data = prepare({ schema, rows, views: [{ format: { collection_group_by: by } }] })
    expect(getGroups(data).flatMap(([, titles]) => (titles.length > 0 ? [titles] : []))).toEqual(groups)
  })

  test('of a calendar and of filters start on the day that the view sets', () => {
    const filter = {
      operator: 'and',
      filters: [
        { property: 'Due', filter: { operator: 'date_is_within', value: { type: 'relative', value: 'this_week' } } },
      ],
    }
    // The tests run on Saturday, 15 June 2024.
    const due = {
      Sun: { Due: date('2024-06-09') },
      Mon: { Due: date('2024-06-10') },
      Next: { Due: date('2024-06-16') },
    }
    const read = (startDayOfWeek?: number) => {
      const view = { type: 'calendar', format: { startDayOfWeek }, query: { filter, calendar_by: 'Due' } }
      const data = prepare({ schema, rows: due, views: [view] })
      return [data.views[0]?.calendar?.firstWeekday, data.views[0]?.calendar?.entries.length, getTitles(data)[0]]
    }
    expect(read(0)).toEqual([7, 2, 'Sun'])
    expect(read(1)).toEqual([1, 2, 'Mon'])
    expect(read()[0]).toBe(7)
  })
})
