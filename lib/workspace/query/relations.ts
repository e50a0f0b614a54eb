import type { Collection, Id, PropertySchema } from '../record-map'
import { toPlainText } from '../text'
import { isObject } from '../values'

/** How many collections the computed properties of a page may read. */
export const MAX_RELATED = 30

/** Returns the id of the collection that a relation points to; undefined if the relation does not name one. */
export function getRelatedCollection({ type, more = {} }: PropertySchema): Id | undefined {
  if (type !== 'relation') return undefined
  const pointer = isObject(more.collection_pointer) ? more.collection_pointer.id : undefined
  const id = pointer ?? more.collection_id
  return typeof id === 'string' ? id : undefined
}

/** Returns the properties of a collection that lead to a database which is not shared, with the name of that database if it is known. */
export function findUnsharedProperties(
  id: Id,
  collections: ReadonlyMap<Id, Collection>,
): { property: string; related?: string }[] {
  const { schema = {} } = collections.get(id) ?? {}
  return Object.values(schema).flatMap((property) => {
    const { name, type, more = {} } = property
    if (more.unshared !== true) return []
    const relation = type === 'rollup' ? schema[String(more.relation_property)] : property
    const related = collections.get((relation && getRelatedCollection(relation)) ?? '')?.name
    return [{ property: name, ...(related !== undefined && { related: toPlainText(related).trim() }) }]
  })
}
