import { getEnv } from '../lib/settings/env'
import { createStopSignal } from '../server/children'
import { buildIfNeeded } from './lib/build'

/** Builds the site without serving it, for a container image or another machine. */
// Invalid variables would otherwise be reported after a minute, when the site starts.
getEnv()
await buildIfNeeded(createStopSignal())
