import { existsSync } from 'node:fs'
import { getEnv } from '../lib/env'
import { warnOfUnknownVariables } from '../lib/env-unknown'
import { createStopSignal } from '../server/children'
import { logAsJsonIfShared } from '../server/json-log'
import { serveSite } from '../server/main'
import { buildIfNeeded, getReadingFontUrl, refuseOtherBasePath } from './lib/build'

/** Builds the site if its code changed, and serves it on PORT until it is stopped. */
if (existsSync('.env')) process.loadEnvFile('.env')
logAsJsonIfShared()
const env = getEnv()
warnOfUnknownVariables()
const stopped = createStopSignal()
refuseOtherBasePath()
await buildIfNeeded(stopped)
process.exit(await serveSite(env, getReadingFontUrl(), stopped))
