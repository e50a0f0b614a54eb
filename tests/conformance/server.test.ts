// Next.js reads the global AsyncLocalStorage when its modules load, and its own server sets it first of all.
import 'next/dist/server/node-environment-baseline'
import { describe, test } from 'vitest'
import { CONFORMANCE, titleOf } from './row'
import { SERVER_SECTIONS } from './server-sections'

describe(CONFORMANCE, () => {
  for (const { name, rows } of SERVER_SECTIONS) {
    describe(name, () => {
      for (const row of rows) test(titleOf(row), async () => void (await row.holds()))
    })
  }
})
