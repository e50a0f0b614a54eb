import { describe, expect, test } from 'vitest'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { readFixtureMaps } from '../../../support/fixtures'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, createPageMap, type Raw, readMap, text } from '../maps'

const TABLES = ['block', 'collection', 'collection_view', 'notion_user']

/** Rewrites the nesting of every entry of a stored map. */
function rewriteNesting(map: Raw, nest: (entry: Raw, index: number) => unknown): Raw {
  const changed: Raw = { ...map }
  let index = 0
  for (const table of TABLES) {
    const entries = map[table]
    if (typeof entries !== 'object' || entries === null) continue
    changed[table] = Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, nest(entry as Raw, index++)]))
  }
  return changed
}

const NESTINGS: ((entry: Raw) => unknown)[] = [
  (entry) => entry,
  (entry) => ({ spaceId: createId('the space'), value: { value: entry.value, role: 'reader' } }),
  (entry) => entry.value,
  (entry) => ({ value: entry.value }),
]

const map = createPageMap([text('a', 'page'), text('b', 'page'), text('c', 'page'), text('d', 'page')])

describe('readRecordMaps', () => {
  test.each([
    ['old nesting', rewriteNesting(map, (entry) => NESTINGS[0]?.(entry))],
    ['new nesting', rewriteNesting(map, (entry) => NESTINGS[1]?.(entry))],
    ['bare records', rewriteNesting(map, (entry) => NESTINGS[2]?.(entry))],
    ['mixed nesting', rewriteNesting(map, (entry, index) => NESTINGS[index % NESTINGS.length]?.(entry))],
    ['a raw response', { cursor: { stack: [] }, recordMap: map }],
    ['one large map', { rootPageId: createId('page'), spaceId: createId('the space'), recordMap: map }],
    ['a map with a version', { __version__: 3, ...map }],
  ])('reads %s as the same map', (_name, json) => {
    expect(cleaned(json)).toEqual(cleaned(map))
    expect(Object.keys(cleaned(json).map.block)).toHaveLength(5)
  })

  test('returns the root and the space of one large map', () => {
    const read = readRecordMaps({ rootPageId: createId('page').replaceAll('-', ''), spaceId: 7, recordMap: map })
    expect(read).toMatchObject({ ok: true, rootPageId: createId('page'), spaceId: undefined })
  })

  test.each([{}, { role: 'none' }, { spaceId: 'x', value: { role: 'none' } }, { role: 'reader', value: null }, null])(
    'ignores the unshared entry %o',
    (entry) => {
      expect(readMap(createBlockMap([[createId('a'), entry]])).block.size).toBe(0)
    },
  )

  test.each([
    [[], 'is not a record map: it contains a list instead of an object'],
    [null, 'is not a record map: it contains null instead of an object'],
    ['{}', 'is not a record map: it contains a string instead of an object'],
    [7, 'is not a record map: it contains a number instead of an object'],
    [{}, 'is not a record map: it has no blocks'],
    [{ recordMap: {} }, 'is not a record map: it has no blocks'],
    [{ recordMap: null }, 'is not a record map: its recordMap is null'],
    [{ recordMap: [] }, 'is not a record map: its recordMap is a list'],
    [{ block: [] }, 'is not a record map: its blocks are a list'],
    [{ recordMap: { block: 'x' } }, 'is not a record map: its blocks are a string'],
  ])('returns the reason why %o is unreadable', (json, reason) => {
    expect(readRecordMaps(json)).toEqual({ ok: false, reason })
  })

  test.each(['collection', 'collection_view', 'notion_user', 'collection_query', 'signed_urls'])(
    'empties a malformed table %s',
    (table) => {
      for (const malformed of [null, 5, 'x', [1]]) {
        const { map: clean } = cleanRecordMap(readMap({ ...map, [table]: malformed }))
        expect(Object.keys(clean[table as 'collection'])).toEqual([])
      }
    },
  )
})

const fixtures = readFixtureMaps()

describe.skipIf(fixtures.length === 0)('real maps (skipped without FIXTURES_DIR)', () => {
  test.each(fixtures)('$set/$file yields the same map in every nesting', ({ json }) => {
    const expected = cleaned(json)
    for (const nesting of [...NESTINGS.keys(), undefined]) {
      expect(
        cleaned(rewriteNesting(json as Raw, (entry, index) => NESTINGS[nesting ?? index % NESTINGS.length]?.(entry))),
      ).toEqual(expected)
    }
  })
})
