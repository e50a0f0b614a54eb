import type { Id, RichText } from '../../lib/workspace/record-map'
import type { Condition, DatabaseNode, ViewSpec } from './nodes'
import type { StoredBlock, StoredResult } from './records'
import { columnId, SampleError } from './schema'
import { type GroupValue, groupValues } from './views'

const results = (rows: StoredBlock[]) => ({
  type: 'results',
  blockIds: rows.map(({ id }): Id => id),
  hasMore: false,
  total: rows.length,
})

/** Returns the text by which a value is compared: the start of a date, or its text. */
function toComparable(value: RichText | undefined): string {
  return (value ?? [])
    .map(([text, formats]) => {
      const date = formats?.find(([kind]) => kind === 'd')?.[1]
      return date && typeof date === 'object' && 'start_date' in date ? String(date.start_date) : text
    })
    .join('')
}

function meets(database: DatabaseNode, row: StoredBlock, { column, operator, value }: Condition): boolean {
  const text = toComparable(row.properties?.[columnId(database, column)])
  switch (operator) {
    case 'status_is':
    case 'enum_is':
    case 'string_is':
      return text === value
    case 'enum_contains':
      return text.split(',').includes(String(value))
    case 'string_contains':
      return text.includes(String(value))
    case 'checkbox_is':
      return (text === 'Yes') === value
    case 'is_empty':
      return text === ''
    case 'is_not_empty':
      return text !== ''
    default:
      throw new SampleError(`No result can be made for “${operator}”: set \`results: false\` on “${database.name}”.`)
  }
}

function selected(database: DatabaseNode, { where = [], any, sort = [] }: ViewSpec, rows: StoredBlock[]) {
  const test = (row: StoredBlock) => (condition: Condition) => meets(database, row, condition)
  const kept = rows.filter((row) => where.length === 0 || (any ? where.some(test(row)) : where.every(test(row))))
  return kept.sort((a, b) => {
    for (const [column, direction] of sort) {
      const id = columnId(database, column)
      const order = toComparable(a.properties?.[id]).localeCompare(toComparable(b.properties?.[id]), 'en', {
        numeric: true,
      })
      if (order !== 0) return direction === 'ascending' ? order : -order
    }
    return 0
  })
}

function belongs(stored: RichText | undefined, { type, value }: GroupValue): boolean {
  const text = toComparable(stored)
  if (type === 'checkbox') return (text === 'Yes') === value
  if (value === undefined) return text === ''
  return type === 'multi_select' ? text.split(',').includes(String(value)) : text === value
}

/** Returns the stored result of a view's query over the rows of its database, with groups if the view has them. */
export function createStoredResult(database: DatabaseNode, view: ViewSpec, allRows: StoredBlock[]): StoredResult {
  const rows = selected(database, view, allRows)
  const column = view.type === 'board' ? view.by : view.group
  if (!column) return { collection_group_results: results(rows) }
  const property = columnId(database, column)
  const groups = groupValues(database, column).map((value) => ({
    value,
    rows: rows.filter((row) => belongs(row.properties?.[property], value)),
  }))
  return {
    [view.type === 'board' ? 'board_columns' : `${view.type}_groups`]: {
      type: 'groups',
      version: 'v2',
      hasMore: false,
      results: groups.map((group) => ({ value: group.value, total: group.rows.length, visible: true })),
    },
    ...Object.fromEntries(
      groups.map((group) => [
        `results:${group.value.type}:${group.value.value ?? 'uncategorized'}`,
        results(group.rows),
      ]),
    ),
  }
}
