import { describe, expect, test } from 'vitest'
import type { QueryAnswer, RichText } from '@/lib/workspace/record-map'
import { expectConsole } from '@/tests/support/console'
import { date, idOf } from '@/tests/support/records'
import { cells, context, NOW, prepare, rowBlock, shown, titles } from './support'

const person = (...names: string[]): RichText => names.map((name) => ['‣', [['u', idOf(name)]]])
const page = (...names: string[]): RichText => names.map((name) => ['‣', [['p', idOf(name)]]])
const options = (...values: string[]) => values.map((value) => ({ id: value, value, color: 'blue' }))

describe('cells', () => {
  /** One row, a table that shows everything. */
  function cell(type: string, value: string | RichText | undefined, more: object = {}, cx = context()) {
    const data = prepare({
      schema: { P: { type, ...more } },
      rows: { Row: value === undefined ? {} : { P: value } },
      context: cx,
    })
    const column = data.columns.find((each) => each.name === 'P')
    return { cell: cells(data, 'P')[0], kind: column?.kind, values: column?.values }
  }

  test.each<[type: string, value: string | RichText, kind: string, cell: unknown]>([
    ['text', 'words', 'text', 'words'],
    ['text', [['bold', [['a', 'https://example.com']]]], 'text', [['bold', ['a', 'https://example.com']]]],
    ['a type of tomorrow', 'words', 'text', 'words'],
    ['number', '1234.5', 'number', '1234.5'],
    ['number', 'many', 'number', 'many'],
    ['checkbox', 'Yes', 'checkbox', true],
    ['checkbox', 'No', 'checkbox', false],
    ['date', date('2020-02-01'), 'date', ['Feb 1, 2020', '2020-02-01']],
    ['date', date('2020-02-31'), 'date', ['2020-02-31']],
    ['date', 'some day', 'date', ['some day']],
    ['url', 'https://www.example.com/a/', 'link', ['example.com/a', 'https://www.example.com/a/']],
    ['url', 'example.com', 'link', ['example.com', 'https://example.com']],
    ['url', 'javascript:alert(1)', 'link', ['javascript:alert(1)']],
    ['url', 'data:text/html,hi', 'link', ['data:text/html,hi']],
    ['url', 'just words', 'link', ['just words']],
    ['email', 'ada@example.com', 'link', ['ada@example.com', 'mailto:ada@example.com']],
    ['email', 'not an address', 'link', ['not an address']],
    ['phone_number', '+44 (0)20 7946', 'link', ['+44 (0)20 7946', 'tel:+440207946']],
    ['phone_number', 'ask', 'link', ['ask']],
    ['auto_increment_id', '12', 'text', '12'],
  ])('%s %j', (type, value, kind, expected) => {
    expect(cell(type, value)).toMatchObject({ kind, cell: expected })
  })

  test('a checkbox that was never touched is unticked', () => {
    expect(cell('checkbox', undefined).cell).toBe(false)
  })

  test('options keep their colours; unknown ones and ones with commas are kept', () => {
    const more = { options: options('a', 'b, c') }
    expect(cell('multi_select', 'b, c,a,new', more)).toMatchObject({
      kind: 'tags',
      cell: [0, 1, 2],
      values: [['b, c', 'blue'], ['a', 'blue'], ['new']],
    })
    expect(cell('select', 'b, c', more)).toMatchObject({ cell: [0], values: [['b, c', 'blue']] })
    expect(cell('status', 'old', more)).toMatchObject({ cell: [0], values: [['old']] })
  })

  test('options that no row has are not sent', () => {
    expect(cell('select', 'a', { options: options('a', 'secret plan') }).values).toEqual([['a', 'blue']])
  })

  test('people are names; unknown ones are left out', () => {
    expect(cell('person', person('Ada', 'Nobody', 'Bo'))).toMatchObject({
      kind: 'people',
      cell: [0, 1],
      values: [['Ada Lovelace'], ['Bo Diddley']],
    })
    expect(cell('person', person('Nobody')).cell).toBeNull()
  })

  test('relations are the pages that exist for the viewer', () => {
    const cx = context({ hidden: ['Secret'] })
    const { cell: value, values } = cell('relation', page('Paris', 'Secret', 'Paris'), {}, cx)
    const path = idOf('Paris').slice(0, 8)
    expect(value).toEqual([0])
    expect(values).toEqual([[`Page ${path}`, `/${path}`]])
  })

  test('files have names and addresses, those that must not be loaded only names', () => {
    const files: RichText = [
      ['photo.png', [['a', 'https://example.com/1']]],
      [','],
      ['notes.pdf', [['a', 'https://example.com/notes.pdf']]],
      ['private.zip', [['a', 'attachment:nowhere']]],
      ['https://example.com/a.txt', [['a', 'https://example.com/a.txt']]],
    ]
    expect(cell('file', files).cell).toEqual([
      ['photo.png', 'https://example.com/1', 1],
      ['notes.pdf', 'https://example.com/notes.pdf'],
      ['private.zip'],
      ['a.txt', 'https://example.com/a.txt'],
    ])
  })

  test('times and people of a row’s making', () => {
    const data = prepare({
      schema: {
        Made: { type: 'created_time' },
        Edited: { type: 'last_edited_time' },
        By: { type: 'created_by' },
        Last: { type: 'last_edited_by' },
      },
      blocks: [
        rowBlock(
          'Row',
          {},
          { created_time: NOW, last_edited_time: 0, created_by_id: idOf('Ada'), last_edited_by_id: idOf('?') },
        ),
      ],
    })
    expect(cells(data, 'Made')).toEqual([['Jun 15, 2024 12:00 PM', '2024-06-15T12:00:00.000Z']])
    expect(cells(data, 'Edited')).toEqual([null])
    expect(cells(data, 'By')).toEqual([[0]])
    expect(cells(data, 'Last')).toEqual([null])
  })

  test('an id has its prefix', () => {
    expect(cell('auto_increment_id', '12', { more: { prefix: 'TASK' } }).cell).toBe('TASK-12')
  })

  test('a formula looks like its results', () => {
    const of = (formula: unknown) => cell('formula', undefined, { more: { formula } })
    const constant = (value: unknown, result_type: string) => ({ type: 'constant', value, result_type })
    expect(of(constant('4.5', 'number'))).toMatchObject({ kind: 'number', cell: '4.5' })
    expect(of(constant('words', 'text'))).toMatchObject({ kind: 'text', cell: 'words' })
    expect(of({ type: 'symbol', name: 'false' })).toMatchObject({ kind: 'checkbox', cell: false })
    expect(of({ type: 'function', name: 'now', args: [] })).toMatchObject({
      kind: 'date',
      cell: ['Jun 15, 2024 12:00 PM', '2024-06-15T12:00:00.000Z'],
    })
    expect(of({ type: 'function', name: 'fails', args: [] })).toMatchObject({ kind: 'text', cell: null })
  })

  test('a formula’s result that came with the data is shown', () => {
    expect(cell('formula', 'ready made').cell).toBe('ready made')
  })

  test('formulas that need each other are empty', () => {
    const of = (id: string) => ({ type: 'formula', more: { formula: { type: 'property', id, result_type: 'text' } } })
    const data = prepare({ schema: { A: of('B'), B: of('A') }, rows: { Row: {} } })
    expect([...cells(data, 'A'), ...cells(data, 'B')]).toEqual([null, null])
  })

  test('a title holds no links, because it is one', () => {
    const data = prepare({ rows: { Row: { title: [['Hello '], ['there', [['a', 'https://example.com']]]] } } })
    expect(titles(data)).toEqual([['Hello ', 'there']])
  })
})

describe('rollups', () => {
  const schema = {
    Parts: { type: 'relation' },
    Cost: { type: 'number', number_format: 'dollar' },
    Day: { type: 'date' },
    Done: { type: 'checkbox' },
  }
  const rows = {
    Whole: { Parts: page('One', 'Two', 'Elsewhere') },
    One: { Cost: '10', Day: date('2024-01-01'), Done: 'Yes' },
    Two: { Cost: '5', Day: date('2024-01-11') },
    Alone: {},
  }

  test.each<[target: string, aggregation: string | undefined, cell: unknown]>([
    ['title', undefined, 'One, Two'],
    ['title', 'show_original', 'One, Two'],
    ['Cost', undefined, '$10.00, $5.00'],
    ['Cost', 'sum', '$15.00'],
    ['Cost', 'average', '$7.50'],
    ['Cost', 'median', '$7.50'],
    ['Cost', 'min', '$5.00'],
    ['Cost', 'max', '$10.00'],
    ['Cost', 'range', '$5.00'],
    ['Cost', 'count', '2'],
    ['Day', 'earliest_date', ['Jan 1, 2024', '2024-01-01']],
    ['Day', 'latest_date', ['Jan 11, 2024', '2024-01-11']],
    ['Day', 'date_range', '10 days'],
    ['Done', 'checked', '1'],
    ['Done', 'percent_checked', '50%'],
    ['gone', 'sum', null],
    ['Cost', 'constructor', '$10.00, $5.00'],
  ])('%s %s', (target, aggregation, expected) => {
    const more = { relation_property: 'Parts', target_property: target, aggregation }
    const data = prepare({ schema: { ...schema, Rollup: { type: 'rollup', more } }, rows })
    expect(cells(data, 'Rollup')[0]).toEqual(expected)
    expect(cells(data, 'Rollup')[3]).toBeNull()
  })

  test('a related page that the viewer may not read counts for nothing', () => {
    const more = { relation_property: 'Parts', target_property: 'Cost', aggregation: 'sum' }
    const data = prepare({
      schema: { ...schema, Rollup: { type: 'rollup', more } },
      rows,
      context: context({ hidden: ['Two'] }),
    })
    expect(cells(data, 'Rollup')[0]).toBe('$10.00')
  })
})

describe('what reaches the browser', () => {
  const schema = { Open: {}, Secret: {}, Filter: { type: 'checkbox' } }
  const rows = {
    Kept: { Open: 'open words', Secret: 'secret words', Filter: 'Yes' },
    Filtered: { Open: 'filtered words', Secret: 'secret words' },
  }
  const views = [
    {
      format: { table_properties: [...shown('title', 'Open'), { property: 'Secret', visible: false }] },
      query: {
        filter: { property: 'Filter', filter: { operator: 'checkbox_is', value: { type: 'exact', value: true } } },
      },
    },
  ]

  test('no property and no row that no view shows', () => {
    const sent = JSON.stringify(prepare({ schema, rows, views }))
    expect(sent).toContain('open words')
    expect(sent).not.toMatch(/secret|Secret|Filter|filtered/)
  })

  test('a row without page for the viewer is not there, not even in counts', () => {
    const data = prepare({
      schema,
      rows: { Kept: { Open: 'a' }, Private: { Open: 'b' } },
      views: [{ query: { aggregations: [{ property: 'title', aggregator: 'count' }] } }],
      answers: { [idOf('view')]: { rows: [idOf('Private'), idOf('Kept')], groups: [] } },
      context: context({ hidden: ['Private'] }),
    })
    expect(titles(data)).toEqual(['Kept'])
    expect(data.total).toBe(1)
    expect(data.views[0]?.sections[0]?.totals?.[0]).toEqual(['Count', '1'])
    expect(JSON.stringify(data)).not.toContain('Private')
  })

  test('no id of any record', () => {
    expect(JSON.stringify(prepare({ schema, rows, views }))).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  test('a property shown by two views once', () => {
    const data = prepare({ schema, rows, views: [{}, { id: idOf('other') }] })
    expect(data.columns.filter((column) => column.name === 'Open')).toHaveLength(1)
    expect(data.views.map((view) => view.columns)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ])
  })
})

describe('views', () => {
  test('types that are not shown are skipped with a warning each', () => {
    expectConsole(/^warn: .*"calendar"/)
    expectConsole(/^warn: .*"timeline"/)
    const data = prepare({ rows: { A: {} }, views: [{ type: 'calendar' }, { type: 'list' }, { type: 'timeline' }] })
    expect(data.views.map((view) => view.type)).toEqual(['list'])
  })

  test('a name, or the type’s own', () => {
    const views = [
      { type: 'table', name: ' Mine ' },
      { type: 'table' },
      { type: 'gallery', name: ' ' },
      { type: 'list' },
      { type: 'board' },
    ]
    const names = (locale: string) => prepare({ views, context: context({ locale }) }).views.map((view) => view.name)
    expect(names('en')).toEqual(['Mine', 'Table view', 'Gallery view', 'List view', 'Board view'])
    expect(names('zh-CN')).toEqual(['Mine', '表格视图', '画廊视图', '列表视图', '看板视图'])
  })

  test('a table’s columns keep their order and widths; 280 for the title and 200 for others unless set', () => {
    const table_properties = [
      { property: 'B', visible: true, width: 123.4 },
      { property: 'title', visible: true },
      { property: 'gone', visible: true },
      { property: 'A', visible: true },
      { property: 'A', visible: true, width: 5 },
      { property: 'C', visible: false },
    ]
    const data = prepare({ schema: { A: {}, B: {}, C: {} }, views: [{ format: { table_properties } }] })
    const [view] = data.views
    expect(view?.columns.map((index) => data.columns[index]?.name)).toEqual(['B', 'Name', 'A'])
    expect(view?.widths).toEqual([123, 280, 200])
  })

  test('a table that was never arranged shows everything, the others only titles', () => {
    const columns = (type: string) => prepare({ schema: { A: {} }, views: [{ type }] }).views[0]?.columns.length
    expect(['table', 'gallery', 'list', 'board'].map(columns)).toEqual([2, 1, 1, 1])
  })

  test('a gallery may hide titles', () => {
    const format = { gallery_title_visible: false, gallery_properties: shown('title', 'A') }
    const data = prepare({ schema: { A: {} }, rows: { Row: { A: 'a' } }, views: [{ type: 'gallery', format }] })
    expect(data.views[0]?.columns.map((index) => data.columns[index]?.name)).toEqual(['A'])
    expect(titles(data)).toEqual(['Row'])
  })

  test('the name of the collection may be hidden by a view, by the block, and is the page’s own where it is a page', () => {
    expect(prepare({}).title).toBe('Things')
    const format = { hide_linked_collection_name: true }
    expect(prepare({ views: [{ format }, {}] }).views.map((view) => view.hideName)).toEqual([true, undefined])
    expect(prepare({ collection: { format } }).views[0]?.hideName).toBe(true)
    expect(prepare({ block: { format: { hide_inline_collection_name: true } } }).title).toBeUndefined()
    expect(prepare({ block: { type: 'collection_view_page' } }).title).toBeUndefined()
  })

  test('covers from the page, its content or a property; none where no row has one', () => {
    const blocks = [
      rowBlock(
        'Row',
        {
          Files: [
            ['doc.pdf', [['a', 'https://example.com/doc.pdf']]],
            ['a.png', [['a', 'https://example.com/a.png']]],
          ],
        },
        { format: { page_cover: 'https://example.com/cover.jpg', page_cover_position: 0 } },
      ),
      rowBlock('Bare'),
    ]
    const cover = (format: object, contentImage?: () => string) => {
      const data = prepare({
        schema: { Files: { type: 'file' } },
        blocks,
        views: [{ type: 'gallery', format: { ...format } }],
        contentImage,
      })
      const found = data.views[0]?.cover
      return found && { ...found, column: data.rows.map(([, , row]) => row[found.column] ?? null) }
    }
    expect(
      cover({ gallery_cover: { type: 'page_cover' }, gallery_cover_size: 'large', gallery_cover_aspect: 'contain' }),
    ).toEqual({
      column: [['https://example.com/cover.jpg', 100], null],
      size: 'large',
      aspect: 'contain',
    })
    expect(cover({ gallery_cover: { type: 'property', property: 'Files' } })?.column).toEqual([
      ['https://example.com/a.png'],
      null,
    ])
    expect(cover({ gallery_cover: { type: 'page_content' } }, () => 'https://example.com/first.png')?.column).toEqual([
      ['https://example.com/first.png'],
      ['https://example.com/first.png'],
    ])
    expect(cover({ gallery_cover: { type: 'page_content' } })).toBeUndefined()
    expect(cover({ gallery_cover: { type: 'none' } })).toBeUndefined()
    expect(cover({ gallery_cover: 'page_cover' })).toBeUndefined()
  })
})

describe('rows', () => {
  const schema = { N: { type: 'number' } }
  const rows = { A: { N: '2' }, B: { N: '1' }, C: { N: '3' }, D: {} }
  const answer = (...names: string[]) => ({ [idOf('view')]: { rows: names.map(idOf), groups: [] } })
  const over = (value: number) => ({
    property: 'N',
    filter: { operator: 'number_greater_than', value: { type: 'exact', value } },
  })
  const unknown = { property: 'gone', filter: { operator: 'string_is', value: { type: 'exact', value: 'x' } } }

  test.each<[string, object, Record<string, QueryAnswer>, string]>([
    ['as given, without answer', {}, {}, 'ABCD'],
    ['as answered, the rest after', {}, answer('C', 'A', 'Gone', 'A'), 'CABD'],
    ['sorted by the view’s own sorts', { sort: [{ property: 'N', direction: 'ascending' }] }, answer('C', 'A'), 'BACD'],
    ['filtered by the view’s own filter, whatever was answered', { filter: over(1) }, answer('B', 'C'), 'CA'],
    ['as answered only, where the filter means nothing to us', { filter: unknown }, answer('C', 'B'), 'CB'],
    ['all, where the filter means nothing to us and there is no answer', { filter: unknown }, {}, 'ABCD'],
    ['filtered by what we understand', { filter: { operator: 'and', filters: [unknown, over(1)] } }, answer('C'), 'CA'],
  ])('%s', (_, query, answers, order) => {
    expect(titles(prepare({ schema, rows, views: [{ query: { ...query } }], answers: { ...answers } })).join('')).toBe(
      order,
    )
  })
})

test('a table’s calculations stand under the columns it shows', () => {
  const data = prepare({
    schema: { N: { type: 'number', number_format: 'percent' }, Hidden: { type: 'number' } },
    rows: { A: { N: '0.5', Hidden: '1' }, B: { N: '0.07', Hidden: '2' }, C: {} },
    views: [
      {
        format: { table_properties: shown('title', 'N') },
        query: {
          aggregations: [{ property: 'N', aggregator: 'sum' }, { property: 'Hidden', aggregator: 'sum' }, null],
          aggregate: [{ property: 'title', aggregation_type: 'count' }],
        },
      },
    ],
  })
  expect(data.views[0]?.sections[0]?.totals).toEqual([
    ['Count', '3'],
    ['Sum', '57%'],
  ])
})

describe('hostile collections', () => {
  test('without a schema, rows have titles', () => {
    const data = prepare({ collection: { schema: {} }, rows: { A: {}, B: {} } })
    expect(titles(data)).toEqual(['A', 'B'])
  })

  test('without views there is nothing to show', () => {
    expect(prepare({ rows: { A: {} }, views: [] })).toMatchObject({ views: [], rows: [] })
  })

  test.each([null, 5, 'text', {}, [null, 5, 'text', {}, { property: 5 }, { property: '__proto__' }]])(
    'settings that are %j change nothing',
    (junk) => {
      const format = Object.fromEntries(
        ['table_properties', 'collection_groups', 'collection_group_by', 'property_filters', 'gallery_cover'].map(
          (key) => [key, junk],
        ),
      )
      const query = { sort: junk, aggregations: junk, aggregate: junk, group_by: junk }
      const data = prepare({ schema: { A: {} }, rows: { Row: { A: 'a' } }, views: [{ format, query }] })
      expect(titles(data)).toEqual(['Row'])
    },
  )
})
