import { describe, expect, it } from 'vitest'
import { prepareBody } from '@/lib/page/body'
import { bodyOf, contextOf, type Draft, HOOKS, idOf, PAGE_ID, storedPage } from './stored-page'

const anchor = (number: number) => idOf(number).replaceAll('-', '')
const text = (title: string, content?: Draft[]): Draft => ({ type: 'text', title, content })

describe('text and lists', () => {
  it('is as small as what it shows', () => {
    const { blocks } = bodyOf([
      text('Hello'),
      { type: 'text' },
      { type: 'text', title: 'Red', format: { block_color: 'red', copied_from_pointer: { id: 'x' } } },
      { type: 'text', title: 'Plain', format: { block_color: 'default' } },
      { type: 'divider' },
    ])
    expect(blocks).toEqual([
      ['text', 'Hello'],
      ['text'],
      ['text', 'Red', 0, { color: 'red' }],
      ['text', 'Plain'],
      ['divider'],
    ])
  })

  it('makes one list of neighbouring items of a kind', () => {
    const { blocks } = bodyOf([
      { type: 'bulleted_list', title: 'a' },
      { type: 'bulleted_list', title: 'b', content: [text('inside')] },
      { type: 'numbered_list', title: 'c', format: { list_start_index: 4 } },
      text('between'),
      { type: 'numbered_list', title: 'd' },
    ])
    expect(blocks).toEqual([
      [
        'list',
        0,
        [
          ['item', 'a'],
          ['item', 'b', [['text', 'inside']]],
        ],
      ],
      ['list', 0, [['item', 'c']], { ordered: 1, start: 4 }],
      ['text', 'between'],
      ['list', 0, [['item', 'd']], { ordered: 1 }],
    ])
  })

  it('numbers in three styles by the depth among numbered lists', () => {
    const numbered = (depth: number): Draft => ({
      type: 'numbered_list',
      title: String(depth),
      content:
        depth < 3
          ? [numbered(depth + 1)]
          : [{ type: 'bulleted_list', title: 'x', content: [{ type: 'numbered_list', title: 'y' }] }],
    })
    const styles = JSON.stringify(bodyOf([numbered(0)]).blocks).match(/\{"ordered":1[^}]*\}/g)
    expect(styles?.sort()).toEqual([
      '{"ordered":1,"style":1}',
      '{"ordered":1,"style":2}',
      '{"ordered":1}',
      '{"ordered":1}',
      '{"ordered":1}',
    ])
  })

  it('prepares to-dos, toggles, callouts and quotes', () => {
    const { blocks } = bodyOf([
      { type: 'to_do', title: 'done', properties: { checked: 'Yes' } },
      { type: 'to_do', title: 'open', properties: { checked: 'No' } },
      { type: 'toggle', title: 'more', content: [text('hidden')] },
      { type: 'callout', title: 'note', format: { page_icon: '💡', block_color: 'blue_background' } },
      { type: 'callout', title: 'picture', format: { page_icon: 'https://example.com/i.png' } },
      { type: 'quote', title: 'said' },
    ])
    expect(blocks).toEqual([
      ['to_do', 'done', 0, { done: 1 }],
      ['to_do', 'open'],
      ['toggle', 'more', [['text', 'hidden']]],
      ['callout', 'note', 0, { color: 'blue_background', icon: '💡' }],
      ['callout', 'picture', 0, { icon: 'https://example.com/i.png' }],
      ['quote', 'said'],
    ])
  })

  it('keeps the ratios of columns and drops a row without any', () => {
    const { blocks } = bodyOf([
      {
        type: 'column_list',
        content: [
          { type: 'column', format: { column_ratio: 0.25 }, content: [text('a')] },
          { type: 'column', format: { column_ratio: 'calc(1)' }, content: [text('b')] },
        ],
      },
      { type: 'column_list' },
    ])
    expect(blocks).toEqual([
      [
        'column_list',
        0,
        [
          ['column', 0, [['text', 'a']], { ratio: 0.25 }],
          ['column', 0, [['text', 'b']], { ratio: 0.5 }],
        ],
      ],
    ])
  })

  it('names tabs that have no label', () => {
    const { blocks } = bodyOf([{ type: 'tab', content: [text('One', [text('in')]), { type: 'text' }] }])
    expect(blocks).toEqual([
      [
        'tabs',
        0,
        [
          ['tab', 'One', [['text', 'in']]],
          ['tab', 'Tab 2'],
        ],
      ],
    ])
  })
})

describe('headings and contents', () => {
  const { blocks, contents } = bodyOf([
    { type: 'table_of_contents' },
    { type: 'sub_header', title: 'Early' },
    { type: 'header', title: 'Big' },
    { type: 'sub_sub_header', title: 'Small' },
    {
      type: 'sub_header',
      title: 'Folded',
      format: { toggleable: true },
      content: [{ type: 'header_4', title: 'Least' }],
    },
    { type: 'header', title: ' ' },
  ])

  it('gives headings their anchors and the levels below the title', () => {
    expect(blocks.slice(1)).toEqual([
      ['heading', 'Early', 0, { id: anchor(2), level: 3 }],
      ['heading', 'Big', 0, { id: anchor(3), level: 2 }],
      ['heading', 'Small', 0, { id: anchor(4), level: 4 }],
      [
        'heading',
        'Folded',
        [['heading', 'Least', 0, { id: anchor(6), level: 5 }]],
        { id: anchor(5), level: 3, toggle: 1 },
      ],
    ])
  })

  it('lists them with indents, the whole list for a block before them too', () => {
    expect(contents.map(({ text, level }) => [text, level])).toEqual([
      ['Early', 0],
      ['Big', 0],
      ['Small', 1],
      ['Folded', 1],
      ['Least', 2],
    ])
    expect(blocks[0]).toEqual(['contents', 0, 0, { items: contents }])
  })

  it('keeps anchors unique when a synced block is shown twice', () => {
    const container = idOf(0xcc)
    const shown: Draft = {
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: container } },
    }
    const { contents } = bodyOf([
      { id: container, type: 'transclusion_container', content: [{ id: idOf(7), type: 'header', title: 'Twice' }] },
      shown,
      shown,
    ])
    expect(contents.map(({ id }) => id)).toEqual([anchor(7), `${anchor(7)}-2`, `${anchor(7)}-3`])
  })
})

describe('pages, synced blocks and databases', () => {
  it('shows child pages and aliases as links, unless the viewer may not read them', () => {
    const [open, hidden] = [idOf(0xa), idOf(0xb)]
    const context = contextOf({ [open]: { path: '/open', title: 'Open', icon: '📖' } })
    const alias = (id: string): Draft => ({ type: 'alias', format: { alias_pointer: { id } } })
    const { blocks } = bodyOf(
      [
        { id: open, type: 'page', title: 'Stored title', content: [text('never')] },
        { id: hidden, type: 'collection_view_page', title: 'Secret' },
        alias(open),
        alias(hidden),
      ],
      context,
    )
    const link = ['page', 0, 0, { path: '/open', title: 'Open', icon: '📖' }]
    expect(blocks).toEqual([link, link])
  })

  it('shows synced blocks of other pages only when the site allows it', () => {
    const foreign = idOf(0xcc)
    const page = storedPage([
      { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: foreign } } },
    ])
    const container: Draft = {
      id: foreign,
      type: 'transclusion_container',
      content: [{ ...text('synced'), id: idOf(0xcd) }],
    }
    const stored = { ...page, blocks: { ...storedPage([container]).blocks, ...page.blocks } }
    const asked: string[] = []
    const shown = (allow: boolean) =>
      prepareBody(stored, contextOf(), { ...HOOKS, mayShow: (id) => asked.push(id) > 0 && allow }).blocks
    expect(shown(false)).toEqual([])
    expect(shown(true)).toHaveLength(1)
    expect(asked).toEqual([foreign, foreign])
  })

  it('ends where a synced block would show itself', () => {
    const container = idOf(0xcc)
    const { blocks } = bodyOf([
      {
        id: container,
        type: 'transclusion_container',
        content: [
          text('a'),
          { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: container } } },
        ],
      },
    ])
    expect(blocks).toEqual([['synced', 0, [['text', 'a']]]])
  })

  it('shows databases as the site prepares them', () => {
    const labels = { views: '', untitled: '', more: '', empty: '' }
    const data = { id: 'k', columns: [], titleColumn: 0, rows: [], views: [], pageSize: 1, total: 0, labels }
    const drafts = [{ type: 'collection_view' }]
    expect(bodyOf(drafts, contextOf(), { collection: () => data }).blocks).toEqual([['collection', 0, 0, { data }]])
    expect(bodyOf(drafts).blocks).toEqual([])
  })

  it('shows the way to the page', () => {
    const trail = [
      { path: '/', title: 'Home' },
      { path: '/here', title: 'Here' },
    ]
    expect(bodyOf([{ type: 'breadcrumb' }], contextOf(), { trail }).blocks).toEqual([
      ['breadcrumb', 0, 0, { items: trail }],
    ])
  })
})

describe('tables', () => {
  const row = (cells: Record<string, string>, format = {}): Draft => ({ type: 'table_row', properties: cells, format })

  it('are prepared by column order, with widths and colours', () => {
    const { blocks } = bodyOf([
      {
        type: 'table',
        format: {
          table_block_column_order: ['b', 'a'],
          table_block_column_format: { b: { width: 235.6, color: 'red' } },
          table_block_column_header: true,
        },
        content: [row({ a: 'A', b: 'B' }), row({ b: 'only' }, { block_color: 'gray_background' })],
      },
    ])
    expect(blocks).toEqual([
      [
        'table',
        0,
        0,
        {
          rows: [[['B', 'A']], [['only', ''], 'gray_background']],
          columns: [{ width: 236, color: 'red' }, { width: 120 }],
          headerRow: 1,
        },
      ],
    ])
  })

  it('never show who may read what', () => {
    const access: Draft = {
      type: 'table',
      content: [
        row({ a: 'Page', b: 'Access' }),
        { type: 'table_row', properties: { a: [['‣', [['p', idOf(0xa)]]]], b: 'Members' } },
      ],
    }
    expect(bodyOf([access]).blocks).toEqual([])
  })
})

describe('what cannot be shown', () => {
  it('is an empty element when its type is unknown, and nothing when it is deleted or missing', () => {
    const page = storedPage([{ type: 'hologram' }, text('deleted')])
    Object.assign(page.blocks[idOf(2)] ?? {}, { alive: false })
    page.blocks[PAGE_ID]?.content.push(idOf(0xdead))
    expect(prepareBody(page, contextOf(), HOOKS).blocks).toEqual([['unknown']])
  })

  it('is told of, and the rest of the page is shown', () => {
    const notes: string[] = []
    const context = {
      ...contextOf(),
      fileAddress: () => {
        throw new Error('no store')
      },
    }
    const drafts = [{ type: 'image', properties: { source: 'https://example.com/a.png' } }, text('after')]
    const { blocks } = bodyOf(drafts, context, { note: (message) => notes.push(message) })
    expect(blocks).toEqual([['text', 'after']])
    expect(notes).toEqual([`Block ${idOf(1)} (image) could not be prepared: Error: no store`])
  })

  it('is what goes beyond the bounds of a page', () => {
    const id = (level: number) => idOf(0x1000 + level)
    const show = (level: number): Draft => ({
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: id(level) } },
    })
    const doubling = Array.from({ length: 30 }, (_, level) => ({
      id: id(level),
      type: 'transclusion_container',
      content: [text('x'), show(level + 1), show(level + 1)],
    }))
    const shown = JSON.stringify(bodyOf(doubling).blocks).match(/"x"/g)
    expect(shown?.length).toBeGreaterThan(100)
    expect(shown?.length).toBeLessThan(60_000)
  })
})
