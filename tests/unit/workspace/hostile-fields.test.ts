import { describe, expect, test } from 'vitest'
import type { ChangeKind } from '@/lib/workspace/changes'
import { idOf } from '../../support/records'
import { faultsIn } from './invariants'
import { cleaned, mapOf, type Raw, stored } from './maps'

/** One block of a kind with these fields, clean. */
function blockOf(type: string, more: Raw = {}) {
  const { map, changes } = cleaned(mapOf([stored('block', type, undefined, more)]))
  expect(faultsIn(map)).toEqual([])
  const block = map.block[idOf('block')]
  if (block === undefined) throw new Error('the block is gone')
  return { block, kinds: changes.map(({ what }) => what) }
}

const titleOf = (title: unknown, type = 'text') => blockOf(type, { properties: { title } })
const USER = idOf('someone')

describe('text', () => {
  const cases: [name: string, title: unknown, expected: unknown, kinds: ChangeKind[]][] = [
    ['an empty inline equation', [['⁍', [['e', '']]]], [], ['bad-format']],
    ['a blank inline equation beside words', [['a'], ['⁍', [['e', ' ']]]], [['a']], ['bad-format']],
    ['a link without address', [['x', [['a']]]], [['x']], ['unsafe-address']],
    ['a pointer without value', [['‣', [['‣']]]], [], ['bad-format']],
    ['a link mention without value', [['‣', [['lm']]]], [], ['bad-format']],
    ['a date without value', [['‣', [['d']]]], [], ['bad-format']],
    ['a page mention by a number', [['‣', [['p', 5]]]], [], ['bad-format']],
    [
      'null pieces',
      [null, ['a'], undefined, 5],
      [['a'], ['5']],
      ['bad-piece', 'bad-piece', 'bad-piece', 'bad-piece', 'bad-piece'],
    ],
    ['null formats', [['a', null]], [['a']], []],
    ['formats that are a string', [['a', 'b']], [['a']], ['bad-format']],
    ['a null format', [['a', [null, ['b']]]], [['a', [['b']]]], ['bad-format']],
    ['a format that is a string', [['a', ['b']]], [['a']], ['bad-format']],
    ['an unknown format', [['a', [['zzz', 1], ['i']]]], [['a', [['i']]]], ['bad-format']],
    ['a string', 'words', [['words']], ['wrong-type']],
    ['a number', 5, [['5']], ['wrong-type']],
    ['an object', { a: 1 }, undefined, ['wrong-type']],
    ['pieces that are strings', ['a', 'b'], [['a'], ['b']], ['bad-piece', 'bad-piece']],
    ['pieces within pieces', [[['a']]], [], ['bad-piece']],
    ['a lone surrogate', [['a\ud800b']], [['a\ufffdb']], ['bad-characters']],
    ['control characters', [['a\u0000b\u001b\tc\nd\r\ne']], [['ab\tc\nd\ne']], ['bad-characters']],
    ['an unknown colour', [['a', [['h', 'red;position:fixed']]]], [['a']], ['unknown-color']],
    ['a javascript link', [['a', [['a', 'javascript:alert(1)'], ['b']]]], [['a', [['b']]]], ['unsafe-address']],
    ['markup', [['<img src=x onerror=alert(1)>']], [['<img src=x onerror=alert(1)>']], []],
    ['a comment’s mark', [['a', [['m', idOf('comment')], ['b']]]], [['a', [['b']]]], []],
    ['the older way to mention', [['‣', [['‣', ['u', USER]]]]], [['‣', [['u', USER]]]], []],
    ['a place', [['‣', [['plc', { name: 'Paris', lat: 1 }]]]], [['Paris']], []],
    [
      'a date that does not exist',
      [['‣', [['d', { type: 'date', start_date: '2024-02-30' }]]]],
      [['2024-02-30']],
      ['bad-format'],
    ],
    ['a mention that is only a placeholder', [['‣']], [['‣']], []],
    ['right-to-left, CJK and emoji', [['مرحبا 你好 👩‍👩‍👧']], [['مرحبا 你好 👩‍👩‍👧']], []],
  ]
  test.each(cases)('%s', (_name, title, expected, kinds) => {
    const { block, kinds: found } = titleOf(title)
    expect(block.properties.title).toEqual(expected)
    expect(found).toEqual(kinds)
  })

  test('a link mention keeps what may be shown', () => {
    const card = { href: 'https://example.com/a b', title: 'A', description: 5, icon_url: 'javascript:1', extra: 'x' }
    expect(titleOf([['‣', [['lm', card]]]]).block.properties.title).toEqual([
      ['‣', [['lm', { href: 'https://example.com/a%20b', title: 'A', description: '5' }]]],
    ])
  })

  test('a link mention that leads nowhere leaves its title', () => {
    expect(titleOf([['‣', [['lm', { href: 'javascript:1', title: 'A' }]]]]).block.properties.title).toEqual([['A']])
  })

  test.each([
    [
      { type: 'datetimerange', start_date: '2024-01-02' },
      { type: 'date', start_date: '2024-01-02' },
    ],
    [
      { type: 'daterange', start_date: '2024-01-02', end_date: 'x', end_time: '10:00' },
      { type: 'date', start_date: '2024-01-02' },
    ],
    [
      { type: 'datetime', start_date: '2024-01-02', start_time: '9:05:00', time_zone: 'Nowhere/At_All', reminder: {} },
      { type: 'datetime', start_date: '2024-01-02', start_time: '09:05' },
    ],
    [
      { type: 'x', start_date: '2024-01-02', end_date: '2024-01-03', start_time: '25:00', time_zone: 'Asia/Tokyo' },
      { type: 'daterange', start_date: '2024-01-02', end_date: '2024-01-03', time_zone: 'Asia/Tokyo' },
    ],
  ])('a date %o says what it holds', (value, expected) => {
    expect(titleOf([['‣', [['d', value]]]]).block.properties.title).toEqual([['‣', [['d', expected]]]])
  })

  test('of a million pieces is cut, and says so', () => {
    const { block, kinds } = titleOf(Array.from({ length: 100_000 }, () => ['a']))
    expect(block.properties.title).toHaveLength(20_000)
    expect(kinds).toEqual(['too-many'])
  })

  test('of many megabytes is cut, and says so', () => {
    const { block, kinds } = titleOf([['a'.repeat(5_000_000)]])
    expect(block.properties.title?.[0]?.[0]).toHaveLength(1_000_000)
    expect(kinds).toEqual(['too-long'])
  })
})

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

  test('templates are no content', () => {
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

  test('what nothing reads stays behind, secrets among it', () => {
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

describe('format', () => {
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

  test('what is right stays as it is', () => {
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

  test('a bookmark that leads nowhere keeps its words', () => {
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
