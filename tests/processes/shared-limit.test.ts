import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import type { Redis } from '@/lib/redis/connection'
import { callerKey, takeShared } from '@/lib/search/shared-limit'
import { RedisServer } from '@/tests/support/redis'

let server: RedisServer
let redis: Redis
beforeAll(async () => {
  server = await RedisServer.start()
  redis = await server.client()
})
afterAll(() => server.stop())

const CALLER = '192.0.2.7'
const envOf = (settings: NodeJS.Dict<string>) => readEnv({ REDIS_URL: 'redis://:first@localhost', ...settings }, '/')

test('a caller is counted under a name that only the instances of one site can make', () => {
  const key = callerKey(envOf({}), CALLER)
  expect(callerKey(envOf({ PORT: '3001', STATE_DIR: 'other' }), CALLER)).toBe(key)
  expect(key).not.toContain(CALLER)
  const others = [
    { WORKSPACE_DIR: 'another' },
    { REDIS_URL: 'redis://:second@localhost' },
    { REVALIDATE_SECRET: 'secret' },
    { NOTION_WEBHOOK_TOKEN: 'secret' },
    { METRICS_TOKEN: 'secret' },
    { NOTION_TOKEN: 'secret' },
  ].map((settings) => callerKey(envOf(settings), CALLER))
  expect(new Set([key, ...others]).size).toBe(others.length + 1)
})

test('searches are counted up to the limit, and what is known of a caller leaves Redis within a minute', async () => {
  const key = callerKey(envOf({}), CALLER)
  expect([await takeShared(redis, key, 2), await takeShared(redis, key, 2)]).toEqual([0, 0])
  expect(await takeShared(redis, key, 2)).toBeGreaterThan(0)
  expect(await takeShared(redis, `${key}x`, 2)).toBe(0)
  expect(await redis.pTTL(key)).toBeGreaterThan(0)
  expect(await redis.pTTL(key)).toBeLessThanOrEqual(60_000)
})
