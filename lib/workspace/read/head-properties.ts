import type { Collection, PropertySchema } from '../record-map'
import { isObject } from '../values'

/** Properties that do something for editors and hold nothing to read. */
const NOTHING_TO_READ: ReadonlySet<string> = new Set(['button', 'verification'])

/** Whether a property holds something that a visitor can read. */
export function isReadable(schema: PropertySchema | undefined): schema is PropertySchema {
  return schema !== undefined && !NOTHING_TO_READ.has(schema.type)
}

export interface HeadProperty {
  id: string
  schema: PropertySchema
}

/** The properties that the head of a row's own page does not hide: those that the collection arranges, then the rest of its schema. */
export function getHeadProperties({ schema, format }: Collection): HeadProperty[] {
  const arranged = recordsIn(format.collection_page_properties)
  const hidden = new Set<unknown>(arranged.filter(({ visible }) => visible === false).map(({ property }) => property))
  const visibility = new Map(recordsIn(format.property_visibility).map((each) => [each.property, each.visibility]))
  const ids = new Set<unknown>([...arranged.map(({ property }) => property), ...Object.keys(schema)])
  return [...ids].flatMap((id) => {
    const property = typeof id === 'string' && Object.hasOwn(schema, id) ? schema[id] : undefined
    if (typeof id !== 'string' || !isReadable(property) || hidden.has(id) || visibility.get(id) === 'hide') return []
    return [{ id, schema: property }]
  })
}

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
