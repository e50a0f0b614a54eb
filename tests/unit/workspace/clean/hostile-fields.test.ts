import { describe, expect, test } from 'vitest'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, stored } from '../maps'
import { cleanBlock } from './support'

const USER = createId('someone')

describe('cleanRecordMap: blocks', () => {
  test('gives a code block without properties an empty object', () =>
    expect(cleanBlock('code').block.properties).toEqual({}))
  test('gives a collection_view without views an empty list', () =>
    expect(cleanBlock('collection_view').block.view_ids).toEqual([]))

  test.each([5, 'x', [], true])('empties the malformed properties and format %o', (value) => {
    const { block } = cleanBlock('text', { properties: value, format: value })
    expect([block.properties, block.format]).toEqual([{}, {}])
  })

  test.each([undefined, 5, {}, 'Text', '<script>', 'constructor', '__proto__'])(
    'replaces the malformed type %o with "unknown"',
    (type) => {
      expect(cleanBlock('text', { type }).block.type).toBe('unknown')
    },
  )

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
    [0, false],
    ['false', false],
  ])('reads alive: %o as %s', (alive, expected) => {
    expect(cleanBlock('text', { alive }).block.alive).toBe(expected)
  })

  test.each([-1, 1e300, 'yesterday', null, {}])('resets the malformed time %o to 0', (time) => {
    expect(cleanBlock('text', { created_time: time }).block.created_time).toBe(0)
  })

  test('removes templates', () => {
    const { map, changes } = cleaned(createBlockMap([stored('block', 'page', undefined, { is_template: true })]))
    expect(map.block).toEqual({})
    expect(changes[0]?.what).toBe('template')
  })

  test('removes properties that are named like members of Object.prototype', () => {
    const properties = JSON.parse('{"__proto__": [["a"]], "constructor": [["b"]], "title": [["c"]]}')
    const { block, kinds } = cleanBlock('text', { properties })
    expect(Object.keys(block.properties)).toEqual(['title'])
    expect(kinds).toEqual(['unsafe-key', 'unsafe-key'])
  })

  test('reads no sections from the format, and shows at most 100 of a meeting', () => {
    const format = { shown_sections: [createId('one')] }
    expect(cleanBlock('toggle', { format }).block.format).toEqual({})
    const content = Array.from({ length: 102 }, (_, index) => `section ${index}`)
    const ids = content.map(createId)
    const { block } = cleanBlock('meeting_notes', { content, format: { ...format, transcript_id: ids[0] } })
    expect(block.format).toEqual({ shown_sections: ids.slice(1, 101) })
    expect(cleanBlock('meeting_notes').block.format).toEqual({})
  })

  test('removes unused fields, which may contain secrets', () => {
    const { block } = cleanBlock('button', {
      permissions: [{ role: 'editor', user_id: USER }],
      crdt_data: {},
      automation_ids: ['x'],
      space_id: createId('the space'),
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

  test('reads the id of a collection from the format if the block has none', () => {
    const format = { collection_pointer: { id: createId('rows').toUpperCase(), table: 'collection' } }
    expect(cleanBlock('collection_view', { format }).block.collection_id).toBe(createId('rows'))
    expect(cleanBlock('collection_view', { format, collection_id: createId('own') }).block.collection_id).toBe(
      createId('own'),
    )
  })
})

describe('cleanRecordMap: format', () => {
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
  ])('drops %s: %o', (field, value) => {
    expect(cleanBlock('text', { format: { [field]: value } }).block.format).toEqual({})
  })

  test('keeps valid fields unchanged', () => {
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
    expect(cleanBlock('text', { format })).toMatchObject({ block: { format }, kinds: [] })
  })

  test('escapes the icon of a drive file, and removes its malformed fields', () => {
    const drive_properties = {
      icon: 'https://example.com/x);position:fixed;inset:0;background:url(y',
      url: 'javascript:alert(1)',
      title: 'A\u0000',
      thumbnail: 5,
      user_name: 'someone@example.com',
    }
    expect(cleanBlock('drive', { format: { drive_properties } }).block.format.drive_properties).toEqual({
      icon: 'https://example.com/x%29;position:fixed;inset:0;background:url%28y',
      title: 'A',
    })
  })

  test('keeps the dates of an external object, and empties attributes without values', () => {
    const updated = { type: 'datetime', start_date: '2022-04-03', start_time: '13:35', time_zone: 'UTC' }
    const attributes = [
      null,
      { id: 5 },
      { id: 'title' },
      { id: 'owner', values: 'x' },
      { id: 'updated_at', values: [updated, {}] },
    ]
    expect(cleanBlock('external_object_instance', { format: { attributes } }).block.format.attributes).toEqual([
      { id: 'title', values: [] },
      { id: 'owner', values: [] },
      { id: 'updated_at', values: [updated] },
    ])
  })

  test('keeps each valid column of a table once', () => {
    const format = {
      table_block_column_order: ['a', 5, null, 'a', 'constructor', 'b'],
      table_block_column_format: { a: { width: '5px', color: 'x' }, constructor: {}, b: { width: 1e9 } },
    }
    expect(cleanBlock('table', { format }).block.format).toEqual({
      table_block_column_order: ['a', 'b'],
      table_block_column_format: { a: {}, b: {} },
    })
  })
})

describe('cleanRecordMap: addresses of media', () => {
  const cleanSource = (type: string, source: unknown) =>
    cleanBlock(type, { properties: { source } }).block.properties.source

  test.each([
    ['embed', 'javascript:alert(1)'],
    ['embed', 'data:text/html,x'],
    ['embed', '//evil.example'],
    ['image', 'data:image/svg+xml;base64,aaaa'],
    ['video', 'blob:x'],
  ])('drops the source of %s: %s', (type, source) => {
    expect(cleanSource(type, [[source]])).toBeUndefined()
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
  ])('keeps the source of %s: %o', (type, source, expected) => {
    expect(cleanSource(type, source)).toEqual([[expected]])
  })

  test('keeps the text of a bookmark with an unsafe address', () => {
    const properties = {
      link: [['javascript:1']],
      title: [['A']],
      description: [['B', [['a', 'https://example.com']]]],
    }
    const { block, kinds } = cleanBlock('bookmark', { properties })
    expect(block.properties).toEqual({ title: properties.title, description: properties.description })
    expect(kinds).toEqual(['unsafe-address'])
  })

  test('keeps properties of rows that have the names of media fields', () => {
    expect(cleanBlock('page', { properties: { source: [['Hearsay: a friend']] } }).block.properties.source).toEqual([
      ['Hearsay: a friend'],
    ])
  })
})

describe('cleanRecordMap: rows', () => {
  const cleanCell = (value: unknown) =>
    cleanBlock('page', { parent_table: 'collection', properties: { abcd: value } }).block.properties.abcd

  test.each([[{ start_date: '2999-01-01' }], [[null]], [[['‣', [['d']]]]], [[['‣', [['zzz']]]]], [true]])(
    'replaces the unreadable property %o with a placeholder',
    (value) => {
      expect(cleanCell(value)).toEqual([['\ufffd']])
    },
  )

  test.each([[null], [''], [[]], [[['']]]])('reads the property %o as empty', (value) => {
    expect(cleanCell(value) ?? []).toEqual([])
  })
})
