import { getEnv, isUnconfigured, setPort } from '../../lib/settings/env'
import { warnOfUnknownVariables } from '../../lib/settings/unknown'
import { hasUncompiledComponents } from '../../lib/slots/compiled'
import { createStopSignal } from '../../server/children'
import { logAsJsonIfShared } from '../../server/json-log'
import { requirePort, reservePort } from '../../server/listen'
import { serveSite } from '../../server/main'
import { buildIfNeeded, getReadingFontUrl, refuseOtherBasePath } from './build'

/** Builds the site if its code changed, serves it until it is stopped, and returns the exit code. */
export async function runSite(): Promise<number> {
  logAsJsonIfShared()
  const env = getEnv()
  warnOfUnknownVariables()
  const stopped = createStopSignal()
  refuseOtherBasePath()
  if (env.port !== 0) await requirePort(env.port)
  // Before the build, which takes minutes, so that the user reads the page meanwhile.
  if (env.port !== 0 && isUnconfigured()) await (await import('./first-start/welcome')).welcome(env, stopped)
  await buildIfNeeded(stopped)
  if (env.siteDir !== undefined && hasUncompiledComponents(env.siteDir)) {
    console.warn('Components of the site folder changed since the site was built: run npm run build to show them')
  }
  if (env.port !== 0) return await serveSite(env, getReadingFontUrl(), stopped)
  const reserved = await reservePort()
  return await serveSite(setPort(reserved.port), getReadingFontUrl(), stopped, reserved)
}
