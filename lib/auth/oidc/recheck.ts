import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { getSharedRedis } from '../../redis/shared'
import { getRuntime } from '../../runtime'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import { getRedisPrefix } from '../../site/working-copy'
import { removeRights } from '../access-records'
import { isUnavailable } from '../provider-requests'
import { getProviderClient } from './client'
import { getNow, type OidcSession, removeSession, storeSession, updateSession } from './oidc-session'

/** The session after the provider was asked; undefined if it ended, or if it may not be used before another instance has renewed it. */
interface Checked {
  session?: OidcSession
  /** `Set-Cookie` lines that renew or remove the session; none if the provider has not decided. */
  cookies: string[]
  /** How long the result counts for all requests with the same cookie, in milliseconds. */
  lastsMs: number
}

declare module '../../runtime' {
  interface Runtime {
    /** Checks of sessions by a digest of the refresh token and the time of the last check. */
    sessionChecks?: LRUCache<string, Promise<Checked>>
  }
}

/**
 * A browser sends several requests with the previous cookie, and a page checks the session again after the middleware. All of
 * them get the result of one check, because many providers accept a refresh token only once.
 */
const RESULT_LASTS_MS = 60_000
/** The same if the provider did not respond, or refused because of too many requests. */
const UNDECIDED_LASTS_MS = 30_000
const MAX_CHECKS = 1000
/** A request waits no longer for Redis, and then asks the provider itself. */
const REDIS_RESPONDS_WITHIN_MS = 500
/** With several instances, a check begins this much earlier: meanwhile the others accept the session as it is. */
const SHARED_MARGIN_S = 30

/** Returns when the provider has to be asked again whether a session still holds, in seconds since 1970. */
function getCheckTime({ checked, until, refreshToken }: OidcSession, settings: OidcSettings): number {
  return refreshToken === undefined ? until : Math.min(until, checked + settings.recheck)
}

/**
 * Asks the provider whether a session still holds, and for the current groups of the person. Keeps the session as it is if the provider
 * does not respond.
 */
export async function recheckSession(session: OidcSession, settings: OidcSettings, env: Env): Promise<Checked> {
  const { refreshToken } = session
  if (refreshToken === undefined) return { cookies: removeSession(settings, env), lastsMs: 0 }
  const runtime = getRuntime()
  runtime.sessionChecks ??= new LRUCache({ max: MAX_CHECKS, ttl: RESULT_LASTS_MS })
  // Some providers give the same refresh token again.
  const key = createHash('sha256').update(`${session.checked} ${refreshToken}`).digest('base64url')
  const known = runtime.sessionChecks.get(key)
  if (known !== undefined) return known
  const check = askProvider(session, refreshToken, key, settings, env)
  runtime.sessionChecks.set(key, check)
  void check.then(({ lastsMs }) => {
    if (lastsMs > 0) runtime.sessionChecks?.set(key, check, { ttl: lastsMs })
    else runtime.sessionChecks?.delete(key)
  })
  return check
}

async function askProvider(
  session: OidcSession,
  refreshToken: string,
  key: string,
  settings: OidcSettings,
  env: Env,
): Promise<Checked> {
  try {
    if (!(await mayAsk(key, env))) {
      const isLate = getNow() >= getCheckTime(session, settings)
      // The cookies stay: another instance may be renewing them for this browser.
      return { session: isLate ? undefined : session, cookies: [], lastsMs: 0 }
    }
    const provider = await getProviderClient(settings)
    const tokens = await client.refreshTokenGrant(provider.config, refreshToken)
    const updated = await updateSession(session, tokens, provider, settings, env)
    if (updated === undefined) return endSession(session, settings, env)
    return { session: updated, cookies: await storeSession(updated, settings, env), lastsMs: RESULT_LASTS_MS }
  } catch (error) {
    if (!isUnavailable(error)) return endSession(session, settings, env)
    await allowToAsk(key, env)
    return { session, cookies: [], lastsMs: UNDECIDED_LASTS_MS }
  }
}

/** Ends a session that the provider refuses, with what the person's addresses for programs may read. */
async function endSession({ sub }: OidcSession, settings: OidcSettings, env: Env): Promise<Checked> {
  await removeRights({ id: sub }, env)
  return { cookies: removeSession(settings, env), lastsMs: RESULT_LASTS_MS }
}

/** Whether this instance asks the provider. Of several instances, the first one does. */
async function mayAsk(key: string, env: Env): Promise<boolean> {
  if (env.redisUrl === undefined) return true
  const redis = await getSharedRedis(env.redisUrl)
  if (!redis.isReady) return true
  const taken = redis.set(getLockName(key, env), '1', { NX: true, PX: RESULT_LASTS_MS })
  return (await Promise.race([taken.catch(() => 'OK'), pause(REDIS_RESPONDS_WITHIN_MS, 'OK', { ref: false })])) !== null
}

/** Lets any instance ask the provider, which has not responded to this one. */
async function allowToAsk(key: string, env: Env): Promise<void> {
  if (env.redisUrl === undefined) return
  const redis = await getSharedRedis(env.redisUrl)
  if (!redis.isReady) return
  const removed = redis.del(getLockName(key, env)).catch(() => {})
  await Promise.race([removed, pause(REDIS_RESPONDS_WITHIN_MS, undefined, { ref: false })])
}

const getLockName = (key: string, env: Env) => `${getRedisPrefix(env)}refresh:${key}`

/** Returns when an instance begins to ask the provider. */
export function getDueTime(session: OidcSession, settings: OidcSettings, { redisUrl }: Env): number {
  const margin = redisUrl === undefined ? 0 : Math.min(SHARED_MARGIN_S, settings.recheck / 2)
  return getCheckTime(session, settings) - margin
}
