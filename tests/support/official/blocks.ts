import { LANGUAGES } from '@/lib/workspace/code-languages'
import type { HostedRecord } from '../hosted/data'
import { toFile, toIcon } from './files'
import { getFormat, getText, readFields, readList, readString, toMinute, toPlain } from './records'
import { toColor, toRichText } from './rich-text'
import type { BlockContent, OfficialBlock, Parent, Text } from './shapes'
import { toPartialUser } from './users'
import { isDatabaseBlock, isPageBlock, type World } from './world'

type Convert = (block: HostedRecord, world: World) => BlockContent

const getRichText = (block: HostedRecord, world: World, property = 'title'): Text =>
  toRichText(getText(block, property), world)
const toColored = (block: HostedRecord, world: World) => ({
  rich_text: getRichText(block, world),
  color: toColor(getFormat(block).block_color),
})
const toHeading = (block: HostedRecord, world: World) => ({
  ...toColored(block, world),
  is_toggleable: getFormat(block).toggleable === true,
})
const getSource = (block: HostedRecord) => toPlain(getText(block, 'source'))
const toMedia = (block: HostedRecord, world: World) => ({
  caption: getRichText(block, world, 'caption'),
  ...toFile(getSource(block), world),
})

function toEmbed(block: HostedRecord, world: World): BlockContent {
  return { type: 'embed', embed: { caption: getRichText(block, world, 'caption'), url: getSource(block) } }
}

const CONVERT: Record<string, Convert> = {
  text: (block, world) => ({
    type: 'paragraph',
    paragraph: { ...toColored(block, world), icon: toIcon(getFormat(block).page_icon, world) },
  }),
  header: (block, world) => ({ type: 'heading_1', heading_1: toHeading(block, world) }),
  sub_header: (block, world) => ({ type: 'heading_2', heading_2: toHeading(block, world) }),
  sub_sub_header: (block, world) => ({ type: 'heading_3', heading_3: toHeading(block, world) }),
  header_4: (block, world) => ({ type: 'heading_4', heading_4: toHeading(block, world) }),
  bulleted_list: (block, world) => ({ type: 'bulleted_list_item', bulleted_list_item: toColored(block, world) }),
  numbered_list: (block, world) => {
    const { list_start_index: start, list_format: style } = getFormat(block)
    return {
      type: 'numbered_list_item',
      numbered_list_item: {
        ...toColored(block, world),
        ...(typeof start === 'number' && { list_start_index: start }),
        ...(typeof style === 'string' && { list_format: style as 'numbers' }),
      },
    }
  },
  to_do: (block, world) => ({
    type: 'to_do',
    to_do: { ...toColored(block, world), checked: toPlain(getText(block, 'checked')) === 'Yes' },
  }),
  toggle: (block, world) => ({ type: 'toggle', toggle: toColored(block, world) }),
  quote: (block, world) => ({ type: 'quote', quote: toColored(block, world) }),
  callout: (block, world) => ({
    type: 'callout',
    callout: { ...toColored(block, world), icon: toIcon(getFormat(block).page_icon, world) },
  }),
  code: (block, world) => ({
    type: 'code',
    code: {
      caption: getRichText(block, world, 'caption'),
      rich_text: getRichText(block, world),
      language: toLanguage(toPlain(getText(block, 'language'))),
    },
  }),
  equation: (block) => ({ type: 'equation', equation: { expression: toPlain(getText(block, 'title')) } }),
  divider: () => ({ type: 'divider', divider: {} }),
  breadcrumb: () => ({ type: 'breadcrumb', breadcrumb: {} }),
  table_of_contents: (block) => ({
    type: 'table_of_contents',
    table_of_contents: { color: toColor(getFormat(block).block_color) },
  }),
  column_list: () => ({ type: 'column_list', column_list: {} }),
  column: toColumn,
  tab: () => ({ type: 'tab', tab: {} }),
  table: (block) => {
    const { table_block_column_order: order, ...format } = getFormat(block)
    return {
      type: 'table',
      table: {
        table_width: readList(order).length,
        has_column_header: format.table_block_column_header === true,
        has_row_header: format.table_block_row_header === true,
      },
    }
  },
  table_row: (block, world) => {
    const table = world.data.getParent(block)
    const order = readList<string>(table && getFormat(table).table_block_column_order)
    return { type: 'table_row', table_row: { cells: order.map((column) => getRichText(block, world, column)) } }
  },
  transclusion_container: () => ({ type: 'synced_block', synced_block: { synced_from: null } }),
  transclusion_reference: (block) => ({
    type: 'synced_block',
    synced_block: { synced_from: { type: 'block_id', block_id: getOriginal(block) } },
  }),
  image: (block, world) => ({ type: 'image', image: toMedia(block, world) }),
  video: (block, world) => ({ type: 'video', video: toMedia(block, world) }),
  audio: (block, world) => ({ type: 'audio', audio: toMedia(block, world) }),
  pdf: (block, world) => ({ type: 'pdf', pdf: toMedia(block, world) }),
  file: (block, world) => ({
    type: 'file',
    file: { ...toMedia(block, world), name: toPlain(getText(block, 'title')) },
  }),
  bookmark: (block, world) => ({
    type: 'bookmark',
    bookmark: { caption: getRichText(block, world, 'caption'), url: toPlain(getText(block, 'link')) },
  }),
  external_object_instance: (block) => ({
    type: 'link_preview',
    link_preview: { url: readString(getFormat(block).original_url) ?? '' },
  }),
  drive: (block) => ({
    type: 'link_preview',
    link_preview: { url: readString(readFields(getFormat(block).drive_properties).url) ?? '' },
  }),
  alias: (block, world) => {
    const id = String(readFields(getFormat(block).alias_pointer).id)
    const target = world.data.block.get(id)
    if (target !== undefined && isDatabaseBlock(target)) {
      return { type: 'link_to_page', link_to_page: { type: 'database_id', database_id: id } }
    }
    return { type: 'link_to_page', link_to_page: { type: 'page_id', page_id: id } }
  },
  page: (block, world) => ({ type: 'child_page', child_page: { title: world.getTitle(block) } }),
  collection_view: (block, world) => ({ type: 'child_database', child_database: { title: world.getTitle(block) } }),
  collection_view_page: (block, world) => ({
    type: 'child_database',
    child_database: { title: world.getTitle(block) },
  }),
  transcription: (block, world) => {
    const [summary, notes] = world.listContent(block)
    return {
      type: 'meeting_notes',
      meeting_notes: {
        title: getRichText(block, world),
        status: 'notes_ready',
        children: {
          ...(summary && { summary_block_id: summary.id }),
          ...(notes && { notes_block_id: notes.id }),
        },
      },
    }
  },
}
for (const type of ['embed', 'figma', 'excalidraw', 'codepen', 'replit', 'gist', 'tweet', 'maps', 'typeform']) {
  CONVERT[type] = toEmbed
}

/** Returns the API's name of a language, which is Notion's name in lower case. */
function toLanguage(name: string): 'plain text' {
  const known = LANGUAGES.find((each) => each.toLowerCase() === name.toLowerCase()) ?? 'plain text'
  return known.toLowerCase() as 'plain text'
}

/** Converts a column. Columns of equal width have no ratio. */
function toColumn(block: HostedRecord, world: World): BlockContent {
  const list = world.data.getParent(block)
  const columns = list === undefined ? [] : world.listContent(list)
  const ratios = columns.map((column) => Number(getFormat(column).column_ratio ?? 1 / columns.length))
  const areEqual = ratios.every((ratio) => Math.abs(ratio - 1 / ratios.length) < 1e-6)
  const ratio = getFormat(block).column_ratio
  return { type: 'column', column: typeof ratio === 'number' && !areEqual ? { width_ratio: ratio } : {} }
}

const getOriginal = (reference: HostedRecord): string =>
  String(readFields(getFormat(reference).transclusion_reference_pointer).id)

export function toBlock(block: HostedRecord, world: World): OfficialBlock {
  const type = String(block.type)
  const content: BlockContent = CONVERT[type]?.(block, world) ?? {
    type: 'unsupported',
    unsupported: { block_type: type },
  }
  return {
    object: 'block',
    id: block.id,
    parent: toParent(block, world),
    created_time: toMinute(block.created_time),
    last_edited_time: toMinute(block.last_edited_time),
    created_by: toPartialUser(block.created_by_id),
    last_edited_by: toPartialUser(block.last_edited_by_id),
    has_children: !isDatabaseBlock(block) && (listChildren(block, world) ?? []).length > 0,
    in_trash: world.isTrashed(block),
    ...content,
  } as OfficialBlock
}

/** Returns the children of a block; undefined for a synced block whose original is not visible. */
export function listChildren(block: HostedRecord, world: World): HostedRecord[] | undefined {
  if (isDatabaseBlock(block)) return []
  if (block.type !== 'transclusion_reference') return world.listContent(block)
  const original = world.block(getOriginal(block))
  return original === undefined || world.isTrashed(original) ? undefined : world.listContent(original)
}

export function toParent(record: HostedRecord, world: World): Parent {
  const id = String(record.parent_id)
  if (record.parent_table === 'collection') {
    const collection = world.data.collection.get(id)
    return { type: 'data_source_id', data_source_id: id, database_id: String(collection?.parent_id ?? id) }
  }
  if (record.parent_table !== 'block') return { type: 'workspace', workspace: true }
  const parent = world.data.block.get(id)
  if (parent !== undefined && isPageBlock(parent)) return { type: 'page_id', page_id: id }
  if (parent !== undefined && isDatabaseBlock(parent)) return { type: 'database_id', database_id: id }
  return { type: 'block_id', block_id: id }
}
