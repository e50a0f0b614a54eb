import { safeAddress, safeFileAddress, safeIcon, safeImageAddress } from '../address'
import { colorIn } from '../colors'
import { toUuid } from '../ids'
import type { Format, Piece, RichText } from '../record-map'
import { isObject } from '../values'
import type { Note } from './changes'
import { cleanDate } from './date'
import { cleanName, cleanString } from './string'

const MOST_PIECES = 20_000
const LONGEST_PIECE = 1_000_000
const MOST_FORMATS = 32
/** What the workspace writes in the place of a mention or an equation; it means nothing without its format. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['‣', '⁍'])
const STYLES: ReadonlySet<string> = new Set(['b', 'i', 's', '_', 'c'])
/** What puts something else in the place of its text. */
const MENTIONS: ReadonlySet<string> = new Set(['p', 'u', 'eoi', 'ce', 'e', 'd', 'lm'])
/** Comments, suggestions and what stands where somebody is about to write: no reader sees them. */
const UNREAD: ReadonlySet<string> = new Set(['m', 'si', 'plc'])
const OTHERS: ReadonlySet<string> = new Set(['a', 'h', '‣'])
const KIND = /^[\w-]{1,20}$/

/** Text with formats, from whatever is there: a list of pieces, a bare string or a number. Undefined when it is none of them. */
export function cleanText(value: unknown, note: Note, field: string): RichText | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) {
    const text = cleanName(value, LONGEST_PIECE)
    note('wrong-type', field)
    return text === undefined || text === '' ? undefined : [[text]]
  }
  if (value.length > MOST_PIECES) note('too-many', field)
  const pieces: RichText = []
  for (const raw of value.slice(0, MOST_PIECES)) {
    const piece = cleanPiece(raw, note, field)
    if (piece !== undefined) pieces.push(piece)
  }
  return pieces
}

function cleanPiece(raw: unknown, note: Note, field: string): Piece | undefined {
  const [rawText, rawFormats]: unknown[] = Array.isArray(raw) ? raw : [raw]
  if (!Array.isArray(raw)) note('bad-piece', field)
  const text = cleanName(rawText, LONGEST_PIECE)
  if (text === undefined) {
    note('bad-piece', field)
    return undefined
  }
  if (typeof rawText === 'string') noteText(rawText, text, note, field)
  if (rawFormats === undefined || rawFormats === null) return text === '' ? undefined : [text]
  const formats = cleanFormats(rawFormats, note, field)
  if (!PLACEHOLDERS.has(text)) return text === '' ? undefined : withFormats(text, formats)
  if (formats.some(([kind]) => MENTIONS.has(kind))) return [text, formats]
  const words = wordsOf(rawFormats)
  return words === undefined ? undefined : withFormats(words, formats)
}

function noteText(raw: string, text: string, note: Note, field: string): void {
  if (raw.length > LONGEST_PIECE) note('too-long', field)
  else if (raw !== text) note('bad-characters', field)
}

function withFormats(text: string, formats: Format[]): Piece {
  return formats.length === 0 ? [text] : [text, formats]
}

function cleanFormats(raw: unknown, note: Note, field: string): Format[] {
  if (!Array.isArray(raw)) {
    note('bad-format', field)
    return []
  }
  if (raw.length > MOST_FORMATS) note('too-many', field)
  const formats: Format[] = []
  for (const each of raw.slice(0, MOST_FORMATS)) {
    const [kind, value]: unknown[] = Array.isArray(each) ? each : []
    if (typeof kind === 'string' && UNREAD.has(kind)) continue
    const format = typeof kind === 'string' ? cleanFormat(kind, value) : undefined
    if (format !== undefined) formats.push(format)
    else note(kind === 'a' ? 'unsafe-address' : kind === 'h' ? 'unknown-color' : 'bad-format', field)
  }
  return formats
}

/** Of a format that we do not know its kind is kept, so that it can be told of, and nothing that it carries. */
function cleanFormat(kind: string, value: unknown): Format | undefined {
  if (STYLES.has(kind)) return [kind]
  if (!MENTIONS.has(kind) && !OTHERS.has(kind)) return KIND.test(kind) ? [kind] : undefined
  const cleaned = cleanFormatValue(kind, value)
  return cleaned === undefined ? undefined : [kind === '‣' ? pointerKind(value) : kind, cleaned]
}

function cleanFormatValue(kind: string, value: unknown): unknown {
  switch (kind) {
    case 'a':
      return safeFileAddress(value)
    case 'h':
      return colorIn(value)
    case 'p':
    case 'u':
    case 'eoi':
    case 'ce':
      return toUuid(value)
    case '‣':
      return Array.isArray(value) ? toUuid(value[1]) : undefined
    case 'e':
      return typeof value === 'string' && value.trim() !== '' ? cleanString(value.slice(0, LONGEST_PIECE)) : undefined
    case 'd':
      return cleanDate(value)
    case 'lm':
      return cleanCard(value)
    default:
      return undefined
  }
}

/** The older way to write a mention is `['‣', [table, id]]`. */
function pointerKind(value: unknown): 'u' | 'p' {
  return Array.isArray(value) && value[0] === 'u' ? 'u' : 'p'
}

/** A link mention. Undefined when it leads nowhere. */
function cleanCard(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const href = safeAddress(value.href)
  if (href === undefined) return undefined
  const card: Record<string, string> = { href }
  for (const key of ['title', 'description', 'link_provider']) {
    const text = cleanName(value[key])
    if (text) card[key] = text
  }
  const icon = safeIcon(value.icon_url)
  if (icon !== undefined) card.icon_url = icon
  const thumbnail = safeImageAddress(value.thumbnail_url)
  if (thumbnail !== undefined) card.thumbnail_url = thumbnail
  return card
}

/** What a reader can still be told of a mention that is not kept: a place's name, a link's title, a date as it was written. */
function wordsOf(formats: unknown): string | undefined {
  if (!Array.isArray(formats)) return undefined
  for (const format of formats) {
    const [, value]: unknown[] = Array.isArray(format) ? format : []
    if (!isObject(value)) continue
    const words = cleanName(value.name) || cleanName(value.title) || cleanName(value.start_date)
    if (words) return words
  }
  return undefined
}
