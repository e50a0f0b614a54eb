import { describe, expect, test } from 'vitest'
import { isAccessTable } from '@/lib/workspace/read/access-table'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import { idOf } from '../../../support/records'
import { cleaned, mapOf, pageOf, type Raw, stored, text } from '../maps'

function recordOf(json: Raw, name = 'page') {
  const found = [...splitPages(cleaned(json).map)].find(({ page }) => page.id === idOf(name))
  if (found === undefined) throw new Error(`no page ${name}`)
  return createPageRecord(found.page)
}

const ids = (...names: string[]) => names.map(idOf)
const mention = (name: string) => ['‣', [['p', idOf(name)]]]
const row = (name: string, a: unknown[], b: unknown[]): [string, Raw] =>
  stored(name, 'table_row', 'table', { properties: { a, b } })

describe('createPageRecord', () => {
  const json = mapOf([
    stored('page', 'page', undefined, {
      content: ['heading', 'toggle', 'away', 'alias', 'synced', 'self'],
      properties: { title: [['Page']], rel: [mention('related')] },
    }),
    stored('heading', 'header', 'page', { properties: { title: [['Heading']] } }),
    stored('toggle', 'toggle', 'page', { content: ['child', 'said'], properties: { title: [['First words. ']] } }),
    stored('said', 'text', 'toggle', {
      properties: { title: [['then'], ['x', [['a', `/Linked-${idOf('linked')}`]]]] },
    }),
    stored('child', 'page', 'toggle', { properties: { title: [['Child']] } }),
    stored('away', 'page', 'elsewhere'),
    stored('alias', 'alias', 'page', { format: { alias_pointer: { id: idOf('aliased') } } }),
    stored('self', 'text', 'page', { properties: { title: [['me', [['a', `/${idOf('page')}`]]]] } }),
    stored('synced', 'transclusion_reference', 'page', {
      format: { transclusion_reference_pointer: { id: idOf('container') } },
    }),
    stored('container', 'transclusion_container', 'other', { content: ['private', 'inner'] }),
    text('private', 'container', 'Private words'),
    stored('inner', 'collection_view', 'container', { collection_id: idOf('rows'), view_ids: [] }),
    stored('other', 'page', undefined, { content: ['container'] }),
  ])
  const record = recordOf(json)

  test('has the page’s block without content', () => {
    expect(record.block).toMatchObject({ id: idOf('page'), content: [] })
  })

  test('knows child pages by what they call their parent, wherever they lie', () => {
    expect(record.children).toEqual(ids('child'))
  })

  test('knows what the page names: relations, links, aliases and pages of elsewhere', () => {
    expect(new Set(record.links)).toEqual(new Set(ids('related', 'linked', 'aliased', 'away')))
  })

  test('knows the blocks that its links name by their anchors, on whatever page', () => {
    const link = (address: string) => ['x', [['a', address]]]
    const bare = (name: string) => idOf(name).replaceAll('-', '')
    const { anchors } = recordOf(
      mapOf([
        stored('page', 'page', undefined, { content: ['links', 'picture'] }),
        stored('links', 'text', 'page', {
          properties: {
            title: [
              link(`/Linked-${bare('linked')}#${bare('one')}`),
              link(`https://www.notion.so/${bare('linked')}?pvs=4#${idOf('two')}`),
              link(`#${bare('three')}`),
              link('/a#section'),
              link('https://example.com/#'),
            ],
          },
        }),
        stored('picture', 'image', 'page', { properties: { caption: [[`/${bare('linked')}#${bare('four')}`]] } }),
      ]),
    )
    expect(anchors).toEqual(ids('one', 'two', 'three', 'four'))
  })

  test('knows collections that are shown, and which containers of others show them', () => {
    expect(record.collections).toEqual(ids('rows'))
    expect(record.synced).toEqual(ids('container'))
    expect(record.holders).not.toContain(idOf('container'))
  })

  test('contains nothing of other pages', () => {
    expect(record.excerpt).toBe('First words. thenx me')
    expect(record.words).toBe('Heading First words then x me'.split(' ').length - 1)
  })

  test('takes the beginning from headings where there is nothing else', () => {
    expect(recordOf(pageOf([stored('h', 'header', 'page', { properties: { title: [['Only']] } })])).excerpt).toBe(
      'Only',
    )
  })

  test('a block that calls another page its parent holds no child pages', () => {
    const stray = recordOf(
      mapOf([
        stored('page', 'page', undefined, { content: ['stray'] }),
        stored('stray', 'toggle', 'elsewhere', { content: ['child'] }),
        stored('child', 'page', 'stray'),
      ]),
    )
    expect([stray.holders, stray.children]).toEqual([ids('page'), []])
  })

  test('knows the first picture of its own, but none that is its own address', () => {
    const image = (name: string, source: string, parent = 'page') =>
      stored(name, 'image', parent, { properties: { source: [[source]] } })
    const json = mapOf([
      stored('page', 'page', undefined, { content: ['synced', 'child', 'drawn', 'toggle', 'last'] }),
      stored('synced', 'transclusion_reference', 'page', {
        format: { transclusion_reference_pointer: { id: idOf('container') } },
      }),
      stored('container', 'transclusion_container', 'other', { content: ['foreign'] }),
      image('foreign', 'https://example.com/foreign.png', 'container'),
      stored('child', 'page', 'page', { content: ['inner'] }),
      image('inner', 'https://example.com/inner.png', 'child'),
      image('drawn', 'data:image/png;base64,AAAA'),
      stored('toggle', 'toggle', 'page', { content: ['first'] }),
      image('first', 'https://example.com/first.png', 'toggle'),
      image('last', 'https://example.com/last.png'),
    ])
    expect(recordOf(json).firstImage).toBe('https://example.com/first.png')
  })

  test('guesses language and direction', () => {
    expect(recordOf(pageOf([text('a', 'page', 'مرحبا بالعالم العربي')]))).toMatchObject({
      language: 'ar',
      direction: 'rtl',
    })
  })
})

describe('the table of access words', () => {
  const table = (rows: [string, Raw][]) =>
    pageOf([stored('table', 'table', 'page', { content: rows.map(([id]) => id) }), ...rows].map(withContent))
  const header = row('header', [['Page']], [[' ACCESS ', [['b']]]])

  /** Rows are listed by id here. */
  function withContent([id, entry]: [string, Raw]): [string, Raw] {
    const value = entry.value as Raw
    return [id, { ...entry, value: { ...value, ...(value.type === 'table' && { content: rowIds }) } }]
  }
  const rowIds = ids('header', 'one', 'two', 'three')
  const rows = [
    header,
    row('one', [mention('team'), [' and '], ['docs', [['a', `/Docs-${idOf('docs')}`]]]], [['Members']]),
    row('two', [mention('team')], [['acme, other']]),
    row('three', [mention('empty')], []),
  ]

  test('gives the words of each page, those of several rows on lines', () => {
    expect(recordOf(table(rows)).accessTable).toEqual({
      [idOf('team')]: 'Members\nacme, other',
      [idOf('docs')]: 'Members',
      [idOf('empty')]: '',
    })
  })

  test('is neither link nor word of the page', () => {
    expect(recordOf(table(rows))).toMatchObject({ links: [], words: 0, excerpt: '' })
  })

  test.each([
    ['without a heading', [row('header', [['Page']], [['Words']]), ...rows.slice(1)]],
    ['without a page', [header, row('one', [['Read']], [['Everyone']])]],
    [
      'whose heading stands in a later row',
      [row('header', [['Page']], [['x']]), row('one', [mention('team')], [['Access']])],
    ],
  ])('a table %s is an ordinary one', (_name, others) => {
    const record = recordOf(table(others))
    expect(record.accessTable).toEqual({})
    expect(record.words).toBeGreaterThan(0)
  })

  test('is known by its block', () => {
    const { block } = cleaned(table(rows)).map
    expect(
      Object.values(block)
        .filter((each) => isAccessTable(each, block))
        .map(({ id }) => id),
    ).toEqual(ids('table'))
  })
})

describe('the table of the site’s look', () => {
  const record = (...rows: [name: string, word: string][]) => {
    const lines = rows.map(([name, word], index) => row(`row ${index}`, [[name]], [[word]]))
    const content = rows.map((_, index) => `row ${index}`)
    return recordOf(pageOf([stored('table', 'table', 'page', { content }), ...lines]))
  }

  test('returns its text unchanged, which does not count as text of the page', () => {
    const found = record(
      ['Site', ' LOOK '],
      ['Accent', '#2f6f4e'],
      ['font ', 'Georgia'],
      ['accent', '#000000'],
      ['Size', '3'],
    )
    expect(found.look).toEqual({ accent: '#2f6f4e', font: 'Georgia' })
    expect(found).toMatchObject({ words: 0, excerpt: '' })
  })

  test.each([
    ['without a heading', [['Accent', '#2f6f4e']]],
    [
      'of something else',
      [
        ['Animal', 'Look'],
        ['Owl', 'stern'],
      ],
    ],
    [
      'without words',
      [
        ['Site', 'Look'],
        ['Accent', ''],
      ],
    ],
  ] as [string, [string, string][]][])('a table %s is an ordinary one', (_name, rows) => {
    const found = record(...rows)
    expect(found.look).toBeUndefined()
    expect(found.words).toBeGreaterThan(0)
  })
})
