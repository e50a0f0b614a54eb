import { toUuid } from '../ids'
import type { Id, QueryAnswer } from '../record-map'
import { type Fields, isObject, numberWithin } from '../values'
import { cleanIds } from './block'
import type { Change } from './changes'
import { noteOn } from './changes'
import { cleanJson } from './json'
import { cleanString } from './string'

const MOST_GROUPS = 5000
const RESULTS = 'results:'

type Groups = QueryAnswer['groups']

/** The workspace's answers by collection and view, in one shape, from all the shapes they were given in over the years. */
export function cleanQueries(value: unknown, changes: Change[]): Record<Id, Record<Id, QueryAnswer>> {
  const queries: Record<Id, Record<Id, QueryAnswer>> = {}
  if (value === undefined || value === null) return queries
  if (!isObject(value)) {
    noteOn(changes, 'collection_query')('wrong-type')
    return queries
  }
  for (const [collectionKey, views] of Object.entries(value)) {
    const collection = toUuid(collectionKey)
    if (collection === undefined || !isObject(views)) {
      noteOn(changes, 'collection_query')(collection === undefined ? 'bad-id' : 'wrong-type')
      continue
    }
    const answers: Record<Id, QueryAnswer> = queries[collection] ?? {}
    queries[collection] = answers
    for (const [viewKey, answer] of Object.entries(views)) {
      const view = toUuid(viewKey)
      if (view === undefined || !isObject(answer)) {
        noteOn(changes, `collection_query/${collection}`)(view === undefined ? 'bad-id' : 'wrong-type')
      } else {
        answers[view] = cleanAnswer(answer, changes, `collection_query/${collection}/${view}`)
      }
    }
  }
  return queries
}

function cleanAnswer(answer: Fields, changes: Change[], where: string): QueryAnswer {
  const note = noteOn(changes, where)
  const rowsOf = (value: unknown): Id[] => cleanIds(isObject(value) ? value.blockIds : undefined, 'blockIds', note)
  const results = isObject(answer.reducerResults) ? answer.reducerResults : answer
  const groups = [...oldGroups(answer.groupResults, rowsOf), ...newGroups(results, rowsOf)]
  if (groups.length > MOST_GROUPS) note('too-many', 'groups')
  const flat = isObject(results.collection_group_results) ? rowsOf(results.collection_group_results) : rowsOf(answer)
  const rows = flat.length > 0 ? flat : [...new Set(groups.flatMap((group) => group.rows))]
  const cleaned = groups.slice(0, MOST_GROUPS).map((group) => ({
    ...group,
    value: cleanJson(group.value, note, 'groups') ?? null,
  }))
  return { rows, groups: cleaned }
}

type RowsOf = (value: unknown) => Id[]

/** `groupResults: [{value, blockIds, total}]`. */
function oldGroups(value: unknown, rowsOf: RowsOf): Groups {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).map((group) => groupOf(group.value, rowsOf(group), group.total))
}

/** `{list_groups: {results: [{value}]}, 'results:select:Guides': {blockIds}, 'group_aggregation:select:Guides': …}`. */
function newGroups(results: Fields, rowsOf: RowsOf): Groups {
  const groups: Groups = []
  const seen = new Set<string>()
  const add = (label: string, value: unknown) => {
    const key = RESULTS + label
    if (seen.has(key) || !isObject(results[key])) return
    seen.add(key)
    const aggregation = results[`group_aggregation:${label}`]
    const total =
      isObject(aggregation) && isObject(aggregation.aggregationResult) ? aggregation.aggregationResult.value : 0
    groups.push(groupOf(value, rowsOf(results[key]), total))
  }
  for (const list of Object.values(results)) {
    if (!isObject(list) || list.type !== 'groups' || !Array.isArray(list.results)) continue
    for (const group of list.results) {
      const label = isObject(group) ? labelOf(group.value) : undefined
      if (label !== undefined && isObject(group)) add(label, group.value)
    }
  }
  // Groups of a board, and of lists whose order was not sent.
  for (const key of Object.keys(results)) {
    const [, label, type, value] = /^results:(([a-z_0-9]+):(.*))$/s.exec(key) ?? []
    if (label === undefined || type === undefined || value === undefined) continue
    add(label, value === 'uncategorized' ? { type } : { type, value: cleanString(value) })
  }
  return groups
}

/** The name under which a group's rows are listed. */
function labelOf(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.type !== 'string') return undefined
  const inner = isObject(value.value) ? value.value : undefined
  const range = inner && isObject(inner.range) ? inner.range : undefined
  const name = range ? (range.start_date ?? range.end_date) : inner ? inner.value : value.value
  return `${value.type}:${name === undefined || name === null ? 'uncategorized' : String(name)}`
}

function groupOf(value: unknown, rows: Id[], total: unknown): Groups[number] {
  return { value, rows, total: Math.max(rows.length, Math.floor(numberWithin(total, 0, 1e9) ?? 0)) }
}
