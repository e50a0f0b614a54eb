// Must be the first import: the modules of Next.js read the global AsyncLocalStorage, which this module sets.
import 'next/dist/server/node-environment-baseline'
import { describe, test } from 'vitest'
import { CONFORMANCE, formatTitle } from './row'
import { SERVER_SECTIONS } from './server-sections'

describe(CONFORMANCE, () => {
  for (const { name, rows } of SERVER_SECTIONS) {
    describe(name, () => {
      for (const row of rows) test(formatTitle(row), async () => void (await row.check()))
    })
  }
})
