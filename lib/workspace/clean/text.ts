import { toSafeAddress, toSafeFileAddress, toSafeIcon, toSafeImageAddress } from '../address'
import { parseDay, parseOffset } from '../dates'
import { toUuid } from '../ids'
import type { DateValue, Format, Piece, RichText } from '../record-map'
import { isObject, parseColor } from '../values'
import type { Note } from './changes'
import { cleanName, cleanString } from './string'

const MAX_PIECES = 20_000
const MAX_PIECE_LENGTH = 1_000_000
const MAX_FORMATS = 32
/** Characters that Notion stores in place of a mention or an equation. They have no meaning without their format. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['‣', '⁍'])
const STYLES: ReadonlySet<string> = new Set(['b', 'i', 's', '_', 'c'])
/** Formats that replace their text. */
const MENTIONS: ReadonlySet<string> = new Set(['p', 'u', 'eoi', 'ce', 'e', 'd', 'lm'])
/** Comments, suggestions and placeholders for future text, which readers do not see. */
const UNREAD: ReadonlySet<string> = new Set(['m', 'si', 'plc'])
const OTHERS: ReadonlySet<string> = new Set(['a', 'h', '‣'])
const KIND = /^[\w-]{1,20}$/

/** Returns rich text from a list of pieces, a string or a number. Returns undefined for any other value. */
export function cleanText(value: unknown, note: Note, field: string): RichText | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) {
    const text = cleanName(value, MAX_PIECE_LENGTH)
    note('wrong-type', field)
    return text === undefined || text === '' ? undefined : [[text]]
  }
  if (value.length > MAX_PIECES) note('too-many', field)
  const pieces: RichText = []
  for (const raw of value.slice(0, MAX_PIECES)) {
    const piece = cleanPiece(raw, note, field)
    if (piece !== undefined) pieces.push(piece)
  }
  return pieces
}

function cleanPiece(raw: unknown, note: Note, field: string): Piece | undefined {
  const [rawText, rawFormats]: unknown[] = Array.isArray(raw) ? raw : [raw]
  if (!Array.isArray(raw)) note('bad-piece', field)
  const text = cleanName(rawText, MAX_PIECE_LENGTH)
  if (text === undefined) {
    note('bad-piece', field)
    return undefined
  }
  if (typeof rawText === 'string') noteTextChanges(rawText, text, note, field)
  if (rawFormats === undefined || rawFormats === null) return text === '' ? undefined : [text]
  const formats = cleanFormats(rawFormats, note, field)
  if (!PLACEHOLDERS.has(text)) return text === '' ? undefined : createPiece(text, formats)
  if (formats.some(([kind]) => MENTIONS.has(kind))) return [text, formats]
  const fallback = getFallbackText(rawFormats)
  return fallback === undefined ? undefined : createPiece(fallback, formats)
}

function noteTextChanges(raw: string, text: string, note: Note, field: string): void {
  if (raw.length > MAX_PIECE_LENGTH) note('too-long', field)
  else if (raw !== text) note('bad-characters', field)
}

function createPiece(text: string, formats: Format[]): Piece {
  return formats.length === 0 ? [text] : [text, formats]
}

function cleanFormats(raw: unknown, note: Note, field: string): Format[] {
  if (!Array.isArray(raw)) {
    note('bad-format', field)
    return []
  }
  if (raw.length > MAX_FORMATS) note('too-many', field)
  const formats: Format[] = []
  for (const each of raw.slice(0, MAX_FORMATS)) {
    const [kind, value]: unknown[] = Array.isArray(each) ? each : []
    if (typeof kind === 'string' && UNREAD.has(kind)) continue
    const format = typeof kind === 'string' ? cleanFormat(kind, value) : undefined
    if (format !== undefined) formats.push(format)
    else note(kind === 'a' ? 'unsafe-address' : kind === 'h' ? 'unknown-color' : 'bad-format', field)
  }
  return formats
}

/** Keeps only the kind of an unknown format, so that remarks for editors can name it. */
function cleanFormat(kind: string, value: unknown): Format | undefined {
  if (STYLES.has(kind)) return [kind]
  if (!MENTIONS.has(kind) && !OTHERS.has(kind)) return KIND.test(kind) ? [kind] : undefined
  const cleaned = cleanFormatValue(kind, value)
  return cleaned === undefined ? undefined : [kind === '‣' ? getPointerKind(value) : kind, cleaned]
}

function cleanFormatValue(kind: string, value: unknown): unknown {
  switch (kind) {
    case 'a':
      return toSafeFileAddress(value)
    case 'h':
      return parseColor(value)
    case 'p':
    case 'u':
    case 'eoi':
    case 'ce':
      return toUuid(value)
    case '‣':
      return Array.isArray(value) ? toUuid(value[1]) : undefined
    case 'e':
      return typeof value === 'string' && value.trim() !== ''
        ? cleanString(value.slice(0, MAX_PIECE_LENGTH))
        : undefined
    case 'd':
      return cleanDate(value)
    case 'lm':
      return cleanLinkMention(value)
    default:
      return undefined
  }
}

/** Returns the kind of a mention in the older format `['‣', [table, id]]`. */
function getPointerKind(value: unknown): 'u' | 'p' {
  return Array.isArray(value) && value[0] === 'u' ? 'u' : 'p'
}

/** Cleans a link mention. Returns undefined if its address is missing or unsafe. */
function cleanLinkMention(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const href = toSafeAddress(value.href)
  if (href === undefined) return undefined
  const card: Record<string, string> = { href }
  for (const key of ['title', 'description', 'link_provider']) {
    const text = cleanName(value[key])
    if (text) card[key] = text
  }
  const icon = toSafeIcon(value.icon_url)
  if (icon !== undefined) card.icon_url = icon
  const thumbnail = toSafeImageAddress(value.thumbnail_url)
  if (thumbnail !== undefined) card.thumbnail_url = thumbnail
  return card
}

/** Returns the text that replaces an invalid mention: the name of a place, the title of a link or the stored text of a date. */
function getFallbackText(formats: unknown): string | undefined {
  if (!Array.isArray(formats)) return undefined
  for (const format of formats) {
    const [, value]: unknown[] = Array.isArray(format) ? format : []
    if (!isObject(value)) continue
    const text = cleanName(value.name) || cleanName(value.title) || cleanName(value.start_date)
    if (text) return text
  }
  return undefined
}

const TIME = /^([01]?\d|2[0-3]):[0-5]\d/

/** Returns a date value with valid days, times and time zone, and the matching type. Returns undefined if its first day is invalid. */
export function cleanDate(value: unknown): DateValue | undefined {
  if (!isObject(value)) return undefined
  const start = readDay(value.start_date)
  if (start === undefined) return undefined
  const end = readDay(value.end_date)
  const startTime = readTime(value.start_time)
  const endTime = end === undefined ? undefined : readTime(value.end_time)
  const isTimed = startTime !== undefined || endTime !== undefined
  return {
    type: `${isTimed ? 'datetime' : 'date'}${end === undefined ? '' : 'range'}`,
    start_date: start,
    ...(startTime !== undefined && { start_time: startTime }),
    ...(end !== undefined && { end_date: end }),
    ...(endTime !== undefined && { end_time: endTime }),
    ...(isTimeZone(value.time_zone) && { time_zone: value.time_zone }),
  }
}

function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && parseDay(value) !== undefined ? value : undefined
}

/** Returns a time as `HH:mm`. */
function readTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? TIME.exec(value)?.[0] : undefined
  return time?.padStart(5, '0')
}

/** Caches valid time zones. Names are in lower case, so that spelling variants do not grow the cache. */
const zones = new Set<string>()

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > 64) return false
  const name = value.toLowerCase()
  if (zones.has(name) || parseOffset(value) !== undefined) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
  zones.add(name)
  return true
}
