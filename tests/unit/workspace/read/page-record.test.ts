import { describe, expect, test } from 'vitest'
import { isAccessTable } from '@/lib/workspace/read/access-table'
import { createPageRecord, getPropertyLinks } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import type { RichText } from '@/lib/workspace/record-map'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, createPageMap, type Raw, stored, text } from '../maps'

function createRecord(json: Raw, name = 'page') {
  const found = [...splitPages(cleaned(json).map)].find(({ page }) => page.id === createId(name))
  if (found === undefined) throw new Error(`no page ${name}`)
  return createPageRecord(found)
}

const toIds = (...names: string[]) => names.map(createId)
const createMention = (name: string) => ['‣', [['p', createId(name)]]]
const createTableRow = (name: string, a: unknown[], b: unknown[]): [string, Raw] =>
  stored(name, 'table_row', 'table', { properties: { a, b } })

describe('createPageRecord', () => {
  const json = createBlockMap([
    stored('page', 'page', undefined, {
      content: ['heading', 'toggle', 'away', 'alias', 'synced', 'self'],
      properties: { title: [['Page']], rel: [createMention('related')] },
    }),
    stored('heading', 'header', 'page', { properties: { title: [['Heading']] } }),
    stored('toggle', 'toggle', 'page', { content: ['child', 'said'], properties: { title: [['First words. ']] } }),
    stored('said', 'text', 'toggle', {
      properties: { title: [['then'], ['x', [['a', `/Linked-${createId('linked')}`]]]] },
    }),
    stored('child', 'page', 'toggle', { properties: { title: [['Child']] } }),
    stored('away', 'page', 'elsewhere'),
    stored('alias', 'alias', 'page', { format: { alias_pointer: { id: createId('aliased') } } }),
    stored('self', 'text', 'page', { properties: { title: [['me', [['a', `/${createId('page')}`]]]] } }),
    stored('synced', 'transclusion_reference', 'page', {
      format: { transclusion_reference_pointer: { id: createId('container') } },
    }),
    stored('container', 'transclusion_container', 'other', { content: ['private', 'inner'] }),
    text('private', 'container', 'Private words'),
    stored('inner', 'collection_view', 'container', { collection_id: createId('rows'), view_ids: [] }),
    stored('other', 'page', undefined, { content: ['container'] }),
  ])
  const record = createRecord(json)

  test('contains the block of the page without its content', () => {
    expect(record.block).toMatchObject({ id: createId('page'), content: [] })
  })

  test('lists child pages by their parent, at any depth', () => {
    expect(record.children).toEqual(toIds('child'))
  })

  test('lists the targets of links and aliases, and pages with another parent', () => {
    expect(new Set(record.links)).toEqual(new Set(toIds('linked', 'aliased', 'away')))
  })

  test('getPropertyLinks lists the targets of relations and links by property', () => {
    const { block } = record
    const link = [['x', [['a', `/${createId('page')}#${createId('there').replaceAll('-', '')}`]]]] as RichText
    expect(getPropertyLinks({ ...block, properties: { ...block.properties, link, empty: [['x']] } })).toEqual({
      rel: { links: toIds('related'), anchors: [] },
      link: { links: [], anchors: toIds('there') },
    })
  })

  test('lists the blocks of any page that links refer to by their anchors', () => {
    const createLink = (address: string) => ['x', [['a', address]]]
    const toBareId = (name: string) => createId(name).replaceAll('-', '')
    const { anchors } = createRecord(
      createBlockMap([
        stored('page', 'page', undefined, { content: ['links', 'picture'] }),
        stored('links', 'text', 'page', {
          properties: {
            title: [
              createLink(`/Linked-${toBareId('linked')}#${toBareId('one')}`),
              createLink(`https://www.notion.so/${toBareId('linked')}?pvs=4#${createId('two')}`),
              createLink(`#${toBareId('three')}`),
              createLink('/a#section'),
              createLink('https://example.com/#'),
            ],
          },
        }),
        stored('picture', 'image', 'page', {
          properties: { caption: [[`/${toBareId('linked')}#${toBareId('four')}`]] },
        }),
      ]),
    )
    expect(anchors).toEqual(toIds('one', 'two', 'three', 'four'))
  })

  test('lists shown collections, and the synced containers of other pages that show them', () => {
    expect(record.collections).toEqual(toIds('rows'))
    expect(record.synced).toEqual(toIds('container'))
    expect(record.holders).not.toContain(createId('container'))
  })

  test('contains no text of other pages', () => {
    expect(record.excerpt).toBe('First words. thenx me')
    expect(record.words).toBe('Heading First words then x me'.split(' ').length - 1)
  })

  test('builds the excerpt from headings if there is no other text', () => {
    expect(
      createRecord(createPageMap([stored('h', 'header', 'page', { properties: { title: [['Only']] } })])).excerpt,
    ).toBe('Only')
  })

  test('ignores child pages inside a block whose parent is another page', () => {
    const stray = createRecord(
      createBlockMap([
        stored('page', 'page', undefined, { content: ['stray'] }),
        stored('stray', 'toggle', 'elsewhere', { content: ['child'] }),
        stored('child', 'page', 'stray'),
      ]),
    )
    expect([stray.holders, stray.children]).toEqual([toIds('page'), []])
  })

  test('contains the first image of the page itself, without data: URLs', () => {
    const createImage = (name: string, source: string, parent = 'page') =>
      stored(name, 'image', parent, { properties: { source: [[source]] } })
    const json = createBlockMap([
      stored('page', 'page', undefined, { content: ['synced', 'child', 'drawn', 'toggle', 'last'] }),
      stored('synced', 'transclusion_reference', 'page', {
        format: { transclusion_reference_pointer: { id: createId('container') } },
      }),
      stored('container', 'transclusion_container', 'other', { content: ['foreign'] }),
      createImage('foreign', 'https://example.com/foreign.png', 'container'),
      stored('child', 'page', 'page', { content: ['inner'] }),
      createImage('inner', 'https://example.com/inner.png', 'child'),
      createImage('drawn', 'data:image/png;base64,AAAA'),
      stored('toggle', 'toggle', 'page', { content: ['first'] }),
      createImage('first', 'https://example.com/first.png', 'toggle'),
      createImage('last', 'https://example.com/last.png'),
    ])
    expect(createRecord(json).firstImage).toBe('https://example.com/first.png')
  })

  test('detects the language and the direction of the text', () => {
    expect(createRecord(createPageMap([text('a', 'page', 'مرحبا بالعالم العربي')]))).toMatchObject({
      language: 'ar',
      direction: 'rtl',
    })
  })
})

describe('createPageRecord: access table', () => {
  const createTable = (rows: [string, Raw][]) =>
    createPageMap([stored('table', 'table', 'page', { content: rows.map(([id]) => id) }), ...rows].map(addRowIds))
  const header = createTableRow('header', [['Page']], [[' ACCESS ', [['b']]]])

  /** Sets the ids of the rows as the content of the table. */
  function addRowIds([id, entry]: [string, Raw]): [string, Raw] {
    const value = entry.value as Raw
    return [id, { ...entry, value: { ...value, ...(value.type === 'table' && { content: rowIds }) } }]
  }
  const rowIds = toIds('header', 'one', 'two', 'three')
  const rows = [
    header,
    createTableRow(
      'one',
      [createMention('team'), [' and '], ['docs', [['a', `/Docs-${createId('docs')}`]]]],
      [['Members']],
    ),
    createTableRow('two', [createMention('team')], [['acme, other']]),
    createTableRow('three', [createMention('empty')], []),
  ]

  test('returns the access words of each page, with one line per row', () => {
    expect(createRecord(createTable(rows)).accessTable).toEqual({
      [createId('team')]: 'Members\nacme, other',
      [createId('docs')]: 'Members',
      [createId('empty')]: '',
    })
  })

  test('does not count as links or text of the page', () => {
    expect(createRecord(createTable(rows))).toMatchObject({ links: [], words: 0, excerpt: '' })
  })

  test.each([
    ['without a heading', [createTableRow('header', [['Page']], [['Words']]), ...rows.slice(1)]],
    ['without a page', [header, createTableRow('one', [['Read']], [['Everyone']])]],
    [
      'with its heading in a later row',
      [createTableRow('header', [['Page']], [['x']]), createTableRow('one', [createMention('team')], [['Access']])],
    ],
  ])('treats a table %s as an ordinary table', (_name, others) => {
    const record = createRecord(createTable(others))
    expect(record.accessTable).toEqual({})
    expect(record.words).toBeGreaterThan(0)
  })

  test('isAccessTable finds the block of the table', () => {
    const { block } = cleaned(createTable(rows)).map
    expect(
      Object.values(block)
        .filter((each) => isAccessTable(each, block))
        .map(({ id }) => id),
    ).toEqual(toIds('table'))
  })
})

describe('createPageRecord: branding table', () => {
  const createBrandingRecord = (...rows: [name: string, text: string][]) => {
    const lines = rows.map(([name, text], index) => createTableRow(`row ${index}`, [[name]], [[text]]))
    const content = rows.map((_, index) => `row ${index}`)
    return createRecord(createPageMap([stored('table', 'table', 'page', { content }), ...lines]))
  }

  test('returns the values unchanged, and does not count them as text of the page', () => {
    const record = createBrandingRecord(
      ['Site', ' LOOK '],
      ['Accent', '#2f6f4e'],
      ['font ', 'Georgia'],
      ['accent', '#000000'],
      ['Size', '3'],
    )
    expect(record.look).toEqual({ accent: '#2f6f4e', font: 'Georgia' })
    expect(record).toMatchObject({ words: 0, excerpt: '' })
  })

  test.each([
    ['without a heading', [['Accent', '#2f6f4e']]],
    [
      'with another heading',
      [
        ['Animal', 'Look'],
        ['Owl', 'stern'],
      ],
    ],
    [
      'without values',
      [
        ['Site', 'Look'],
        ['Accent', ''],
      ],
    ],
  ] as [string, [string, string][]][])('treats a table %s as an ordinary table', (_name, rows) => {
    const record = createBrandingRecord(...rows)
    expect(record.look).toBeUndefined()
    expect(record.words).toBeGreaterThan(0)
  })
})

describe('the order of the first database', () => {
  const createOrdered = (view: Raw, results?: string[], parent: Raw = {}) => {
    const json = createBlockMap([
      stored('page', 'page', undefined, { content: ['database'], ...parent }),
      stored('database', 'collection_view', 'page', { collection_id: createId('rows'), view_ids: [createId('view')] }),
    ])
    const blockIds = results && toIds(...results)
    Object.assign(json, {
      collection_view: { [createId('view')]: { value: { id: createId('view'), type: 'table', ...view } } },
      collection_query: {
        [createId('rows')]: { [createId('view')]: { collection_group_results: { type: 'results', blockIds } } },
      },
    })
    const { rows, isSorted } = createRecord(json).firstDatabase ?? {}
    return [rows, isSorted]
  }
  const sort = { query2: { sort: [{ property: 'date', direction: 'descending' }] } }

  test('is that of the stored results, else that of a view without sorts', () => {
    const page_sort = toIds('one', 'two')
    expect(createOrdered({ page_sort }, ['two', 'one'])).toEqual([toIds('two', 'one'), undefined])
    expect(createOrdered({ page_sort })).toEqual([toIds('one', 'two'), undefined])
    expect(createOrdered({ page_sort, ...sort }, ['two', 'one'])).toEqual([toIds('two', 'one'), true])
    expect(createOrdered({ page_sort, ...sort })).toEqual([undefined, true])
  })

  test('is not stored for rows, which are no home pages, and has at most 5,000 rows', () => {
    const row = { parent_table: 'collection', parent_id: createId('other') }
    expect(createOrdered({}, ['one'], row)).toEqual([undefined, undefined])
    const many = Array.from({ length: 5010 }, (_, at) => `row ${at}`)
    expect(createOrdered({}, many)[0]).toHaveLength(5000)
  })
})
