import { describe, expect, test } from 'vitest'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { context, createRow, getTitles, prepare, shown } from './support'

const TYPES = Object.keys(VIEW_TYPES).filter((type) => type !== 'chart')

describe('prepareCollection: views', () => {
  test('skips and notes unsupported types', () => {
    const notes: string[] = []
    const data = prepare({
      rows: { A: {} },
      views: [{ type: 'form' }, { type: 'list' }, { type: 'chart' }],
      context: context({ note: (message) => notes.push(message) }),
    })
    expect(data.views.map((view) => view.type)).toEqual(['list'])
    expect(notes).toEqual([
      'Collection view of unsupported type "form" skipped',
      'Collection view of unsupported type "chart" skipped',
    ])
  })

  // Without settings, a chart is a view of an unknown type.
  test.each(TYPES)('returns a %s', (type) => {
    const [view] = prepare({ schema: { B: {} }, rows: { A: {} }, views: [{ type }] }).views
    expect(view).toMatchObject({ type, name: expect.stringMatching(/^[A-Z][a-z]+ view$/) })
  })

  test('turns a table with one column and no calculation into a list', () => {
    const getType = (query: object, ...properties: string[]) =>
      prepare({
        schema: { B: {} },
        rows: { A: {} },
        views: [{ format: { table_properties: shown(...properties) }, query: { ...query } }],
      }).views[0]?.type
    expect(getType({}, 'title')).toBe('list')
    expect(getType({}, 'title', 'B')).toBe('table')
    expect(getType({ aggregations: [{ property: 'title', aggregator: 'count' }] }, 'title')).toBe('table')
  })

  test('returns the name of a view, or that of its type', () => {
    const views = [
      { type: 'table', name: ' Mine ' },
      { type: 'table' },
      { type: 'gallery', name: ' ' },
      { type: 'list' },
      { type: 'board' },
      { type: 'calendar' },
      { type: 'timeline' },
    ]
    const getNames = (locale: string) =>
      prepare({ schema: { B: {} }, views, context: context({ locale }) }).views.map((view) => view.name)
    expect(getNames('en')).toEqual([
      'Mine',
      'Table view',
      'Gallery view',
      'List view',
      'Board view',
      'Calendar view',
      'Timeline view',
    ])
    expect(getNames('zh-CN')).toEqual([
      'Mine',
      '表格视图',
      '画廊视图',
      '列表视图',
      '看板视图',
      '日历视图',
      '时间线视图',
    ])
  })

  test('keeps the order and widths of columns, with defaults of 280 for the title and 200 for others', () => {
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

  test('shows all properties in an unconfigured table, and only titles in other views', () => {
    const countColumns = (type: string) => prepare({ schema: { A: {} }, views: [{ type }] }).views[0]?.columns.length
    expect(TYPES.map((type) => [type, countColumns(type)])).toEqual([
      ['table', 2],
      ['gallery', 1],
      ['list', 1],
      ['board', 1],
      ['calendar', 1],
      ['timeline', 1],
      ['feed', 1],
      ['map', 1],
    ])
  })

  test('hides the titles of a gallery that is configured so', () => {
    const format = { gallery_title_visible: false, gallery_properties: shown('title', 'A') }
    const data = prepare({ schema: { A: {} }, rows: { Row: { A: 'a' } }, views: [{ type: 'gallery', format }] })
    expect(data.views[0]?.columns.map((index) => data.columns[index]?.name)).toEqual(['A'])
    expect(getTitles(data)).toEqual(['Row'])
  })

  test('hides the name of the collection if the view or the block hides it, or if the block is a page [N-139]', () => {
    expect(prepare({}).title).toBe('Things')
    const format = { hide_linked_collection_name: true }
    expect(prepare({ views: [{ format }, {}] }).views.map((view) => view.hideName)).toEqual([true, undefined])
    expect(prepare({ collection: { format } }).views[0]?.hideName).toBe(true)
    expect(prepare({ block: { format: { hide_inline_collection_name: true } } }).title).toBeUndefined()
    expect(prepare({ block: { type: 'collection_view_page' } }).title).toBeUndefined()
  })

  test('returns covers from the page, its content or a property, and none if no row has a cover', () => {
    const blocks = [
      createRow(
        'Row',
        {
          Files: [
            ['doc.pdf', [['a', 'https://example.com/doc.pdf']]],
            ['a.png', [['a', 'https://example.com/a.png']]],
          ],
        },
        { format: { page_cover: 'https://example.com/cover.jpg', page_cover_position: 0 } },
      ),
      createRow('Bare'),
    ]
    const prepareCover = (format: object, contentImage?: () => string) => {
      const data = prepare({
        schema: { Files: { type: 'file' } },
        blocks,
        views: [{ type: 'gallery', format: { ...format } }],
        contentImage,
      })
      const found = data.views[0]?.cover
      return found && { ...found, column: data.rows.map(({ cells }) => cells[found.column] ?? null) }
    }
    expect(
      prepareCover({
        gallery_cover: { type: 'page_cover' },
        gallery_cover_size: 'large',
        gallery_cover_aspect: 'contain',
      }),
    ).toEqual({
      column: [{ src: 'https://example.com/cover.jpg', position: 100 }, null],
      size: 'large',
      aspect: 'contain',
    })
    expect(prepareCover({ gallery_cover: { type: 'property', property: 'Files' } })?.column).toEqual([
      { src: 'https://example.com/a.png' },
      null,
    ])
    expect(
      prepareCover({ gallery_cover: { type: 'page_content' } }, () => 'https://example.com/first.png')?.column,
    ).toEqual([{ src: 'https://example.com/first.png' }, { src: 'https://example.com/first.png' }])
    expect(prepareCover({ gallery_cover: { type: 'page_content' } })).toBeUndefined()
    expect(prepareCover({ gallery_cover: { type: 'none' } })).toBeUndefined()
    expect(prepareCover({ gallery_cover: 'page_cover' })).toBeUndefined()
  })
})
