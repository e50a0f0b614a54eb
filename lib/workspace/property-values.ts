import { LIMITS } from './budget'
import { type DateStyle, formatDate, formatInstant, toDateValue } from './dates'
import { formatNumber, parseNumber } from './numbers'
import type { DateValue, Format, Id, Piece, PropertySchema, RichText, SelectOption } from './record-map'
import { toPlainText } from './text'

export interface FileValue {
  name: string
  source: string
}

/** The value of a property of any type. An empty property is undefined. */
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
  /** Single values, never nested lists. `cut`: there are more values, which are not shown. */
  | { type: 'list'; values: Value[]; cut?: true }

/** Replaces what exceeds a budget. */
export const MORE = '…'

/** Turns references in values into texts. */
export interface Names extends DateStyle {
  userName(id: Id): string | undefined
  /** Returns undefined if the viewer may not read the page. */
  pageTitle(id: Id): string | undefined
  /** Whether lists name a page to the viewer. Relations to other pages are left out. */
  isListed(id: Id): boolean
}

/** The placeholder of a mention or a date, whose content is in a format. */
const MENTION = '‣'

function findFormat(piece: Piece, kind: string): Format | undefined {
  return piece[1]?.find((each) => each[0] === kind)
}

/** Returns the values of one kind of format in a text, such as the page ids of its mentions. */
function getFormatValues(text: RichText, kind: string): string[] {
  return text.map((piece) => findFormat(piece, kind)?.[1]).filter((value) => typeof value === 'string')
}

function getRawText(text: RichText): string {
  return text.map(([piece]) => piece).join('')
}

/** An option of a property with its position. */
interface KnownOption extends SelectOption {
  place: number
}

const optionTables = new WeakMap<SelectOption[], ReadonlyMap<string, KnownOption>>()

/** Returns the options of a property by name. Cached for each list, because it is called for each cell. */
export function getOptionsByName({
  options = NO_OPTIONS,
}: Pick<PropertySchema, 'options'>): ReadonlyMap<string, KnownOption> {
  const known = optionTables.get(options)
  if (known !== undefined) return known
  const table = new Map<string, KnownOption>()
  for (const [place, option] of options.entries()) {
    if (!table.has(option.value)) table.set(option.value, { ...option, place })
  }
  optionTables.set(options, table)
  return table
}

const NO_OPTIONS: SelectOption[] = []

/** Splits a stored list of options. An option with commas is recognized if the schema contains it. */
function splitOptions(text: string, known: ReadonlyMap<string, unknown>): string[] {
  const parts = text.split(',')
  const found = new Set<string>()
  for (let at = 0; at < parts.length; ) {
    const end = findLongestKnown(parts, at, known)
    const option = parts.slice(at, end).join(',').trim()
    if (option !== '') found.add(option)
    at = end
  }
  return [...found]
}

/** Returns the end of the longest known option that starts at a part; without one, the end of that part. */
function findLongestKnown(parts: string[], start: number, known: ReadonlyMap<string, unknown>): number {
  const longest = Math.min(parts.length, start + 20)
  for (let end = longest; end > start + 1; end--) {
    if (known.has(parts.slice(start, end).join(',').trim())) return end
  }
  return start + 1
}

/**
 * Returns the names of the options in the stored text of a select, multi-select or status property. Options that were deleted from the
 * schema are left out. A schema without a list of options does not show which ones were deleted.
 */
export function readOptionNames(text: string, { type, options }: PropertySchema): string[] {
  const known = getOptionsByName({ options })
  const names = type !== 'multi_select' && known.has(text) ? [text] : splitOptions(text, known)
  const existing = options === undefined ? names : names.filter((name) => known.has(name))
  return type === 'multi_select' ? existing : existing.slice(0, 1)
}

function readFiles(text: RichText): FileValue[] {
  return text.flatMap((piece) => {
    const source = findFormat(piece, 'a')?.[1]
    return typeof source === 'string' ? [{ name: piece[0].trim() || source, source }] : []
  })
}

/** Reads a stored property by its schema. Computed types such as formulas are not stored. */
export function readStored(text: RichText, schema: PropertySchema, names: Names): Value | undefined {
  switch (schema.type) {
    case 'number': {
      const raw = getRawText(text)
      const number = parseNumber(raw)
      if (number === undefined) return toTextValue(raw)
      return { type: 'number', number, ...(schema.number_format && { format: schema.number_format }) }
    }
    case 'checkbox':
      return { type: 'checkbox', checked: getRawText(text) === 'Yes' }
    case 'select':
    case 'status':
    case 'multi_select':
      return omitEmpty({ type: 'options', options: readOptionNames(getRawText(text), schema) })
    case 'date': {
      const date = text.map((piece) => toDateValue(findFormat(piece, 'd')?.[1])).find((value) => value !== undefined)
      return date ? { type: 'date', date } : toTextValue(getRawText(text).replaceAll(MENTION, ''))
    }
    case 'person':
      return omitEmpty({ type: 'people', ids: getFormatValues(text, 'u') })
    case 'relation':
      return omitEmpty({
        type: 'pages',
        ids: getFormatValues(text, 'p').filter((id) => names.pageTitle(id) !== undefined && names.isListed(id)),
      })
    case 'file':
      return omitEmpty({ type: 'files', files: readFiles(text) })
    default:
      return toTextValue(
        toPlainText(text, { user: names.userName, page: names.pageTitle, date: (date) => formatDate(date, names) }),
      )
  }
}

/** Returns a text value; undefined for a blank text. */
export function toTextValue(text: string): Value | undefined {
  return text.trim() === '' ? undefined : { type: 'text', text }
}

/** Returns the value, or undefined if its list is empty. */
function omitEmpty(value: Value): Value | undefined {
  return countItems(value) === 0 ? undefined : value
}

/** Counts the single values in a value. */
export function countItems(value: Value | undefined): number {
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
      return value.values.length + Number(value.cut ?? false)
    default:
      return 1
  }
}

/** Returns the texts of the single values, in order. References without a name for the viewer are left out. */
export function getValueTexts(value: Value | undefined, names: Names): string[] {
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
      return [...value.values.flatMap((each) => getValueTexts(each, names)), ...(value.cut ? [MORE] : [])]
  }
}

/** Returns a flat list of the values, cut at {@link LIMITS}; undefined if there are none. */
export function toListValue(values: readonly (Value | undefined)[]): Value | undefined {
  const list: Value[] = []
  let [items, characters, cut] = [0, 0, false]
  const add = (value: Value | undefined): void => {
    if (value === undefined || cut) return
    if (value.type === 'list') {
      for (const each of value.values) add(each)
      cut ||= value.cut === true
      return
    }
    items += countItems(value)
    characters += value.type === 'text' ? value.text.length : 0
    cut = items > LIMITS.listed || characters > LIMITS.listedCharacters
    if (!cut) list.push(value)
  }
  for (const value of values) add(value)
  return list.length === 0 && !cut ? undefined : { type: 'list', values: list, ...(cut && { cut: true }) }
}

/** Formats a value as plain text, cut at {@link LIMITS}. */
export function formatValue(value: Value | undefined, names: Names): string {
  const [first = '', ...others] = getValueTexts(value, names)
  let text = first
  for (const word of others) {
    if (text.length + word.length > LIMITS.listedCharacters) return text.endsWith(MORE) ? text : `${text}, ${MORE}`
    text += `, ${word}`
  }
  return text
}
