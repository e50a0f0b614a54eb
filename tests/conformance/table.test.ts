// @vitest-environment happy-dom
import '../components/page/browser'
import { describe, expect, test } from 'vitest'
import { CONFORMANCE, titleOf } from './row'
import { SECTIONS } from './sections'

describe(CONFORMANCE, () => {
  for (const { name, rows } of SECTIONS) {
    describe(name, () => {
      for (const row of rows) test(titleOf(row), async () => void (await row.holds()))
    })
  }
})

test('every statement has a name of its own and is a sentence, and so is every reason', () => {
  const all = SECTIONS.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, id: `${name}: ${row.id}` })))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { says, because = 'None.' } of all)
    for (const text of [says, because]) expect(text).toMatch(/^\p{Lu}.+\.$/u)
})
