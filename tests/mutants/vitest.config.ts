import { defineConfig } from 'vitest/config'
import config from '../../vitest.config'

/** The fast tests of the code that `stryker.config.mjs` lists, each file with modules of its own: a cached value would hide a mutant. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: undefined,
    include: [
      'tests/unit/{app,auth,cache,export,formats,page,search,server/documents,site,snapshot,sync,webhooks,workspace}/**/*.test.{ts,tsx}',
      'tests/unit/{base-path,env,health,middleware,routes}.test.ts',
    ],
    // A test that needs a DOM, and tests that take long.
    exclude: [
      'tests/**/*.nightly.test.*',
      'tests/unit/formats/sitemap.test.ts',
      'tests/unit/workspace/fuzz*',
      'tests/unit/app/full-text.test.ts',
    ],
  },
})
