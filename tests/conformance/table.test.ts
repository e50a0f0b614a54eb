import { describe, test } from 'vitest'
import { CONFORMANCE, formatTitle } from './row'
import { SECTIONS } from './sections'

describe(CONFORMANCE, () => {
  for (const { name, rows } of SECTIONS) {
    describe(name, () => {
      for (const row of rows) test(formatTitle(row), async () => void (await row.check()))
    })
  }
})
