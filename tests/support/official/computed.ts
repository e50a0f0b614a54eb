import { cleanBlock } from '@/lib/workspace/clean/block'
import { cleanCollection } from '@/lib/workspace/clean/collection'
import { formatValue, type Names, type Value } from '@/lib/workspace/property-values'
import { getRolledUpCollections } from '@/lib/workspace/query/relations'
import { createRowReader, type ReadValue, type Rows } from '@/lib/workspace/query/row-values'
import type { Block, Collection } from '@/lib/workspace/record-map'
import type { HostedRecord } from '../hosted/data'
import { toDate } from './rich-text'
import type { World } from './world'

/** The rows of a collection, and a function that computes their formulas and rollups. */
export interface Computed {
  collection: Collection
  rows: ReadonlyMap<string, Block>
  read: ReadValue
  names: Names
}

/** Computes formulas and rollups by the rules that the site has for rows without a stored result. */
export function computeRows(collection: HostedRecord, world: World): Computed | undefined {
  return world.cache(`computed ${collection.id}`, () => {
    const clean = cleanCollection(collection.id, collection, () => {})
    if (clean === undefined) return undefined
    const related = new Map<string, Rows>()
    for (const id of getRolledUpCollections(clean)) {
      const other = world.collection(id)
      const rows = other && toRows(other, world)
      if (rows !== undefined) related.set(id, rows)
    }
    const rows = cleanRows(collection.id, world)
    const names = getNames(world)
    const read = createRowReader({ schema: clean.schema, rows, related, names, now: Date.now() })
    return { collection: clean, rows: new Map(rows.map((row) => [row.id, row])), read, names }
  })
}

function toRows(collection: HostedRecord, world: World): Rows | undefined {
  const clean = cleanCollection(collection.id, collection, () => {})
  return clean && { schema: clean.schema, rows: cleanRows(collection.id, world) }
}

function cleanRows(collection: string, world: World): Block[] {
  return world.listRows(collection).flatMap((row) => cleanBlock(row.id, row, () => {}) ?? [])
}

function getNames(world: World): Names {
  return {
    userName: (id) => {
      const name = world.data.notion_user.get(id)?.name
      return typeof name === 'string' ? name : undefined
    },
    pageTitle: (id) => {
      const page = world.block(id)
      return page && world.getTitle(page)
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
