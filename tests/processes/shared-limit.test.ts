import { expect, test } from 'vitest'
import { createLimit, getClientKey, takeFrom } from '@/lib/client-limit'
import type { Redis } from '@/lib/redis/connection'
import { getSearchLimit } from '@/lib/search/rate-limit'
import { type Env, readEnv } from '@/lib/settings/env'
import { startFileRedis } from '@/tests/support/file-redis'

const server = await startFileRedis()
const redis = await server.client()

const CALLER = '192.0.2.7'
const createSearchLimit = (env: Env, connection: Redis) => createLimit(getSearchLimit(env), env, connection)
const createEnv = (settings: NodeJS.Dict<string>) =>
  readEnv({ REDIS_URL: 'redis://:first@localhost', ...settings }, '/')

test('the key of a client can be computed only by readers of the same site', () => {
  const key = getClientKey(createEnv({}), CALLER)
  expect(getClientKey(createEnv({ PORT: '3001', STATE_DIR: 'other' }), CALLER)).toBe(key)
  expect(key).not.toContain(CALLER)
  const others = [
    { REDIS_URL: 'redis://:second@localhost' },
    { REVALIDATE_SECRET: 'a secret for tests' },
    { NOTION_WEBHOOK_TOKEN: 'secret' },
    { METRICS_TOKEN: 'a secret for tests' },
    { SITE_SECRET: 'a secret of at least thirty-two characters' },
    { NOTION_TOKEN: 'secret' },
  ].map((settings) => getClientKey(createEnv(settings), CALLER))
  expect(new Set([key, ...others]).size).toBe(others.length + 1)
})

test('instances share the count of a client, whose keys expire within a minute', async () => {
  const env = createEnv({ SEARCH_RATE: '2' })
  const [first, second] = [createSearchLimit(env, redis), createSearchLimit(env, redis)]
  expect([await takeFrom(first, 'a'), await takeFrom(second, 'a')]).toEqual([0, 0])
  expect(await takeFrom(first, 'a')).toBeGreaterThan(50)
  expect(await takeFrom(first, 'b')).toBe(0)
  const others = createSearchLimit(createEnv({ SEARCH_RATE: '2', WORKSPACE_DIR: 'another' }), redis)
  expect([await takeFrom(others, 'b'), await takeFrom(others, 'b')]).toEqual([0, 0])
  const keys = await redis.keys('colophon:*search:2:*')
  expect(keys).toHaveLength(3)
  for (const key of keys) {
    expect(await redis.pTTL(key)).toBeGreaterThan(0)
    expect(await redis.pTTL(key)).toBeLessThanOrEqual(60_000)
  }
})

test('an instance counts by itself while Redis does not respond', async () => {
  const closed = await server.client()
  const limit = createSearchLimit(createEnv({ SEARCH_RATE: '1' }), closed)
  await closed.close()
  expect([await takeFrom(limit, 'c'), await takeFrom(limit, 'd')]).toEqual([0, 0])
  expect(await takeFrom(limit, 'c')).toBeGreaterThan(50)
})
