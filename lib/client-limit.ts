import 'server-only'
import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import { getClientNetwork } from './client-network'
import type { Redis } from './redis/connection'
import { getSharedRedis } from './redis/shared'
import type { Env } from './settings/env'
import { getRedisPrefix } from './site/working-copy'

/** A request waits no longer for Redis, which may hang before its connection ends; then this instance counts alone. */
const REDIS_RESPONDS_WITHIN_MS = 500

/** How many requests of a kind each key has in a period. */
export interface LimitSettings {
  name: string
  points: number
  seconds: number
}

/** Counts requests by keys: in this process, or in Redis for all instances together. */
export type ClientLimit = RateLimiterMemory | RLWrapperTimeouts

/** Creates a limit, which counts in Redis if there is a connection. A changed limit counts from the beginning. */
export function createLimit({ name, points, seconds }: LimitSettings, env: Env, redis?: Redis): ClientLimit {
  const limits = { points, duration: seconds, keyPrefix: `${getRedisPrefix(env)}${name}:${points}` }
  const own = new RateLimiterMemory(limits)
  if (redis === undefined) return own
  const shared = new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
  })
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: REDIS_RESPONDS_WITHIN_MS, insuranceLimiter: own })
}

/** Creates a limit that all instances of a site share. */
export async function createSharedLimit(settings: LimitSettings, env: Env): Promise<ClientLimit> {
  return createLimit(settings, env, env.redisUrl === undefined ? undefined : await getSharedRedis(env.redisUrl))
}

/**
 * Returns the key under which a client is counted for a site. IP addresses could be found by hashing all of them, so the digest is keyed
 * with the site's secrets. Readers of Redis or of a backup cannot identify a client.
 */
export function getClientKey(env: Env, client: string): string {
  const { redisUrl, signIn, revalidateSecret, webhookToken, metricsToken, siteSecret, notion } = env
  const password = redisUrl === undefined ? '' : new URL(redisUrl).password
  const signInSecret =
    signIn?.kind === 'oidc' ? signIn.clientSecret : signIn?.kind === 'headers' ? '' : signIn?.secretKey
  const secrets = [password, signInSecret, revalidateSecret, webhookToken, metricsToken, siteSecret, notion.token]
  return createHmac('sha256', JSON.stringify(secrets)).update(client).digest('hex').slice(0, 32)
}

/** Returns the key of the client of a request. The server leaves one address in the header. */
export const readClientKey = (headers: Headers, env: Env): string =>
  getClientKey(env, getClientNetwork(headers.get('x-forwarded-for') ?? ''))

/** Counts a request. Returns 0, or the seconds after which the next one is possible. */
export async function takeFrom(limit: ClientLimit, key: string): Promise<number> {
  try {
    await limit.consume(key)
    return 0
  } catch (error) {
    if (!isRefusal(error)) throw error
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
  }
}

/** By its shape: the middleware and the handlers use one limit, but each bundle has its own classes. */
const isRefusal = (error: unknown): error is RateLimiterRes =>
  typeof error === 'object' && error !== null && 'msBeforeNext' in error
