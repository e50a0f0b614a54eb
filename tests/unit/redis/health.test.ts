import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getHealth } from '@/lib/health'
import { getSharedRedis, REDIS_DEADLINES } from '@/lib/redis/shared'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { startFileRedis } from '../../support/file-redis'
import { createTemporaryFolder } from '../../support/folders'

const server = await startFileRedis()

test('getHealth reports Redis within its deadline while it does not respond', async () => {
  const dir = createTemporaryFolder()
  // Otherwise, the state of a site that was started in this folder would be read.
  vi.stubEnv('STATE_DIR', dir)
  const env = readEnv({ REDIS_URL: server.url, SITE_URL: 'http://localhost:3000' }, dir)
  getRuntime().reader = { generation: 0, problems: [] }
  // Test files share a process, its problems and its connection.
  for (const key of ['problems', 'redis'] as const) delete getRuntime()[key]
  const redis = await getSharedRedis(server.url)
  onTestFinished(() => {
    redis.destroy()
    vi.unstubAllEnvs()
    for (const key of ['reader', 'redis', 'site'] as const) delete getRuntime()[key]
  })
  if (!redis.isReady) await once(redis, 'ready')
  const getReasons = async () => (await getHealth(env)).reasons
  expect(await getReasons()).toEqual([])
  process.kill(server.pid, 'SIGSTOP')
  const { respondsMs } = REDIS_DEADLINES
  REDIS_DEADLINES.respondsMs = 20
  try {
    for (let check = 0; check < 2; check++) expect(await getReasons()).toEqual(['Redis does not respond'])
    // The connection still looks ready, so only a request detects the problem.
    expect(redis.isReady).toBe(true)
  } finally {
    REDIS_DEADLINES.respondsMs = respondsMs
    process.kill(server.pid, 'SIGCONT')
  }
  await expect.poll(getReasons).toEqual([])
})
