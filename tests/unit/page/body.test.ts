import { describe, expect, it } from 'vitest'
import { prepareBody } from '@/blocks/body'
import { getCollectionMessages } from '@/messages/languages'
import {
  type BlockInit,
  createNumberedId,
  createStoredPage,
  createTestContext,
  HOOKS,
  PAGE_ID,
  prepareTestBody,
} from './stored-page'

const createText = (title: string, content?: BlockInit[]): BlockInit => ({ type: 'text', title, content })

describe('prepareBody: pages, synced blocks and databases', () => {
  it('shows child pages and aliases as links, unless the viewer may not read them', () => {
    const [open, hidden] = [createNumberedId(0xa), createNumberedId(0xb)]
    const context = createTestContext({ [open]: { path: '/open', title: 'Open', icon: '📖' } })
    const createAlias = (id: string): BlockInit => ({ type: 'alias', format: { alias_pointer: { id } } })
    const { blocks } = prepareTestBody(
      [
        { id: open, type: 'page', title: 'Stored title', content: [createText('never')] },
        { id: hidden, type: 'collection_view_page', title: 'Secret' },
        createAlias(open),
        createAlias(hidden),
      ],
      context,
    )
    const link = { type: 'page', path: '/open', title: 'Open', icon: '📖' }
    expect(blocks).toEqual([link, link])
  })

  it('shows synced blocks of other pages only when the site allows it', () => {
    const foreign = createNumberedId(0xcc)
    const page = createStoredPage([
      { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: foreign } } },
    ])
    const container: BlockInit = {
      id: foreign,
      type: 'transclusion_container',
      content: [{ ...createText('synced'), id: createNumberedId(0xcd) }],
    }
    const stored = { ...page, blocks: { ...createStoredPage([container]).blocks, ...page.blocks } }
    const checkedIds: string[] = []
    const prepareShown = (allow: boolean) =>
      prepareBody(stored, createTestContext(), { ...HOOKS, mayShow: (id) => checkedIds.push(id) > 0 && allow }).blocks
    expect(prepareShown(false)).toEqual([])
    expect(prepareShown(true)).toHaveLength(1)
    expect(checkedIds).toEqual([foreign, foreign])
    Object.assign(stored.blocks[foreign] ?? {}, { alive: false })
    expect(prepareShown(true)).toEqual([])
  })

  it('omits a synced block that would show itself', () => {
    const container = createNumberedId(0xcc)
    const { blocks } = prepareTestBody([
      {
        id: container,
        type: 'transclusion_container',
        content: [
          createText('a'),
          { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: container } } },
        ],
      },
    ])
    expect(blocks).toEqual([{ type: 'synced', children: [{ type: 'text', text: 'a' }] }])
  })

  it('adds an anchor to blocks of any type that are the target of a link, and to no others', () => {
    const item = { type: 'bulleted_list', title: 'item' }
    const column = { type: 'column', content: [{ type: 'text', title: 'in a column' }] }
    const blockInits = [
      { type: 'text', title: 'a' },
      { type: 'text', title: 'b' },
      item,
      { type: 'divider' },
      { type: 'column_list', content: [column] },
      { type: 'header', title: 'Heading' },
    ]
    const toAnchor = (number: number) => createNumberedId(number).replaceAll('-', '')
    const { blocks } = prepareTestBody(blockInits, createTestContext(), {
      anchors: [2, 3, 4, 6, 7, 8].map(createNumberedId),
    })
    expect(blocks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', id: toAnchor(2) },
      { type: 'list', children: [{ type: 'item', text: 'item', id: toAnchor(3) }] },
      { type: 'anchor', children: [{ type: 'divider' }], id: toAnchor(4) },
      {
        type: 'column_list',
        children: [{ type: 'column', children: [{ type: 'text', text: 'in a column', id: toAnchor(7) }], ratio: 1 }],
      },
      { type: 'heading', text: 'Heading', id: 'heading', block: toAnchor(8), level: 2 },
    ])
  })

  it('numbers databases with the same name', () => {
    const labels = getCollectionMessages('en').interface
    const data = { id: 'k', name: 'Things', columns: [], titleColumn: 0, rows: [], views: [], total: 0, labels }
    const blockInits = [{ type: 'collection_view' }, { type: 'collection_view' }]
    const { blocks } = prepareTestBody(blockInits, createTestContext(), { collection: () => data })
    expect(blocks).toMatchObject([{ data: { name: 'Things' } }, { data: { name: 'Things 2' } }])
  })

  it('shows databases as the site prepares them', () => {
    const labels = getCollectionMessages('en').interface
    const data = { id: 'k', name: 'Things', columns: [], titleColumn: 0, rows: [], views: [], total: 0, labels }
    const blockInits = [{ type: 'collection_view' }]
    expect(prepareTestBody(blockInits, createTestContext(), { collection: () => data }).blocks).toEqual([
      { type: 'collection', data },
    ])
    expect(prepareTestBody(blockInits).blocks).toEqual([])
  })

  it('shows nothing in place of a database with only a dashboard, whose widgets are other blocks', () => {
    const blockInits = [{ type: 'collection_view', format: { is_dashboard: true } }]
    expect(prepareTestBody(blockInits, createTestContext(), { isMissing: () => true }).blocks).toEqual([])
  })

  it('shows the path to the page in a breadcrumb', () => {
    const trail = [
      { path: '/', title: 'Home' },
      { path: '/here', title: 'Here' },
    ]
    expect(prepareTestBody([{ type: 'breadcrumb' }], createTestContext(), { trail }).blocks).toEqual([
      { type: 'breadcrumb', items: trail },
    ])
  })
})

describe('prepareBody: tables', () => {
  const createRow = (cells: Record<string, string>, format = {}): BlockInit => ({
    type: 'table_row',
    properties: cells,
    format,
  })

  it('orders columns, and adds their widths and colors', () => {
    const { blocks } = prepareTestBody([
      {
        type: 'table',
        format: {
          table_block_column_order: ['b', 'a'],
          table_block_column_format: { b: { width: 235.6, color: 'red' } },
          table_block_column_header: true,
        },
        content: [createRow({ a: 'A', b: 'B' }), createRow({ b: 'only' }, { block_color: 'gray_background' })],
      },
    ])
    expect(blocks).toEqual([
      {
        type: 'table',
        rows: [{ cells: ['B', 'A'] }, { cells: ['only', ''], color: 'gray_background' }],
        columns: [{ width: 236, color: 'red' }, { width: 120 }],
        headerRow: true,
      },
    ])
  })

  it('omits the access table of the root page', () => {
    const access: BlockInit = {
      type: 'table',
      content: [
        createRow({ a: 'Page', b: 'Access' }),
        { type: 'table_row', properties: { a: [['‣', [['p', createNumberedId(0xa)]]]], b: 'Members' } },
      ],
    }
    expect(prepareTestBody([access], createTestContext(), { isRoot: true }).blocks).toEqual([])
    expect(prepareTestBody([access]).blocks).toMatchObject([{ type: 'table' }])
  })
})

describe('prepareBody: unsupported and missing blocks', () => {
  it('returns the name of an unknown type, and nothing for a deleted or missing block', () => {
    const page = createStoredPage([{ type: 'hologram' }, createText('deleted')])
    Object.assign(page.blocks[createNumberedId(2)] ?? {}, { alive: false })
    page.blocks[PAGE_ID]?.content.push(createNumberedId(0xdead))
    expect(prepareBody(page, createTestContext(), HOOKS).blocks).toEqual([
      { type: 'unknown', text: 'Hologram (not shown here)' },
    ])
  })

  it('shows the reason in place of the block during development', () => {
    const blockInits = [{ type: 'embed' }, { type: 'image' }]
    expect(prepareTestBody(blockInits, undefined, { development: true }).blocks).toEqual([
      { type: 'unknown', text: 'Block without an address: embed' },
      { type: 'unknown', text: 'Block without an address: image' },
    ])
  })

  it('shows a notice for a view without data, in the language of the interface', () => {
    const hooks = { isMissing: () => true }
    const prepareInLanguage = (locale: string) =>
      prepareTestBody([{ type: 'collection_view' }], { ...createTestContext(), locale }, hooks).blocks
    expect(prepareInLanguage('en')).toEqual([{ type: 'unknown', text: 'This view could not be read.' }])
    expect(prepareInLanguage('zh-CN')).toEqual([{ type: 'unknown', text: '无法读取此视图。' }])
    expect(prepareTestBody([{ type: 'collection_view' }]).blocks).toEqual([])
  })

  it('notes unsupported types of blocks and formats, and missing databases and targets of mentions', () => {
    const notes: string[] = []
    const missing = createNumberedId(0xdead)
    const createMention = (kind: string): [string, [[string, string]]] => ['‣', [[kind, missing]]]
    prepareTestBody(
      [
        { type: 'hologram' },
        { type: 'collection_view' },
        { type: 'alias', format: { alias_pointer: { id: missing } } },
        { type: 'text', title: [createMention('p'), createMention('u'), createMention('eoi'), ['x', [['zz']]]] },
      ],
      { ...createTestContext(), note: (message) => notes.push(message) },
    )
    expect(notes).toEqual([
      'Block of unknown type "hologram" is shown by its text or name',
      'Collection without data skipped',
      'Alias of a missing page left out',
      'Mention of a missing page left out',
      'Mention of a missing user left out',
      'Mention of a missing object left out',
      'Text format of unsupported type "zz" skipped',
    ])
  })

  it('notes a block that throws, and shows the rest of the page', () => {
    const notes: string[] = []
    const context = {
      ...createTestContext(),
      fileAddress: () => {
        throw new Error('no store')
      },
      note: (message: string) => notes.push(message),
    }
    const blockInits = [{ type: 'image', properties: { source: 'https://example.com/a.png' } }, createText('after')]
    const { blocks } = prepareTestBody(blockInits, context)
    expect(blocks).toEqual([{ type: 'unknown' }, { type: 'text', text: 'after' }])
    expect(notes).toEqual([`Block ${createNumberedId(1)} (image) could not be prepared: Error: no store`])
  })

  it('limits synced blocks that double at each level', () => {
    const toContainerId = (level: number) => createNumberedId(0x1000 + level)
    const createReference = (level: number): BlockInit => ({
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: toContainerId(level) } },
    })
    const doublingBlocks = Array.from({ length: 30 }, (_, level) => ({
      id: toContainerId(level),
      type: 'transclusion_container',
      content: [createText('x'), createReference(level + 1), createReference(level + 1)],
    }))
    const shown = JSON.stringify(prepareTestBody(doublingBlocks).blocks).match(/"x"/g)
    expect(shown?.length).toBeGreaterThan(100)
    expect(shown?.length).toBeLessThan(60_000)
  })
})
