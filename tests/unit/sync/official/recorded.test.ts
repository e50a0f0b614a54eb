import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { convertBlock } from '@/lib/sync/official-api/blocks'
import { Conversion } from '@/lib/sync/official-api/conversion'
import { convertDatabase, convertPage } from '@/lib/sync/official-api/pages'
import { convertDataSource } from '@/lib/sync/official-api/schema'
import { convertDashboard, convertView } from '@/lib/sync/official-api/views'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { toUuid } from '@/lib/workspace/ids'
import { type Fields, isObject } from '@/lib/workspace/values'
import { fixturesDir } from '@/tests/support/fixtures'

const folder = path.join(fixturesDir ?? '', 'official')
const files = fixturesDir === undefined ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' })
const recorded = files.filter((file) => file.endsWith('.json'))

/** Yields all API objects in a recorded response at any depth. */
function* findObjects(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) for (const each of value) yield* findObjects(each)
  else if (isObject(value)) {
    if (typeof value.object === 'string' && toUuid(value.id) !== undefined) yield value
    for (const each of Object.values(value)) yield* findObjects(each)
  }
}

/** Changes that cleaning may make to objects of older API versions and of request bodies. */
const ALLOWED = new Set(['deleted', 'bad-id', 'missing', 'unsafe-address'])

test.runIf(fixturesDir !== undefined)('every recorded object converts into a record that needs no cleaning', () => {
  const counts: Record<string, number> = {}
  const found: string[] = []
  for (const file of recorded) {
    for (const object of findObjects(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))) {
      const conversion = new Conversion()
      const { block, collection, collection_view } = conversion.tables
      const add = (table: Map<string, unknown>, record: Fields | undefined) => {
        if (record !== undefined) table.set(String(record.id), record)
      }
      if (object.object === 'block' && typeof object.type === 'string') add(block, convertBlock(object, conversion))
      else if (object.object === 'page') add(block, convertPage(object, conversion)?.record)
      else if (object.object === 'database') add(block, convertDatabase(object, conversion))
      else if (object.object === 'data_source' && isObject(object.properties)) {
        add(collection, convertDataSource(object, undefined, conversion))
      } else if (object.object === 'view' && typeof object.type === 'string') {
        const { record } =
          object.type === 'dashboard' ? convertDashboard(object) : convertView(object, String(object.id), {})
        add(collection_view, record)
      } else continue
      counts[object.object] = (counts[object.object] ?? 0) + 1
      const wrap = (table: Map<string, unknown>) => Object.fromEntries([...table].map(([id, value]) => [id, { value }]))
      const read = readRecordMaps({
        block: wrap(block),
        collection: wrap(collection),
        collection_view: wrap(collection_view),
      })
      if (!read.ok) continue
      for (const { what, where } of cleanRecordMap(read.map).changes) {
        if (!ALLOWED.has(what)) found.push(`${file} ${String(object.id)}: ${where} ${what}`)
      }
    }
  }
  expect(found.slice(0, 20)).toEqual([])
  expect(counts).toMatchObject({ block: expect.any(Number), page: expect.any(Number), view: expect.any(Number) })
  expect(counts.block).toBeGreaterThan(500)
})
