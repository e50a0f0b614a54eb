import { toUuid } from '../ids'
import type { Id } from '../record-map'
import { type Fields, isObject } from '../values'

/** A stored record map. Its records are unwrapped but not cleaned, and keys are unchanged. */
export interface RawMap {
  block: Map<string, unknown>
  collection: Map<string, unknown>
  collection_view: Map<string, unknown>
  notion_user: Map<string, unknown>
  custom_emoji: Map<string, unknown>
  automation: Map<string, unknown>
  automation_action: Map<string, unknown>
  layout: Map<string, unknown>
  collection_query: unknown
  signed_urls: unknown
  preview_images: unknown
  custom_emojis: unknown
}

/** `reason` continues a sentence that begins with the name of the file: "is not …". */
export type ReadResult = { ok: true; map: RawMap; rootPageId?: Id; spaceId?: Id } | { ok: false; reason: string }

/**
 * Reads a record map in any stored format: the map itself, an API response `{recordMap}`, or a workspace
 * `{rootPageId, spaceId?, recordMap}`. Records may be wrapped in the older or newer way or not at all. Never throws.
 */
export function readRecordMaps(json: unknown): ReadResult {
  if (!isObject(json))
    return { ok: false, reason: `is not a record map: it contains ${describeType(json)} instead of an object` }
  const isWrapped = json.recordMap !== undefined
  const map = isWrapped ? json.recordMap : json
  if (!isObject(map)) return { ok: false, reason: `is not a record map: its recordMap is ${describeType(map)}` }
  if (map.block === undefined) return { ok: false, reason: 'is not a record map: it has no blocks' }
  if (!isObject(map.block))
    return { ok: false, reason: `is not a record map: its blocks are ${describeType(map.block)}` }
  return {
    ok: true,
    map: {
      block: unwrapTable(map.block),
      collection: unwrapTable(map.collection),
      collection_view: unwrapTable(map.collection_view),
      notion_user: unwrapTable(map.notion_user),
      custom_emoji: unwrapTable(map.custom_emoji),
      automation: unwrapTable(map.automation),
      automation_action: unwrapTable(map.automation_action),
      layout: unwrapTable(map.layout),
      collection_query: map.collection_query,
      signed_urls: map.signed_urls,
      preview_images: map.preview_images,
      custom_emojis: map.custom_emojis,
    },
    rootPageId: isWrapped ? toUuid(json.rootPageId) : undefined,
    spaceId: isWrapped ? toUuid(json.spaceId) : undefined,
  }
}

/** Returns the unwrapped records of a table. Entries without a value were not shared, and are left out. */
function unwrapTable(table: unknown): Map<string, unknown> {
  const records = new Map<string, unknown>()
  if (!isObject(table)) return records
  for (const key of Object.keys(table)) {
    const record = unwrap(table[key])
    if (record !== undefined) records.set(key, record)
  }
  return records
}

/**
 * Unwraps `{role, value}` and `{spaceId, value: {value, role}}`. A record itself has no field `value`. Returns undefined for an entry that
 * was not shared.
 */
export function unwrap(entry: unknown): unknown {
  let record = entry
  for (let level = 0; level < 3 && isObject(record) && 'value' in record && !('id' in record); level++) {
    record = record.value
  }
  return isObject(record) && isUnshared(record) ? undefined : (record ?? undefined)
}

const isUnshared = (record: Fields) => Object.keys(record).every((key) => key === 'role' || key === 'spaceId')

function describeType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
