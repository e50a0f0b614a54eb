import { formatDate, formatInstant, toDateValue } from './dates'
import { formatNumber, parseNumber } from './numbers'
import type { DateValue, Format, Id, Piece, PropertySchema, RichText } from './record-map'
import { plainText } from './text'

export interface FileValue {
  name: string
  source: string
}

/** What a property holds, whatever its type; an empty property is undefined. */
export type Value =
  | { type: 'text'; text: string }
  | { type: 'number'; number: number; format?: string }
  | { type: 'checkbox'; checked: boolean }
  | { type: 'options'; options: string[] }
  | { type: 'date'; date: DateValue }
  | { type: 'instant'; instant: number }
  | { type: 'people'; ids: Id[] }
  | { type: 'pages'; ids: Id[] }
  | { type: 'files'; files: FileValue[] }
  | { type: 'list'; values: Value[] }

/** What turns a value's references into words. */
export interface Names {
  userName(id: Id): string | undefined
  /** Undefined: the page does not exist for this viewer. */
  pageTitle(id: Id): string | undefined
  locale: string
  /** IANA name; for dates without a zone. */
  timeZone: string
}

/** Stands for a mention or a date, whose matter is in a format. */
const MENTION = '‣'

function format(piece: Piece, kind: string): Format | undefined {
  return piece[1]?.find((each) => each[0] === kind)
}

/** Every value of one kind of format in a text, such as the page ids of its mentions. */
function formatValues(text: RichText, kind: string): string[] {
  return text.map((piece) => format(piece, kind)?.[1]).filter((value) => typeof value === 'string')
}

function rawText(text: RichText): string {
  return text.map(([piece]) => piece).join('')
}

/** Splits a stored list of options; one that contains commas is recognised when the schema lists it. */
function splitOptions(text: string, options: PropertySchema['options'] = []): string[] {
  const known = new Set(options.map((option) => option.value))
  const parts = text.split(',')
  const found: string[] = []
  for (let at = 0; at < parts.length; ) {
    const end = longestKnown(parts, at, known)
    const option = parts.slice(at, end).join(',').trim()
    if (option !== '' && !found.includes(option)) found.push(option)
    at = end
  }
  return found
}

/** Where the longest listed option that starts at a part ends; after that one part when none is listed. */
function longestKnown(parts: string[], start: number, known: ReadonlySet<string>): number {
  const longest = Math.min(parts.length, start + 20)
  for (let end = longest; end > start + 1; end--) {
    if (known.has(parts.slice(start, end).join(',').trim())) return end
  }
  return start + 1
}

function readSelect(text: string, options: PropertySchema['options']): string[] {
  const [first] = options?.some((option) => option.value === text) ? [text] : splitOptions(text, options)
  return first === undefined ? [] : [first]
}

function readFiles(text: RichText): FileValue[] {
  return text.flatMap((piece) => {
    const source = format(piece, 'a')?.[1]
    return typeof source === 'string' ? [{ name: piece[0].trim() || source, source }] : []
  })
}

/** Reads a stored property by its schema; only types that are stored, not computed ones such as formulas. */
export function readStored(text: RichText, schema: PropertySchema, names: Names): Value | undefined {
  switch (schema.type) {
    case 'number': {
      const raw = rawText(text)
      const number = parseNumber(raw)
      if (number === undefined) return asText(raw)
      return { type: 'number', number, ...(schema.number_format && { format: schema.number_format }) }
    }
    case 'checkbox':
      return { type: 'checkbox', checked: rawText(text) === 'Yes' }
    case 'select':
    case 'status':
      return notEmpty({ type: 'options', options: readSelect(rawText(text), schema.options) })
    case 'multi_select':
      return notEmpty({ type: 'options', options: splitOptions(rawText(text), schema.options) })
    case 'date': {
      const date = text.map((piece) => toDateValue(format(piece, 'd')?.[1])).find((value) => value !== undefined)
      return date ? { type: 'date', date } : asText(rawText(text).replaceAll(MENTION, ''))
    }
    case 'person':
      return notEmpty({ type: 'people', ids: formatValues(text, 'u') })
    case 'relation':
      return notEmpty({ type: 'pages', ids: formatValues(text, 'p').filter((id) => names.pageTitle(id) !== undefined) })
    case 'file':
      return notEmpty({ type: 'files', files: readFiles(text) })
    default:
      return asText(plainText(text, { user: names.userName, page: names.pageTitle }))
  }
}

/** A text value; undefined for a blank one. */
export function asText(text: string): Value | undefined {
  return text.trim() === '' ? undefined : { type: 'text', text }
}

/** The value, or undefined when it is a list of nothing. */
export function notEmpty(value: Value): Value | undefined {
  return itemCount(value) === 0 ? undefined : value
}

/** How many single values a value holds. */
export function itemCount(value: Value | undefined): number {
  switch (value?.type) {
    case undefined:
      return 0
    case 'options':
      return value.options.length
    case 'people':
    case 'pages':
      return value.ids.length
    case 'files':
      return value.files.length
    case 'list':
      return value.values.length
    default:
      return 1
  }
}

/** The single words that a value shows, in order; what has no name for this viewer is left out. */
export function valueWords(value: Value | undefined, names: Names): string[] {
  switch (value?.type) {
    case undefined:
      return []
    case 'text':
      return [value.text]
    case 'number':
      return [formatNumber(value.number, value.format, names.locale)]
    case 'checkbox':
      return [value.checked ? 'Yes' : 'No']
    case 'options':
      return value.options
    case 'date':
      return [formatDate(value.date, names)]
    case 'instant':
      return [formatInstant(value.instant, names)]
    case 'people':
      return value.ids.map((id) => names.userName(id)).filter((name) => name !== undefined)
    case 'pages':
      return value.ids.map((id) => names.pageTitle(id)).filter((title) => title !== undefined)
    case 'files':
      return value.files.map((file) => file.name)
    case 'list':
      return value.values.flatMap((each) => valueWords(each, names))
  }
}

/** A value as plain text. */
export function valueText(value: Value | undefined, names: Names): string {
  return valueWords(value, names).join(', ')
}
