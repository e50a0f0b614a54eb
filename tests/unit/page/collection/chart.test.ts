import { describe, expect, test } from 'vitest'
import { FIRST_ROWS } from '@/islands/collection/first-rows'
import type { CollectionView } from '@/lib/workspace/record-map'
import {
  by,
  createChartView,
  createDate,
  getTable,
  prepareChart,
  ROWS,
  type Settings,
  SUM,
  schema,
} from './chart-support'
import { context, createRow, prepare, type Sample } from './support'

describe('the values of a chart', () => {
  test.each<[string, Settings, string[][]]>([
    [
      'counts rows',
      {},
      [
        ['Kind', 'Count'],
        ['Text', '2'],
        ['Display', '1'],
        ['No Kind', '1'],
      ],
    ],
    [
      'calculates a property',
      { aggregation: SUM },
      [
        ['Kind', 'Price: Sum'],
        ['Text', '12.5'],
        ['Display', '-4'],
        ['No Kind', ''],
      ],
    ],
    [
      'divides groups by a second property',
      { stack: by('State') },
      [
        ['Kind', 'New', 'Old'],
        ['Text', '1', '1'],
        ['Display', '1', '0'],
        ['No Kind', '0', '1'],
      ],
    ],
    [
      'sorts groups by value',
      { aggregation: SUM, format: { mainSort: 'y-ascending' } },
      [
        ['Kind', 'Price: Sum'],
        ['Display', '-4'],
        ['No Kind', ''],
        ['Text', '12.5'],
      ],
    ],
    [
      'sorts groups by name',
      { format: { mainSort: 'x-descending' } },
      [
        ['Kind', 'Count'],
        ['Display', '1'],
        ['Text', '2'],
        ['No Kind', '1'],
      ],
    ],
    [
      'leaves out empty groups',
      { aggregation: SUM, format: { axisHideEmptyGroups: true } },
      [
        ['Kind', 'Price: Sum'],
        ['Text', '12.5'],
        ['Display', '-4'],
      ],
    ],
    [
      'adds up the values before',
      { format: { axisCumulative: true } },
      [
        ['Kind', 'Count'],
        ['Text', '2'],
        ['Display', '3'],
        ['No Kind', '4'],
      ],
    ],
    [
      'has months without rows',
      { groupBy: by('Day', { groupBy: 'month' }) },
      [
        ['Day', 'Count'],
        ['January 2024', '1'],
        ['February 2024', '0'],
        ['March 2024', '2'],
        ['No Day', '1'],
      ],
    ],
    ['is a number', { type: 'number', aggregation: SUM }, [['Price: Sum'], ['8.5']]],
    [
      'has a mark for each row',
      { type: 'bar', data: { type: 'results_reducer', nameProperty: 'title', valueProperty: 'Price' } },
      [
        ['Name', 'Price: Sum'],
        ['One', '10'],
        ['Two', '-4'],
        ['Three', '2.5'],
        ['Four', ''],
      ],
    ],
    [
      'has a mark for each row with the same name',
      { type: 'bar', data: { type: 'results_reducer', nameProperty: 'State', valueProperty: 'Price' } },
      [
        ['State', 'Price: Sum'],
        ['New', '10'],
        ['New', '-4'],
        ['Old', '2.5'],
        ['Old', ''],
      ],
    ],
    [
      'names rows by their days, sorted',
      {
        data: { type: 'results_reducer', nameProperty: 'Day', valueProperty: 'Price' },
        format: { mainSort: 'x-descending' },
      },
      [
        ['Day', 'Price: Sum'],
        ['Mar 10, 2024', '2.5'],
        ['Mar 9, 2024', '-4'],
        ['Jan 3, 2024', '10'],
        ['No Day', ''],
      ],
    ],
  ])('%s', (_, settings, table) => {
    expect(getTable(settings)).toEqual(table)
  })

  test.each(['column', 'bar', 'line', 'donut', 'number'])('of a %s ignore settings of other kinds', (type) => {
    const left = { axisGroupStyle: 'percent', ...(['donut', 'number'].includes(type) && { axisCumulative: true }) }
    expect(getTable({ type, format: left })).toEqual(getTable({ type }))
    expect(prepareChart({ type, format: left }).html).toBe(prepareChart({ type }).html)
  })

  test('do not depend on rows that the viewer may not read, or that the filter leaves out [N-408]', () => {
    const hidden = context({ hidden: ['Two'], sources: true })
    expect(getTable({ aggregation: SUM }, { context: hidden })).toEqual([
      ['Kind', 'Price: Sum'],
      ['Text', '12.5'],
      ['No Kind', ''],
    ])
    const filter = { property: 'State', filter: { operator: 'enum_is', value: { type: 'exact', value: 'Old' } } }
    const views: Partial<CollectionView>[] = [{ ...createChartView({}), query: { filter } }]
    expect(getTable({}, { views, context: context({ sources: true }) })).toEqual([
      ['Kind', 'Count'],
      ['Text', '1'],
      ['No Kind', '1'],
    ])
  })

  test('are the same in the table for screen readers and in Markdown [N-409]', () => {
    const { cells, data } = prepareChart({ stack: by('State') })
    expect(cells).toEqual(['Kind', 'New', 'Old', 'Text', '1', '1', 'Display', '1', '0', 'No Kind', '0', '1'])
    expect(cells).toEqual(getTable({ stack: by('State') })?.flat())
    expect(data).toMatchObject({ rows: [], total: 0, views: [{ sections: [], columns: [] }] })
  })

  test('between close bounds have names along the axis that differ', () => {
    const { html } = prepareChart({ format: { yAxisMin: 1_000_000, yAxisMax: 1_000_400 } })
    const [, axis = ''] = html.match(/class="chart-y"[^>]*>(.*?)<\/div>/) ?? []
    expect(axis.match(/[\d.]+M/g)).toEqual(['1M', '1.0001M', '1.0002M', '1.0003M', '1.0004M'])
  })
})

describe('a chart of a large database', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => createRow(`Row ${at}`, { Note: `note ${at}`, Price: '1' }))

  test('shows a limited number of groups, and the others as one [N-410]', () => {
    const table = getTable({ groupBy: by('Note'), aggregation: SUM }, { blocks: rows })
    expect(table).toHaveLength(201)
    expect(table?.at(-1)).toEqual(['Others', '4801'])
  })

  test('shows a limited number of values and series', () => {
    const table = getTable({ groupBy: by('Note'), stack: by('Note') }, { blocks: rows })
    expect(table?.[0]).toHaveLength(10)
    expect(table).toHaveLength(45)
    expect(table?.at(-1)?.at(-1)).toBe('4957')
    const donut = getTable({ type: 'donut', groupBy: by('Note'), aggregation: SUM }, { blocks: rows })
    expect(donut).toHaveLength(10)
    expect(donut?.at(-1)).toEqual(['Others', '4992'])
  })

  test('shows a limited number of rows', () => {
    const data = { type: 'results_reducer', nameProperty: 'title', valueProperty: 'Price' }
    const table = getTable({ data }, { blocks: rows })
    expect(table).toHaveLength(201)
    expect(table?.at(-1)).toEqual(['Others', '4801'])
  })

  test('is a small document, which contains no rows', () => {
    const views = [createChartView({ groupBy: by('Note'), stack: by('Note') }), { type: 'table' }]
    const rest = (view: string) => ({ data: `/api/${view}`, pages: `/rows/${view}` })
    const data = prepare({ schema, blocks: rows, views, part: { kind: 'first', rest } })
    expect(data.rows).toEqual([])
    expect(data.rest).toEqual({ data: expect.stringMatching(/^\/api/) })
    expect(JSON.stringify(data).length).toBeLessThan(30_000)
    expect(rows.length).toBeGreaterThan(FIRST_ROWS)
  })

  test('has larger units instead of too many days', () => {
    const dates = Array.from({ length: 900 }, (_, at) =>
      createRow(`Row ${at}`, { Day: createDate(new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10)) }),
    )
    const table = getTable({ groupBy: by('Day', { groupBy: 'day' }) }, { blocks: dates })
    // Weeks.
    expect(table).toHaveLength(130)
    expect(table?.[1]?.[0]).toContain('2019')
  })

  test('has dates and rows without a date as groups of their own', () => {
    const dates = Array.from({ length: 200 }, (_, at) =>
      createRow(`Row ${at}`, { Day: createDate(new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10)) }),
    )
    const blocks = [...dates, createRow('Undated')]
    const table = getTable({ groupBy: by('Day', { groupBy: 'day' }) }, { blocks })
    expect(table?.at(-1)).toEqual(['No Day', '1'])
    expect(table?.flat()).not.toContain('Others')
    // Weeks.
    expect(table).toHaveLength(31)
  })

  test.each(['x-ascending', 'x-descending'])('shows the newest of too many years, sorted by %s', (mainSort) => {
    const years = Array.from({ length: 230 }, (_, at) =>
      createRow(`Row ${at}`, { Day: createDate(`${1800 + at}-05-01`) }),
    )
    const blocks = [...years, createRow('Undated')]
    const table = getTable({ groupBy: by('Day', { groupBy: 'year' }), format: { mainSort } }, { blocks })
    const [, ...groups] = table ?? []
    expect(groups).toHaveLength(200)
    expect(groups.pop()).toEqual(['No Day', '1'])
    const ascending = mainSort === 'x-ascending' ? groups : groups.toReversed()
    expect(ascending[0]).toEqual(['Others', '32'])
    expect(ascending[1]).toEqual(['1832', '1'])
    expect(ascending.at(-1)).toEqual(['2029', '1'])
  })
})

describe('bad input', () => {
  test.each([
    ['texts as values', { aggregation: { aggregator: 'sum', property: 'Note' } }],
    ['a huge sum', { aggregation: SUM }, { A: { Kind: 'Text', Price: '1e308' }, B: { Kind: 'Text', Price: '1e308' } }],
    ['huge differences', { aggregation: SUM }, { A: { Kind: 'Text', Price: '1e308' }, B: { Price: '-1e308' } }],
    ['tiny numbers', { aggregation: SUM }, { A: { Kind: 'Text', Price: '5e-324' } }],
    [
      'infinite shares',
      { stack: by('State'), aggregation: SUM, format: { axisGroupStyle: 'percent' } },
      createHugeStack(),
    ],
    ['years without a number', { groupBy: by('Day', { groupBy: 'year' }) }, createFarDates()],
    ['days of ten thousand years', { groupBy: by('Day', { groupBy: 'day' }) }, createFarDates()],
    ['bounds in the wrong order', { format: { yAxisMin: 7, yAxisMax: 2 } }],
    ['bounds that are equal to all values', { format: { yAxisMin: 1e300, yAxisMax: 1e301 } }],
  ] as [string, Settings, Sample['rows']?][])('%s are drawn within the drawing', (_, settings, rows = ROWS) => {
    for (const type of ['column', 'bar', 'line', 'donut', 'number']) {
      const { html } = prepareChart({ ...settings, type }, { rows })
      expect(html).toMatch(/<figure|collection-empty/)
      expect(html, type).not.toMatch(/NaN|Infinity|undefined/)
      for (const [, number = ''] of html.matchAll(/[\s",LMHVhv-]([\d.]+)(?=[\s",LMHVhvz])/g)) {
        expect(Number(number)).toBeLessThanOrEqual(9999)
      }
    }
  })

  test('a chart without rows says so', () => {
    expect(prepareChart({}, { rows: {} }).html).toContain('Nothing here yet')
    expect(prepareChart({ type: 'number' }, { rows: {} }).html).toContain('>0</div>')
  })

  test('a long text is cut in the names of groups', () => {
    const { html } = prepareChart({ groupBy: by('Note') }, { rows: { A: { Note: 'word '.repeat(2000) } } })
    expect(html.length).toBeLessThan(3000)
  })

  test('texts are escaped', () => {
    const { html } = prepareChart({ groupBy: by('Note') }, { rows: { A: { Note: '<script>"' } } })
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;')
  })

  test.each<[string, Settings]>([
    ['of an unknown kind', { type: 'radar' }],
    ['without a grouping', { groupBy: {} }],
    ['of a property that does not exist', { groupBy: by('Gone') }],
    ['with an unknown calculation', { aggregation: { aggregator: 'magic', property: 'Price' } }],
    ['of a value that does not exist', { aggregation: { aggregator: 'sum', property: 'Gone' } }],
    ['that is not set up', { data: { type: 'placeholder' } }],
  ])('a chart %s is left out like a view of an unknown type [N-411]', (_, settings) => {
    const notes: string[] = []
    const noting = context({ note: (note) => notes.push(note) })
    const views = [createChartView(settings), { type: 'list', name: 'List' }]
    const data = prepare({ schema, rows: ROWS, views, context: noting })
    expect(data.views.map(({ name }) => name)).toEqual(['List'])
    expect(notes).toEqual(['Collection view of unsupported type "chart" skipped'])
    // If it is the only view, the rows are a list.
    expect(prepare({ schema, rows: ROWS, views: views.slice(0, 1) }).views).toMatchObject([{ type: 'list' }])
  })
})

function createHugeStack(): Sample['rows'] {
  return {
    A: { Kind: 'Text', State: 'New', Price: '1.7e308' },
    B: { Kind: 'Text', State: 'Old', Price: '1.7e308' },
  }
}

function createFarDates(): Sample['rows'] {
  return { A: { Day: createDate('0001-01-01') }, B: { Day: createDate('9999-12-31') } }
}
