import { expect, test } from 'vitest'
import { getSharedRedis } from '@/lib/redis/shared'
import { readEnv } from '@/lib/settings/env'
import { readTexts, storeText } from '@/lib/statistics/page-texts'
import { MAX_KEYS } from '@/lib/statistics/totals'
import { getDay, KEPT_DAYS, readTotals, storeTotals } from '@/lib/statistics/totals-store'
import { startFileRedis } from '@/tests/support/file-redis'

const server = await startFileRedis()
const redis = await server.client()
const env = readEnv({ REDIS_URL: server.url, STATISTICS: '1' }, '/')

test('instances add up their statistics in Redis, where they expire and stay small', async () => {
  const shared = await getSharedRedis(server.url)
  await expect.poll(() => shared.isReady).toBe(true)
  const day = '2026-01-31'
  await Promise.all([1, 2, 3].map((count) => storeTotals(day, { views: new Map([['a', count]]) }, env)))
  expect(await readTotals([day, '2026-02-01'], env)).toEqual([{ views: new Map([['a', 6]]) }, {}])
  const left = await redis.pTTL((await redis.keys(`*statistics:${day}:views`))[0] ?? '')
  expect(left).toBeGreaterThan((KEPT_DAYS - 1) * 24 * 3600 * 1000)

  for (let round = 0; round < 4; round++) {
    const flood = Array.from({ length: MAX_KEYS.referrers }, (_, at) => [`${round}-${at}.example`, 1] as const)
    await storeTotals(day, { referrers: new Map([...flood, ['often.example', 9]]) }, env)
  }
  const [totals] = await readTotals([day], env)
  expect(totals?.referrers?.size).toBeLessThanOrEqual(2 * MAX_KEYS.referrers)
  expect(totals?.referrers?.get('often.example')).toBe(36)
})

test('instances share what readers wrote about pages', async () => {
  await storeText({ page: 'a', text: 'Add the moon' }, env)
  await storeText({ page: 'b', text: 'Add the sun' }, env)
  const day = getDay(Date.now())
  expect(await readTexts(10, env)).toEqual([
    { page: 'b', text: 'Add the sun', day },
    { page: 'a', text: 'Add the moon', day },
  ])
})
