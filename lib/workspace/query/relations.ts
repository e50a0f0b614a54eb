import type { Collection, Id, PropertySchema } from '../record-map'
import { collectReferences, hasUnknownExpression, isComputed, isReferredTo } from '../references'
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

type Schema = Record<string, PropertySchema>

/**
 * Finds the collections that the computed properties of some collections read: rollups read their values, and stored results of formulas
 * may depend on their rows. Collections are added one after the other, because each may lead to others.
 */
export class ReadCollections {
  readonly #schemas: Schema[] = []
  readonly #requested = new Set<Id>()
  /** Ids and names of the properties that are read. */
  readonly #references = new Set<string>()
  /** Computed properties of added collections that no property is known to read. */
  readonly #unread = new Set<[id: string, property: PropertySchema]>()
  /** Whether a formula with an unknown expression is read, so that any property may be. */
  #isUnknown = false

  /** Adds a collection. All computed properties of a shown collection are read; of others, those that a read property refers to. */
  add(id: Id, schema: Schema, isShown: boolean): void {
    this.#requested.add(id)
    this.#schemas.push(schema)
    for (const entry of Object.entries(schema)) {
      if (!isComputed(entry[1])) continue
      if (isShown) this.#read(entry[1])
      else this.#unread.add(entry)
    }
  }

  /** Returns the id of the next collection to add, each once; undefined if there are no more. */
  next(): Id | undefined {
    this.#readReferred()
    for (const schema of this.#schemas) {
      for (const [id, property] of Object.entries(schema)) {
        const to = getRelatedCollection(property)
        if (to === undefined || this.#requested.has(to) || !this.#isRead(id, property)) continue
        this.#requested.add(to)
        return to
      }
    }
    return undefined
  }

  /** Reads the computed properties to which those that are read refer. */
  #readReferred(): void {
    for (let isChanged = true; isChanged; ) {
      isChanged = false
      for (const entry of this.#unread) {
        if (!this.#isRead(...entry)) continue
        this.#unread.delete(entry)
        this.#read(entry[1])
        isChanged = true
      }
    }
  }

  #isRead(id: string, property: PropertySchema): boolean {
    return this.#isUnknown || isReferredTo(id, property, this.#references)
  }

  #read(property: PropertySchema): void {
    for (const each of collectReferences(property)) this.#references.add(each)
    this.#isUnknown ||= hasUnknownExpression(property)
  }
}
