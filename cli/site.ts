import { fail, loadEnvFile, requireNode } from '../tools/explain-error.mjs'

/** Builds the site if its code changed, and serves it on PORT until it is stopped. */
try {
  // `npm start` and containers start this file without `tools/run.mjs`.
  requireNode()
  loadEnvFile()
  // Modules call functions that older versions of Node lack as soon as they are loaded.
  const { runSite } = await import('./lib/run-site')
  process.exit(await runSite())
} catch (error) {
  fail(error)
}
