import { describe, test } from 'vitest'
import { CONFORMANCE, titleOf } from './row'
import { SECTIONS } from './sections'

describe(CONFORMANCE, () => {
  for (const { name, rows } of SECTIONS) {
    describe(name, () => {
      for (const row of rows) test(titleOf(row), async () => void (await row.holds()))
    })
  }
})
