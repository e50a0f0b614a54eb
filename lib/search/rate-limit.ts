import 'server-only'
import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import { getClientNetwork } from '../client-network'
import { type Env, getEnv } from '../env'
import type { Redis } from '../redis/connection'
import { getSharedRedis } from '../redis/shared'
import { getRuntime } from '../runtime'
import { getRedisPrefix } from '../site/working-copy'

/** The period of the limit, in seconds. */
const WINDOW_S = 60
/** The longest time that a search waits for Redis, which may hang before its connection ends. Then this instance counts alone. */
const REDIS_ANSWERS_WITHIN_MS = 500

/** Counts the searches of each client: in this process, or with Redis for all instances together. */
export type SearchLimit = RateLimiterMemory | RLWrapperTimeouts

declare module '../runtime' {
  interface Runtime {
    searchLimit?: SearchLimit
  }
}

/** Returns a limit of searches a minute, which counts in Redis if there is a connection. */
export function createSearchLimit(env: Env, redis?: Redis): SearchLimit {
  const limits = { points: env.searchRate, duration: WINDOW_S, keyPrefix: searchKeyPrefix(env) }
  const own = new RateLimiterMemory(limits)
  if (redis === undefined) return own
  const shared = new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
  })
  return new RLWrapperTimeouts({ limiter: shared, timeoutMs: REDIS_ANSWERS_WITHIN_MS, insuranceLimiter: own })
}

/** Contains the limit, so that counting starts again when the limit changes. */
const searchKeyPrefix = (env: Env) => `${getRedisPrefix(env)}search:${env.searchRate}`

/**
 * Returns the key under which a client is counted. All addresses could be tried, so the digest depends on secrets of the instances: it
 * does not reveal addresses to readers of Redis or of a backup.
 */
export function clientKey(env: Env, client: string): string {
  const { redisUrl, signIn, revalidateSecret, webhookToken, metricsToken, notion } = env
  const password = redisUrl === undefined ? '' : new URL(redisUrl).password
  const secrets = [password, signIn?.secretKey, revalidateSecret, webhookToken, metricsToken, notion.token]
  return createHmac('sha256', JSON.stringify(secrets)).update(client).digest('hex').slice(0, 32)
}

/** Counts a search of a client. Returns 0, or after how many seconds the client may search again. */
export async function takeFrom(limit: SearchLimit, key: string): Promise<number> {
  try {
    await limit.consume(key)
    return 0
  } catch (error) {
    if (!isRefusal(error)) throw error
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
  }
}

/** Checks the shape, because the middleware and the handlers share one limit, but each bundle has its own classes. */
const isRefusal = (error: unknown): error is RateLimiterRes =>
  typeof error === 'object' && error !== null && 'msBeforeNext' in error

/** Counts a search of the client of a request. Returns 0, or after how many seconds the client may search again. */
export async function takeSearch(headers: Headers): Promise<number> {
  const env = getEnv()
  const runtime = getRuntime()
  const redis = env.redisUrl === undefined ? undefined : await getSharedRedis(env.redisUrl)
  runtime.searchLimit ??= createSearchLimit(env, redis)
  // The server leaves one address in this header.
  const client = getClientNetwork(headers.get('x-forwarded-for') ?? '')
  return takeFrom(runtime.searchLimit, clientKey(env, client))
}
