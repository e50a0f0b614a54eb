import { createHash } from 'node:crypto'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { type Fields, isObject } from '../workspace/values'

/** The tables of a record map: entries by id. An entry is a plain record, or nested in one of the two ways of Notion's responses. */
export type Tables = Record<TableName, Map<Id, unknown>>
export type TableName = (typeof TABLES)[number]

export const TABLES = [
  'block',
  'collection',
  'collection_view',
  'notion_user',
  'custom_emoji',
  'automation',
  'automation_action',
  'layout',
] as const

export function createTables(): Tables {
  return {
    block: new Map(),
    collection: new Map(),
    collection_view: new Map(),
    notion_user: new Map(),
    custom_emoji: new Map(),
    automation: new Map(),
    automation_action: new Map(),
    layout: new Map(),
  }
}

/** Adds the entries of `from` to `to`. An entry without a record never replaces one with a record. */
export function addTables(to: Tables, from: Tables): void {
  for (const name of TABLES) {
    for (const [id, entry] of from[name]) {
      if (getRecord(entry) !== undefined || !to[name].has(id)) to[name].set(id, entry)
    }
  }
}

/** Returns the record of an entry in any nesting; undefined if it is not shared: its role is `none`, or it has no value. */
export function getRecord(entry: unknown): Fields | undefined {
  let at = entry
  for (let level = 0; level < 4 && isObject(at); level++) {
    if (at.role === 'none') return undefined
    if (typeof at.id === 'string') return at
    at = at.value
  }
  return undefined
}

/** Returns the id of the space that an entry names. */
export function getSpace(entry: unknown): Id | undefined {
  const own = toUuid(getRecord(entry)?.space_id)
  return own ?? (isObject(entry) ? toUuid(entry.spaceId) : undefined)
}

/** Returns a short hash of some fields, whatever the order of their keys. */
export function hashFields(fields: Fields): string {
  return createHash('sha256').update(sortedJson(fields)).digest('base64url').slice(0, 16)
}

/** Returns JSON with sorted keys, because their order differs between responses. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
}
