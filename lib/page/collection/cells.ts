import type { Cell, CellOf, Column, ColumnKind, FileCell, SharedValue } from '../../../islands/collection/data'
import { toSafeAddress, toSafeImageAddress } from '../../workspace/address'
import { formatDate, formatInstant, readDateFormats, toIsoDate, toIsoInstant } from '../../workspace/dates'
import {
  countItems,
  type FileValue,
  formatValue,
  getOptionsByName,
  type Names,
  type Value,
} from '../../workspace/property-values'
import type { ReadValue } from '../../workspace/query/row-values'
import { getStatusGroups } from '../../workspace/query/status-groups'
import type { CoverSource } from '../../workspace/read/shown-properties'
import type { Block, Id, PropertySchema, RichText } from '../../workspace/record-map'
import { isComputed } from '../../workspace/references'
import type { PreparedText, TextFormat } from '../prepared-text'
import { readNumber, readString } from '../read-values'
import type { ViewContext } from '../view-context'
import { resolveLink } from '../web-addresses'
import { type ColumnSettings, getColumnKind } from './columns'
import { getShare, readMeter } from './meters'

/** Prepares rich text for the browser. `blockId` is the block that contains the text. */
export type PrepareText = (text: RichText, blockId: Id) => PreparedText

interface CellContext {
  context: ViewContext
  names: Names
  prepareText: PrepareText
}

/** Creates the functions that turn the references in values into texts, for the viewer of a context. */
export function createNames(context: ViewContext): Names {
  return {
    userName: (id) => context.userName(id),
    pageTitle: (id) => context.pageLink(id)?.title,
    isListed: (id) => context.isListed(id),
    locale: context.locale,
    timeZone: context.timeZone,
  }
}

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i

/** Prepares a property of all rows: the column, and its cells in the order of the rows. Dates have the formats of a view, else of the property. */
export function prepareColumn(
  property: string,
  schema: PropertySchema,
  rows: Block[],
  read: (row: Block, property: string) => Value | undefined,
  { names, ...cellContext }: CellContext,
  { asCheckbox, ...formats }: ColumnSettings = readDateFormats(schema.more) ?? {},
): { column: Column; cells: Cell[] } {
  const written = { ...cellContext, names: { ...names, ...formats } }
  const values = rows.map((row) => read(row, property))
  const kind = isComputed(schema) ? getResultKind(values) : asCheckbox ? 'checkbox' : getColumnKind(schema)
  const isNumeric = kind === 'number' && values.every((value) => value === undefined || value.type === 'number')
  const meter = isNumeric ? readMeter(schema) : undefined
  if (meter !== undefined) {
    const cells = values.map((value): Cell => {
      return value?.type === 'number' ? { text: formatValue(value, names), share: getShare(value.number, meter) } : null
    })
    return { column: { name: schema.name, kind: 'meter', meter: meter.settings }, cells }
  }
  const shared = new SharedValues()
  const cells = rows.map((row, index) => prepareCell(kind, property, schema, row, values[index], written, shared))
  return { column: { name: schema.name, kind, ...(shared.values.length > 0 && { values: shared.values }) }, cells }
}

/** Values that several rows share. Each is sent once. */
class SharedValues {
  readonly values: SharedValue[] = []
  readonly #indexes = new Map<string, number>()

  /** Returns the index of the value of a key. Creates the value if it is new. */
  getIndex(key: string, make: () => SharedValue): number {
    const index = this.#indexes.get(key)
    if (index !== undefined) return index
    this.#indexes.set(key, this.values.length)
    return this.values.push(make()) - 1
  }
}

/** A formula or rollup is shown as numbers, checkboxes or dates if all its results are of that type, else as text. */
function getResultKind(values: (Value | undefined)[]): ColumnKind {
  const kinds = new Set(values.flatMap((value) => (value === undefined ? [] : [value.type])))
  const hasOnlyTypes = (...types: Value['type'][]) => kinds.size > 0 && [...kinds].every((kind) => types.includes(kind))
  if (hasOnlyTypes('number')) return 'number'
  if (hasOnlyTypes('checkbox')) return 'checkbox'
  return hasOnlyTypes('date', 'instant') ? 'date' : 'text'
}

function prepareCell(
  kind: ColumnKind,
  property: string,
  schema: PropertySchema,
  row: Block,
  value: Value | undefined,
  { context, names, prepareText }: CellContext,
  shared: SharedValues,
): Cell {
  if (schema.type === 'status' && kind === 'checkbox') return isComplete(value, schema)
  if (countItems(value) === 0) return null
  if (kind === 'title' || (kind === 'text' && (schema.type === 'text' || value?.type === 'text'))) {
    const stored = isComputed(schema) ? undefined : row.properties[property]
    const text = stored && schema.type !== 'auto_increment_id' ? prepareText(stored, row.id) : formatValue(value, names)
    return (kind === 'title' ? removeLinks(text) : text) || null
  }
  switch (value?.type) {
    case 'checkbox':
      return kind === 'checkbox' ? value.checked : formatValue(value, names)
    case 'options':
      return value.options.map((option) => shared.getIndex(option, () => toTag(option, schema)))
    case 'people':
      return toIndexes(value.ids, context.userName.bind(context), (text) => ({ text }), shared)
    case 'pages':
      if (kind !== 'pages') return formatValue(value, names) || null
      return toIndexes(value.ids, context.pageLink.bind(context), toPageValue, shared)
    case 'date':
      return kind === 'date'
        ? toDateCell(formatDate(value.date, names), toIsoDate(value.date, names.timeZone))
        : formatValue(value, names)
    case 'instant':
      return kind === 'date'
        ? toDateCell(formatInstant(value.instant, names), toIsoInstant(value.instant))
        : formatValue(value, names)
    case 'files':
      return value.files.map((file) => toFileCell(file, row, context))
    case 'text':
      if (kind === 'link') return toLinkCell(schema, value.text, context)
      return kind === 'date' ? { text: value.text } : value.text
    default:
      return formatValue(value, names) || null
  }
}

/** Whether a status is in the last of its groups, which Notion calls “Complete”. */
function isComplete(value: Value | undefined, schema: PropertySchema): boolean {
  const complete = getStatusGroups(schema).at(-1)?.options ?? []
  return value?.type === 'options' && value.options.some((option) => complete.includes(option))
}

function toTag(option: string, schema: PropertySchema): SharedValue {
  const color = getOptionsByName(schema).get(option)?.color
  return { text: option, ...(color && color !== 'default' && { color }) }
}

/** Returns the indexes of the items that the viewer may see; null if there are none. */
function toIndexes<Item>(
  ids: string[],
  find: (id: string) => Item | undefined,
  make: (item: Item) => SharedValue,
  shared: SharedValues,
): number[] | null {
  const found = ids.flatMap((id) => {
    const item = find(id)
    return item === undefined || item === '' ? [] : [shared.getIndex(id, () => make(item))]
  })
  return found.length === 0 ? null : [...new Set(found)]
}

function toPageValue({ title, path, icon }: { title: string; path: string; icon?: string }): SharedValue {
  return { text: title, path, ...(icon !== undefined && { icon }) }
}

function toDateCell(text: string, iso: string | undefined): CellOf['date'] {
  return { text, ...(iso !== undefined && { iso }) }
}

function toFileCell({ name, source }: FileValue, row: Block, context: ViewContext): FileCell {
  const href = toSafeAddress(context.fileAddress(source, row.id))
  const shown = name === source ? (getFileName(source) ?? name) : name
  if (href === undefined) return { name: shown }
  if (!isImageFile(name, source)) return { name: shown, href }
  return { name: shown, href, image: toSafeAddress(context.fileAddress(source, row.id, 384)) ?? href }
}

function isImageFile(name: string, source: string): boolean {
  return (
    [name, removeQuery(source)].some((each) => IMAGE.test(each)) || /^https:\/\/images\.unsplash\.com\//.test(source)
  )
}

function removeQuery(source: string): string {
  return source.replace(/[?#].*$/s, '')
}

function getFileName(source: string): string | undefined {
  return removeQuery(source).split('/').at(-1) || undefined
}

function toLinkCell({ type, more }: PropertySchema, raw: string, context: ViewContext): CellOf['link'] {
  const text = raw.trim()
  if (type === 'email') return /^[^\s@]+@[^\s@]+$/.test(text) ? { text, href: `mailto:${text}` } : { text }
  if (type === 'phone_number') {
    const digits = text.replace(/[^\d+]/g, '')
    return digits.length >= 3 ? { text, href: `tel:${digits}` } : { text }
  }
  const isBareHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u.test(text)
  const href = resolveLink(isBareHost ? `https://${text}` : text, context)
  if (href === undefined) return { text }
  if (more?.show_full_url === true) return { text, href }
  return { text: text.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''), href }
}

const LINKS: ReadonlySet<string> = new Set(['a', 'p', 'lm'] satisfies Exclude<TextFormat, string>[0][])

/** Removes links from a title, because the title is itself a link to its page. */
function removeLinks(text: PreparedText): PreparedText {
  if (typeof text === 'string') return text
  return text.map((piece) => {
    if (typeof piece === 'string') return piece
    const [content, ...formats] = piece
    const kept = formats.filter((format) => typeof format === 'string' || !LINKS.has(format[0]))
    return kept.length === 0 ? content : [content, ...kept]
  })
}

/** Returns a row's picture; null if it has none that a browser may load. */
export function prepareCover(
  source: CoverSource,
  row: Block,
  read: ReadValue,
  context: ViewContext,
  contentImage: (row: Block) => string | undefined,
): CellOf['cover'] | null {
  const image = findImage(source, row, read, contentImage)
  const address = toSafeImageAddress(image && context.fileAddress(image, row.id, 640))
  if (address === undefined) return null
  if (source.kind !== 'page') return { src: address }
  // Notion measures from the bottom of the picture, browsers from the top.
  const position =
    readNumber(row.format.card_cover_position, 0, 1) ?? readNumber(row.format.page_cover_position, 0, 1) ?? 0.5
  const percent = Math.round((1 - position) * 100)
  return { src: address, ...(percent !== 50 && { position: percent }) }
}

function findImage(
  source: CoverSource,
  row: Block,
  read: ReadValue,
  contentImage: (row: Block) => string | undefined,
): string | undefined {
  if (source.kind === 'page') return readString(row.format.page_cover)
  if (source.kind === 'content') return contentImage(row)
  const value = read(row, source.property)
  if (value?.type === 'files') return value.files.find((file) => isImageFile(file.name, file.source))?.source
  return value?.type === 'text' && isImageFile('', value.text) ? value.text : undefined
}
