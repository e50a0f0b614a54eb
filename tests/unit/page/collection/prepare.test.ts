import { describe, expect, test } from 'vitest'
import type { QueryResult } from '@/lib/workspace/record-map'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { idOf } from '@/tests/support/records'
import { context, prepare, rowBlock, shown, titles } from './support'

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
    const { labels: _, ...data } = prepare({ schema, rows, views })
    const sent = JSON.stringify(data)
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
  test('types that are not shown are skipped, and noted', () => {
    const notes: string[] = []
    const data = prepare({
      rows: { A: {} },
      views: [{ type: 'calendar' }, { type: 'list' }, { type: 'timeline' }],
      context: context({ note: (message) => notes.push(message) }),
    })
    expect(data.views.map((view) => view.type)).toEqual(['list'])
    expect(notes).toEqual([
      'Collection view of unsupported type "calendar" skipped',
      'Collection view of unsupported type "timeline" skipped',
    ])
  })

  test.each(Object.keys(VIEW_TYPES))('a %s is shown', (type) => {
    const [view] = prepare({ schema: { B: {} }, rows: { A: {} }, views: [{ type }] }).views
    expect(view).toMatchObject({ type, name: expect.stringMatching(/^[A-Z][a-z]+ view$/) })
  })

  test('a table with one column is a list, unless it has a calculation', () => {
    const typeOf = (query: object, ...properties: string[]) =>
      prepare({
        schema: { B: {} },
        rows: { A: {} },
        views: [{ format: { table_properties: shown(...properties) }, query: { ...query } }],
      }).views[0]?.type
    expect(typeOf({}, 'title')).toBe('list')
    expect(typeOf({}, 'title', 'B')).toBe('table')
    expect(typeOf({ aggregations: [{ property: 'title', aggregator: 'count' }] }, 'title')).toBe('table')
  })

  test('a name, or the type’s own', () => {
    const views = [
      { type: 'table', name: ' Mine ' },
      { type: 'table' },
      { type: 'gallery', name: ' ' },
      { type: 'list' },
      { type: 'board' },
    ]
    const names = (locale: string) =>
      prepare({ schema: { B: {} }, views, context: context({ locale }) }).views.map((view) => view.name)
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
    expect(Object.keys(VIEW_TYPES).map((type) => [type, columns(type)])).toEqual([
      ['table', 2],
      ['gallery', 1],
      ['list', 1],
      ['board', 1],
    ])
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

  test.each<[string, object, Record<string, QueryResult>, string]>([
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

test('a calculation is named by what it counts, in any format', () => {
  const label = (aggregator: string) => {
    const query = { aggregations: [{ property: 'N', aggregator }] }
    const views = [{ format: { table_properties: shown('N') }, query }]
    const data = prepare({ schema: { N: { type: 'checkbox' } }, rows: { A: { N: 'Yes' }, B: {} }, views })
    return data.views[0]?.sections[0]?.totals?.find((total) => total !== null)
  }
  expect(['checked', 'percent_checked', 'percent_not_empty', 'show_unique'].map(label)).toEqual([
    ['Checked', '1'],
    ['Checked', '50%'],
    ['Not empty', '50%'],
    ['Unique', 'Yes, No'],
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
