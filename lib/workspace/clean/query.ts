import { toUuid } from '../ids'
import type { Id, QueryResult } from '../record-map'
import { type Fields, isObject, readNumberWithin } from '../values'
import { cleanIds } from './block'
import type { Change } from './changes'
import { createNote } from './changes'
import { cleanJson } from './json'
import { cleanString } from './string'

const MAX_GROUPS = 5000
const RESULTS = 'results:'

type Groups = QueryResult['groups']

/** Returns stored query results by collection and view. Notion's API has used several formats over the years; all are read. */
export function cleanQueries(value: unknown, changes: Change[]): Record<Id, Record<Id, QueryResult>> {
  const queries: Record<Id, Record<Id, QueryResult>> = {}
  if (value === undefined || value === null) return queries
  if (!isObject(value)) {
    createNote(changes, 'collection_query')('wrong-type')
    return queries
  }
  for (const [collectionKey, views] of Object.entries(value)) {
    const collection = toUuid(collectionKey)
    if (collection === undefined || !isObject(views)) {
      createNote(changes, 'collection_query')(collection === undefined ? 'bad-id' : 'wrong-type')
      continue
    }
    const results: Record<Id, QueryResult> = queries[collection] ?? {}
    queries[collection] = results
    for (const [viewKey, stored] of Object.entries(views)) {
      const view = toUuid(viewKey)
      if (view === undefined || !isObject(stored)) {
        createNote(changes, `collection_query/${collection}`)(view === undefined ? 'bad-id' : 'wrong-type')
      } else {
        results[view] = cleanQueryResult(stored, changes, `collection_query/${collection}/${view}`)
      }
    }
  }
  return queries
}

function cleanQueryResult(stored: Fields, changes: Change[], where: string): QueryResult {
  const note = createNote(changes, where)
  const getRows = (value: unknown): Id[] => cleanIds(isObject(value) ? value.blockIds : undefined, 'blockIds', note)
  const results = isObject(stored.reducerResults) ? stored.reducerResults : stored
  const groups = [...readOlderGroups(stored.groupResults, getRows), ...readNewerGroups(results, getRows)]
  if (groups.length > MAX_GROUPS) note('too-many', 'groups')
  const flat = isObject(results.collection_group_results) ? getRows(results.collection_group_results) : getRows(stored)
  const rows = flat.length > 0 ? flat : [...new Set(groups.flatMap((group) => group.rows))]
  const cleaned = groups.slice(0, MAX_GROUPS).map((group) => ({
    ...group,
    value: cleanJson(group.value, note, 'groups') ?? null,
  }))
  return { rows, groups: cleaned }
}

type GetRows = (value: unknown) => Id[]

/** Reads the older format: `groupResults: [{value, blockIds, total}]`. */
function readOlderGroups(value: unknown, getRows: GetRows): Groups {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).map((group) => createGroup(group.value, getRows(group), group.total))
}

/**
 * Reads the newer format: `{list_groups: {results: [{value}]}, 'results:select:Guides': {blockIds},
 * 'group_aggregation:select:Guides': …}`.
 */
function readNewerGroups(results: Fields, getRows: GetRows): Groups {
  const groups: Groups = []
  const seen = new Set<string>()
  const add = (label: string, value: unknown) => {
    const key = RESULTS + label
    if (seen.has(key) || !isObject(results[key])) return
    seen.add(key)
    const aggregation = results[`group_aggregation:${label}`]
    const total =
      isObject(aggregation) && isObject(aggregation.aggregationResult) ? aggregation.aggregationResult.value : 0
    groups.push(createGroup(value, getRows(results[key]), total))
  }
  for (const list of Object.values(results)) {
    if (!isObject(list) || list.type !== 'groups' || !Array.isArray(list.results)) continue
    for (const group of list.results) {
      const label = isObject(group) ? getGroupLabel(group.value) : undefined
      if (label !== undefined && isObject(group)) add(label, group.value)
    }
  }
  // Adds the groups of boards, and of lists whose order is not stored.
  for (const key of Object.keys(results)) {
    const [, label, type, value] = /^results:(([a-z_0-9]+):(.*))$/s.exec(key) ?? []
    if (label === undefined || type === undefined || value === undefined) continue
    add(label, value === 'uncategorized' ? { type } : { type, value: cleanString(value) })
  }
  return groups
}

/** Returns the part after `results:` of the key under which a group's rows are stored. */
function getGroupLabel(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.type !== 'string') return undefined
  const inner = isObject(value.value) ? value.value : undefined
  const range = inner && isObject(inner.range) ? inner.range : undefined
  const name = range ? (range.start_date ?? range.end_date) : inner ? inner.value : value.value
  return `${value.type}:${name === undefined || name === null ? 'uncategorized' : String(name)}`
}

function createGroup(value: unknown, rows: Id[], total: unknown): Groups[number] {
  return { value, rows, total: Math.max(rows.length, Math.floor(readNumberWithin(total, 0, 1e9) ?? 0)) }
}
