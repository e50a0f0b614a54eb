import 'server-only'
import { createHash } from 'node:crypto'
import type { Redis } from '../redis/connection.mjs'

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

/** Counts a call in Redis. Answers 0, or in how many seconds the caller may come again. Who calls is not readable there. */
export async function takeShared(redis: Redis, caller: string, perMinute: number): Promise<number> {
  const name = createHash('sha256').update(caller).digest('hex').slice(0, 16)
  const keys = [`colophon:search:${perMinute}:${name}`]
  return Math.ceil(Number(await redis.eval(TAKE, { keys, arguments: [String(perMinute)] })) / 1000)
}
