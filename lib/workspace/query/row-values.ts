import { BUDGETS, Budget } from '../budget'
import { getDay } from '../dates'
import { evaluateFormula, readResult } from '../formula/formula'
import { countItems, MORE, type Names, readStored, toListValue, toTextValue, type Value } from '../property-values'
import type { Block, Id, PropertySchema, RichText } from '../record-map'
import { isObject } from '../values'
import { aggregate, readAggregation } from './aggregate'
import { getRelatedCollection } from './relations'
import { createResultCheck, type MayShowResult } from './stored-results'

/** Returns a stored or computed property of a row; undefined if it is empty or unknown. */
export type ReadValue = (row: Block, property: string) => Value | undefined

/** A collection's properties, and the rows that the viewer may read. */
export interface Rows {
  schema: Record<string, PropertySchema>
  rows: Block[]
}

export interface RowContext extends Rows {
  /**
   * The collections that rollups read and that stored results of formulas may depend on, by id. A relation to a collection that is not
   * listed points to the current collection.
   */
  related?: ReadonlyMap<Id, Rows>
  /** Default: the viewer may see a result that depends on no other rows than these. */
  mayShowResult?: MayShowResult
  names: Names
  /** Milliseconds since 1970; what `now` in a formula means. */
  now: number
  /** The budget of formulas and rollups; default: {@link BUDGETS}. */
  budget?: Budget
}

/** The cost of reading one value for a rollup, in units of {@link Budget}. */
const READ_COST = 10
const TOO_COSTLY: Value = { type: 'text', text: MORE }
/** The value of a property that leads to a database which is not shared. It is not empty, because filters may depend on it. */
const UNKNOWN: Value = { type: 'text', text: '\uFFFD' }

/** Limits of the rows that one rollup reads, and of the length of a chain of formulas and rollups. */
const MAX_ROLLUP_ROWS = 2000
const MAX_CHAIN = 20

/** A collection with the function that reads its rows. */
interface Reader {
  schema: Record<string, PropertySchema>
  byId: ReadonlyMap<Id, Block>
  read: ReadValue
}

/**
 * Creates the reader of a collection's rows, which caches computed values. A formula or rollup that depends on itself is empty. After
 * the budget is spent, formulas and rollups return an ellipsis.
 */
export function createRowReader({
  related,
  names,
  now,
  budget = new Budget(BUDGETS.computed),
  mayShowResult,
  ...own
}: RowContext): ReadValue {
  const readers = new Map<Id, Reader>()
  const mayShow = mayShowResult ?? createResultCheck([own, ...(related?.values() ?? [])], budget)
  let chain = 0

  function createReader({ schema, rows }: Rows): Reader {
    // By property first: a map for each row would take most of the time of a large database.
    const cache = new Map<string, Map<Block, Value | undefined>>()
    const reader: Reader = { schema, byId: new Map(rows.map((row) => [row.id, row])), read }

    function read(row: Block, property: string): Value | undefined {
      const column = Object.hasOwn(schema, property) ? schema[property] : undefined
      if (column === undefined) return undefined
      const values = cache.get(property) ?? new Map<Block, Value | undefined>()
      cache.set(property, values)
      if (values.has(row) || chain >= MAX_CHAIN) return values.get(row)
      values.set(row, undefined)
      chain += 1
      const value = readColumn(row, property, column, reader)
      chain -= 1
      values.set(row, value)
      return value
    }
    return reader
  }

  function readColumn(row: Block, property: string, column: PropertySchema, reader: Reader): Value | undefined {
    if (column.more?.unshared === true) return UNKNOWN
    const stored = Object.hasOwn(row.properties, property) ? row.properties[property] : undefined
    switch (column.type) {
      case 'created_time':
        return createInstant(row.created_time)
      case 'last_edited_time':
        return createInstant(row.last_edited_time)
      case 'created_by':
        return row.created_by_id ? { type: 'people', ids: [row.created_by_id] } : undefined
      case 'last_edited_by':
        return row.last_edited_by_id ? { type: 'people', ids: [row.last_edited_by_id] } : undefined
      case 'auto_increment_id':
        return formatNumbered(stored?.map(([text]) => text).join(''), column)
      case 'formula':
        // Notion computed a stored result from all rows. For this viewer it is right only if the viewer may read them.
        if (stored && mayShow(row, column, reader.schema)) return readResult(stored, column, names)
        // The newer format is not a syntax tree, and an older formula stored beside it may be outdated.
        if (isObject(column.more?.formula2)) return undefined
        return addNumberFormat(
          evaluateFormula(column.more?.formula, { property: (id) => reader.read(row, id), names, now, budget }),
          column,
        )
      case 'rollup':
        return computeRollup(row, column, reader, stored)
      case 'checkbox':
        return { type: 'checkbox', checked: stored?.[0]?.[0] === 'Yes' }
      case 'verification':
        return stored && readVerification(stored, names, now)
      default:
        return stored && readStored(stored, column, names)
    }
  }

  function computeRollup(row: Block, column: PropertySchema, from: Reader, stored?: RichText): Value | undefined {
    const { relation_property: relation, target_property: target, aggregation, rollup_type: kind } = column.more ?? {}
    if (typeof relation !== 'string' || typeof target !== 'string') return undefined
    const calculation = readAggregation(aggregation) ?? readAggregation(kind)
    if (calculation === undefined && stored !== undefined && isCalculation(aggregation)) {
      // Notion computed the result from all related rows, like that of a formula.
      return mayShow(row, column, from.schema) ? readCalculated(stored, aggregation, names) : undefined
    }
    const pages = from.read(row, relation)
    if (pages?.type !== 'pages') return undefined
    const to = findReader(from.schema[relation]) ?? from
    const values: (Value | undefined)[] = []
    for (const id of pages.ids.slice(0, MAX_ROLLUP_ROWS)) {
      const page = to.byId.get(id)
      if (page === undefined) continue
      const value = to.read(page, target)
      if (!budget.spend(READ_COST * (1 + countItems(value)))) return TOO_COSTLY
      values.push(value)
    }
    if (values.length === 0) return undefined
    if (calculation !== undefined) return aggregate(calculation, values, names, to.schema[target])
    return toListValue(values)
  }

  /** Returns the reader of the collection that a relation points to. */
  function findReader(relation: PropertySchema | undefined): Reader | undefined {
    const id = relation && getRelatedCollection(relation)
    if (id === undefined) return undefined
    const known = readers.get(id)
    if (known !== undefined) return known
    const rows = related?.get(id)
    const made = rows && createReader(rows)
    if (made !== undefined) readers.set(id, made)
    return made
  }

  return createReader(own).read
}

function createInstant(ms: number): Value | undefined {
  return ms > 0 ? { type: 'instant', instant: ms } : undefined
}

/** Whether a rollup calculates something. Otherwise it shows the values of the related rows. */
const isCalculation = (aggregation: unknown): aggregation is string =>
  typeof aggregation === 'string' && aggregation !== '' && aggregation !== 'show_original' && aggregation !== 'none'

/** Reads the stored result of a calculation that the site does not know, or of which it does not know the settings. */
function readCalculated(stored: RichText, aggregation: string, names: Names): Value | undefined {
  const format = aggregation.startsWith('percent') ? { number_format: 'percent' } : {}
  const type = stored[0]?.[1]?.some(([kind]) => kind === 'd') ? 'date' : 'number'
  return readStored(stored, { name: '', type, ...format }, names)
}

/** Returns who verified a page, and from when to when; undefined after the last day. */
function readVerification(stored: RichText, names: Names, now: number): Value | undefined {
  const [people, date] = ['person', 'date'].map((type) => readStored(stored, { name: '', type }, names))
  if (date?.type !== 'date') return toListValue([people])
  const { end_date: last } = date.date
  return last !== undefined && last < getDay(now, names.timeZone) ? undefined : toListValue([people, date])
}

function formatNumbered(text: string | undefined, { more }: PropertySchema): Value | undefined {
  const prefix = more?.prefix
  return toTextValue(text && typeof prefix === 'string' && prefix !== '' ? `${prefix}-${text}` : (text ?? ''))
}

function addNumberFormat(value: Value | undefined, { number_format }: PropertySchema): Value | undefined {
  return value?.type === 'number' && number_format ? { ...value, format: number_format } : value
}
