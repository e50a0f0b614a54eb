import type { Collection, Id, PropertySchema } from '../record-map'
import { isObject } from '../values'

/** Rollups may lead from collection to collection, but not without end. */
export const MOST_RELATED = 30

/** The collection whose pages a relation holds; undefined where it does not say. */
export function relatedCollection({ type, more = {} }: PropertySchema): Id | undefined {
  if (type !== 'relation') return undefined
  const pointer = isObject(more.collection_pointer) ? more.collection_pointer.id : undefined
  const id = pointer ?? more.collection_id
  return typeof id === 'string' ? id : undefined
}

/** The collections whose rows a schema's rollups read. */
export function rolledUpFrom({ schema }: Pick<Collection, 'schema'>): Id[] {
  const ids = Object.values(schema).flatMap(({ type, more }) => {
    const relation = type === 'rollup' ? more?.relation_property : undefined
    const property = typeof relation === 'string' && Object.hasOwn(schema, relation) ? schema[relation] : undefined
    return (property && relatedCollection(property)) ?? []
  })
  return [...new Set(ids)]
}
