import { getEnv, setPort } from '../../lib/settings/env'
import { warnOfUnknownVariables } from '../../lib/settings/unknown'
import { createStopSignal } from '../../server/children'
import { logAsJsonIfShared } from '../../server/json-log'
import { reservePort } from '../../server/listen'
import { serveSite } from '../../server/main'
import { buildIfNeeded, getReadingFontUrl, refuseOtherBasePath } from './build'

/** Builds the site if its code changed, serves it until it is stopped, and returns the exit code. */
export async function runSite(): Promise<number> {
  logAsJsonIfShared()
  const env = getEnv()
  warnOfUnknownVariables()
  const stopped = createStopSignal()
  refuseOtherBasePath()
  await buildIfNeeded(stopped)
  if (env.port !== 0) return await serveSite(env, getReadingFontUrl(), stopped)
  const reserved = await reservePort()
  return await serveSite(setPort(reserved.port), getReadingFontUrl(), stopped, reserved)
}
