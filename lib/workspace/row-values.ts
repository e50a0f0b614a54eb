import { aggregate, isAggregator } from './aggregate'
import { evaluateFormula } from './formula'
import { asText, type Names, notEmpty, readStored, type Value } from './property-values'
import type { Block, Id, PropertySchema } from './record-map'

/** Reads any property of a row, stored or computed; undefined when it is empty or the collection has no such property. */
export type ReadValue = (row: Block, property: string) => Value | undefined

export interface RowWorld {
  schema: Record<string, PropertySchema>
  /** The rows that exist for this viewer. */
  rows: Block[]
  names: Names
  /** Milliseconds since 1970; what `now` in a formula means. */
  now: number
}

/** Rows that one rollup follows at most, and rollups or formulas that may lead to one another. */
const MAX_RELATED = 2000
const MAX_CHAIN = 20

/** Makes the reader of a collection's rows. It remembers what it computed; a formula or rollup that needs itself is empty. */
export function rowReader({ schema, rows, names, now }: RowWorld): ReadValue {
  const byId = new Map<Id, Block>(rows.map((row) => [row.id, row]))
  const known = new Map<Block, Map<string, Value | undefined>>()
  let chain = 0

  function read(row: Block, property: string): Value | undefined {
    const column = Object.hasOwn(schema, property) ? schema[property] : undefined
    if (column === undefined) return undefined
    const values = known.get(row) ?? new Map<string, Value | undefined>()
    known.set(row, values)
    if (values.has(property) || chain >= MAX_CHAIN) return values.get(property)
    values.set(property, undefined)
    chain += 1
    const value = readColumn(row, property, column)
    chain -= 1
    values.set(property, value)
    return value
  }

  function readColumn(row: Block, property: string, column: PropertySchema): Value | undefined {
    const stored = Object.hasOwn(row.properties, property) ? row.properties[property] : undefined
    switch (column.type) {
      case 'created_time':
        return instant(row.created_time)
      case 'last_edited_time':
        return instant(row.last_edited_time)
      case 'created_by':
        return row.created_by_id ? { type: 'people', ids: [row.created_by_id] } : undefined
      case 'last_edited_by':
        return row.last_edited_by_id ? { type: 'people', ids: [row.last_edited_by_id] } : undefined
      case 'auto_increment_id':
        return numbered(stored?.map(([text]) => text).join(''), column)
      case 'formula':
        // A result that came with the data is the workspace's own, and right by definition.
        if (stored) return readStored(stored, { ...column, type: 'text' }, names)
        return withFormat(
          evaluateFormula(column.more?.formula, { property: (id) => read(row, id), names, now }),
          column,
        )
      case 'rollup':
        return rollup(row, column)
      case 'checkbox':
        return { type: 'checkbox', checked: stored?.[0]?.[0] === 'Yes' }
      default:
        return stored && readStored(stored, column, names)
    }
  }

  function rollup(row: Block, { more = {} }: PropertySchema): Value | undefined {
    const { relation_property: relation, target_property: target, aggregation, rollup_type: kind } = more
    if (typeof relation !== 'string' || typeof target !== 'string') return undefined
    const related = read(row, relation)
    if (related?.type !== 'pages') return undefined
    const reachable = related.ids.slice(0, MAX_RELATED).map((id) => byId.get(id))
    const values = reachable.flatMap((page) => (page ? [read(page, target)] : []))
    if (values.length === 0) return undefined
    const aggregator = [aggregation, kind].find(isAggregator)
    if (aggregator !== undefined) return aggregate(aggregator, values, names)
    return notEmpty({ type: 'list', values: values.filter((value) => value !== undefined) })
  }

  return read
}

function instant(ms: number): Value | undefined {
  return ms > 0 ? { type: 'instant', instant: ms } : undefined
}

function numbered(text: string | undefined, { more }: PropertySchema): Value | undefined {
  const prefix = more?.prefix
  return asText(text && typeof prefix === 'string' && prefix !== '' ? `${prefix}-${text}` : (text ?? ''))
}

function withFormat(value: Value | undefined, { number_format }: PropertySchema): Value | undefined {
  return value?.type === 'number' && number_format ? { ...value, format: number_format } : value
}
