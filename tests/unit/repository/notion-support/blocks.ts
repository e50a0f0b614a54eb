import type { BlockObjectResponse } from '@notionhq/client'
import type { BlockType as NotionBlockType } from 'notion-types'
import { renderContent } from '@/blocks/content'
import { convertBlocks } from '@/blocks/markdown'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { convertBlock } from '@/lib/sync/official-api/blocks'
import { Conversion } from '@/lib/sync/official-api/conversion'
import { type BlockType, getBlockTraits } from '@/lib/workspace/block-traits'
import { getShownType, SHOWN_AS } from '@/lib/workspace/clean/block'
import { getPageSections } from '@/lib/workspace/read/page-text'
import {
  type BlockInit,
  createNumberedId,
  createStoredPage,
  createTestContext,
  prepareTestBody,
} from '../../page/stored-page'
import { createTable, quote } from './tables'

interface BlockRow {
  /** How the site shows it. */
  shown: string
  remarks?: string
  /** What differs from the example that {@link createExample} makes. */
  example?: Partial<BlockInit>
  /** What the example cannot show, because it needs other pages. */
  markdown?: string
}

const text = (title: string): BlockInit => ({ type: 'text', title })
const embed = { example: { properties: { source: 'https://example.com/page', caption: 'Words' } } }
const SCREENS = 'a link before a click where `EMBEDS` says so'

/** The blocks of record maps, and how the site shows them. */
const BLOCKS: Record<BlockType | Exclude<NotionBlockType, keyof typeof SHOWN_AS> | 'unsupported', BlockRow> = {
  text: { shown: 'a paragraph' },
  header: { shown: 'a heading', remarks: 'a toggle if it is one in Notion' },
  sub_header: { shown: 'a heading below it' },
  sub_sub_header: { shown: 'a heading below that' },
  header_4: { shown: 'a heading below that' },
  bulleted_list: { shown: 'a list' },
  numbered_list: { shown: 'a numbered list', remarks: 'with its first number and its kind of numbers' },
  to_do: { shown: 'a checkbox that cannot be changed', example: { properties: { title: 'Words', checked: 'Yes' } } },
  toggle: {
    shown: 'a toggle',
    remarks: 'a visitor’s toggles stay open on Back',
    example: { content: [text('Inside')] },
  },
  quote: { shown: 'a quotation' },
  callout: { shown: 'a box with its icon and color', example: { format: { page_icon: '💡' } } },
  divider: { shown: 'a line' },
  code: {
    shown: 'code in the colors of its language, with a button to copy it',
    remarks: 'Mermaid is drawn',
    example: { properties: { title: 'let x = 1', language: 'JavaScript' } },
  },
  equation: { shown: 'an equation, as MathML for screen readers', example: { properties: { title: 'x^2' } } },
  image: { shown: 'a picture that can be enlarged', remarks: 'in the size that the window needs' },
  video: {
    shown: 'a player; a video of another site in a frame',
    example: { properties: { source: 'https://example.com/a.mp4', caption: 'Words' } },
  },
  audio: { shown: 'a player' },
  file: {
    shown: 'a link with the size of the file',
    example: { properties: { source: 'https://example.com/a.zip', title: 'a.zip' } },
  },
  pdf: { shown: 'the document in a frame, and a link' },
  bookmark: {
    shown: 'a card with title, description and picture',
    example: { properties: { link: 'https://example.com', title: 'Words' } },
  },
  embed: { shown: `the page in a frame; ${SCREENS}`, remarks: 'HTML blocks run in a sandbox of their own', ...embed },
  codepen: { shown: `a frame; ${SCREENS}`, ...embed },
  excalidraw: { shown: `a frame; ${SCREENS}`, ...embed },
  figma: { shown: `a frame; ${SCREENS}`, ...embed },
  maps: { shown: `a frame; ${SCREENS}`, ...embed },
  replit: { shown: `a frame; ${SCREENS}`, ...embed },
  typeform: { shown: `a frame; ${SCREENS}`, ...embed },
  drive: { shown: `a card or a frame; ${SCREENS}`, ...embed },
  gist: { shown: `a frame; ${SCREENS}`, ...embed },
  tweet: { shown: `the post in a frame; ${SCREENS}`, ...embed },
  external_object_instance: {
    shown: 'a card with the title of the linked issue, file or message',
    example: { format: { original_url: 'https://example.com/1', attributes: [{ id: 'title', values: ['Words'] }] } },
  },
  page: { shown: 'a link to the page', remarks: 'only to those who may read it' },
  alias: { shown: 'a link to the page', example: { format: { alias_pointer: { id: createNumberedId(0xa) } } } },
  collection_view: {
    shown: 'the database with its views',
    markdown: 'the rows of the first view, as a table or a list',
  },
  collection_view_page: { shown: 'a link to the database, which is a page of its own' },
  column_list: {
    shown: 'columns; on narrow screens one below the other',
    markdown: 'the columns, one after the other',
  },
  column: { shown: 'a column in its width', markdown: 'its blocks' },
  table: {
    shown: 'a table with its headers and colors',
    example: {
      format: { table_block_column_order: ['a'], table_block_column_header: true },
      content: ['Head', 'Words'].map((cell) => ({ type: 'table_row', properties: { a: cell } })),
    },
  },
  table_row: { shown: 'a row of its table', markdown: 'a row of its table' },
  table_of_contents: { shown: 'links to the headings of the page', markdown: 'nothing: the headings are in the text' },
  breadcrumb: { shown: 'links to the pages above', markdown: 'nothing: the address says it' },
  transclusion_container: { shown: 'its blocks', markdown: 'its blocks' },
  transclusion_reference: {
    shown: 'the blocks of the other page',
    remarks: 'only if all who may read this page may read the other one',
    markdown: 'its blocks',
  },
  tab: {
    shown: 'tabs; on paper and without script one below the other',
    example: { content: [{ ...text('Words'), content: [text('Inside')] }] },
  },
  button: {
    shown: 'a link if it opens a page or an address, else its label',
    remarks: 'other actions change the workspace, which visitors cannot do',
    example: { properties: { title: 'Words', link: 'https://example.com' } },
  },
  unsupported: {
    shown: 'its text and address',
    remarks: 'a block that the official API does not return, or of a type that is in no list; editors get a remark',
  },
}

/** The blocks of the official API, with the fields that their conversion needs. */
const API_BLOCKS: Record<BlockObjectResponse['type'], object> = {
  paragraph: {},
  heading_1: {},
  heading_2: {},
  heading_3: {},
  heading_4: {},
  bulleted_list_item: {},
  numbered_list_item: {},
  quote: {},
  to_do: {},
  toggle: {},
  template: {},
  synced_block: { synced_from: { block_id: createNumberedId(1) } },
  child_page: {},
  child_database: {},
  equation: {},
  code: {},
  callout: {},
  divider: {},
  breadcrumb: {},
  table_of_contents: {},
  tab: {},
  column_list: {},
  column: {},
  link_to_page: {},
  table: {},
  table_row: {},
  meeting_notes: {},
  transcription: {},
  embed: {},
  bookmark: {},
  image: {},
  video: {},
  pdf: {},
  file: {},
  audio: {},
  link_preview: {},
  unsupported: {},
}

/** Returns the types of the official API that become blocks of a type. */
const listApiTypes = (wanted: string): string[] =>
  Object.entries(API_BLOCKS)
    .filter(([type, value]) => {
      const block = { object: 'block', id: createNumberedId(2), type, [type]: value }
      const shown = convertBlock(block, new Conversion())?.type ?? ''
      return getShownType(shown) === wanted
    })
    .map(([type]) => type)

/** Creates a block with “Words” in each of its texts. */
function createExample(type: string, { example }: BlockRow): BlockInit {
  const { texts = [], values = [] } = getBlockTraits(type)
  const address = type === 'image' ? 'https://example.com/a.png' : 'https://example.com/a.mp3'
  const properties = {
    ...Object.fromEntries(values.map((name) => [name, address])),
    ...Object.fromEntries(texts.map((name) => [name, 'Words'])),
  }
  return { id: createNumberedId(0xa), type, properties, ...example }
}

const CONTEXT = createTestContext({ [createNumberedId(0xa)]: { path: '/words', title: 'Words' } })

/** Returns what a block becomes in Markdown. */
function convertExample(type: string, row: BlockRow): string {
  const { blocks } = prepareTestBody([createExample(type, row)], { ...CONTEXT, sources: true })
  return writeMarkdown(convertBlocks(blocks, (address) => address)).trim()
}

/** Whether a search finds the block by its words. */
function isSearched(type: string, row: BlockRow): boolean {
  const rules = { isRoot: false, mayShow: () => true, collectionName: () => 'Words' }
  const sections = getPageSections(createStoredPage([createExample(type, row)]), rules)
  return sections.some(({ heading, text }) => heading + text !== '')
}

/** Whether the page shows anything of a block that is by itself on it. */
const isShown = (type: string, row: BlockRow): boolean =>
  renderContent(prepareTestBody([createExample(type, row)], CONTEXT).blocks) !== ''

export function createBlockTable(): string {
  const rows = Object.entries(BLOCKS).map(([type, row]) => [
    quote(type),
    listApiTypes(type).map(quote).join(', '),
    row.shown,
    row.markdown ?? quote(convertExample(type, row)),
    isSearched(type, row) ? 'yes' : '',
    row.remarks ?? '',
  ])
  return createTable(['record maps', 'official API', 'shown as', 'in Markdown', 'searched', 'remarks'], rows)
}

/** The types that are shown like blocks of another type. */
export const createOtherTypesTable = (): string =>
  createTable(
    ['record maps', 'shown like'],
    Object.entries(SHOWN_AS).map((types) => types.map(quote)),
  )

/** Returns the types whose row promises something, although the page shows nothing. */
export const listUnshown = (): string[] =>
  Object.entries(BLOCKS).flatMap(([type, row]) => (row.markdown === undefined && !isShown(type, row) ? [type] : []))

/** Returns the types of the official API that no row contains, except templates, which editors insert. */
export const listApiTypesWithoutRow = (): string[] => {
  const listed = Object.keys(BLOCKS).flatMap(listApiTypes)
  return Object.keys(API_BLOCKS).filter((type) => !listed.includes(type))
}
