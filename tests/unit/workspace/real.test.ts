import { describe, expect, test } from 'vitest'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import { PAGE_TYPES } from '@/lib/workspace/record-map'
import { toPlainText } from '@/lib/workspace/text'
import { readFixtureMaps } from '../../support/fixtures'
import { findMapFaults } from './invariants'
import { cleaned, type Raw, readMap } from './maps'

const fixtures = readFixtureMaps()

/** Returns the plain text of stored rich text, with the placeholders of mentions. */
function getStoredText(text: unknown): string {
  return Array.isArray(text) ? text.map((piece) => String((piece as unknown[])[0])).join('') : ''
}

describe.skipIf(fixtures.length === 0)('real maps (skipped without FIXTURES_DIR)', () => {
  test.each(fixtures)('$set/$file loses no text when it is cleaned', ({ json }) => {
    const raw = readMap(json).block
    const { map, changes } = cleaned(json)
    expect(findMapFaults(map)).toEqual([])
    expect(changes).toEqual([])
    expect(Object.keys(map.block).sort()).toEqual([...raw.keys()].sort())
    for (const [id, record] of raw as Map<string, Raw>) {
      const block = map.block[id]
      expect(block?.content).toEqual(record.content ?? [])
      for (const [key, value] of Object.entries((record.properties ?? {}) as Raw)) {
        const storedText = getStoredText(value)
        const isAddress = block?.type !== 'page' && (key === 'source' || key === 'link')
        const isPlace = JSON.stringify(value).includes('"plc"')
        if (storedText !== '' && !isAddress && !isPlace) expect(getStoredText(block?.properties[key])).toBe(storedText)
        if (isAddress) expect(decodeURI(toPlainText(block?.properties[key] ?? []))).toBe(decodeURI(storedText))
      }
    }
  })

  test.each(fixtures)('$set/$file is split into all its pages', ({ json }) => {
    const { map } = cleaned(json)
    const pages = [...splitPages(map)]
    const count = Object.values(map.block).filter(({ type }) => PAGE_TYPES.has(type)).length
    expect(pages.map(({ page }) => createPageRecord({ page }).id)).toHaveLength(count)
  })

  test('every file of the sets contains the page that it is named after', () => {
    for (const { file, json } of fixtures) {
      const id = file.replace(/^.*\/|\.json$/g, '')
      expect([...splitPages(cleaned(json).map)].map(({ page }) => page.id)).toContain(id)
    }
  })
})
