import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Schema } from './filters'

/** The most columns whose databases are requested. */
const MOST_COLUMNS = 20

/**
 * Returns the schema with the columns of the last copy that Notion leaves out because they relate to a database that is not shared, marked
 * as `unshared`. Without them, a column that decides on access would look as if it had been removed, and the rows would become public.
 */
export async function keepUnsharedColumns(
  schema: Schema,
  former: unknown,
  isShared: (source: Id) => Promise<boolean>,
): Promise<Schema> {
  const gone = Object.entries(isObject(former) ? former : {}).filter(
    (entry): entry is [string, Fields] => isObject(entry[1]) && !Object.hasOwn(schema, entry[0]),
  )
  const kept: Record<string, Fields> = {}
  for (const [key, property] of gone.filter(([, { type }]) => type === 'relation').slice(0, MOST_COLUMNS)) {
    const source = toUuid(property.collection_id)
    if (source !== undefined && !(await isShared(source))) kept[key] = { ...property, unshared: true }
  }
  for (const [key, property] of gone) {
    const { type, relation_property: relation } = property
    if (type === 'rollup' && Object.hasOwn(kept, String(relation))) kept[key] = { ...property, unshared: true }
  }
  return { ...schema, ...kept }
}
