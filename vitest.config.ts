import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    alias: [
      { find: /^@\//, replacement: here },
      // The marker package throws outside a React server; tests run server code directly.
      { find: 'server-only', replacement: `${here}tests/support/server-only.ts` },
    ],
  },
  test: {
    include: ['tests/{unit,components,conformance,routes}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    globalSetup: ['tests/support/run-folder.ts'],
    setupFiles: ['tests/support/console.ts'],
    // Long enough for a machine that is busy with other things: what has to be fast is measured by the bench.
    testTimeout: 60_000,
    expect: { requireAssertions: true },
  },
})
