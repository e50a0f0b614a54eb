import { LANGUAGES } from '@/lib/workspace/code-languages'
import type { HostedRecord } from '../hosted/data'
import { toFile, toIcon } from './files'
import { getFormat, getText, readFields, readList, readString, toMinute, toPlain } from './records'
import { toColor, toRichText } from './rich-text'
import type { BlockContent, OfficialBlock, Parent, Text } from './shapes'
import { toPartialUser } from './users'
import { isDatabaseBlock, isPageBlock, type VisibleWorkspace } from './visible-workspace'

type Convert = (block: HostedRecord, workspace: VisibleWorkspace) => BlockContent

const getRichText = (block: HostedRecord, workspace: VisibleWorkspace, property = 'title'): Text =>
  toRichText(getText(block, property), workspace)
const toColored = (block: HostedRecord, workspace: VisibleWorkspace) => ({
  rich_text: getRichText(block, workspace),
  color: toColor(getFormat(block).block_color),
})
const toHeading = (block: HostedRecord, workspace: VisibleWorkspace) => ({
  ...toColored(block, workspace),
  is_toggleable: getFormat(block).toggleable === true,
})
const getSource = (block: HostedRecord) => toPlain(getText(block, 'source'))
const toMedia = (block: HostedRecord, workspace: VisibleWorkspace) => ({
  caption: getRichText(block, workspace, 'caption'),
  ...toFile(getSource(block), workspace),
})

function toEmbed(block: HostedRecord, workspace: VisibleWorkspace): BlockContent {
  return { type: 'embed', embed: { caption: getRichText(block, workspace, 'caption'), url: getSource(block) } }
}

const CONVERT: Record<string, Convert> = {
  text: (block, workspace) => ({
    type: 'paragraph',
    paragraph: { ...toColored(block, workspace), icon: toIcon(getFormat(block).page_icon, workspace) },
  }),
  header: (block, workspace) => ({ type: 'heading_1', heading_1: toHeading(block, workspace) }),
  sub_header: (block, workspace) => ({ type: 'heading_2', heading_2: toHeading(block, workspace) }),
  sub_sub_header: (block, workspace) => ({ type: 'heading_3', heading_3: toHeading(block, workspace) }),
  header_4: (block, workspace) => ({ type: 'heading_4', heading_4: toHeading(block, workspace) }),
  bulleted_list: (block, workspace) => ({
    type: 'bulleted_list_item',
    bulleted_list_item: toColored(block, workspace),
  }),
  numbered_list: (block, workspace) => {
    const { list_start_index: start, list_format: style } = getFormat(block)
    return {
      type: 'numbered_list_item',
      numbered_list_item: {
        ...toColored(block, workspace),
        ...(typeof start === 'number' && { list_start_index: start }),
        ...(typeof style === 'string' && { list_format: style as 'numbers' }),
      },
    }
  },
  to_do: (block, workspace) => ({
    type: 'to_do',
    to_do: { ...toColored(block, workspace), checked: toPlain(getText(block, 'checked')) === 'Yes' },
  }),
  toggle: (block, workspace) => ({ type: 'toggle', toggle: toColored(block, workspace) }),
  quote: (block, workspace) => ({ type: 'quote', quote: toColored(block, workspace) }),
  callout: (block, workspace) => ({
    type: 'callout',
    callout: { ...toColored(block, workspace), icon: toIcon(getFormat(block).page_icon, workspace) },
  }),
  code: (block, workspace) => ({
    type: 'code',
    code: {
      caption: getRichText(block, workspace, 'caption'),
      rich_text: getRichText(block, workspace),
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
  table_row: (block, workspace) => {
    const table = workspace.data.getParent(block)
    const order = readList<string>(table && getFormat(table).table_block_column_order)
    return { type: 'table_row', table_row: { cells: order.map((column) => getRichText(block, workspace, column)) } }
  },
  transclusion_container: () => ({ type: 'synced_block', synced_block: { synced_from: null } }),
  transclusion_reference: (block) => ({
    type: 'synced_block',
    synced_block: { synced_from: { type: 'block_id', block_id: getOriginal(block) } },
  }),
  image: (block, workspace) => ({ type: 'image', image: toMedia(block, workspace) }),
  video: (block, workspace) => ({ type: 'video', video: toMedia(block, workspace) }),
  audio: (block, workspace) => ({ type: 'audio', audio: toMedia(block, workspace) }),
  pdf: (block, workspace) => ({ type: 'pdf', pdf: toMedia(block, workspace) }),
  file: (block, workspace) => ({
    type: 'file',
    file: { ...toMedia(block, workspace), name: toPlain(getText(block, 'title')) },
  }),
  bookmark: (block, workspace) => ({
    type: 'bookmark',
    bookmark: { caption: getRichText(block, workspace, 'caption'), url: toPlain(getText(block, 'link')) },
  }),
  external_object_instance: (block) => ({
    type: 'link_preview',
    link_preview: { url: readString(getFormat(block).original_url) ?? '' },
  }),
  drive: (block) => ({
    type: 'link_preview',
    link_preview: { url: readString(readFields(getFormat(block).drive_properties).url) ?? '' },
  }),
  alias: (block, workspace) => {
    const id = String(readFields(getFormat(block).alias_pointer).id)
    const target = workspace.data.block.get(id)
    if (target !== undefined && isDatabaseBlock(target)) {
      return { type: 'link_to_page', link_to_page: { type: 'database_id', database_id: id } }
    }
    return { type: 'link_to_page', link_to_page: { type: 'page_id', page_id: id } }
  },
  page: (block, workspace) => ({ type: 'child_page', child_page: { title: workspace.getTitle(block) } }),
  collection_view: (block, workspace) => ({
    type: 'child_database',
    child_database: { title: workspace.getTitle(block) },
  }),
  collection_view_page: (block, workspace) => ({
    type: 'child_database',
    child_database: { title: workspace.getTitle(block) },
  }),
  transcription: (block, workspace) => {
    const [summary, notes] = workspace.listContent(block)
    return {
      type: 'meeting_notes',
      meeting_notes: {
        title: getRichText(block, workspace),
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
function toColumn(block: HostedRecord, workspace: VisibleWorkspace): BlockContent {
  const list = workspace.data.getParent(block)
  const columns = list === undefined ? [] : workspace.listContent(list)
  const ratios = columns.map((column) => Number(getFormat(column).column_ratio ?? 1 / columns.length))
  const areEqual = ratios.every((ratio) => Math.abs(ratio - 1 / ratios.length) < 1e-6)
  const ratio = getFormat(block).column_ratio
  return { type: 'column', column: typeof ratio === 'number' && !areEqual ? { width_ratio: ratio } : {} }
}

const getOriginal = (reference: HostedRecord): string =>
  String(readFields(getFormat(reference).transclusion_reference_pointer).id)

export function toBlock(block: HostedRecord, workspace: VisibleWorkspace): OfficialBlock {
  const type = String(block.type)
  const content: BlockContent = CONVERT[type]?.(block, workspace) ?? {
    type: 'unsupported',
    unsupported: { block_type: type },
  }
  return {
    object: 'block',
    id: block.id,
    parent: toParent(block, workspace),
    created_time: toMinute(block.created_time),
    last_edited_time: toMinute(block.last_edited_time),
    created_by: toPartialUser(block.created_by_id),
    last_edited_by: toPartialUser(block.last_edited_by_id),
    has_children: !isDatabaseBlock(block) && (listChildren(block, workspace) ?? []).length > 0,
    in_trash: workspace.isTrashed(block),
    ...content,
  } as OfficialBlock
}

/** Returns the children of a block; undefined for a synced block whose original is not visible. */
export function listChildren(block: HostedRecord, workspace: VisibleWorkspace): HostedRecord[] | undefined {
  if (isDatabaseBlock(block)) return []
  if (block.type !== 'transclusion_reference') return workspace.listContent(block)
  const original = workspace.block(getOriginal(block))
  return original === undefined || workspace.isTrashed(original) ? undefined : workspace.listContent(original)
}

export function toParent(record: HostedRecord, workspace: VisibleWorkspace): Parent {
  const id = String(record.parent_id)
  if (record.parent_table === 'collection') {
    const collection = workspace.data.collection.get(id)
    return { type: 'data_source_id', data_source_id: id, database_id: String(collection?.parent_id ?? id) }
  }
  if (record.parent_table !== 'block') return { type: 'workspace', workspace: true }
  const parent = workspace.data.block.get(id)
  if (parent !== undefined && isPageBlock(parent)) return { type: 'page_id', page_id: id }
  if (parent !== undefined && isDatabaseBlock(parent)) return { type: 'database_id', database_id: id }
  return { type: 'block_id', block_id: id }
}
