import { toSafeFileAddress, toSafeIcon, toSafeImageAddress } from '../address'
import { toUuid } from '../ids'
import { readLosses } from '../losses'
import type { DateValue } from '../record-map'
import { isObject, isSafeKey, parseColor, readIdentifier, readNumberWithin } from '../values'
import type { ChangeKind, Note } from './changes'
import { cleanName, cleanString } from './string'
import { cleanDate } from './text'

const MAX_COLUMNS = 500

type Reader = (value: unknown) => unknown
type Field = [read: Reader, changeIfInvalid: ChangeKind]

const flag: Field = [(value) => (typeof value === 'boolean' ? value : undefined), 'wrong-type']
const name: Field = [(value) => cleanName(value), 'wrong-type']
const icon: Field = [toSafeIcon, 'unsafe-address']
const image: Field = [toSafeImageAddress, 'unsafe-address']
const file: Field = [toSafeFileAddress, 'unsafe-address']
const color: Field = [parseColor, 'unknown-color']
const pointer: Field = [readPointer, 'wrong-type']
const within = (least: number, most: number): Field => [(value) => readNumberWithin(value, least, most), 'out-of-range']
const createChoice = (...words: string[]): Field => [(value) => words.find((word) => word === value), 'wrong-type']

/** The format fields that the site uses, with their readers. All other fields, which may contain secrets, are removed. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['page_icon', icon],
  ['page_cover', image],
  ['page_cover_position', within(0, 1)],
  ['card_cover_position', within(0, 1)],
  ['page_full_width', flag],
  ['page_small_text', flag],
  ['page_font', createChoice('default', 'serif', 'mono')],
  ['block_color', color],
  ['block_aspect_ratio', within(0.001, 1000)],
  ['block_height', within(1, 20_000)],
  ['block_width', within(1, 20_000)],
  ['block_full_width', flag],
  ['block_page_width', flag],
  ['block_preserve_scale', flag],
  ['block_alignment', createChoice('left', 'center', 'right')],
  ['display_source', file],
  ['toggleable', flag],
  ['code_wrap', flag],
  ['column_ratio', within(0.01, 10)],
  ['list_start_index', [readInteger, 'out-of-range']],
  ['list_format', createChoice('numbers', 'letters', 'roman')],
  ['bookmark_icon', image],
  ['bookmark_cover', image],
  ['drive_properties', [readDrive, 'wrong-type']],
  ['table_block_column_order', [readColumnOrder, 'wrong-type']],
  ['table_block_column_format', [readColumnFormat, 'wrong-type']],
  ['table_block_column_header', flag],
  ['table_block_row_header', flag],
  ['transclusion_reference_pointer', pointer],
  ['alias_pointer', pointer],
  ['collection_pointer', pointer],
  ['hide_inline_collection_name', flag],
  ['original_url', file],
  ['domain', name],
  ['attributes', [readAttributes, 'wrong-type']],
  ['link_title', name],
  ['unsupported_type', [readIdentifier, 'wrong-type']],
  ['api_losses', [readLosses, 'wrong-type']],
])

/** Returns the used fields of a block's format, each with its declared type. */
export function cleanFormat(value: unknown, note: Note): Record<string, unknown> {
  const format: Record<string, unknown> = {}
  if (value === undefined || value === null) return format
  if (!isObject(value)) {
    note('wrong-type', 'format')
    return format
  }
  for (const [key, [read, changeIfInvalid]] of FIELDS) {
    const raw = value[key]
    if (raw === undefined || raw === null || raw === '') continue
    const cleaned = read(raw)
    if (cleaned === undefined) note(changeIfInvalid, `format/${key}`)
    else format[key] = cleaned
  }
  return format
}

function readPointer(value: unknown): { id: string } | undefined {
  const id = isObject(value) ? toUuid(value.id) : undefined
  return id === undefined ? undefined : { id }
}

function readInteger(value: unknown): number | undefined {
  return Number.isInteger(value) ? readNumberWithin(value, 0, 1_000_000_000) : undefined
}

function readDrive(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const drive = {
    url: toSafeFileAddress(value.url),
    title: cleanName(value.title),
    icon: toSafeImageAddress(value.icon),
    thumbnail: toSafeImageAddress(value.thumbnail),
  }
  return Object.fromEntries(Object.entries(drive).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function readColumnOrder(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const columns = value.filter((column) => typeof column === 'string' && isSafeKey(column))
  return [...new Set<string>(columns)].slice(0, MAX_COLUMNS)
}

function readColumnFormat(value: unknown): Record<string, { width?: number; color?: string }> | undefined {
  if (!isObject(value)) return undefined
  const columns: Record<string, { width?: number; color?: string }> = {}
  for (const [column, raw] of Object.entries(value).slice(0, MAX_COLUMNS)) {
    if (!isSafeKey(column) || !isObject(raw)) continue
    const width = readNumberWithin(raw.width, 1, 5000)
    const shade = parseColor(raw.color)
    columns[column] = { ...(width !== undefined && { width }), ...(shade !== undefined && { color: shade }) }
  }
  return columns
}

/** Returns the attributes of an external object, whose values are texts and dates. */
function readAttributes(value: unknown): { id: string; values: (string | DateValue)[] }[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, 100).flatMap((attribute) => {
    if (!isObject(attribute) || typeof attribute.id !== 'string') return []
    const values = Array.isArray(attribute.values) ? attribute.values.slice(0, 100) : []
    const known = values.map((each) => cleanName(each) ?? cleanDate(each)).filter((each) => each !== undefined)
    return [{ id: cleanString(attribute.id), values: known }]
  })
}
