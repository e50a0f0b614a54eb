import { getDay } from '../dates'
import { countItems, formatValue, getOptionsByName, type Names, type Value } from '../property-values'
import type { Block, CollectionView, PropertySchema } from '../record-map'
import { isComputed } from '../references'
import { getDateSpan } from './aggregate'
import { readWeekStart, resolveFilterDays } from './filter-dates'
import type { ReadValue } from './row-values'
import { findStatusGroup } from './status-groups'

/** A part of a filter that was ignored, and why. */
export interface FilterNote {
  reason: 'unknown property' | 'unknown operator' | 'unknown value' | 'malformed'
  property?: string
  operator?: string
}

export interface FilterContext {
  schema: Record<string, PropertySchema>
  read: ReadValue
  names: Names
  /** Milliseconds since 1970; what `today` means. */
  now: number
}

/** Whether a row passes; undefined if the test does not apply to it. */
type Test = (row: Block) => boolean | undefined

export interface Filter {
  keeps(row: Block): boolean
  /** False if the view has filters, and all of them were ignored. */
  understood: boolean
  notes: FilterNote[]
  /** The properties that the filters name, also in parts that were ignored. */
  properties: ReadonlySet<string>
  /** Whether a condition compares people with the current user, which is never true on the site. */
  comparesWithMe: boolean
}

const MAX_DEPTH = 50
/** Limits of tests per view and of values per test: each row is compared with all of them. */
const MAX_TESTS = 500
const MAX_WANTED = 1000

/** Combines a view's filter tree with its simple filters. Ignored parts do not hide any row. */
export function createViewFilter(view: CollectionView, context: FilterContext): Filter {
  const compiler = new FilterCompiler(context, readWeekStart(view))
  const simple = Array.isArray(view.format.property_filters) ? view.format.property_filters : []
  const tests = [view.query.filter, ...simple.map(unwrapFilter)].map((node) => compiler.compile(node, 0))
  const test = combine('and', tests)
  return {
    keeps: (row) => test?.(row) ?? true,
    understood: compiler.understood > 0 || compiler.notes.length === 0,
    notes: compiler.notes,
    properties: compiler.properties,
    comparesWithMe: compiler.comparesWithMe,
  }
}

function unwrapFilter(simple: unknown): unknown {
  return isRecord(simple) && isRecord(simple.filter) && 'filter' in simple.filter ? simple.filter : simple
}

function combine(operator: 'and' | 'or', tests: (Test | undefined)[]): Test | undefined {
  const known = tests.filter((test) => test !== undefined)
  if (known.length === 0) return undefined
  return operator === 'and'
    ? (row) => known.every((test) => test(row) ?? true)
    : (row) => known.some((test) => test(row) ?? true)
}

class FilterCompiler {
  readonly notes: FilterNote[] = []
  readonly properties = new Set<string>()
  understood = 0
  comparesWithMe = false
  readonly #context: FilterContext
  readonly #today: string

  constructor(
    context: FilterContext,
    readonly weekStart: number | undefined,
  ) {
    this.#context = context
    this.#today = getDay(context.now, context.names.timeZone)
  }

  compile(node: unknown, depth: number): Test | undefined {
    if (node === undefined || node === null || (Array.isArray(node) && node.length === 0)) return undefined
    if (!isRecord(node)) return this.#skip({ reason: 'malformed' })
    if (typeof node.property === 'string') this.properties.add(node.property)
    if (depth > MAX_DEPTH || this.understood >= MAX_TESTS) return this.#skip({ reason: 'malformed' })
    if (Array.isArray(node.filters)) {
      const tests = node.filters.map((each) => this.compile(each, depth + 1))
      return combine(node.operator === 'or' ? 'or' : 'and', tests)
    }
    const { property, filter } = node
    if (typeof property !== 'string' || !isRecord(filter)) return this.#skip({ reason: 'malformed' })
    return this.#compileTest(property, filter)
  }

  #compileTest(property: string, { operator, value }: Record<string, unknown>): Test | undefined {
    if (typeof operator !== 'string') return this.#skip({ reason: 'malformed', property })
    const { schema, read } = this.#context
    if (!Object.hasOwn(schema, property)) return this.#skip({ reason: 'unknown property', property, operator })
    const column = schema[property]
    // The values of a column that leads to a database which is not shared are unknown.
    if (column?.more?.unshared === true) return this.#skip({ reason: 'unknown property', property, operator })
    const matcher = this.#createMatcher(column, operator, value)
    if (matcher === 'unfinished') {
      // Notion, too, ignores a filter whose value is not chosen.
      this.understood += 1
      return undefined
    }
    if (typeof matcher === 'string') return this.#skip({ reason: matcher, property, operator })
    this.understood += 1
    if (column?.type === 'auto_increment_id' && operator.startsWith('number_'))
      return (row) => matcher(readIdNumber(read(row, property)))
    return (row) => matcher(read(row, property))
  }

  #createMatcher(schema: PropertySchema | undefined, operator: string, value: unknown): Matcher | Unusable {
    if (operator === 'is_empty') return isBlank
    if (operator === 'is_not_empty') return (each) => !isBlank(each)
    const { kind, comparison, negative } = splitOperator(operator)
    if (!isComparable(kind, schema)) return 'unknown operator'
    if (kind === 'date') return this.#createDateMatcher(comparison, value)
    const wanted = removeDeletedOptions(getWantedValues(value, schema), schema)
    if (wanted.length > MAX_WANTED) return 'unknown value'
    if (wanted.length === 0) return isUnfinished(value) ? 'unfinished' : 'unknown value'
    const matches = Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(comparison, this.#context.names) : undefined
    if (!matches) return 'unknown operator'
    if (kind === 'person' && wanted.includes(ME)) this.comparesWithMe = true
    const holds = (each: Value | undefined) => wanted.some((one) => matches(each, one))
    return negative ? (each) => !holds(each) : holds
  }

  #createDateMatcher(comparison: string, value: unknown): Matcher | Unusable {
    const compare = Object.hasOwn(DATE_COMPARISONS, comparison) ? DATE_COMPARISONS[comparison] : undefined
    if (!compare) return 'unknown operator'
    if (isUnfinished(value)) return 'unfinished'
    const wanted = Array.isArray(value) ? value[0] : value
    const days = resolveFilterDays(wanted, this.#today, comparison === 'is_within', this.weekStart)
    if (!days) return 'unknown value'
    const { timeZone } = this.#context.names
    return (each) => {
      const span = getDateSpan(each, timeZone)
      return span !== undefined && compare(new Date(span.start).toISOString().slice(0, 10), days)
    }
  }

  #skip(note: FilterNote): undefined {
    this.notes.push(note)
  }
}

type Matcher = (value: Value | undefined) => boolean
type Unusable = 'unfinished' | 'unknown operator' | 'unknown value'
type Wanted = string | number | boolean

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBlank(value: Value | undefined): boolean {
  return countItems(value) === 0 || (value?.type === 'checkbox' && !value.checked)
}

/** `enum_does_not_contain` is the negation of `enum_contains`, and so on. */
function splitOperator(operator: string): { kind: string; comparison: string; negative: boolean } {
  const [, kind = '', rest = ''] = /^([a-z]+)_(.+)$/.exec(operator) ?? []
  const positive = { is_not: 'is', does_not_contain: 'contains', does_not_equal: 'equals' }[rest]
  return { kind, comparison: positive ?? rest, negative: positive !== undefined }
}

function isUnfinished(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.every(isUnfinished)
  return isRecord(value) && (value.value === undefined || value.value === null || value.value === '')
}

/** Returns the values that a filter accepts. A status group stands for all its options. */
function getWantedValues(value: unknown, schema: PropertySchema | undefined): Wanted[] {
  if (Array.isArray(value)) return value.flatMap((each) => getWantedValues(each, schema))
  if (!isRecord(value)) return isWanted(value) ? [value] : []
  if (value.type === 'relative') return value.value === ME ? [ME] : []
  if (value.type === 'is_group') return (schema && findStatusGroup(schema, value.value)?.options) ?? []
  const inner = isRecord(value.value) ? value.value.id : value.value
  return isWanted(inner) && inner !== '' ? [inner] : []
}

function isWanted(value: unknown): value is Wanted {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Stands for the person who looks at a view. No id equals it, because the site does not know who a visitor is in Notion. */
const ME = 'me'

/** The types of properties with which each kind of operator can be compared, besides computed ones. Text can be compared with all. */
const COMPARABLE: Readonly<Record<string, readonly string[]>> = {
  number: ['number', 'auto_increment_id'],
  checkbox: ['checkbox'],
  date: ['date', 'created_time', 'last_edited_time'],
  enum: ['select', 'multi_select', 'status', 'text'],
  status: ['status', 'select', 'multi_select', 'text'],
  person: ['person', 'created_by', 'last_edited_by'],
  relation: ['relation'],
}

/** Whether an operator fits the type of a property. With another one, no row would match. */
function isComparable(kind: string, schema: PropertySchema | undefined): boolean {
  const types = Object.hasOwn(COMPARABLE, kind) ? COMPARABLE[kind] : undefined
  return types === undefined || schema === undefined || isComputed(schema) || types.includes(schema.type)
}

/** Removes options that the schema does not have any more: no row has them. */
function removeDeletedOptions(wanted: Wanted[], schema: PropertySchema | undefined): Wanted[] {
  if (schema?.options === undefined) return wanted
  const options = getOptionsByName(schema)
  return wanted.filter((each) => options.has(String(each)))
}

/** Returns the number of an id such as `TASK-12`. */
function readIdNumber(value: Value | undefined): Value | undefined {
  const [digits] = (value?.type === 'text' && /\d+$/.exec(value.text)) || []
  return digits === undefined ? undefined : { type: 'number', number: Number(digits) }
}

type Match = (value: Value | undefined, wanted: Wanted) => boolean

function matchText(holds: (text: string, wanted: string) => boolean): (names: Names) => Match {
  return (names) => (value, wanted) => holds(formatValue(value, names).toLowerCase(), String(wanted).toLowerCase())
}

const STRINGS: Record<string, (names: Names) => Match> = {
  is: matchText((text, wanted) => text === wanted),
  contains: matchText((text, wanted) => text.includes(wanted)),
  starts_with: matchText((text, wanted) => text.startsWith(wanted)),
  ends_with: matchText((text, wanted) => text.endsWith(wanted)),
}

function matchNumber(holds: (number: number, wanted: number) => boolean): Match {
  return (value, wanted) => value?.type === 'number' && holds(value.number, Number(wanted))
}

const NUMBERS: Record<string, Match> = {
  equals: matchNumber((number, wanted) => number === wanted),
  greater_than: matchNumber((number, wanted) => number > wanted),
  less_than: matchNumber((number, wanted) => number < wanted),
  greater_than_or_equal_to: matchNumber((number, wanted) => number >= wanted),
  less_than_or_equal_to: matchNumber((number, wanted) => number <= wanted),
}

/** Whether options, people or pages include the wanted item. */
const hasItem: Match = (value, wanted) => {
  if (value?.type === 'options') return value.options.includes(String(wanted))
  if (value?.type === 'people' || value?.type === 'pages') return value.ids.includes(String(wanted))
  if (value?.type === 'list') return value.values.some((each) => hasItem(each, wanted))
  return value?.type === 'text' && value.text === String(wanted)
}

const isTicked: Match = (value, wanted) => {
  const ticked = value?.type === 'checkbox' && value.checked
  return ticked === (wanted === true || wanted === 'true' || wanted === 'Yes')
}

const getItemMatch = (comparison: string) => (comparison === 'is' || comparison === 'contains' ? hasItem : undefined)

/** Returns the test for a comparison, by the first word of the operator. */
const KINDS: Record<string, (comparison: string, names: Names) => Match | undefined> = {
  string: (comparison, names) => (Object.hasOwn(STRINGS, comparison) ? STRINGS[comparison]?.(names) : undefined),
  number: (comparison) => (Object.hasOwn(NUMBERS, comparison) ? NUMBERS[comparison] : undefined),
  enum: getItemMatch,
  status: getItemMatch,
  person: getItemMatch,
  relation: getItemMatch,
  checkbox: (comparison) => (comparison === 'is' ? isTicked : undefined),
}

const DATE_COMPARISONS: Record<string, (day: string, days: { from: string; to: string }) => boolean> = {
  is: (day, { from, to }) => day >= from && day <= to,
  is_within: (day, { from, to }) => day >= from && day <= to,
  is_before: (day, { from }) => day < from,
  is_after: (day, { to }) => day > to,
  is_on_or_before: (day, { to }) => day <= to,
  is_on_or_after: (day, { from }) => day >= from,
}
