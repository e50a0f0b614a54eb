import { toUuid } from '../ids'
import type { Id } from '../record-map'
import { type Fields, isObject } from '../values'

/** A record map as stored, with every record taken out of its nesting but nothing cleaned. Keys are as stored. */
export interface RawMap {
  block: Map<string, unknown>
  collection: Map<string, unknown>
  collection_view: Map<string, unknown>
  notion_user: Map<string, unknown>
  custom_emoji: Map<string, unknown>
  collection_query: unknown
  signed_urls: unknown
  preview_images: unknown
  custom_emojis: unknown
}

/** `reason` is a clear sentence part, to follow the name of the file: "is not …". */
export type ReadResult = { ok: true; map: RawMap; rootPageId?: Id; spaceId?: Id } | { ok: false; reason: string }

/**
 * Reads any stored shape of record map: a map itself, a raw answer `{recordMap}`, or a whole workspace
 * `{rootPageId, spaceId?, recordMap}`; entries in old nesting, in new nesting, or bare, mixed as they come. Never throws.
 */
export function readRecordMaps(json: unknown): ReadResult {
  if (!isObject(json))
    return { ok: false, reason: `is not a record map: it holds ${nameOf(json)} instead of an object` }
  const isWrapped = json.recordMap !== undefined
  const map = isWrapped ? json.recordMap : json
  if (!isObject(map)) return { ok: false, reason: `is not a record map: its recordMap is ${nameOf(map)}` }
  if (map.block === undefined) return { ok: false, reason: 'is not a record map: it has no blocks' }
  if (!isObject(map.block)) return { ok: false, reason: `is not a record map: its blocks are ${nameOf(map.block)}` }
  return {
    ok: true,
    map: {
      block: tableIn(map.block),
      collection: tableIn(map.collection),
      collection_view: tableIn(map.collection_view),
      notion_user: tableIn(map.notion_user),
      custom_emoji: tableIn(map.custom_emoji),
      collection_query: map.collection_query,
      signed_urls: map.signed_urls,
      preview_images: map.preview_images,
      custom_emojis: map.custom_emojis,
    },
    rootPageId: isWrapped ? toUuid(json.rootPageId) : undefined,
    spaceId: isWrapped ? toUuid(json.spaceId) : undefined,
  }
}

/** The records of one table; entries without a value were not shared and are absent. */
function tableIn(table: unknown): Map<string, unknown> {
  const records = new Map<string, unknown>()
  if (!isObject(table)) return records
  for (const key of Object.keys(table)) {
    const record = unwrap(table[key])
    if (record !== undefined) records.set(key, record)
  }
  return records
}

/** Takes a record out of `{role, value}` and `{spaceId, value: {value, role}}`. No record has a `value` of its own. */
function unwrap(entry: unknown): unknown {
  let record = entry
  for (let level = 0; level < 3 && isObject(record) && 'value' in record && !('id' in record); level++) {
    record = record.value
  }
  return isObject(record) && isUnshared(record) ? undefined : (record ?? undefined)
}

const isUnshared = (record: Fields) => Object.keys(record).every((key) => key === 'role' || key === 'spaceId')

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
