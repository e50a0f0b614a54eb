import { describe, expect, test } from 'vitest'
import { FIRST_ROWS } from '@/islands/collection/first-rows'
import type { CollectionView, RichText } from '@/lib/workspace/record-map'
import { context, createRow, prepare, type Sample } from './support'

const createDate = (start_date: string): RichText => [['‣', [['d', { type: 'date', start_date }]]]]
const schema: Sample['schema'] = {
  Kind: {
    name: 'Kind',
    type: 'select',
    options: [
      { id: 'a', value: 'Text', color: 'blue' },
      { id: 'b', value: 'Display', color: 'red' },
    ],
  },
  State: { name: 'State', type: 'select' },
  Price: { name: 'Price', type: 'number' },
  Day: { name: 'Day', type: 'date' },
  Note: { name: 'Note', type: 'text' },
}
const ROWS: Sample['rows'] = {
  One: { Kind: 'Text', State: 'New', Price: '10', Day: createDate('2024-01-03') },
  Two: { Kind: 'Display', State: 'New', Price: '-4', Day: createDate('2024-03-09') },
  Three: { Kind: 'Text', State: 'Old', Price: '2.5', Day: createDate('2024-03-10') },
  Four: { State: 'Old' },
}
const by = (property: string, more = {}) => ({ property, type: 'select', sort: { type: 'manual' }, ...more })
const SUM = { aggregator: 'sum', property: 'Price' }

interface Settings {
  type?: string
  groupBy?: object
  aggregation?: object
  stack?: object
  format?: object
  data?: object
}

function createChartView({ type = 'column', groupBy = by('Kind'), aggregation, stack, format = {}, data }: Settings) {
  const aggregationConfig = {
    aggregation: aggregation ?? { aggregator: 'count' },
    ...(stack && { stackOptions: { groupBy: stack } }),
  }
  const dataConfig = data ?? {
    type: type === 'number' ? 'number_reducer' : 'groups_reducer',
    groupBy,
    aggregationConfig,
  }
  return { type: 'chart', name: 'Chart', format: { chart_config: { type, dataConfig, chartFormat: format } } }
}

function prepareChart(settings: Settings, more: Partial<Sample> = {}) {
  const data = prepare({ schema, rows: ROWS, views: [createChartView(settings)], ...more })
  const html = data.views[0]?.chart ?? ''
  const read = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text)
  return { data, html, cells: read(/<t[hd](?: scope="\w+")?>([^<]*)</g), paths: read(/<path d="([^"]*)" fill="var/g) }
}

/** The table of a chart, with its header first. */
function getTable(settings: Settings, more: Partial<Sample> = {}): string[][] | undefined {
  const views = [createChartView(settings)]
  const sources = prepare({ schema, rows: ROWS, views, context: context({ sources: true }), ...more })
  return sources.views[0]?.chartTable
}

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
        ['Four', ''],
        ['One', '10'],
        ['Three', '2.5'],
        ['Two', '-4'],
      ],
    ],
  ])('%s', (_, settings, table) => {
    expect(getTable(settings)).toEqual(table)
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

  test('are the same in the drawing, in the table for screen readers and in Markdown [N-409]', () => {
    const { cells, data } = prepareChart({ stack: by('State') })
    expect(cells).toEqual(getTable({ stack: by('State') })?.flat())
    expect(data).toMatchObject({ rows: [], total: 0, views: [{ sections: [], columns: [] }] })
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
    expect(table?.[0]).toHaveLength(13)
    expect(table).toHaveLength(34)
    expect(table?.at(-1)?.at(-1)).toBe('4968')
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
