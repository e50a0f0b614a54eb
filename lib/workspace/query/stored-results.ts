import type { Budget } from '../budget'
import type { Block, Id, PropertySchema } from '../record-map'
import { collectReferences, hasUnknownExpression, isAmbiguous, isComputed, isReferredTo } from '../references'
import { collectPageIds } from '../text'

type Schema = Record<string, PropertySchema>

/** What a computed property may read, directly or through other computed properties. */
interface Reach {
  /** Ids and names of properties, and other texts of its settings. */
  references: ReadonlySet<string>
  /** Whether an expression on the way is unknown, so that any property may be read. */
  isUnknown: boolean
}

/** Returns a function that returns what a property reaches through the computed properties of some collections. */
function createReachFinder(schemas: Iterable<Schema>): (property: PropertySchema) => Reach {
  const byReference = new Map<string, PropertySchema[]>()
  const ambiguous: PropertySchema[] = []
  for (const schema of schemas) {
    for (const [id, property] of Object.entries(schema)) {
      if (!isComputed(property)) continue
      for (const reference of new Set([id, property.name])) pushTo(byReference, reference, property)
      if (isAmbiguous(property.name)) ambiguous.push(property)
    }
  }
  return (property) => {
    const references = collectReferences(property)
    const reached = new Set([property])
    const reach = (next: PropertySchema) => {
      if (reached.has(next)) return
      reached.add(next)
      for (const each of collectReferences(next)) references.add(each)
    }
    for (const next of ambiguous) reach(next)
    // The loop also visits the references that are added meanwhile.
    for (const reference of references) for (const next of byReference.get(reference) ?? []) reach(next)
    return { references, isUnknown: [...reached].some(hasUnknownExpression) }
  }
}

/** Returns the ids of the relations among the properties of a collection that may be read. */
function findReachedRelations(schema: Schema, { references, isUnknown }: Reach): string[] {
  return Object.entries(schema).flatMap(([id, property]) =>
    property.type === 'relation' && (isUnknown || isReferredTo(id, property, references)) ? [id] : [],
  )
}

/** Returns a function that returns whether the value of a property of a collection depends on relations, or on a password. */
export function createRelationFinder(
  { schema, passwords }: { schema: Schema; passwords?: object },
  related: Iterable<{ schema: Schema }>,
): (id: string) => boolean {
  const findReach = createReachFinder([schema, ...[...related].map((each) => each.schema)])
  return (id) => {
    const property = Object.hasOwn(schema, id) ? schema[id] : undefined
    // Properties with passwords, and those that lead to them, were removed from the schema.
    if (property === undefined) return passwords !== undefined
    return (
      property.type === 'relation' ||
      (isComputed(property) && findReachedRelations(schema, findReach(property)).length > 0)
    )
  }
}

/** Rows of a collection, of which only the relations are read. */
export interface RelatedRows {
  schema: Schema
  rows: readonly Block[]
}

/**
 * Whether a viewer may see the result of a property that Notion computed and stored with a row. Notion computes it from all rows to which
 * the row relates, also from those that the viewer may not read.
 */
export type MayShowResult = (row: Block, property: PropertySchema, schema: Schema) => boolean

/**
 * Creates the check for one viewer. A result may be shown if the viewer may read all rows that its expression may reach through relations.
 * `isReadable` is asked about related rows; without it, exactly the given rows are readable. The work is linear in the number of rows and
 * relations for each property; after the budget is spent, no result that reaches a relation is shown.
 */
export function createResultCheck(
  collections: Iterable<RelatedRows>,
  budget: Budget,
  isReadable?: (row: Id) => boolean,
): MayShowResult {
  const all = [...new Set(collections)]
  let findReach: ReturnType<typeof createReachFinder> | undefined
  const withheld = new Map<PropertySchema, ReadonlySet<Id> | 'all' | 'none'>()
  let known: ReadonlySet<Id> | undefined

  function findWithheld(property: PropertySchema, schema: Schema): ReadonlySet<Id> | 'all' | 'none' {
    findReach ??= createReachFinder(all.map((each) => each.schema))
    const reach = findReach(property)
    if (!budget.spend(reach.references.size)) return 'all'
    const own = findReachedRelations(schema, reach)
    if (own.length === 0) return 'none'
    known ??= new Set(all.flatMap(({ rows }) => rows.map(({ id }) => id)))
    const mayRead = isReadable ?? ((id: Id) => known?.has(id) === true)
    const relating = new Map<Id, Id[]>()
    const found = new Set<Id>()
    for (const { schema: other, rows } of all) {
      const relations = findReachedRelations(other, reach)
      if (relations.length === 0) continue
      if (!budget.spend(rows.length * relations.length)) return 'all'
      // The rows of a relation to a database that is not shared do not contain its values.
      const isUnshared = relations.some((id) => other[id]?.more?.unshared === true)
      for (const row of rows) {
        if (isUnshared) found.add(row.id)
        for (const relation of relations) {
          const value = Object.hasOwn(row.properties, relation) ? row.properties[relation] : undefined
          const ids = collectPageIds(value ?? [])
          if (!budget.spend(ids.length)) return 'all'
          for (const to of ids) {
            if (!mayRead(to)) found.add(row.id)
            else pushTo(relating, to, row.id)
          }
        }
      }
    }
    // The loop also visits the rows that are added meanwhile.
    for (const row of found) for (const from of relating.get(row) ?? []) found.add(from)
    return found
  }

  return (row, property, schema) => {
    const ids = withheld.get(property) ?? findWithheld(property, schema)
    withheld.set(property, ids)
    return ids === 'none' || (ids !== 'all' && !ids.has(row.id))
  }
}

function pushTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
