import type { Piece, RichText } from '../../lib/workspace/record-map'
import { createStoredFormula } from './formula'
import { collectionId, createStableId, propertyId, spaceId } from './ids'
import { formatted, pageMention, rich, type User, userMention } from './inline'
import type { Cell, DatabaseNode, NamedFile, Options, PropertySpec } from './nodes'

/** Thrown for an invalid description. The message contains the place and how to fix it. */
export class SampleError extends Error {
  override name = 'SampleError'
}

/** Returns the id of a column of a database. */
export function columnId(database: DatabaseNode, name: string): string {
  const spec = database.schema[name]
  if (!spec) {
    const known = Object.keys(database.schema).join(', ')
    throw new SampleError(`The database “${database.name}” has no column “${name}”: use one of ${known}.`)
  }
  return spec.type === 'title' ? 'title' : propertyId(database.key, name)
}

/** Returns the options of a column in order; an empty list for other columns. */
export function getOptions(spec: PropertySpec): Options {
  if (spec.type === 'status') return Object.assign({}, ...Object.values(spec.groups))
  return spec.type === 'select' || spec.type === 'multi_select' ? spec.options : {}
}

const listed = (runs: RichText[]): RichText =>
  runs.flatMap((run, index): RichText => (index === 0 ? run : [[','], ...run]))

type Item = string | number | boolean | Piece | User | NamedFile

const isUser = (item: Item): item is User => typeof item === 'object' && 'given' in item
const isFile = (item: Item): item is NamedFile => typeof item === 'object' && 'source' in item
const isString = (item: Item): item is string => typeof item === 'string'
const isPiece = (item: Item): item is Piece => Array.isArray(item)

/** Returns a value of a row in the format of Notion. Errors contain `place`. */
export function createStoredCell(spec: PropertySpec, cell: Cell, place: string): RichText {
  const wrong = (wanted: string) => new SampleError(`${place} must be ${wanted}.`)
  const items: Item[] = Array.isArray(cell) ? cell : [cell]
  switch (spec.type) {
    case 'number':
    case 'auto_increment_id':
      if (typeof cell !== 'number') throw wrong('a number')
      return [[String(cell)]]
    case 'checkbox':
      if (typeof cell !== 'boolean') throw wrong('true or false')
      return [[cell ? 'Yes' : 'No']]
    case 'select':
    case 'status':
    case 'multi_select': {
      const known = getOptions(spec)
      const chosen = items.filter(isString)
      if (chosen.length < items.length || chosen.some((name) => !(name in known))) {
        throw wrong(`among ${Object.keys(known).join(', ')}`)
      }
      return [[chosen.join(',')]]
    }
    case 'person':
      if (!items.every(isUser)) throw wrong('a list of people')
      return listed(items.map(userMention))
    case 'file':
      if (!items.every(isFile)) throw wrong('a list of files')
      return listed(items.map(({ name, source }) => formatted(name, ['a', source])))
    case 'relation':
      if (!items.every(isString)) throw wrong('a list of page keys')
      return listed(items.map(pageMention))
    case 'url':
    case 'email':
    case 'phone_number':
      if (typeof cell !== 'string') throw wrong('a string')
      return formatted(cell, ['a', cell])
    case 'title':
    case 'text':
    case 'date':
      if (typeof cell === 'string' && spec.type !== 'date') return rich(cell)
      if (!items.every(isPiece)) throw wrong(spec.type === 'date' ? 'made with date()' : 'text')
      return items
    default:
      throw wrong('left out: the workspace works it out')
  }
}

const createStoredOptions = (columnKey: string, options: Options) =>
  Object.entries(options).map(([value, color]) => ({
    id: createStableId(`option/${columnKey}/${value}`),
    color,
    value,
  }))

/** Returns a column in the format of Notion. */
export function createStoredProperty(
  database: DatabaseNode,
  name: string,
  spec: PropertySpec,
  databases: ReadonlyMap<string, DatabaseNode>,
): Record<string, unknown> {
  const columnKey = `${database.key}/${name}`
  switch (spec.type) {
    case 'number':
      return {
        name,
        type: spec.type,
        ...(spec.format && { number_format: spec.format }),
        ...(spec.shape && { show_as: { type: spec.shape, color: spec.color ?? 'green', showValue: true } }),
      }
    case 'select':
    case 'multi_select':
      return { name, type: spec.type, options: createStoredOptions(columnKey, spec.options) }
    case 'status': {
      const groups = Object.entries(spec.groups).map(([group, options]) => ({
        id: createStableId(`group/${columnKey}/${group}`),
        name: group,
        color: group === 'Complete' ? 'green' : group === 'In progress' ? 'blue' : 'gray',
        optionIds: createStoredOptions(columnKey, options).map(({ id }) => id),
      }))
      const options = createStoredOptions(columnKey, getOptions(spec))
      return { name, type: spec.type, options, groups, defaultOption: options[0]?.value }
    }
    case 'formula':
      return {
        name,
        type: spec.type,
        formula: createStoredFormula(spec.formula, (column) => columnId(database, column)),
      }
    case 'relation': {
      const id = collectionId(spec.to)
      return { name, type: spec.type, collection_id: id, collection_pointer: { id, table: 'collection', spaceId } }
    }
    case 'rollup': {
      const relation = database.schema[spec.relation]
      const other = relation?.type === 'relation' ? databases.get(relation.to) : undefined
      if (!other)
        throw new SampleError(`The rollup “${columnKey}” needs a relation column: “${spec.relation}” is not one.`)
      return {
        name,
        type: spec.type,
        relation_property: columnId(database, spec.relation),
        target_property: columnId(other, spec.target),
        target_property_type: other.schema[spec.target]?.type,
        aggregation: spec.aggregation,
      }
    }
    case 'auto_increment_id':
      return { name, type: spec.type, prefix: spec.prefix }
    default:
      return { name, type: spec.type }
  }
}
