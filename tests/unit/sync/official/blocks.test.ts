import { expect, test } from 'vitest'
import { convertBlock } from '@/lib/sync/official-api/blocks'
import { Conversion } from '@/lib/sync/official-api/conversion'
import { convertPage } from '@/lib/sync/official-api/pages'
import { convertRichText } from '@/lib/sync/official-api/rich-text'

const ID = '0a0b0c0d-0000-4000-8000-000000000001'
const OTHER = '0a0b0c0d-0000-4000-8000-000000000002'
const plain = [{ type: 'text', text: { content: 'A', link: null }, plain_text: 'A' }]
const title = { title: [['A']] }
const upload = { type: 'file', file: { url: `https://s3.example/${OTHER}/${ID}/a.png?X-Amz-Signature=x` } }
const STORED = `attachment:${ID}:a.png`

/** API content of all block types, and the expected record. */
const BLOCKS: [type: string, value: object, record: object][] = [
  ['paragraph', { rich_text: plain, color: 'default' }, { type: 'text', properties: title }],
  ['paragraph', { rich_text: plain, icon: { emoji: '🎛️' } }, { type: 'text', format: { page_icon: '🎛️' } }],
  ['heading_1', { rich_text: plain, color: 'red' }, { type: 'header', format: { block_color: 'red' } }],
  ['heading_2', { rich_text: plain, is_toggleable: true }, { type: 'sub_header', format: { toggleable: true } }],
  ['heading_3', { rich_text: plain }, { type: 'sub_sub_header', properties: title }],
  ['heading_4', { rich_text: plain }, { type: 'header_4', properties: title }],
  ['bulleted_list_item', { rich_text: plain }, { type: 'bulleted_list', properties: title }],
  [
    'numbered_list_item',
    { rich_text: plain, list_start_index: 3, list_format: 'letters' },
    { type: 'numbered_list', format: { list_start_index: 3, list_format: 'letters' } },
  ],
  ['to_do', { rich_text: plain, checked: true }, { type: 'to_do', properties: { ...title, checked: [['Yes']] } }],
  ['to_do', { rich_text: plain, checked: false }, { type: 'to_do', properties: title }],
  ['toggle', { rich_text: plain }, { type: 'toggle', properties: title }],
  ['quote', { rich_text: plain }, { type: 'quote', properties: title }],
  [
    'callout',
    { rich_text: plain, icon: { type: 'icon', icon: { name: 'star', color: 'red' } } },
    { type: 'callout', properties: title, format: { page_icon: '/icons/star_red.svg' } },
  ],
  [
    'code',
    { rich_text: plain, caption: plain, language: 'bash' },
    { type: 'code', properties: { ...title, caption: [['A']], language: [['bash']] } },
  ],
  ['equation', { expression: 'x^2' }, { type: 'equation', properties: { title: [['x^2']] } }],
  ['divider', {}, { type: 'divider' }],
  ['breadcrumb', {}, { type: 'breadcrumb' }],
  ['table_of_contents', { color: 'gray' }, { type: 'table_of_contents', format: { block_color: 'gray' } }],
  ['column_list', {}, { type: 'column_list' }],
  ['column', { width_ratio: 0.25 }, { type: 'column', format: { column_ratio: 0.25 } }],
  ['tab', {}, { type: 'tab' }],
  [
    'table',
    { table_width: 2, has_column_header: true, has_row_header: false },
    {
      type: 'table',
      format: {
        table_block_column_order: ['0', '1'],
        table_block_column_header: true,
        table_block_row_header: false,
      },
    },
  ],
  ['table_row', { cells: [plain, []] }, { type: 'table_row', properties: { 0: [['A']], 1: [] } }],
  ['synced_block', { synced_from: null }, { type: 'transclusion_container' }],
  [
    'synced_block',
    { synced_from: { type: 'block_id', block_id: OTHER } },
    { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id: OTHER, table: 'block' } } },
  ],
  ['link_to_page', { page_id: OTHER }, { type: 'alias', format: { alias_pointer: { id: OTHER, table: 'block' } } }],
  ['child_page', { title: 'A' }, { type: 'page' }],
  ['child_database', { title: 'A' }, { type: 'collection_view_page' }],
  ['image', { ...upload, caption: plain }, { type: 'image', properties: { source: [[STORED]], caption: [['A']] } }],
  [
    'video',
    { type: 'external', external: { url: 'https://a.b/v' } },
    { type: 'video', properties: { source: [['https://a.b/v']] } },
  ],
  ['audio', upload, { type: 'audio', properties: { source: [[STORED]] } }],
  ['pdf', upload, { type: 'pdf', properties: { source: [[STORED]] } }],
  ['file', { ...upload, name: 'a' }, { type: 'file', properties: { source: [[STORED]], title: [['a']] } }],
  [
    'bookmark',
    { url: 'https://a.b', caption: plain },
    { type: 'bookmark', properties: { link: [['https://a.b']], caption: [['A']] } },
  ],
  ['link_preview', { url: 'https://a.b' }, { type: 'bookmark', properties: { link: [['https://a.b']] } }],
  ['embed', { url: 'https://a.b' }, { type: 'embed', properties: { source: [['https://a.b']] } }],
  ['embed', { ...upload, caption: plain }, { type: 'embed', properties: { source: [[STORED]], caption: [['A']] } }],
  ['embed', { url: upload.file.url }, { type: 'embed', properties: { source: [[STORED]] } }],
  ...(
    [
      ['https://x.com/someone/status/1', 'tweet'],
      ['https://gist.github.com/a/b', 'gist'],
      ['https://www.figma.com/file/a', 'figma'],
      ['https://www.google.com/maps/place/a', 'maps'],
      ['https://codepen.io/a/pen/b', 'codepen'],
      ['https://replit.com/@a/b', 'replit'],
      ['https://a.typeform.com/to/b', 'typeform'],
      ['https://excalidraw.com/#a', 'excalidraw'],
    ] as const
  ).map(([url, type]): [string, object, object] => ['embed', { url }, { type }]),
  [
    'meeting_notes',
    { title: plain, children: { summary_block_id: OTHER, transcript_block_id: 'none' } },
    { type: 'transcription', properties: title, format: { summary_block_id: OTHER } },
  ],
  ['unsupported', { block_type: 'ai_block' }, { type: 'unsupported', format: { unsupported_type: 'ai_block' } }],
  ['unsupported', {}, { type: 'unsupported' }],
  ['from_the_future', {}, { type: 'from_the_future' }],
]

const createBlock = (type: string, value: unknown) => ({
  ...{ object: 'block', id: ID, type, [type]: value, parent: { type: 'page_id', page_id: OTHER } },
  ...{ created_time: '2026-01-02T03:04:00.000Z', last_edited_time: '2026-01-02T03:05:00.000Z', in_trash: false },
})

test.each(BLOCKS)('convertBlock converts a block of type %s: %j', (type, value, record) => {
  expect(convertBlock(createBlock(type, value), new Conversion())).toMatchObject({
    ...{ id: ID, parent_id: OTHER, parent_table: 'block', alive: true },
    ...{ created_time: Date.UTC(2026, 0, 2, 3, 4), last_edited_time: Date.UTC(2026, 0, 2, 3, 5) },
    ...record,
  })
})

test('convertBlock omits templates and blocks without an id, and ignores invalid values', () => {
  expect(convertBlock(createBlock('template', {}), new Conversion())).toBeUndefined()
  expect(convertBlock({ ...createBlock('paragraph', {}), id: 'x' }, new Conversion())).toBeUndefined()
  for (const type of BLOCKS.map(([each]) => each)) {
    for (const value of [null, 7, 'text', [], { rich_text: 7, cells: 7, caption: {}, icon: 7, url: {}, file: 7 }]) {
      expect(() => convertBlock(createBlock(type, value), new Conversion())).not.toThrow()
    }
  }
})

/** API pieces of text, and the expected pieces of a record. */
const PIECES: [what: string, piece: object, stored: unknown][] = [
  ['a link', { type: 'text', text: { content: 'A', link: { url: 'https://a.b' } } }, ['A', [['a', 'https://a.b']]]],
  [
    'all styles',
    {
      ...plain[0],
      annotations: {
        bold: true,
        italic: true,
        strikethrough: true,
        underline: true,
        code: true,
        color: 'red_background',
      },
    },
    ['A', [['b'], ['i'], ['s'], ['_'], ['c'], ['h', 'red_background']]],
  ],
  ['an equation', { type: 'equation', equation: { expression: 'x' } }, ['⁍', [['e', 'x']]]],
  ['a person', { type: 'mention', mention: { type: 'user', user: { id: ID } } }, ['‣', [['u', ID]]]],
  ['a page', { type: 'mention', mention: { type: 'page', page: { id: ID } } }, ['‣', [['p', ID]]]],
  ['a database', { type: 'mention', mention: { type: 'database', database: { id: ID } } }, ['‣', [['p', ID]]]],
  [
    'a date',
    { type: 'mention', mention: { type: 'date', date: { start: '2026-01-02', end: null } } },
    ['‣', [['d', { type: 'date', start_date: '2026-01-02' }]]],
  ],
  [
    'a custom emoji',
    { type: 'mention', mention: { type: 'custom_emoji', custom_emoji: { id: ID, name: 'x', url: 'https://a.b/x' } } },
    ['‣', [['ce', ID]]],
  ],
  [
    'a link with its title',
    { type: 'mention', mention: { type: 'link_mention', link_mention: { href: 'https://a.b', title: 'T' } } },
    ['‣', [['lm', { href: 'https://a.b', title: 'T' }]]],
  ],
  [
    'a link preview',
    { type: 'mention', mention: { type: 'link_preview', link_preview: { url: 'https://a.b/c' } } },
    ['‣', [['lm', { href: 'https://a.b/c', title: 'a.b' }]]],
  ],
  [
    'a template placeholder',
    { type: 'mention', mention: { type: 'template_mention', template_mention: {} }, plain_text: '@Today' },
    ['@Today'],
  ],
]

test.each(PIECES)('convertRichText converts %s', (_, piece, stored) => {
  expect(convertRichText([piece, 7, { type: 'text' }], new Conversion())).toEqual([stored])
})

test('convertPage keeps the icon, cover, parent and people, but no URL that expires', () => {
  const conversion = new Conversion()
  const page = {
    ...{ object: 'page', id: ID, parent: { type: 'data_source_id', data_source_id: OTHER, database_id: ID } },
    ...{ icon: { type: 'emoji', emoji: '🎈' }, cover: upload, properties: {}, in_trash: true },
    ...{ created_by: { object: 'user', id: OTHER, name: 'Ada' }, last_edited_by: { object: 'user', id: OTHER } },
  }
  const record = convertPage(page, conversion)?.record
  expect(record).toMatchObject({
    ...{ type: 'page', parent_id: OTHER, parent_table: 'collection', alive: false, created_by_id: OTHER },
    format: { page_icon: '🎈', page_cover: STORED },
  })
  expect(JSON.stringify(record)).not.toContain('X-Amz')
  expect(conversion.signedAddresses.get(STORED)).toContain('X-Amz')
  expect(conversion.tables.notion_user.get(OTHER)).toEqual({ id: OTHER, name: 'Ada' })
})
