import { describe, expect, test } from 'vitest'
import { idOf } from '../../../support/records'
import { faultsIn } from '../invariants'
import { cleaned, mapOf, pageOf, type Raw, stored } from '../maps'

const ID = idOf('it')
const EMOJI = idOf('emoji')

function clean(tables: Raw, blocks: [string, unknown][] = []) {
  const { map, changes } = cleaned(mapOf(blocks, tables))
  expect(faultsIn(map)).toEqual([])
  return { map, kinds: changes.map(({ what }) => what) }
}

describe('collections', () => {
  const collectionOf = (fields: Raw) => {
    const value = { id: ID, parent_id: idOf('page'), parent_table: 'block', name: [['Rows']], schema: {}, ...fields }
    const { map, kinds } = clean({ collection: { [ID]: { value } } })
    return { collection: map.collection[ID], kinds }
  }

  test.each([undefined, null, 5, 'x', []])('a schema of %o has a title', (schema) => {
    expect(collectionOf({ schema }).collection?.schema).toEqual({ title: { name: 'Name', type: 'title' } })
  })

  test('properties of a schema have names, types and options', () => {
    const schema = {
      title: { name: 'Name', type: 'title' },
      a: null,
      b: { name: 5, type: {} },
      c: {
        type: 'select',
        options: [null, { value: 'x', color: 'red;' }, { id: 'i', value: 'y', color: 'blue' }, { id: 1 }],
      },
      d: { name: 'D', type: 'number', number_format: 'dollar', options: 'x' },
      constructor: { name: 'E', type: 'text' },
      f: { name: 'F', type: 'formula', formula: { type: 'property', property: 'constructor', args: [{ value: 1 }] } },
    }
    const { collection, kinds } = collectionOf({ schema })
    expect(collection?.schema).toEqual({
      title: { name: 'Name', type: 'title' },
      b: { name: '5', type: 'text' },
      c: {
        name: 'c',
        type: 'select',
        options: [
          { id: 'x', value: 'x' },
          { id: 'i', value: 'y', color: 'blue' },
        ],
      },
      d: { name: 'D', type: 'number', number_format: 'dollar', options: [] },
      f: { name: 'F', type: 'formula', more: { formula: { type: 'property', args: [{ value: 1 }] } } },
    })
    expect(new Set(kinds)).toEqual(new Set(['wrong-type', 'unsafe-key']))
  })

  test('a button keeps no automation', () => {
    const b = {
      name: 'Go',
      type: 'button',
      automation_id: 'x',
      button: { webhookUrl: 'x', Authorization_token: 'x', a: 1 },
    }
    expect(collectionOf({ schema: { b } }).collection?.schema.b).toEqual({
      name: 'Go',
      type: 'button',
      more: { button: { a: 1 } },
    })
  })

  test('a formula thousands of levels deep is cut', () => {
    let formula: unknown = { type: 'constant', value: 1 }
    for (let level = 0; level < 5000; level++) formula = { type: 'function', args: [formula] }
    expect(collectionOf({ schema: { f: { name: 'F', type: 'formula', formula } } }).kinds).toEqual(['too-deep'])
  })

  test.each([
    [5, [['5']]],
    ['Rows', [['Rows']]],
    [{}, []],
    [null, []],
  ])('a name of %o is %o', (name, expected) => {
    expect(collectionOf({ name }).collection?.name).toEqual(expected)
  })

  test('icons and covers are addresses or letters', () => {
    expect(collectionOf({ icon: { emoji: 'x' }, cover: 'javascript:1' }).collection).not.toHaveProperty('icon')
    expect(collectionOf({ icon: '💡', cover: '/images/a.png' }).collection).toMatchObject({
      icon: '💡',
      cover: '/images/a.png',
    })
  })

  test('one in the bin is gone', () => expect(collectionOf({ alive: false }).collection).toBeUndefined())
})

describe('views', () => {
  const viewOf = (fields: Raw) => {
    const { map } = clean({ collection_view: { [ID]: { value: { id: ID, type: 'list', name: 'A', ...fields } } } })
    return map.collection_view[ID]
  }

  test.each([undefined, null, 5, 'x;y'])('a view of type %o is a table', (type) => {
    expect(viewOf({ type })?.type).toBe('table')
  })

  test('a group without a value has the rows without a value; an empty group is removed', () => {
    const groups = [
      { property: 'a', value: { type: 'select', value: 'Dev' } },
      { property: 'a', value: null, hidden: true },
      { property: 'a' },
      null,
      5,
    ]
    const grouped = viewOf({
      format: { collection_group_by: { type: 'select', property: 'a' }, collection_groups: groups },
    })
    expect(grouped?.format.collection_groups).toEqual([
      { property: 'a', value: { type: 'select', value: 'Dev' } },
      { property: 'a', value: { type: 'select' }, hidden: true },
      { property: 'a', value: { type: 'select' } },
    ])
    expect(viewOf({ format: { board_columns: groups } })?.format.board_columns).toHaveLength(1)
  })

  test('widths are pixels, and words that end in styles are known ones', () => {
    const format = {
      table_properties: [
        { property: 'a', width: '5px;x', visible: true },
        { property: 'b', width: 276 },
        null,
        { width: 5 },
      ],
      list_properties: 'x',
      gallery_cover: 'x',
      gallery_cover_aspect: 'contain;position:fixed',
      gallery_cover_size: 'large',
      collection_view_icon: 'javascript:alert(1)',
    }
    expect(viewOf({ format })?.format).toEqual({
      table_properties: [
        { property: 'a', visible: true },
        { property: 'b', width: 276 },
      ],
      gallery_cover_size: 'large',
    })
  })

  test('the newer query overrides the older one', () => {
    const view = viewOf({ query: { sort: 1, filter: 'old' }, query2: { filter: { operator: 'and', filters: [] } } })
    expect(view?.query).toEqual({ sort: 1, filter: { operator: 'and', filters: [] } })
  })

  test.each([5, 'x', null, []])('a query of %o is none', (query2) => expect(viewOf({ query2 })?.query).toEqual({}))
  test('one in the bin is gone', () => expect(viewOf({ alive: false })).toBeUndefined())
})

describe('query results', () => {
  const [c, v, a, b] = [idOf('c'), idOf('v'), idOf('a'), idOf('b')]
  const answerOf = (answer: unknown) =>
    clean({ collection_query: { [c]: { [v]: answer } } }).map.collection_query[c]?.[v]
  const results = { type: 'results', blockIds: [a, b] }

  test.each([
    ['under reducerResults', { reducerResults: { collection_group_results: results } }],
    ['as notion-client answers', { collection_group_results: results }],
    ['in the old form', { blockIds: [a, b], total: 2, type: 'table' }],
    ['with ids of any kind', { blockIds: [a.toUpperCase(), a, 5, null, b.replaceAll('-', '')] }],
  ])('rows %s', (_name, answer) => {
    expect(answerOf(answer)).toEqual({ rows: [a, b], groups: [] })
  })

  test('groups keep the stored order and their totals', () => {
    const answer = {
      list_groups: {
        type: 'groups',
        results: [{ value: { type: 'select', value: 'Zebra' } }, { value: { type: 'select' } }, { value: null }],
      },
      'results:select:uncategorized': { blockIds: [b] },
      'results:select:Zebra': { blockIds: [a] },
      'group_aggregation:select:Zebra': { aggregationResult: { value: 7 } },
    }
    expect(answerOf(answer)).toEqual({
      rows: [a, b],
      groups: [
        { value: { type: 'select', value: 'Zebra' }, rows: [a], total: 7 },
        { value: { type: 'select' }, rows: [b], total: 1 },
      ],
    })
  })

  test('groups without a stored order are read from their keys', () => {
    const answer = {
      'results:status:In: progress': { blockIds: [a] },
      'results:status:uncategorized': { blockIds: [] },
    }
    expect(answerOf(answer)?.groups.map(({ value }) => value)).toEqual([
      { type: 'status', value: 'In: progress' },
      { type: 'status' },
    ])
  })

  test('groups by date go by their first day', () => {
    const value = { type: 'date', value: { type: 'month', range: { start_date: '2024-01-01' } } }
    const answer = { l: { type: 'groups', results: [{ value }] }, 'results:date:2024-01-01': { blockIds: [a] } }
    expect(answerOf(answer)?.groups).toEqual([{ value, rows: [a], total: 1 }])
  })

  test('reads groups in the older format', () => {
    const answer = { groupResults: [{ value: { type: 'select', value: 'x' }, blockIds: [a], total: 3 }, null] }
    expect(answerOf(answer)?.groups).toEqual([{ value: { type: 'select', value: 'x' }, rows: [a], total: 3 }])
  })

  test.each([
    { blockIds: 'x' },
    { collection_group_results: null },
    { reducerResults: [] },
    { groupResults: {} },
    { l: { type: 'groups', results: 'x' }, 'results:select:x': null },
    { l: { type: 'groups', results: [null, 5, { value: {} }, { value: { type: {} } }] } },
  ])('%o holds no rows', (answer) => {
    expect(answerOf(answer)).toEqual({ rows: [], groups: [] })
  })

  test.each([null, 5, 'x', []])('an answer of %o is none', (answer) => expect(answerOf(answer)).toBeUndefined())
})

describe('people', () => {
  const nameOf = (fields: Raw) => clean({ notion_user: { [ID]: { value: { id: ID, ...fields } } } }).map.notion_user[ID]

  test.each([
    [{ given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', profile_photo: 'x' }, 'Ada Lovelace'],
    [{ name: 'Ada' }, 'Ada'],
    [{ given_name: '', family_name: null, name: ' Ada ' }, 'Ada'],
    [{ given_name: 'ada@example.com' }, undefined],
    [{ name: 'Ada <ada@example.com>' }, undefined],
    [{ email: 'ada@example.com' }, undefined],
    [{ given_name: {}, name: 5 }, '5'],
  ])('%o is %s', (fields, name) => {
    expect(nameOf(fields)).toBe(name)
  })
})

describe('files and images', () => {
  const SOURCE = 'https://example.com/photo (1).png'
  const image = stored('image', 'image', undefined, { properties: { source: [[SOURCE]] } })
  const preview = { originalWidth: 4, originalHeight: 3, dataURIBase64: 'data:image/webp;base64,aaaa' }
  const previewsOf = (preview_images: unknown) => clean({ preview_images }, [image]).map.preview_images

  test.each([SOURCE.replace(/[ ()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`), 'example.com/photo%20(1).png'])(
    'a preview kept under %s is found by the block’s own address',
    (key) => {
      expect(previewsOf({ [key]: preview })).toEqual({ 'https://example.com/photo%20%281%29.png': preview })
    },
  )

  test.each([
    null,
    { ...preview, originalWidth: 0 },
    { ...preview, originalHeight: '3' },
    { ...preview, dataURIBase64: 'data:image/svg+xml;base64,aaaa' },
    { ...preview, dataURIBase64: 'https://example.com/x.png' },
    { ...preview, dataURIBase64: `data:image/png;base64,${'a'.repeat(200_000)}` },
  ])('a preview of %o is none', (broken) => {
    expect(previewsOf({ 'https://example.com/photo%20%281%29.png': broken })).toEqual({})
  })

  test('signed addresses are of the web, by block or by source', () => {
    const attachment = 'attachment:5e1cf909-0d12-44d6-9896-f3200cc4568a:a.png'
    const signed_urls = {
      [ID.toUpperCase()]: 'https://s3.example.com/a?X=1',
      [attachment]: 'https://s3.example.com/b',
      [idOf('b')]: 'javascript:alert(1)',
      [idOf('c')]: '/relative',
      [idOf('d')]: 5,
      constructor: 'https://s3.example.com/c',
    }
    expect(clean({ signed_urls }).map.signed_urls).toEqual({
      [ID]: 'https://s3.example.com/a?X=1',
      [attachment]: 'https://s3.example.com/b',
    })
  })

  test('emoji come from both places', () => {
    const tables = {
      custom_emojis: { [EMOJI]: 'https://example.com/a.png', x: 'https://example.com/b.png', [idOf('n')]: null },
      custom_emoji: { [ID]: { value: { value: { id: ID, url: 'https://example.com/c.png' } } } },
    }
    expect(clean(tables).map.custom_emojis).toEqual({
      [EMOJI]: 'https://example.com/a.png',
      [ID]: 'https://example.com/c.png',
    })
  })
})

test('accepts a map that contains only blocks', () => {
  expect(cleaned(pageOf([])).map).toMatchObject({ collection: {}, collection_query: {}, preview_images: {} })
})
