import { describe, expect, test } from 'vitest'
import { splitPages } from '@/lib/workspace/read/split'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, createPageMap, type Raw, stored, text } from '../maps'

function split(json: Raw) {
  const { map } = cleaned(json)
  const pages = new Map([...splitPages(map)].map((each) => [each.page.id, each]))
  return (name: string) => {
    const found = pages.get(createId(name))
    if (found === undefined) throw new Error(`no page ${name}`)
    return { ...found, names: Object.keys(found.page.blocks).sort() }
  }
}

const toIds = (...names: string[]) => names.map(createId)

describe('splitPages: content', () => {
  const json = createBlockMap(
    [
      stored('root', 'page', undefined, { content: ['columns', 'database'], properties: { title: [['Root']] } }),
      stored('columns', 'column_list', 'root', { content: ['column'] }),
      stored('column', 'column', 'columns', { content: ['child', 'binned', 'reference'] }),
      text('binned', 'column', 'x', { alive: false, content: ['deeper'] }),
      text('deeper', 'binned'),
      stored('reference', 'transclusion_reference', 'column', {
        format: { transclusion_reference_pointer: { id: createId('container') } },
      }),
      stored('child', 'page', 'column', {
        content: ['container'],
        properties: { title: [['Secret']] },
        format: { page_icon: '💡', block_color: 'red' },
      }),
      stored('container', 'transclusion_container', 'child', { content: ['shared'] }),
      stored('shared', 'text', 'container', {
        properties: { title: [['by '], ['‣', [['u', createId('ada')]]], ['‣', [['ce', createId('emoji')]]]] },
      }),
      stored('database', 'collection_view', 'root', { collection_id: createId('rows'), view_ids: [createId('view')] }),
      stored('row', 'page', undefined, { parent_table: 'collection', parent_id: createId('rows'), created_time: 5 }),
      stored('older', 'page', undefined, { parent_table: 'collection', parent_id: createId('rows'), created_time: 4 }),
      stored('trashed', 'page', undefined, { parent_table: 'collection', parent_id: createId('rows'), alive: false }),
    ],
    {
      collection: {
        [createId('rows')]: {
          value: { id: createId('rows'), parent_id: createId('database'), parent_table: 'block', schema: {} },
        },
      },
      collection_view: {
        [createId('view')]: { value: { id: createId('view'), type: 'list' } },
        [createId('other')]: { value: { id: createId('other'), type: 'list' } },
      },
      collection_query: {
        [createId('rows')]: {
          [createId('view')]: { blockIds: toIds('row') },
          [createId('other')]: { blockIds: toIds('older') },
        },
      },
      notion_user: {
        [createId('ada')]: { value: { id: createId('ada'), name: 'Ada' } },
        [createId('bob')]: { value: { id: createId('bob'), name: 'Bob' } },
      },
      custom_emojis: {
        [createId('emoji')]: 'https://example.com/e.png',
        [createId('unused')]: 'https://example.com/u.png',
      },
      signed_urls: { [createId('shared')]: 'https://example.com/s', [createId('row')]: 'https://example.com/r' },
    },
  )
  const getPage = split(json)

  test('contains the blocks that the page shows, without those below other pages or in the trash', () => {
    expect(getPage('root').names).toEqual(
      toIds('root', 'columns', 'column', 'child', 'reference', 'container', 'shared', 'database').sort(),
    )
  })

  test('contains only the existence of a child page', () => {
    const { block_color: _, ...format } = getPage('root').page.blocks[createId('child')]?.format ?? {}
    expect(getPage('root').page.blocks[createId('child')]).toMatchObject({ type: 'page', properties: {}, content: [] })
    expect(format).toEqual({})
  })

  test('contains only its own views, query results, users, emoji and files', () => {
    const { views, queries, users, emojis, files } = getPage('root').page
    expect(Object.keys(views)).toEqual(toIds('view'))
    expect(queries).toEqual({ [createId('rows')]: { [createId('view')]: { rows: toIds('row'), groups: [] } } })
    expect(users).toEqual({ [createId('ada')]: 'Ada' })
    expect(Object.keys(emojis)).toEqual(toIds('emoji'))
    expect(files).toEqual({ [createId('shared')]: 'https://example.com/s' })
  })

  test('returns every page of the map, including rows', () => {
    for (const name of ['root', 'child', 'row', 'older', 'trashed']) expect(getPage(name).page.id).toBe(createId(name))
  })
})

describe('splitPages: blocks that the page does not show', () => {
  const getPage = split(
    createBlockMap([
      stored('root', 'page', undefined, {
        content: ['button', 'meeting', 'table', 'columns', 'picture', 'stray', 'list'],
      }),
      stored('button', 'button', 'root', { content: ['pressed'], properties: { title: [['Press']] } }),
      text('pressed', 'button', 'x', { content: ['deep'] }),
      stored('deep', 'image', 'pressed', { properties: { source: [['https://example.com/a.png']] } }),
      stored('meeting', 'transcription', 'root', { content: ['said', 'below'], properties: { title: [['Meeting']] } }),
      text('said', 'meeting'),
      stored('below', 'page', 'meeting', { content: ['inside'] }),
      text('inside', 'below'),
      stored('table', 'table', 'root', { content: ['cells', 'in table'] }),
      stored('cells', 'table_row', 'table'),
      text('in table', 'table'),
      stored('columns', 'column_list', 'root', { content: ['column', 'no column'] }),
      stored('column', 'column', 'columns', { content: ['in column'] }),
      text('in column', 'column'),
      text('no column', 'columns'),
      stored('picture', 'image', 'root', { content: ['in picture'] }),
      text('in picture', 'picture'),
      stored('stray', 'table_row', 'root'),
      stored('list', 'bulleted_list', 'root', { content: ['item'] }),
      text('item', 'list'),
    ]),
  )
  const { names, page, hidden, hasStoredContent, completeness } = getPage('root')

  test('are left out, and so is the content of blocks that show none', () => {
    const kept = [
      'button',
      'cells',
      'column',
      'columns',
      'in column',
      'item',
      'list',
      'meeting',
      'picture',
      'root',
      'table',
    ]
    expect(names).toEqual(toIds(...kept).sort())
    const listed = Object.values(page.blocks).flatMap(({ content }) => content)
    expect(listed.toSorted()).toEqual(toIds(...kept.filter((name) => name !== 'root')).sort())
    for (const id of toIds('button', 'picture')) expect(page.blocks[id]?.content).toEqual([])
    expect(page.blocks[createId('button')]?.properties.title).toEqual([['Press']])
  })

  test('are listed with child pages, without the content of these, and are not missing', () => {
    const inHidden = ['below', 'deep', 'in picture', 'in table', 'no column', 'pressed', 'said', 'stray']
    expect(hidden.toSorted()).toEqual(toIds(...inHidden).sort())
    expect([hasStoredContent, completeness]).toEqual([true, 1])
  })
})

describe('splitPages: hasStoredContent', () => {
  test.each([
    ['with its collection and a view, even without its blocks', ['rows'], ['view'], true],
    ['without its collection', [], ['view'], false],
    ['without any of its views', ['rows'], [], false],
  ])('returns whether the content of a database %s is stored', (_, collections, views, hasStoredContent) => {
    const json = createBlockMap(
      [
        stored('page', 'collection_view_page', undefined, {
          content: ['gone', 'lost'],
          collection_id: createId('rows'),
          view_ids: [createId('view')],
        }),
      ],
      {
        collection: Object.fromEntries(
          collections.map((name) => [
            createId(name),
            { value: { id: createId(name), parent_id: createId('page'), parent_table: 'block', schema: {} } },
          ]),
        ),
        collection_view: Object.fromEntries(
          views.map((name) => [createId(name), { value: { id: createId(name), type: 'list' } }]),
        ),
      },
    )
    expect(split(json)('page').hasStoredContent).toBe(hasStoredContent)
  })

  test('is true for a page without content', () => {
    expect(split(createPageMap([]))('page')).toMatchObject({ hasStoredContent: true, completeness: 1 })
  })

  test('is true if some of the content is missing', () => {
    const json = createBlockMap([
      stored('page', 'page', undefined, { content: ['a', 'b', 'c', 'd'] }),
      text('a', 'page'),
    ])
    expect(split(json)('page')).toMatchObject({ hasStoredContent: true, completeness: 0.4 })
  })

  test('is false if all of the content is missing', () => {
    expect(
      split(createBlockMap([stored('page', 'page', undefined, { content: ['a'] })]))('page').hasStoredContent,
    ).toBe(false)
  })

  test('is false if only the blocks around one child page exist', () => {
    const json = createBlockMap([
      stored('page', 'page', undefined, { content: ['a', 'b', 'columns', 'c', 'd', 'e', 'f'] }),
      stored('columns', 'column_list', 'page', { content: ['left', 'right'] }),
      stored('right', 'column', 'columns', { content: ['x', 'child'] }),
      stored('child', 'page', 'right'),
    ])
    expect(split(json)('page').hasStoredContent).toBe(false)
  })
})
