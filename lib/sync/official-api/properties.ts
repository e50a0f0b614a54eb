import { toUuid } from '../../workspace/ids'
import type { Piece, RichText } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Conversion } from './conversion'
import { convertDate } from './dates'
import { convertRichText } from './rich-text'

/** Stands for a value that Notion does not return whole. It is never empty, because access may depend on it. */
export const UNKNOWN: RichText = [['\uFFFD']]
/** Page objects contain this many references of one property. */
const MAX_REFERENCES = 25

/** The properties of a row, and the ids of those that must be requested by themselves because the page object cuts them. */
export interface ConvertedProperties {
  properties: Record<string, RichText>
  cut: string[]
}

/** Converts the properties of a page object. */
export function convertProperties(value: unknown, conversion: Conversion): ConvertedProperties {
  const converted: ConvertedProperties = { properties: {}, cut: [] }
  if (!isObject(value)) return converted
  for (const property of Object.values(value)) {
    if (!isObject(property)) continue
    const key = readPropertyId(property)
    if (key === undefined) continue
    const stored = convertValue(property, conversion)
    if (stored.length > 0) converted.properties[key] = stored
    if (isCut(property)) converted.cut.push(String(property.id))
  }
  return converted
}

/** Returns the key of a property in the schema. Notion encodes it as a part of an address. */
export function readPropertyId({ id }: Fields): string | undefined {
  if (typeof id !== 'string' || id === '') return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Converts one property value. Returns an empty text for an empty value. */
export function convertValue(property: Fields, conversion: Conversion): RichText {
  const type = String(property.type)
  const value = property[type]
  switch (type) {
    case 'title':
    case 'rich_text':
      return convertRichText(value, conversion)
    case 'number':
      return typeof value === 'number' ? [[String(value)]] : []
    case 'checkbox':
      return typeof value === 'boolean' ? [[value ? 'Yes' : 'No']] : []
    case 'url':
    case 'email':
    case 'phone_number':
      return typeof value === 'string' && value !== '' ? [[value, [['a', value]]]] : []
    case 'select':
    case 'status':
      return isObject(value) && typeof value.name === 'string' ? [[value.name]] : []
    case 'multi_select':
      return convertOptions(value)
    case 'date': {
      const date = convertDate(value, conversion)
      return date === undefined ? [] : [['‣', [['d', date]]]]
    }
    case 'people':
      return joinPieces(list(value).flatMap((person) => reference('u', conversion.addUser(person))))
    case 'relation':
      return joinPieces(list(value).flatMap(({ id }) => reference('p', toUuid(id))))
    case 'files':
      return joinPieces(list(value).flatMap((file) => convertFile(file, conversion)))
    case 'unique_id':
      return isObject(value) && typeof value.number === 'number' ? [[String(value.number)]] : []
    case 'verification':
      return convertVerification(value, conversion)
    case 'place':
      return convertPlace(value)
    case 'formula':
      return convertResult(value, conversion)
    case 'rollup':
      return convertRollup(value, conversion)
    default:
      // Buttons have no value; times and people of a page are fields of its block.
      return []
  }
}

function convertOptions(value: unknown): RichText {
  const names = list(value).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  return names.length === 0 ? [] : [[names.join(',')]]
}

function convertFile(file: Fields, conversion: Conversion): Piece[] {
  const address = conversion.readFile(file)
  if (address === undefined) return []
  return [[typeof file.name === 'string' && file.name !== '' ? file.name : address, [['a', address]]]]
}

/** Returns who verified a page, and from when to when; nothing for a page that is not verified. */
function convertVerification(value: unknown, conversion: Conversion): RichText {
  if (!isObject(value) || value.state !== 'verified') return []
  const date = convertDate(value.date, conversion)
  return [
    ...(isObject(value.verified_by) ? reference('u', conversion.addUser(value.verified_by)) : []),
    ...(date === undefined ? [] : [['‣', [['d', date]]] satisfies Piece]),
  ]
}

/** Returns the name and address of a place as a link to a map. */
function convertPlace(value: unknown): RichText {
  if (!isObject(value)) return []
  const { lat, lon } = value
  const names = [value.name, value.address].filter((part) => typeof part === 'string' && part !== '')
  if (typeof lat !== 'number' || typeof lon !== 'number') return names.length === 0 ? [] : [[names.join(', ')]]
  const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}`
  return [[names.join(', ') || `${lat}, ${lon}`, [['a', map]]]]
}

/** The result of a formula. */
function convertResult(value: unknown, conversion: Conversion): RichText {
  if (!isObject(value)) return UNKNOWN
  switch (value.type) {
    case 'string':
      return typeof value.string === 'string' && value.string !== '' ? [[value.string]] : []
    case 'boolean':
      return typeof value.boolean === 'boolean' ? [[value.boolean ? 'Yes' : 'No']] : []
    case 'number':
    case 'date':
      return convertValue(value, conversion)
    default:
      return UNKNOWN
  }
}

function convertRollup(value: unknown, conversion: Conversion): RichText {
  if (!isObject(value)) return UNKNOWN
  if (value.type === 'number' || value.type === 'date') return convertValue(value, conversion)
  if (value.type !== 'array') return UNKNOWN
  const items = list(value.array)
  if (items.length >= MAX_REFERENCES) return UNKNOWN
  return joinPieces(
    items.flatMap((item) => {
      const pieces = convertValue(item, conversion)
      return pieces.length === 1
        ? pieces
        : pieces.length === 0
          ? []
          : [[pieces.map(([text]) => text).join('')] as Piece]
    }),
  )
}

/** Whether a page object contains only a part of a value. Only relations have a flag for it. */
function isCut(property: Fields): boolean {
  const value = property[String(property.type)]
  switch (property.type) {
    case 'relation':
      return property.has_more === true
    case 'people':
      return list(value).length >= MAX_REFERENCES
    case 'title':
    case 'rich_text':
      return list(value).filter(({ type }) => type === 'mention').length >= MAX_REFERENCES
    default:
      return false
  }
}

const reference = (kind: 'u' | 'p', id: string | undefined): Piece[] => (id === undefined ? [] : [['‣', [[kind, id]]]])

/** Lists are separated by pieces with a comma. */
const joinPieces = (pieces: Piece[]): RichText =>
  pieces.flatMap((piece, at): Piece[] => (at === 0 ? [piece] : [[','], piece]))

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
