import { toUuid } from '../../workspace/ids'
import type { Id, RichText } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Conversion } from './conversion'
import { readTime } from './dates'
import { convertParent, isInTrash } from './pages'
import { readPropertyId } from './properties'
import { convertRichText } from './rich-text'

/** A schema as record maps contain it. */
export type Schema = Readonly<Record<string, Fields>>

/** Types of properties with another name in record maps. */
const TYPES: Readonly<Record<string, string>> = {
  rich_text: 'text',
  people: 'person',
  files: 'file',
  unique_id: 'auto_increment_id',
}

/** How expressions name properties: `{{notion:block_property:`, the id of the property, and two ids of records. */
const REFERENCE = /\{\{notion:block_property:(.{1,200}?):[0-9a-f-]{36}:[0-9a-f-]{36}\}\}/gi
const REFERENCE_START = /\{\{\s*notion:block_property/i

/** Returns the record of a data source, which record maps call a collection. */
export function convertDataSource(source: Fields, database: Fields | undefined, conversion: Conversion): Fields {
  const shown = database ?? source
  const icon = conversion.readIcon(source.icon ?? shown.icon)
  const cover = conversion.readFile(source.cover ?? shown.cover)
  const description = convertRichText(shown.description, conversion)
  return {
    id: source.id,
    // The site uses the copy with the highest version.
    version: readTime(source.last_edited_time),
    ...convertParent(findDatabase(source, database)),
    alive: !isInTrash(source),
    name: convertName(source, database, conversion),
    ...(description.length > 0 && { description }),
    ...(icon !== undefined && { icon }),
    ...(cover !== undefined && { cover }),
    schema: convertSchema(source.properties),
  }
}

/** Returns the database that contains a data source. The parent of one that is synced from elsewhere is another data source. */
function findDatabase({ id, parent }: Fields, database: Fields | undefined): Fields {
  const { data_source_id: source, database_id: own } = isObject(parent) ? parent : {}
  const isListed = source !== undefined && list(database?.data_sources).some((each) => each.id === id)
  return { database_id: isListed ? database?.id : own }
}

/** A database with one data source shows its own title. */
function convertName(source: Fields, database: Fields | undefined, conversion: Conversion): RichText {
  const isOnly = database !== undefined && Array.isArray(database.data_sources) && database.data_sources.length === 1
  const own = convertRichText(isOnly ? database.title : source.title, conversion)
  return own.length > 0 ? own : convertRichText(source.title, conversion)
}

function convertSchema(properties: unknown): Record<string, Fields> {
  if (!isObject(properties)) return {}
  const schema: Record<string, Fields> = {}
  for (const property of Object.values(properties)) {
    const key = isObject(property) ? readPropertyId(property) : undefined
    if (key !== undefined && isObject(property)) schema[key] = convertProperty(property)
  }
  return schema
}

function convertProperty(property: Fields): Fields {
  const { name, type } = property
  const known = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : type
  const value = typeof type === 'string' && isObject(property[type]) ? property[type] : {}
  return { name, type: known, ...convertSettings(String(type), value) }
}

function convertSettings(type: string, value: Fields): Fields {
  switch (type) {
    case 'number':
      return typeof value.format === 'string' && value.format !== 'number' ? { number_format: value.format } : {}
    case 'select':
    case 'multi_select':
      return { options: convertOptions(value.options) }
    case 'status':
      return { options: convertOptions(value.options), groups: convertGroups(value.groups) }
    case 'relation':
      return convertRelation(value)
    case 'rollup':
      return convertRollup(value)
    case 'unique_id':
      return typeof value.prefix === 'string' ? { prefix: value.prefix } : {}
    case 'formula':
      return { formula2: convertFormula(value) }
    default:
      return {}
  }
}

/**
 * Returns what a formula refers to, so that one that shows a password is found. The expression cannot be evaluated;
 * rows contain the result. Without `code` it is unknown what the result contains.
 */
function convertFormula({ expression }: Fields): Fields {
  if (typeof expression !== 'string') return {}
  const found = [...expression.matchAll(REFERENCE)].map(([, id = '']) => id)
  if (found.length < expression.split(REFERENCE_START).length - 1) return {}
  return { code: [expression, ...new Set(found.flatMap((id) => [id, readPropertyId({ id }) ?? id]))] }
}

function convertRelation({ data_source_id: id, dual_property: dual }: Fields): Fields {
  return {
    collection_id: id,
    collection_pointer: { id, table: 'collection' },
    ...(isObject(dual) && { property: readPropertyId({ id: dual.synced_property_id }) }),
  }
}

function convertRollup({ relation_property_id: relation, rollup_property_id: target, function: name }: Fields): Fields {
  return {
    relation_property: readPropertyId({ id: relation }),
    target_property: readPropertyId({ id: target }),
    aggregation: name,
  }
}

function convertOptions(options: unknown): Fields[] {
  return list(options).map(({ id, name, color }) => ({ id, value: name, color }))
}

function convertGroups(groups: unknown): Fields[] {
  return list(groups).map(({ id, name, color, option_ids }) => ({ id, name, color, optionIds: option_ids }))
}

/** Limits the requests for each database. */
const MAX_COLUMNS = 20

/** What is known of columns that Notion leaves out of a schema. */
interface Hints {
  /** The schema of the last copy. */
  former: unknown
  /** The views of the database: objects of the API, or records of the last copy. */
  views: readonly Fields[]
  isShared: (source: Id) => Promise<boolean>
}

/**
 * Marks columns as `unshared` whose values are unknown because they lead to a database that is not shared, and adds
 * those that Notion leaves out for this reason: columns of the last copy, and columns that views name. Without them, a
 * column that decides on access would look as if it did not exist, and the rows would become public.
 */
export async function markUnsharedColumns(schema: Schema, { former, views, isShared }: Hints): Promise<Schema> {
  const marked: Record<string, Fields> = {}
  const mark = (key: string, property: Fields) => {
    marked[key] = { ...property, unshared: true }
  }
  const isThere = (key: unknown) => Object.hasOwn(schema, String(key))
  // Only a column that exists has a name. It may be a relation or a rollup.
  for (const [key, name] of listNamedColumns(views)) if (!isThere(key)) mark(key, { name, type: 'relation' })
  const omitted = Object.entries(isObject(former) ? former : {}).filter(
    (entry): entry is [string, Fields] => isObject(entry[1]) && !isThere(entry[0]),
  )
  const isWhole = views.every(({ object }) => object === 'view')
  let requests = 0
  for (const [key, property] of [...Object.entries(schema), ...omitted].filter(([, { type }]) => type === 'relation')) {
    const source = toUuid(property.collection_id)
    if (source === undefined) {
      // A column that only a view named. The views that are not new may still name it.
      if (property.unshared === true && !isWhole) mark(key, property)
    } else if (requests++ >= MAX_COLUMNS ? !isThere(key) : !(await isShared(source))) mark(key, property)
  }
  for (const [key, property] of [...Object.entries(schema), ...omitted]) {
    const { type, relation_property: relation } = property
    const isUnknown = Object.hasOwn(marked, String(relation)) || (isThere(key) && !isThere(relation))
    if (type === 'rollup' && isUnknown) mark(key, property)
  }
  return { ...schema, ...marked }
}

function listNamedColumns(views: readonly Fields[]): [key: string, name: string][] {
  return views.flatMap(({ object, configuration }) => {
    const listed: unknown = object === 'view' && isObject(configuration) ? configuration.properties : undefined
    return (Array.isArray(listed) ? listed.filter(isObject) : []).flatMap(
      ({ property_id, property_name: name }): [string, string][] => {
        const key = readPropertyId({ id: property_id })
        return key !== undefined && typeof name === 'string' && name !== '' ? [[key, name]] : []
      },
    )
  })
}

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
