import { toSafeFileAddress, toSafeImageAddress } from '../address'
import type { BlockType } from '../block-traits'
import { toUuid } from '../ids'
import type { Block, Id, ParentTable, RichText } from '../record-map'
import { toPlainText } from '../text'
import { type Fields, isObject, isSafeKey, readIdentifier, readNumberWithin } from '../values'
import type { Note } from './changes'
import { cleanFormat } from './format'
import { reducePageAddresses } from './page-addresses'
import { cleanText } from './text'

const MAX_CHILDREN = 50_000
const MAX_PROPERTIES = 1000
const LATEST_TIMESTAMP = 8.64e15
/** The parent of records whose own parent is missing or invalid. */
export const NO_PARENT = { parent_id: '00000000-0000-0000-0000-000000000000', parent_table: 'unknown' } as const
/** Replaces a row's unreadable property. It is not empty, so access that depends on the property fails closed. */
const UNREADABLE: RichText = [['\uFFFD']]
const PARENT_TABLES: ReadonlySet<unknown> = new Set<ParentTable>(['block', 'collection', 'space', 'team'])
const COLLECTION_BLOCKS: ReadonlySet<string> = new Set(['collection_view', 'collection_view_page'])

/** Returns a block in which every field has its declared type. Returns undefined for templates, which are not content. */
export function cleanBlock(id: Id, record: Fields, note: Note): Block | undefined {
  if (record.is_template === true) {
    note('template')
    return undefined
  }
  const type = readIdentifier(record.type)
  if (type === undefined) note('wrong-type', 'type')
  const isAlive = record.alive === undefined || record.alive === null || record.alive === true
  if (!isAlive && record.alive !== false) note('wrong-type', 'alive')
  const parent = cleanParent(record, note)
  const block: Block = {
    id,
    type: getShownType(type ?? 'unknown'),
    ...parent,
    alive: isAlive,
    properties: cleanProperties(record.properties, type, parent.parent_table === 'collection', note),
    format: cleanFormat(record.format, note),
    content: cleanIds(record.content, 'content', note),
    created_time: cleanTimestamp(record.created_time),
    last_edited_time: cleanTimestamp(record.last_edited_time),
  }
  const sections = findSections(record)
  if (sections !== undefined) block.format.shown_sections = sections
  const createdBy = toUuid(record.created_by_id ?? record.created_by)
  const editedBy = toUuid(record.last_edited_by_id ?? record.last_edited_by)
  if (createdBy !== undefined) block.created_by_id = createdBy
  if (editedBy !== undefined) block.last_edited_by_id = editedBy
  if (type !== undefined && COLLECTION_BLOCKS.has(type)) {
    block.view_ids = cleanIds(record.view_ids, 'view_ids', note)
    const collection = toUuid(record.collection_id) ?? readCollectionPointer(record.format)
    if (collection !== undefined) block.collection_id = collection
  }
  reducePageAddresses(block)
  return block
}

/** Returns the parent of a block or collection, or `NO_PARENT` if the record names no valid one. */
export function cleanParent(record: Fields, note: Note): Pick<Block, 'parent_id' | 'parent_table'> {
  const parent = toUuid(record.parent_id)
  if (parent !== undefined && isParentTable(record.parent_table)) {
    return { parent_id: parent, parent_table: record.parent_table }
  }
  note('wrong-type', 'parent_id')
  return NO_PARENT
}

/** Returns the valid ids of a list without duplicates. */
export function cleanIds(value: unknown, field: string, note: Note): Id[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    note('wrong-type', field)
    return []
  }
  if (value.length > MAX_CHILDREN) note('too-many', field)
  const ids = new Set<Id>()
  for (const each of value.slice(0, MAX_CHILDREN)) {
    const id = toUuid(each)
    if (id === undefined) note('bad-id', field)
    else if (ids.has(id)) note('listed-again', field)
    else ids.add(id)
  }
  return [...ids]
}

function cleanProperties(
  value: unknown,
  type: string | undefined,
  isRow: boolean,
  note: Note,
): Record<string, RichText> {
  const properties: Record<string, RichText> = {}
  if (value === undefined || value === null) return properties
  if (!isObject(value)) {
    note('wrong-type', 'properties')
    return properties
  }
  const entries = Object.entries(value)
  if (entries.length > MAX_PROPERTIES) note('too-many', 'properties')
  for (const [key, raw] of entries.slice(0, MAX_PROPERTIES)) {
    if (!isSafeKey(key)) {
      note('unsafe-key', 'properties')
      continue
    }
    const field = `properties/${key}`
    const text = cleanText(raw, note, field)
    const isAddress = type !== 'page' && (key === 'source' || key === 'link')
    const cleaned = isAddress ? cleanAddress(text, type, note, field) : text
    if (isRow && isLost(raw, cleaned)) properties[key] = UNREADABLE
    else if (cleaned !== undefined) properties[key] = cleaned
  }
  return properties
}

/** Whether cleaning removed the whole content of a property that was not empty. */
function isLost(raw: unknown, cleaned: RichText | undefined): boolean {
  if (raw === undefined || raw === null || raw === '' || (cleaned?.length ?? 0) > 0) return false
  return !Array.isArray(raw) || raw.some((piece) => !(Array.isArray(piece) && piece[0] === ''))
}

/** Returns the address of a media block, embed or bookmark as text, or undefined if it is empty or unsafe. */
function cleanAddress(
  text: RichText | undefined,
  type: string | undefined,
  note: Note,
  field: string,
): RichText | undefined {
  const raw = toPlainText(text ?? [])
  if (raw === '') return undefined
  const address = type === 'image' ? toSafeImageAddress(raw) : toSafeFileAddress(raw)
  if (address === undefined) note('unsafe-address', field)
  return address === undefined ? undefined : [[address]]
}

function isParentTable(value: unknown): value is ParentTable {
  return PARENT_TABLES.has(value)
}

function cleanTimestamp(value: unknown): number {
  return Math.floor(readNumberWithin(value, 0, LATEST_TIMESTAMP) ?? 0)
}

function readCollectionPointer(format: unknown): Id | undefined {
  const pointer = isObject(format) ? format.collection_pointer : undefined
  return isObject(pointer) ? toUuid(pointer.id) : undefined
}

/**
 * Types whose blocks are shown like those of another type: embeds that have the name of their service, template buttons, whose content is
 * what they insert, the results of AI, and notes of meetings.
 */
export const SHOWN_AS = {
  abstract: 'embed',
  deepnote: 'embed',
  framer: 'embed',
  invision: 'embed',
  loom: 'embed',
  miro: 'embed',
  sketch: 'embed',
  whimsical: 'embed',
  factory: 'button',
  template: 'button',
  ai_block: 'text',
  meeting_notes: 'toggle',
  transcription: 'toggle',
} as const satisfies Record<string, BlockType>

/** More are not shown, so that the cost is limited of finding out which blocks are. */
const MAX_SECTIONS = 100

const MEETINGS: ReadonlySet<string> = new Set(['meeting_notes', 'transcription'])

const isShownAsOther = (type: string): type is keyof typeof SHOWN_AS => Object.hasOwn(SHOWN_AS, type)

/** Returns the type by which a block is shown. */
export const getShownType = (type: string): string => (isShownAsOther(type) ? SHOWN_AS[type] : type)

/**
 * Returns the blocks that the notes of a meeting are limited to: the summary and the notes, or everything but the transcript. Without a
 * field that names one of them, none is shown, because any could be the transcript. Returns undefined for other blocks, and for those without
 * content.
 */
export function findSections({ type, format, content, children }: Fields): Id[] | undefined {
  if (typeof type !== 'string' || !MEETINGS.has(type) || !Array.isArray(content) || content.length === 0)
    return undefined
  const own = isObject(format) ? format : {}
  const pointers = { ...own, ...readFields(own.children), ...readFields(children) }
  const named = Object.entries(pointers).flatMap(([key, value]) => {
    const [, section] = /^(summary|notes|transcript)(?:_block)?(?:_id|_pointer)?$/.exec(key) ?? []
    const id = toUuid(isObject(value) ? value.id : value)
    return section === undefined || id === undefined ? [] : [{ section, id }]
  })
  const transcripts = new Set(named.filter(({ section }) => section === 'transcript').map(({ id }) => id))
  const shown = named.filter(({ section }) => section !== 'transcript').map(({ id }) => id)
  const all = transcripts.size > 0 ? content.flatMap((id) => toUuid(id) ?? []) : []
  return (shown.length > 0 ? shown : all).filter((id) => !transcripts.has(id)).slice(0, MAX_SECTIONS)
}

const readFields = (value: unknown): Fields => (isObject(value) ? value : {})
