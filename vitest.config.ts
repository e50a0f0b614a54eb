import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Tests that replace modules, or that need a process in which nothing has been loaded. */
const ISOLATED = [
  'tests/conformance/server.test.ts',
  'tests/unit/added-route.test.ts',
  'tests/unit/app/{comments,routes}.test.ts',
  'tests/unit/{env,middleware}.test.ts',
  'tests/unit/page/{open-file,picture-cache,reduced,smaller-copies}.test.{ts,tsx}',
  'tests/unit/screens/open-screen.test.ts',
  'tests/unit/search/embedded.test.ts',
  'tests/unit/snapshot/{expansion-limits,power-cut}.test.ts',
  'tests/unit/social/*.test.ts',
]

/** Tests that need a browser's DOM. */
const DOM = ['tests/components/**/*.test.{ts,tsx}', 'tests/unit/formats/sitemap.test.ts']

/** Whether this is `npm run test:nightly`, which runs all tests, as in `tests/support/complete.ts`. */
const isNightly = process.env.NIGHTLY === '1'
const NIGHTLY = isNightly ? [] : ['**/*.nightly.test.{ts,tsx}']

/** From version 25 on, Node.js has storage of its own, which would replace that of happy-dom. */
const WITHOUT_STORAGE = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    alias: [
      { find: /^@\//, replacement: here },
      // The marker package throws outside a React server; tests run server code directly.
      { find: 'server-only', replacement: `${here}tests/support/server-only.ts` },
      // Outside Next's bundler this name resolves to the implementation of the Pages Router.
      { find: 'next/dynamic', replacement: 'next/dist/shared/lib/app-dynamic' },
    ],
  },
  test: {
    globalSetup: ['tests/support/unit-folder.ts', 'tests/support/compiled.ts'],
    setupFiles: ['tests/support/fail-on-console.ts', 'tests/support/fixed-seed.ts', 'tests/support/empty-runtime.ts'],
    // A test that repeats an assertion for all inputs of a list takes longer in a complete run.
    testTimeout: isNightly ? 300_000 : 30_000,
    hookTimeout: 60_000,
    // A site folder that changes nothing, instead of the developer's own.
    env: { SITE_DIR: 'cli/site-template' },
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    // The cores of the smallest machine: each worker loads the modules of the product once.
    maxWorkers: 2,
    // Without isolation the files of a worker share its modules and its DOM: each is loaded once per worker, not once per file.
    projects: [
      {
        extends: true,
        test: { name: 'isolated', include: ISOLATED, exclude: NIGHTLY },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/*.test.ts', 'tests/conformance/check.test.ts', 'tests/unit/**/*.test.{ts,tsx}'],
          exclude: [...ISOLATED, ...DOM, ...NIGHTLY],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: DOM,
          exclude: NIGHTLY,
          environment: 'happy-dom',
          setupFiles: ['tests/support/browser.ts'],
          execArgv: WITHOUT_STORAGE,
          isolate: false,
        },
      },
      // Tests that start processes of the product or Redis; `npm run test:unit` leaves them out.
      {
        extends: true,
        test: { name: 'processes', include: ['tests/processes/**/*.test.ts'], exclude: NIGHTLY },
      },
    ],
  },
})
