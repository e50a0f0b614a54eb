import { canRestrict, findExactName, findNearNames, hasPublishedOption, isAccessWord } from '../protecting-names'
import type { Block, Collection, Id, PropertySchema, ProtectingName } from '../record-map'
import type { PageRecord } from '../stored'

/** A property that protected at an earlier preparation. */
interface KnownProperty {
  name: ProtectingName
  /** Whether a row had a value in it. */
  isFilled: boolean
  /** Set for a status with an option that publishes. If the option is deleted or renamed, the status still hides rows. */
  publishes?: true
}

/**
 * The properties that protect by their names, by the ids of their databases and their own, and the columns of `Access` tables, by the ids
 * of the tables. They still protect if they are renamed.
 */
export type KnownProperties = Readonly<Record<Id, Readonly<Record<string, KnownProperty>>>>

/** Marks simple tables that were the `Access` table at an earlier preparation, so that they still are if their heading is renamed. */
export function markAccessTables(blocks: Readonly<Record<Id, Block>>, before: KnownProperties = {}): void {
  for (const [id, columns] of Object.entries(before)) {
    const block = Object.hasOwn(blocks, id) ? blocks[id] : undefined
    const [column] = Object.keys(columns)
    if (block?.type === 'table' && column !== undefined) block.accessColumn = column
  }
}

/** Returns known properties together with the columns of the `Access` tables of pages. */
export function addAccessTables(
  known: KnownProperties,
  pages: Iterable<Pick<PageRecord, 'accessColumns'>>,
): KnownProperties {
  const all: Record<Id, Record<string, KnownProperty>> = { ...known }
  for (const { accessColumns = {} } of pages) {
    for (const [table, column] of Object.entries(accessColumns))
      all[table] = { [column]: { name: 'access', isFilled: true } }
  }
  return all
}

/** A property whose name does not protect, but probably should. */
export interface MisnamedProperty {
  collection: Id
  id: string
  /** Its current name. */
  property: string
  /** The protecting name that is meant. */
  name: ProtectingName
  /** `renamed` and `misspelt` properties protect, and a status that is `without-published`. One that is `near` does not. */
  why: 'renamed' | 'misspelt' | 'near' | 'without-published'
}

interface Content {
  collections: ReadonlyMap<Id, Collection>
  blocks: Iterable<Block>
  /** Whether everything could be read. Otherwise values and databases may be missing that exist. */
  isComplete: boolean
}

/** The types whose values each protecting name can read. Properties of other types close all rows, so that renaming them is a remedy. */
const TYPES: Record<Exclude<ProtectingName, 'password'>, readonly string[]> = {
  access: ['select', 'multi_select', 'text'],
  public: ['checkbox'],
  status: ['select', 'status'],
  'publish at': ['date'],
}

const TYPES_WITH_OPTIONS: ReadonlySet<string> = new Set(['select', 'status', 'multi_select'])

/**
 * Sets `protects` of the properties that protect under another name: those that were renamed since an earlier preparation, and those
 * whose name and options show which name is meant. Sets `lacksPublished` of statuses that lost the option that publishes. Returns them, with
 * properties of which only the name is near, and what is to be known at the next preparation. Called before passwords are removed. Changes
 * the schemas in place.
 */
export function markMisnamedProperties(
  { collections, blocks, isComplete }: Content,
  before: KnownProperties = {},
): { misnamed: MisnamedProperty[]; known: KnownProperties } {
  const misnamed: MisnamedProperty[] = []
  // Entries of what cannot be read now are kept.
  const known: Record<Id, Record<string, KnownProperty>> = isComplete ? {} : structuredClone({ ...before })
  const filled = collectFilled(blocks)
  for (const [collection, { schema, passwords = {} }] of collections) {
    const former = new Map(Object.entries(before[collection] ?? {}))
    const next = new Map(isComplete ? [] : former)
    for (const id of Object.keys(passwords)) next.set(id, { name: 'password', isFilled: true })
    const exact = new Set(Object.values(schema).map(({ name }) => findExactName(name)))
    if (Object.keys(passwords).length > 0) exact.add('password')
    for (const [id, property] of Object.entries(schema)) {
      delete property.protects
      delete property.lacksPublished
      const values = filled.get(collection)
      const isFilled = values?.has(id) ?? false
      const past = former.get(id)
      const exactName = findExactName(property.name)
      // A protecting name by which the property cannot protect does not replace the one that it had.
      const isNamed = exactName !== undefined && (!past || past.name === exactName || canProtect(exactName, property))
      const isRenamed = !isNamed && past !== undefined && !(isComplete && wasEmptied(property, past, isFilled, values))
      next.delete(id)
      const name = isNamed ? exactName : isRenamed ? past.name : undefined
      if (name === undefined) {
        const near = findNear(property, exact)
        if (near?.why === 'misspelt') property.protects = near.name
        if (near !== undefined) misnamed.push({ collection, id, property: property.name, ...near })
        continue
      }
      const same = past?.name === name ? past : undefined
      const lacksPublished = TYPES.status.includes(property.type) && lostPublished(property, same)
      if (isRenamed) property.protects = name
      if (lacksPublished) property.lacksPublished = true
      const why = lacksPublished ? 'without-published' : isRenamed ? 'renamed' : undefined
      if (why !== undefined) misnamed.push({ collection, id, property: property.name, name, why })
      if (same === undefined && !canProtect(name, property)) continue
      const publishes = name === 'status' && (same?.publishes === true || hasPublishedOption(property))
      next.set(id, { name, isFilled: isFilled || same?.isFilled === true, ...(publishes && { publishes }) })
    }
    delete known[collection]
    if (next.size > 0) known[collection] = Object.fromEntries(next)
  }
  return { misnamed, known }
}

/** Returns the ids of the properties that have a value in a row, by database. A database without rows has no entry. */
function collectFilled(blocks: Iterable<Block>): Map<Id, Set<string>> {
  const filled = new Map<Id, Set<string>>()
  for (const { parent_table, parent_id, alive, properties } of blocks) {
    if (parent_table !== 'collection' || !alive) continue
    const ids = filled.get(parent_id) ?? new Set()
    filled.set(parent_id, ids)
    for (const [id, value] of Object.entries(properties)) {
      if (value.some(([text]) => text.trim() !== '')) ids.add(id)
    }
  }
  return filled
}

/** Whether a property restricts access by its exact name, with values that it can read. */
function canProtect(name: ProtectingName, property: PropertySchema): boolean {
  if (name === 'password') return property.type !== 'title'
  if (!TYPES[name].includes(property.type)) return false
  return name !== 'status' || canRestrict(property)
}

/** Whether a status had an option that publishes rows, and has none now. */
const lostPublished = (property: PropertySchema, past?: KnownProperty): boolean =>
  past?.publishes === true && !hasPublishedOption(property)

/**
 * Whether an editor removed all values of a renamed property. An empty `Access` and `Status` and an unchecked `Public` close a row, so the
 * property must have had values before, and a checkbox is never empty. Notion also removes the values of a deleted option.
 */
function wasEmptied(property: PropertySchema, past: KnownProperty, isFilled: boolean, values?: Set<string>): boolean {
  const { name, isFilled: wasFilled } = past
  if (isFilled || name === 'public' || lostPublished(property, past)) return false
  if (name === 'password' || name === 'publish at') return true
  return wasFilled && values !== undefined
}

/** Returns the name that is meant. A database that has the exact name does not mean it by another one. */
function findNear(
  { name, type, options = [] }: PropertySchema,
  exact: ReadonlySet<ProtectingName | undefined>,
): Pick<MisnamedProperty, 'name' | 'why'> | undefined {
  if (type === 'title') return undefined
  const near = findNearNames(name).filter((each) => !exact.has(each.name))
  const hasAccessWords = TYPES_WITH_OPTIONS.has(type) && options.some(({ value }) => isAccessWord(value))
  const meant = near.find((each) => (type === 'checkbox' ? each.name === 'public' : hasAccessWords))
  if (meant !== undefined) return { name: meant.name, why: 'misspelt' }
  const close = near.find(({ isClose }) => isClose)
  return close && { name: close.name, why: 'near' }
}
