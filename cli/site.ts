import { existsSync } from 'node:fs'
import { getEnv } from '../lib/env'
import { warnOfUnknownVariables } from '../lib/env-unknown'
import { untilStopped } from '../server/children'
import { logAsJsonIfShared } from '../server/json-log'
import { serveSite } from '../server/main'
import { buildIfNeeded, readingFace, refuseOtherBasePath } from './lib/build'

/** Serves the production site on PORT: builds it if its code changed, and keeps up with the workspace until it is stopped. */
if (existsSync('.env')) process.loadEnvFile('.env')
logAsJsonIfShared()
const env = getEnv()
warnOfUnknownVariables()
const stopped = untilStopped()
refuseOtherBasePath()
await buildIfNeeded(stopped)
process.exit(await serveSite(env, readingFace(), stopped))
