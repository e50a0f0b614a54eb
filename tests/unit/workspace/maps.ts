import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { type RawMap, readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { createId } from '../../support/records'

export type Raw = Record<string, unknown>
type Named = Record<string, unknown>

/** Creates a block as the workspace stores it. Its id and those of its children in `content` are derived from names. */
export function stored(name: string, type: string, parent: string | undefined, more: Raw = {}): [string, Raw] {
  const { content, ...rest } = more
  const record = {
    id: createId(name),
    type,
    parent_id: createId(parent ?? 'the space'),
    parent_table: parent === undefined ? 'space' : 'block',
    alive: true,
    version: 3,
    created_time: 1_700_000_000_000,
    last_edited_time: 1_700_000_000_000,
    ...(Array.isArray(content) && { content: content.map((child: string) => createId(child)) }),
    ...rest,
  }
  return [createId(name), { role: 'reader', value: record }]
}

export function text(name: string, parent: string, title = name, more: Raw = {}): [string, Raw] {
  return stored(name, 'text', parent, { properties: { title: [[title]] }, ...more })
}

/** Creates a stored map of these blocks. */
export function createBlockMap(blocks: [string, unknown][], tables: Named = {}): Raw {
  return { block: Object.fromEntries(blocks), ...tables }
}

/** Creates a stored map with a page named `page` that contains these blocks. */
export function createPageMap(blocks: [string, Raw][], tables: Named = {}): Raw {
  const top = blocks.filter(([, entry]) => (entry.value as Raw).parent_id === createId('page')).map(([id]) => id)
  const [id, entry] = stored('page', 'page', undefined, { properties: { title: [['Page']] } })
  return createBlockMap([[id, { ...entry, value: { ...(entry.value as Raw), content: top } }], ...blocks], tables)
}

/** Reads a stored map. Throws if it is unreadable. */
export function readMap(json: unknown): RawMap {
  const read = readRecordMaps(deepFreeze(json))
  if (!read.ok) throw new Error(read.reason)
  return read.map
}

/** Reads and cleans a stored map. The map is frozen first, because cleaning must not change it. */
export function cleaned(json: unknown) {
  return cleanRecordMap(readMap(json))
}

/** Freezes a value deeply. It does not recurse, so that very deep values do not overflow the stack. */
export function deepFreeze<Value>(value: Value): Value {
  const stack: unknown[] = [value]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    stack.push(...Object.values(next).filter((each) => typeof each === 'object' && each !== null))
  }
  return value
}
