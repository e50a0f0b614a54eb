import { describe, expect, test } from 'vitest'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import { PAGE_TYPES } from '@/lib/workspace/record-map'
import { toPlainText } from '@/lib/workspace/text'
import { fixtureMaps } from '../../support/fixtures'
import { faultsIn } from './invariants'
import { cleaned, type Raw, readMap } from './maps'

const fixtures = fixtureMaps()

/** The words of stored text, with placeholders of mentions. */
function rawWords(text: unknown): string {
  return Array.isArray(text) ? text.map((piece) => String((piece as unknown[])[0])).join('') : ''
}

describe.skipIf(fixtures.length === 0)('real maps (skipped without FIXTURES_DIR)', () => {
  test.each(fixtures)('$set/$file loses nothing', ({ json }) => {
    const raw = readMap(json).block
    const { map, changes } = cleaned(json)
    expect(faultsIn(map)).toEqual([])
    expect(changes).toEqual([])
    expect(Object.keys(map.block).sort()).toEqual([...raw.keys()].sort())
    for (const [id, record] of raw as Map<string, Raw>) {
      const block = map.block[id]
      expect(block?.content).toEqual(record.content ?? [])
      for (const [key, value] of Object.entries((record.properties ?? {}) as Raw)) {
        const words = rawWords(value)
        const isAddress = block?.type !== 'page' && (key === 'source' || key === 'link')
        const isPlace = JSON.stringify(value).includes('"plc"')
        if (words !== '' && !isAddress && !isPlace) expect(rawWords(block?.properties[key])).toBe(words)
        if (isAddress) expect(decodeURI(toPlainText(block?.properties[key] ?? []))).toBe(decodeURI(words))
      }
    }
  })

  test.each(fixtures)('$set/$file is cut into all its pages', ({ json }) => {
    const { map } = cleaned(json)
    const pages = [...splitPages(map)]
    const count = Object.values(map.block).filter(({ type }) => PAGE_TYPES.has(type)).length
    expect(pages.map(({ page }) => createPageRecord(page).id)).toHaveLength(count)
  })

  test('every page of the sets is named by a file that holds it', () => {
    for (const { file, json } of fixtures) {
      const id = file.replace(/^.*\/|\.json$/g, '')
      expect([...splitPages(cleaned(json).map)].map(({ page }) => page.id)).toContain(id)
    }
  })
})
