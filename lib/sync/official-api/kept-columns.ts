import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Schema } from './filters'

/** Limits the requests for each database. */
const MOST_COLUMNS = 20

/**
 * Returns the schema with the relations to unshared databases, and their rollups, marked as `unshared`. Notion omits them, so they are
 * copied from the former schema. Otherwise a column that controls access would seem to be removed, and its rows would become public.
 */
export async function keepUnsharedColumns(
  schema: Schema,
  former: unknown,
  isShared: (source: Id) => Promise<boolean>,
): Promise<Schema> {
  const omitted = Object.entries(isObject(former) ? former : {}).filter(
    (entry): entry is [string, Fields] => isObject(entry[1]) && !Object.hasOwn(schema, entry[0]),
  )
  const kept: Record<string, Fields> = {}
  for (const [key, property] of omitted.filter(([, { type }]) => type === 'relation').slice(0, MOST_COLUMNS)) {
    const source = toUuid(property.collection_id)
    if (source !== undefined && !(await isShared(source))) kept[key] = { ...property, unshared: true }
  }
  for (const [key, property] of omitted) {
    const { type, relation_property: relation } = property
    if (type === 'rollup' && Object.hasOwn(kept, String(relation))) kept[key] = { ...property, unshared: true }
  }
  return { ...schema, ...kept }
}
