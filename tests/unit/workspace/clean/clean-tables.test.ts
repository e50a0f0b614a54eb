import { describe, expect, test } from 'vitest'
import { createId } from '../../../support/records'
import { cleaned, createPageMap, type Raw, stored } from '../maps'
import { cleanTables } from './support'

const ID = createId('it')
const EMOJI = createId('emoji')

describe('cleanRecordMap: collections', () => {
  const cleanCollection = (fields: Raw) => {
    const value = {
      id: ID,
      parent_id: createId('page'),
      parent_table: 'block',
      name: [['Rows']],
      schema: {},
      ...fields,
    }
    const { map, kinds } = cleanTables({ collection: { [ID]: { value } } })
    return { collection: map.collection[ID], kinds }
  }

  test.each([undefined, null, 5, 'x', []])('adds a title to the schema %o', (schema) => {
    expect(cleanCollection({ schema }).collection?.schema).toEqual({ title: { name: 'Name', type: 'title' } })
  })

  test('gives each property a name, a type and options', () => {
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
    const { collection, kinds } = cleanCollection({ schema })
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

  test('removes the automation of a button', () => {
    const b = {
      name: 'Go',
      type: 'button',
      automation_id: 'x',
      button: { webhookUrl: 'x', Authorization_token: 'x', a: 1 },
    }
    expect(cleanCollection({ schema: { b } }).collection?.schema.b).toEqual({
      name: 'Go',
      type: 'button',
      more: { button: { a: 1 } },
    })
  })

  test('cuts a formula that is too deep', () => {
    let formula: unknown = { type: 'constant', value: 1 }
    for (let level = 0; level < 100; level++) formula = { type: 'function', args: [formula] }
    expect(cleanCollection({ schema: { f: { name: 'F', type: 'formula', formula } } }).kinds).toEqual(['too-deep'])
  })

  test.each([
    [5, [['5']]],
    ['Rows', [['Rows']]],
    [{}, []],
    [null, []],
  ])('reads the name %o as %o', (name, expected) => {
    expect(cleanCollection({ name }).collection?.name).toEqual(expected)
  })

  test('keeps icons and covers that are addresses or letters', () => {
    expect(cleanCollection({ icon: { emoji: 'x' }, cover: 'javascript:1' }).collection).not.toHaveProperty('icon')
    expect(cleanCollection({ icon: '💡', cover: '/images/a.png' }).collection).toMatchObject({
      icon: '💡',
      cover: '/images/a.png',
    })
  })

  test('removes a trashed collection', () => expect(cleanCollection({ alive: false }).collection).toBeUndefined())
})

describe('cleanRecordMap: views', () => {
  const cleanView = (fields: Raw) => {
    const { map } = cleanTables({
      collection_view: { [ID]: { value: { id: ID, type: 'list', name: 'A', ...fields } } },
    })
    return map.collection_view[ID]
  }

  test.each([undefined, null, 5, 'x;y'])('turns a view of type %o into a table', (type) => {
    expect(cleanView({ type })?.type).toBe('table')
  })

  test('keeps groups for rows without a value, and removes malformed groups', () => {
    const groups = [
      { property: 'a', value: { type: 'select', value: 'Dev' } },
      { property: 'a', value: null, hidden: true },
      { property: 'a' },
      null,
      5,
    ]
    const grouped = cleanView({
      format: { collection_group_by: { type: 'select', property: 'a' }, collection_groups: groups },
    })
    expect(grouped?.format.collection_groups).toEqual([
      { property: 'a', value: { type: 'select', value: 'Dev' } },
      { property: 'a', value: { type: 'select' }, hidden: true },
      { property: 'a', value: { type: 'select' } },
    ])
    expect(cleanView({ format: { board_columns: groups } })?.format.board_columns).toHaveLength(1)
  })

  test('keeps only numeric widths and known values of CSS properties', () => {
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
    expect(cleanView({ format })?.format).toEqual({
      table_properties: [
        { property: 'a', visible: true },
        { property: 'b', width: 276 },
      ],
      gallery_cover_size: 'large',
    })
  })

  test('prefers the newer query to the older one', () => {
    const view = cleanView({ query: { sort: 1, filter: 'old' }, query2: { filter: { operator: 'and', filters: [] } } })
    expect(view?.query).toEqual({ sort: 1, filter: { operator: 'and', filters: [] } })
  })

  test.each([5, 'x', null, []])('ignores the malformed query %o', (query2) =>
    expect(cleanView({ query2 })?.query).toEqual({}),
  )
  test('removes a trashed view', () => expect(cleanView({ alive: false })).toBeUndefined())
})

describe('cleanRecordMap: people', () => {
  const cleanName = (fields: Raw) =>
    cleanTables({ notion_user: { [ID]: { value: { id: ID, ...fields } } } }).map.notion_user[ID]

  test.each([
    [{ given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', profile_photo: 'x' }, 'Ada Lovelace'],
    [{ name: 'Ada' }, 'Ada'],
    [{ given_name: '', family_name: null, name: ' Ada ' }, 'Ada'],
    [{ given_name: 'ada@example.com' }, undefined],
    [{ name: 'Ada <ada@example.com>' }, undefined],
    [{ email: 'ada@example.com' }, undefined],
    [{ given_name: {}, name: 5 }, '5'],
  ])('returns the name of %o as %s', (fields, name) => {
    expect(cleanName(fields)).toBe(name)
  })
})

describe('cleanRecordMap: files and images', () => {
  const SOURCE = 'https://example.com/photo (1).png'
  const image = stored('image', 'image', undefined, { properties: { source: [[SOURCE]] } })
  const preview = { originalWidth: 4, originalHeight: 3, dataURIBase64: 'data:image/webp;base64,aaaa' }
  const cleanPreviews = (preview_images: unknown) => cleanTables({ preview_images }, [image]).map.preview_images

  test.each([SOURCE.replace(/[ ()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`), 'example.com/photo%20(1).png'])(
    'moves the preview stored under %s to the address of its block',
    (key) => {
      expect(cleanPreviews({ [key]: preview })).toEqual({ 'https://example.com/photo%20%281%29.png': preview })
    },
  )

  test.each([
    null,
    { ...preview, originalWidth: 0 },
    { ...preview, originalHeight: '3' },
    { ...preview, dataURIBase64: 'data:image/svg+xml;base64,aaaa' },
    { ...preview, dataURIBase64: 'https://example.com/x.png' },
    { ...preview, dataURIBase64: `data:image/png;base64,${'a'.repeat(200_000)}` },
  ])('removes the malformed preview %o', (broken) => {
    expect(cleanPreviews({ 'https://example.com/photo%20%281%29.png': broken })).toEqual({})
  })

  test('keeps signed web addresses that are stored by block or by source', () => {
    const attachment = 'attachment:5e1cf909-0d12-44d6-9896-f3200cc4568a:a.png'
    const signed_urls = {
      [ID.toUpperCase()]: 'https://s3.example.com/a?X=1',
      [attachment]: 'https://s3.example.com/b',
      [createId('b')]: 'javascript:alert(1)',
      [createId('c')]: '/relative',
      [createId('d')]: 5,
      constructor: 'https://s3.example.com/c',
    }
    expect(cleanTables({ signed_urls }).map.signed_urls).toEqual({
      [ID]: 'https://s3.example.com/a?X=1',
      [attachment]: 'https://s3.example.com/b',
    })
  })

  test('merges both tables of emoji', () => {
    const tables = {
      custom_emojis: { [EMOJI]: 'https://example.com/a.png', x: 'https://example.com/b.png', [createId('n')]: null },
      custom_emoji: { [ID]: { value: { value: { id: ID, url: 'https://example.com/c.png' } } } },
    }
    expect(cleanTables(tables).map.custom_emojis).toEqual({
      [EMOJI]: 'https://example.com/a.png',
      [ID]: 'https://example.com/c.png',
    })
  })
})

test('accepts a map that contains only blocks', () => {
  expect(cleaned(createPageMap([])).map).toMatchObject({ collection: {}, collection_query: {}, preview_images: {} })
})

test('cleanRecordMap sorts the options of a status as its menu shows them', () => {
  const options = ['done', 'odd', 'idea', 'open'].map((value) => ({ id: `${value}-id`, value }))
  const groups = [
    { id: '1', name: 'To-do', optionIds: ['idea-id'] },
    { id: '2', name: 'Rest', optionIds: ['open-id', 'done-id', 'idea-id'] },
    7,
  ]
  const id = createId('tasks')
  const value = {
    id,
    name: [['Tasks']],
    schema: { title: { name: 'Name', type: 'title' }, s: { name: 'S', type: 'status', options, groups } },
  }
  const { map } = cleanTables({ collection: { [id]: { value } } })
  expect(map.collection[id]?.schema.s?.options?.map((option) => option.value)).toEqual(['idea', 'open', 'done', 'odd'])
})
