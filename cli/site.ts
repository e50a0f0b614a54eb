import { existsSync } from 'node:fs'
import { getEnv } from '../lib/env'
import { warnOfUnknownVariables } from '../lib/env-unknown'
import { createStopSignal } from '../server/children'
import { logAsJsonIfShared } from '../server/json-log'
import { serveSite } from '../server/main'
import { fail, requireNode } from '../tools/explain-error.mjs'
import { buildIfNeeded, getReadingFontUrl, refuseOtherBasePath } from './lib/build'

/** Builds the site if its code changed, and serves it on PORT until it is stopped. */
try {
  requireNode()
  if (existsSync('.env')) process.loadEnvFile('.env')
  logAsJsonIfShared()
  const env = getEnv()
  warnOfUnknownVariables()
  const stopped = createStopSignal()
  refuseOtherBasePath()
  await buildIfNeeded(stopped)
  process.exit(await serveSite(env, getReadingFontUrl(), stopped))
} catch (error) {
  // `npm start` and containers start this file without `tools/run.mjs`.
  fail(error)
}
