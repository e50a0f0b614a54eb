import 'server-only'
import { createHmac } from 'node:crypto'
import type { Env } from '../env'
import type { Redis } from '../redis/connection'
import { sharedSite } from '../site/working-copy'

/** The same bucket as an instance alone keeps, by the clock of Redis. Answers for how many thousandths of a second to wait. */
const TAKE = `
local perMinute = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = perMinute
if known[1] then left = math.min(perMinute, tonumber(known[1]) + (now - tonumber(known[2])) / 60000 * perMinute) end
local wait = 0
if left >= 1 then left = left - 1 else wait = math.ceil((1 - left) * 60000 / perMinute) end
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'at', string.format('%d', now))
redis.call('PEXPIRE', KEYS[1], 60000)
return wait`

/**
 * The key under which a caller is counted for a site. There are few enough addresses to try them all, so their digest depends on what
 * only the instances know: who reads Redis, or a copy of it, cannot tell who called.
 */
export function callerKey(env: Env, caller: string): string {
  const { redisUrl, signIn, revalidateSecret, webhookToken, metricsToken, notion } = env
  const password = redisUrl === undefined ? '' : new URL(redisUrl).password
  const secrets = [password, signIn?.secretKey, revalidateSecret, webhookToken, metricsToken, notion.token]
  const digest = createHmac('sha256', JSON.stringify(secrets)).update(caller).digest('hex').slice(0, 32)
  return `${sharedSite(env)}search:${env.searchRate}:${digest}`
}

/** Counts a call in Redis under the caller's key. Answers 0, or in how many seconds the caller may come again. */
export async function takeShared(redis: Redis, key: string, perMinute: number): Promise<number> {
  const keys = [key]
  return Math.ceil(Number(await redis.eval(TAKE, { keys, arguments: [String(perMinute)] })) / 1000)
}
