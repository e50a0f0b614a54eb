import { describe, expect, test } from 'vitest'
import { idOf } from '../../../support/records'
import { cleaned, mapOf, stored } from '../maps'
import { blockOf } from '../settled'

const USER = idOf('someone')

describe('blocks', () => {
  test('a code block without properties has none', () => expect(blockOf('code').block.properties).toEqual({}))
  test('a collection_view without views has none', () => expect(blockOf('collection_view').block.view_ids).toEqual([]))

  test.each([5, 'x', [], true])('properties and format that are %o are none', (value) => {
    const { block } = blockOf('text', { properties: value, format: value })
    expect([block.properties, block.format]).toEqual([{}, {}])
  })

  test.each([undefined, 5, {}, 'Text', '<script>', 'constructor', '__proto__'])('a type of %o is unknown', (type) => {
    expect(blockOf('text', { type }).block.type).toBe('unknown')
  })

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
    [0, false],
    ['false', false],
  ])('alive of %o is %s', (alive, expected) => {
    expect(blockOf('text', { alive }).block.alive).toBe(expected)
  })

  test.each([-1, 1e300, 'yesterday', null, {}])('a time of %o is unknown', (time) => {
    expect(blockOf('text', { created_time: time }).block.created_time).toBe(0)
  })

  test('templates are removed', () => {
    const { map, changes } = cleaned(mapOf([stored('block', 'page', undefined, { is_template: true })]))
    expect(map.block).toEqual({})
    expect(changes[0]?.what).toBe('template')
  })

  test('keys of every object are no properties', () => {
    const properties = JSON.parse('{"__proto__": [["a"]], "constructor": [["b"]], "title": [["c"]]}')
    const { block, kinds } = blockOf('text', { properties })
    expect(Object.keys(block.properties)).toEqual(['title'])
    expect(kinds).toEqual(['unsafe-key', 'unsafe-key'])
  })

  test('unused fields, which may contain secrets, are removed', () => {
    const { block } = blockOf('button', {
      permissions: [{ role: 'editor', user_id: USER }],
      crdt_data: {},
      automation_ids: ['x'],
      space_id: idOf('the space'),
      format: { automation_id: 'x', copied_from_pointer: {}, site_id: 'x', block_color: 'red' },
    })
    expect(Object.keys(block).sort()).toEqual([
      'alive',
      'content',
      'created_time',
      'format',
      'id',
      'last_edited_time',
      'parent_id',
      'parent_table',
      'properties',
      'type',
    ])
    expect(block.format).toEqual({ block_color: 'red' })
  })

  test('a collection’s id may come from the format', () => {
    const format = { collection_pointer: { id: idOf('rows').toUpperCase(), table: 'collection' } }
    expect(blockOf('collection_view', { format }).block.collection_id).toBe(idOf('rows'))
    expect(blockOf('collection_view', { format, collection_id: idOf('own') }).block.collection_id).toBe(idOf('own'))
  })
})

describe('findFormat', () => {
  test.each([
    ['page_icon', 5],
    ['page_icon', { type: 'emoji', emoji: '💡' }],
    ['page_icon', 'javascript:alert(1)'],
    ['page_cover', ['x']],
    ['page_cover', 'data:image/svg+xml;base64,aaaa'],
    ['page_cover_position', 2],
    ['page_cover_position', '0.5'],
    ['page_full_width', 'true'],
    ['block_color', 'red;position:fixed'],
    ['block_width', Number.MAX_VALUE],
    ['block_width', '100%'],
    ['block_height', -5],
    ['block_aspect_ratio', 0],
    ['column_ratio', '0.5;position:fixed'],
    ['column_ratio', null],
    ['block_alignment', 'center;x'],
    ['list_start_index', 1.5],
    ['display_source', 'data:text/html,<script>alert(1)</script>'],
    ['bookmark_icon', '//evil.example/x.png'],
    ['bookmark_cover', 'javascript:1'],
    ['original_url', 'vbscript:1'],
    ['drive_properties', 'x'],
    ['attributes', {}],
    ['table_block_column_order', 'abc'],
    ['table_block_column_format', []],
    ['transclusion_reference_pointer', { id: 5 }],
    ['alias_pointer', 'x'],
  ])('%s of %o is dropped', (field, value) => {
    expect(blockOf('text', { format: { [field]: value } }).block.format).toEqual({})
  })

  test('valid fields stay unchanged', () => {
    const format = {
      page_icon: '💡',
      page_cover: '/images/page-cover/a.jpg',
      page_cover_position: 0,
      page_full_width: true,
      block_color: 'teal_background',
      block_width: 692,
      column_ratio: 1.0714285714285718,
      list_start_index: 3,
      block_alignment: 'center',
      display_source: 'attachment:5e1cf909-0d12-44d6-9896-f3200cc4568a:a (1).jpeg',
      table_block_column_order: ['XkRt', 'd~Kk'],
      table_block_column_format: { XkRt: { width: 235.6, color: 'red' } },
    }
    expect(blockOf('text', { format })).toMatchObject({ block: { format }, kinds: [] })
  })

  test('a drive file’s icon cannot end a style, and its dead parts are gone', () => {
    const drive_properties = {
      icon: 'https://example.com/x);position:fixed;inset:0;background:url(y',
      url: 'javascript:alert(1)',
      title: 'A\u0000',
      thumbnail: 5,
      user_name: 'someone@example.com',
    }
    expect(blockOf('drive', { format: { drive_properties } }).block.format.drive_properties).toEqual({
      icon: 'https://example.com/x%29;position:fixed;inset:0;background:url%28y',
      title: 'A',
    })
  })

  test('an external object’s attributes without values have none, and dates stay dates', () => {
    const updated = { type: 'datetime', start_date: '2022-04-03', start_time: '13:35', time_zone: 'UTC' }
    const attributes = [
      null,
      { id: 5 },
      { id: 'title' },
      { id: 'owner', values: 'x' },
      { id: 'updated_at', values: [updated, {}] },
    ]
    expect(blockOf('external_object_instance', { format: { attributes } }).block.format.attributes).toEqual([
      { id: 'title', values: [] },
      { id: 'owner', values: [] },
      { id: 'updated_at', values: [updated] },
    ])
  })

  test('columns of a table are strings, each once', () => {
    const format = {
      table_block_column_order: ['a', 5, null, 'a', 'constructor', 'b'],
      table_block_column_format: { a: { width: '5px', color: 'x' }, constructor: {}, b: { width: 1e9 } },
    }
    expect(blockOf('table', { format }).block.format).toEqual({
      table_block_column_order: ['a', 'b'],
      table_block_column_format: { a: {}, b: {} },
    })
  })
})

describe('addresses of media', () => {
  const sourceOf = (type: string, source: unknown) => blockOf(type, { properties: { source } }).block.properties.source

  test.each([
    ['embed', 'javascript:alert(1)'],
    ['embed', 'data:text/html,x'],
    ['embed', '//evil.example'],
    ['image', 'data:image/svg+xml;base64,aaaa'],
    ['video', 'blob:x'],
  ])('%s of %s is dropped', (type, source) => {
    expect(sourceOf(type, [[source]])).toBeUndefined()
  })

  test.each([
    ['embed', [['https://example.com/a']], 'https://example.com/a'],
    ['embed', 'https://example.com/a', 'https://example.com/a'],
    [
      'file',
      [['attachment:5e1cf909-0d12-44d6-9896-f3200cc4568a:a.pdf']],
      'attachment:5e1cf909-0d12-44d6-9896-f3200cc4568a:a.pdf',
    ],
    ['embed', [['https://example.com/\ud800']], 'https://example.com/\ufffd'],
    ['image', [['data:image/png;base64,aaaa']], 'data:image/png;base64,aaaa'],
    ['embed', [['https://exa'], ['mple.com', [['a', 'https://evil.example']]]], 'https://example.com'],
  ])('%s of %o is kept', (type, source, expected) => {
    expect(sourceOf(type, source)).toEqual([[expected]])
  })

  test('a bookmark with an unsafe address keeps its text', () => {
    const properties = {
      link: [['javascript:1']],
      title: [['A']],
      description: [['B', [['a', 'https://example.com']]]],
    }
    const { block, kinds } = blockOf('bookmark', { properties })
    expect(block.properties).toEqual({ title: properties.title, description: properties.description })
    expect(kinds).toEqual(['unsafe-address'])
  })

  test('a row may have properties of these names', () => {
    expect(blockOf('page', { properties: { source: [['Hearsay: a friend']] } }).block.properties.source).toEqual([
      ['Hearsay: a friend'],
    ])
  })
})

describe('rows', () => {
  const rowOf = (value: unknown) =>
    blockOf('page', { parent_table: 'collection', properties: { abcd: value } }).block.properties.abcd

  test.each([[{ start_date: '2999-01-01' }], [[null]], [[['‣', [['d']]]]], [[['‣', [['zzz']]]]], [true]])(
    'a property of %o does not count as empty',
    (value) => {
      expect(rowOf(value)).toEqual([['\ufffd']])
    },
  )

  test.each([[null], [''], [[]], [[['']]]])('a property of %o is empty', (value) => {
    expect(rowOf(value) ?? []).toEqual([])
  })
})
