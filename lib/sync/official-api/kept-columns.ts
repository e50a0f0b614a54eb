import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Schema } from './filters'
import { readPropertyId } from './properties'

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
