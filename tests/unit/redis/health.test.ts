import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { getHealth } from '@/lib/health'
import { getSharedRedis } from '@/lib/redis/shared'
import { getRuntime } from '@/lib/runtime'
import { startFileRedis } from '../../support/file-redis'
import { temporaryFolder } from '../../support/folders'

const server = await startFileRedis()

test('Redis that is frozen is a reason in health within about a second, and until it responds again', async () => {
  const dir = temporaryFolder()
  const env = readEnv({ REDIS_URL: server.url, SITE_URL: 'http://localhost:3000' }, dir)
  getRuntime().reader = { generation: 0, withdrawn: new Set(), problems: [] }
  const redis = await getSharedRedis(server.url)
  onTestFinished(() => {
    redis.destroy()
    for (const key of ['reader', 'redis', 'site'] as const) delete getRuntime()[key]
  })
  if (!redis.isReady) await once(redis, 'ready')
  const reasons = async () => (await getHealth(env)).reasons
  expect(await reasons()).toEqual([])
  process.kill(server.pid, 'SIGSTOP')
  try {
    for (let look = 0; look < 2; look++) expect(await reasons()).toEqual(['Redis does not respond'])
    // The connection says nothing of it.
    expect(redis.isReady).toBe(true)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  await expect.poll(reasons).toEqual([])
})
