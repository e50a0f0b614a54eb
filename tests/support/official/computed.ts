import { cleanBlock } from '@/lib/workspace/clean/block'
import { cleanCollection } from '@/lib/workspace/clean/collection'
import { formatValue, type Names, type Value } from '@/lib/workspace/property-values'
import { ReadCollections } from '@/lib/workspace/query/relations'
import { createRowReader, type ReadValue, type Rows } from '@/lib/workspace/query/row-values'
import type { Block, Collection } from '@/lib/workspace/record-map'
import type { HostedRecord } from '../hosted/data'
import { toDate } from './rich-text'
import type { VisibleWorkspace } from './visible-workspace'

/** The rows of a collection, and a function that computes their formulas and rollups. */
export interface Computed {
  collection: Collection
  rows: ReadonlyMap<string, Block>
  read: ReadValue
  names: Names
}

/** Computes formulas and rollups by the rules that the site has for rows without a stored result. */
export function computeRows(collection: HostedRecord, workspace: VisibleWorkspace): Computed | undefined {
  return workspace.cache(`computed ${collection.id}`, () => {
    const clean = cleanCollection(collection.id, collection, () => {})
    if (clean === undefined) return undefined
    const related = new Map<string, Rows>()
    const reached = new ReadCollections()
    reached.add(clean.id, clean.schema, true)
    for (let id = reached.next(); id !== undefined; id = reached.next()) {
      const other = workspace.collection(id)
      const rows = other && toRows(other, workspace)
      if (rows === undefined) continue
      related.set(id, rows)
      reached.add(id, rows.schema, false)
    }
    const rows = cleanRows(collection.id, workspace)
    const names = getNames(workspace)
    const read = createRowReader({ schema: clean.schema, rows, related, names, now: Date.now() })
    return { collection: clean, rows: new Map(rows.map((row) => [row.id, row])), read, names }
  })
}

function toRows(collection: HostedRecord, workspace: VisibleWorkspace): Rows | undefined {
  const clean = cleanCollection(collection.id, collection, () => {})
  return clean && { schema: clean.schema, rows: cleanRows(collection.id, workspace) }
}

function cleanRows(collection: string, workspace: VisibleWorkspace): Block[] {
  return workspace.listRows(collection).flatMap((row) => cleanBlock(row.id, row, () => {}) ?? [])
}

function getNames(workspace: VisibleWorkspace): Names {
  return {
    userName: (id) => {
      const name = workspace.data.notion_user.get(id)?.name
      return typeof name === 'string' ? name : undefined
    },
    isListed: () => true,
    pageTitle: (id) => {
      const page = workspace.block(id)
      return page && workspace.getTitle(page)
    },
    locale: 'en',
    timeZone: 'UTC',
  }
}

type Result =
  | { type: 'string'; string: string | null }
  | { type: 'number'; number: number | null }
  | { type: 'boolean'; boolean: boolean | null }
  | { type: 'date'; date: ReturnType<typeof toDate> }

export function toFormulaResult(value: Value | undefined, names: Names): Result {
  switch (value?.type) {
    case undefined:
      return { type: 'string', string: null }
    case 'number':
      return { type: 'number', number: value.number }
    case 'checkbox':
      return { type: 'boolean', boolean: value.checked }
    case 'date':
      return { type: 'date', date: toDate(value.date) }
    case 'instant': {
      const start = new Date(value.instant).toISOString().replace('Z', '+00:00')
      return { type: 'date', date: { start, end: null, time_zone: null } }
    }
    default:
      return { type: 'string', string: formatValue(value, names) }
  }
}
