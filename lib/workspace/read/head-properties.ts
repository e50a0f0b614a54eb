import type { Collection, PropertySchema } from '../record-map'
import { isObject } from '../values'

/** Property types that are controls for editors, without content to read. */
const NOTHING_TO_READ: ReadonlySet<string> = new Set(['button', 'verification'])

/** Whether a property has content that a visitor can read. */
export function isReadable(schema: PropertySchema | undefined): schema is PropertySchema {
  return schema !== undefined && !NOTHING_TO_READ.has(schema.type)
}

export interface HeadProperty {
  id: string
  schema: PropertySchema
}

/** Returns the visible properties in the header of a row's page: first those that the collection arranges, then the others. */
export function getHeadProperties({ schema, format }: Collection): HeadProperty[] {
  const arranged = readRecords(format.collection_page_properties)
  const hidden = new Set<unknown>(arranged.filter(({ visible }) => visible === false).map(({ property }) => property))
  const visibility = new Map(readRecords(format.property_visibility).map((each) => [each.property, each.visibility]))
  const ids = new Set<unknown>([...arranged.map(({ property }) => property), ...Object.keys(schema)])
  return [...ids].flatMap((id) => {
    const property = typeof id === 'string' && Object.hasOwn(schema, id) ? schema[id] : undefined
    if (typeof id !== 'string' || !isReadable(property) || hidden.has(id) || visibility.get(id) === 'hide') return []
    return [{ id, schema: property }]
  })
}

const readRecords = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
