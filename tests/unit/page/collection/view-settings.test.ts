import { describe, expect, test } from 'vitest'
import { convertCollection } from '@/blocks/collection'
import type { Part } from '@/lib/page/collection/groups'
import { SUBITEM_LIMITS } from '@/lib/page/collection/subitems'
import type { RichText } from '@/lib/workspace/record-map'
import { lowerLimits } from '@/tests/support/lower-limits'
import { createId, date } from '@/tests/support/records'
import { context, getCells, getGroups, getTitles, prepare } from './support'

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
    [{}, 'Mar 5, 2026, 4:30 PM', 'Mar 6, 2026'],
    [{ date_format: 'year_month_day', time_format: '24_hour' }, '2026/03/05 16:30', '2026/03/06'],
    [{ date_format: 'YYYY/MM/DD', time_format: 'H:mm' }, '2026/03/05 16:30', '2026/03/06'],
    [{ date_format: 'day_month_year', time_format: 'hidden' }, '05/03/2026', '06/03/2026'],
    [{ date_format: 'month_day_year', time_format: '12_hour' }, '03/05/2026 4:30 PM', '03/06/2026'],
    [{ date_format: 'full' }, 'March 5, 2026 at 4:30 PM', 'March 6, 2026'],
    [{ date_format: 'relative', time_format: 'constructor' }, 'Mar 5, 2026, 4:30 PM', 'Mar 6, 2026'],
  ])('a view with the settings %j shows %s and %s', (settings, timed, day) => {
    const cells = getCells(prepare({ schema, rows, views: [createView('1', settings)] }), 'Due')
    expect(cells).toEqual([
      { text: timed, iso: '2026-03-05T16:30:00.000Z' },
      { text: day, iso: '2026-03-06' },
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
    expect(data.rows[1]?.cells.slice(1)).toMatchObject([{ text: '2026/03/06' }, { text: 'March 6, 2026' }])
  })

  test('the format of a property counts where a view has none', () => {
    const more = { date_format: 'DD/MM/YYYY', time_format: 'hidden' }
    const data = prepare({ schema: { Due: { type: 'date', more } }, rows, views: [createView('1', {})] })
    expect(getCells(data, 'Due')).toMatchObject([{ text: '05/03/2026' }, { text: '06/03/2026' }])
  })
})

test('a view shows a status as a checkbox, which is checked in the last group', () => {
  const options = ['Open', 'Done'].map((value) => ({ id: value, value }))
  const groups = [
    { id: 'a', name: 'To-do', optionIds: ['Open'] },
    { id: 'b', name: 'Complete', optionIds: ['Done'] },
  ]
  const views = [{ type: 'table', format: { table_properties: [{ property: 'State', status_show_as: 'checkbox' }] } }]
  const rows = { A: { State: 'Done' }, B: { State: 'Open' }, C: {} }
  const data = prepare({ schema: { State: { type: 'status', options, more: { groups } } }, rows, views })
  expect(data.columns.find(({ name }) => name === 'State')?.kind).toBe('checkbox')
  expect(getCells(data, 'State')).toEqual([true, false, false])
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

describe('prepareCollection: sub-items', () => {
  const relation = (property: string) => ({
    type: 'relation',
    more: { collection_id: createId('Things'), property },
  })
  const schema = {
    Sub: { name: 'Sub-item', ...relation('Up') },
    Up: { name: 'Parent item', ...relation('Sub') },
    Done: { type: 'checkbox' },
  }
  const createPages = (...names: string[]): RichText => names.map((name) => ['‣', [['p', createId(name)]]])
  const rows = {
    A: { Sub: createPages('A1', 'A2'), Done: 'Yes' },
    A1: { Up: createPages('A'), Done: 'No' },
    A2: { Up: createPages('A'), Sub: createPages('Deep'), Done: 'Yes' },
    Deep: { Up: createPages('A2'), Done: 'Yes' },
    B: { Done: 'No' },
    C: { Sub: createPages('C1'), Done: 'No' },
    C1: { Up: createPages('C'), Done: 'Yes' },
  }
  const done = { property: 'Done', filter: { operator: 'checkbox_is', value: { type: 'exact', value: true } } }

  /** Returns the titles of the rows of a view, with their sub-items in brackets. */
  function describeRows(
    format: object,
    { filter, type = 'table', hidden = [] as string[] } = {} as { filter?: object; type?: string; hidden?: string[] },
  ) {
    const view = {
      type,
      format: { subitem_property: 'Sub', ...format },
      query: filter ? { filter: { operator: 'and', filters: [filter] } } : {},
    }
    const data = prepare({ schema, rows, views: [view], context: context({ hidden }) })
    const nested = new Map(data.views[0]?.nested?.map(({ row, subitems }) => [row, subitems]))
    const describeRow = (index: number): string => {
      const title = String(data.rows[index]?.cells[data.titleColumn])
      const below = nested.get(index)?.map(describeRow)
      return below === undefined ? title : `${title} (${below.join(', ')})`
    }
    return data.views[0]?.sections.flatMap((section) => section.rows.map(describeRow)).join(', ')
  }
  const ALL = 'A, A1, A2, Deep, B, C, C1'
  const NESTED = 'A (A1, A2 (Deep)), B, C (C1)'

  test.each<[what: string, format: object, expected: string]>([
    ['are left out if they are hidden', { subitem_display_mode: 'hidden' }, 'A, B, C'],
    ['are below their parents', { subitem_display_mode: 'show' }, NESTED],
    [
      'are below their parents if the relation leads to these',
      { subitem_display_mode: 'show', subitem_property: 'Up' },
      NESTED,
    ],
    ['are among the others in a flat view', { subitem_display_mode: 'flattened' }, ALL],
    [
      'are left out of a flat view of parents',
      { subitem_display_mode: 'flattened', subitem_filter_scope: 'parents' },
      'A, B, C',
    ],
    ['are rows like others if the view disables them', { subitem_display_mode: 'disabled' }, ALL],
    ['are rows like others without the relation', { subitem_display_mode: 'show', subitem_property: 'gone' }, ALL],
    ['are rows like others with another property', { subitem_display_mode: 'hidden', subitem_property: 'Done' }, ALL],
  ])('%s', (_, format, expected) => {
    expect(describeRows(format)).toBe(expected)
  })

  test.each<[scope: string | undefined, expected: string]>([
    ['parents', 'A (A1, A2 (Deep))'],
    ['parents_and_subitems', 'A (A2 (Deep)), C1'],
    [undefined, 'A (A2 (Deep)), C1'],
    ['subitems', 'A (A2 (Deep)), B, C (C1)'],
  ])('are filtered with the scope %s', (subitem_filter_scope, expected) => {
    expect(describeRows({ subitem_display_mode: 'show', subitem_filter_scope }, { filter: done })).toBe(expected)
  })

  test('of a parent that the viewer may not read are at the top', () => {
    expect(describeRows({ subitem_display_mode: 'show' }, { hidden: ['A'] })).toBe('A1, A2 (Deep), B, C (C1)')
  })

  test('are rows like others if they are too many to be sent with the first rows', () => {
    lowerLimits(SUBITEM_LIMITS, { nestedRows: 3 })
    expect(describeRows({ subitem_display_mode: 'show' })).toBe(ALL)
  })

  test('are rows like others in a gallery', () => {
    expect(describeRows({ subitem_display_mode: 'show' }, { type: 'gallery' })).toBe(ALL)
  })

  test('that are below themselves are cut, and deep ones are beside each other', () => {
    const names = Array.from({ length: 40 }, (_, index) => `R${index}`)
    const chain = Object.fromEntries(names.map((name, index) => [name, { Sub: createPages(`R${(index + 1) % 40}`) }]))
    const view = { format: { subitem_property: 'Sub', subitem_display_mode: 'show' } }
    const data = prepare({ schema, rows: chain, views: [view] })
    const nested = new Map(data.views[0]?.nested?.map(({ row, subitems }) => [row, subitems]))
    const getDepth = (index: number): number => 1 + Math.max(0, ...(nested.get(index) ?? []).map(getDepth))
    expect(data.views[0]?.sections[0]?.rows).toHaveLength(1)
    expect(getDepth(data.views[0]?.sections[0]?.rows[0] ?? -1)).toBe(11)
    expect(data.rows).toHaveLength(40)
  })

  test('follow their parents in Markdown', () => {
    const view = { format: { subitem_property: 'Sub', subitem_display_mode: 'show' } }
    const data = prepare({ schema, rows, views: [view] })
    const markdown = JSON.stringify(convertCollection(data, (address) => address))
    expect(markdown).toContain('↳ ↳ ')
    expect(markdown.indexOf('"Deep"')).toBeGreaterThan(markdown.indexOf('"A2"'))
    expect(markdown.indexOf('"Deep"')).toBeLessThan(markdown.indexOf('"B"'))
  })
})

test.each([
  ['compact', true],
  ['list', undefined],
])('a gallery with the layout %s of its cards shows properties accordingly', (card_layout, isCompact) => {
  const data = prepare({ rows: { A: {} }, views: [{ type: 'gallery', format: { card_layout } }] })
  expect(data.views[0]?.isCompact).toBe(isCompact)
})

test('a feed has the beginnings of the pages of its own rows', () => {
  const sort = (direction: string) => [{ property: 'title', direction }]
  const where = { property: 'title', filter: { operator: 'string_is', value: { type: 'exact', value: 'A' } } }
  const views = [
    { id: '1', type: 'list', query: { sort: sort('ascending') } },
    { id: '2', type: 'feed', query: { filter: { operator: 'and', filters: [where] } } },
  ]
  const description = (id: string) => `About ${id.slice(0, 4)}`
  const rows = { A: {}, B: {} }
  const data = prepare({ rows, views, context: context({ description }) })
  const beginnings = data.views.map((view) => view.beginnings)
  expect(beginnings).toEqual([undefined, expect.any(Number)])
  expect(data.rows.map(({ cells }) => cells[beginnings[1] ?? -1])).toEqual([description(createId('A')), undefined])

  const part: Part = { kind: 'first', rest: () => ({ data: '' }) }
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`Row ${index}`, {}]))
  const first = prepare({ rows: many, views, part, context: context({ description }) })
  expect(JSON.stringify(first)).not.toContain('About')
})
