import { toSafeIcon, toSafeImageAddress } from '../address'
import type { Collection, Id, PropertySchema, SelectOption } from '../record-map'
import { type Fields, isObject, isSafeKey, parseColor, readIdentifier, readNumberWithin } from '../values'
import { cleanParent } from './block'
import type { Note } from './changes'
import { cleanSettings } from './json'
import { reduceText } from './page-addresses'
import { cleanName } from './string'
import { cleanText } from './text'
import { cleanDisplay } from './view'

const MAX_PROPERTIES = 1000
const MAX_OPTIONS = 10_000

/** Returns a collection in which every field has its declared type, or undefined if it is in the trash. */
export function cleanCollection(id: Id, record: Fields, note: Note): Collection | undefined {
  if (record.alive === false) {
    note('deleted')
    return undefined
  }
  const collection: Collection = {
    id,
    version: readNumberWithin(record.version, 0, Number.MAX_SAFE_INTEGER) ?? 0,
    name: reduceText(cleanText(record.name, note, 'name') ?? []),
    ...cleanParent(record, note),
    schema: cleanSchema(record.schema, note),
    format: cleanDisplay(record.format, note),
  }
  const description = reduceText(cleanText(record.description, note, 'description') ?? [])
  if (description !== undefined && description.length > 0) collection.description = description
  const icon = cleanImage(record.icon, toSafeIcon, note, 'icon')
  if (icon !== undefined) collection.icon = icon
  const cover = cleanImage(record.cover, toSafeImageAddress, note, 'cover')
  if (cover !== undefined) collection.cover = cover
  return collection
}

type AddressReader = (value: unknown) => string | undefined

function cleanImage(value: unknown, read: AddressReader, note: Note, field: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const cleaned = read(value)
  if (cleaned === undefined) note('unsafe-address', field)
  return cleaned
}

function cleanSchema(value: unknown, note: Note): Record<string, PropertySchema> {
  const schema: Record<string, PropertySchema> = {}
  if (isObject(value)) {
    const entries = Object.entries(value)
    if (entries.length > MAX_PROPERTIES) note('too-many', 'schema')
    for (const [key, property] of entries.slice(0, MAX_PROPERTIES)) {
      if (!isSafeKey(key)) note('unsafe-key', 'schema')
      else if (!isObject(property)) note('wrong-type', `schema/${key}`)
      else schema[key] = cleanProperty(key, property, note)
    }
  } else {
    note('wrong-type', 'schema')
  }
  if (!Object.values(schema).some((property) => property.type === 'title'))
    schema.title = { name: 'Name', type: 'title' }
  return schema
}

function cleanProperty(key: string, record: Fields, note: Note): PropertySchema {
  const { name: rawName, type: rawType, options: rawOptions, number_format: rawFormat, ...rest } = record
  const field = `schema/${key}`
  const type = readIdentifier(rawType)
  const name = cleanName(rawName)
  if (type === undefined) note('wrong-type', `${field}/type`)
  if (name === undefined) note('wrong-type', `${field}/name`)
  const property: PropertySchema = { name: name ?? key, type: type ?? 'text' }
  if (rawOptions !== undefined && rawOptions !== null)
    property.options = sortByGroups(cleanOptions(rawOptions, note, `${field}/options`), rest.groups)
  const format = readIdentifier(rawFormat)
  if (format !== undefined) property.number_format = format
  const more = cleanSettings(rest, note, field)
  if (Object.keys(more).length > 0) property.more = more
  return property
}

/** Sorts the options of a status as its menu shows them: by group, and in the order of each group. The others are last. */
function sortByGroups(options: SelectOption[], groups: unknown): SelectOption[] {
  if (!Array.isArray(groups)) return options
  const listed = groups.filter(isObject).flatMap(({ optionIds }) => (Array.isArray(optionIds) ? optionIds : []))
  const places = new Map(listed.map((id: unknown, place) => [id, place]).reverse() as [unknown, number][])
  const getPlace = ({ id }: SelectOption) => places.get(id) ?? places.size
  return options.toSorted((a, b) => getPlace(a) - getPlace(b))
}

function cleanOptions(value: unknown, note: Note, field: string): SelectOption[] {
  if (!Array.isArray(value)) {
    note('wrong-type', field)
    return []
  }
  if (value.length > MAX_OPTIONS) note('too-many', field)
  return value.slice(0, MAX_OPTIONS).flatMap((option) => {
    const name = isObject(option) ? cleanName(option.value) : undefined
    if (!isObject(option) || name === undefined) {
      note('wrong-type', field)
      return []
    }
    const color = parseColor(option.color)
    return [{ id: cleanName(option.id) ?? name, value: name, ...(color !== undefined && { color }) }]
  })
}
