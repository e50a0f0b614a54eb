import { afterEach, beforeAll, expect, test } from 'vitest'
import { LiveReaders } from '@/lib/instances/live-readers'
import {
  readLatestSyncReport,
  reportPublications,
  requestNewestState,
  requestSyncAnywhere,
  takeRequests,
} from '@/lib/instances/requests'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { getRedisPrefix } from '@/lib/site/working-copy'
import { type SyncReport, writeSyncReport } from '@/lib/snapshot/sync-report'
import { takeSyncRequests } from '@/lib/snapshot/sync-requests'
import { startFileRedis } from '../../support/file-redis'
import { createTemporaryFolder } from '../../support/folders'
import { UNUSED_PORT } from '../../support/ports'
import { createId } from '../../support/records'

const REPORT: SyncReport = {
  state: 'done',
  startedAt: 1,
  mode: 'full',
  progress: { pages: 1, pagesKnown: 1, files: 0, filesKnown: 0, calls: 1, rate: 0 },
  changed: [],
  failed: [],
  failedFiles: [],
}

const server = await startFileRedis()
const redis = await server.client()
// Test files share a process, and so a connection of an earlier file.
beforeAll(() => void delete getRuntime().redis)
afterEach(async () => {
  const runtime = getRuntime()
  ;(await runtime.redis)?.destroy()
  runtime.redis = undefined
  runtime.reader = undefined
})

const createEnv = () => readEnv({ REDIS_URL: server.url, STATE_DIR: createTemporaryFolder() }, '/')

test('a reader sends requests to the writer and reads its report through Redis', async () => {
  getRuntime().reader = { generation: 1, problems: [] }
  // Requests fail until the process is connected.
  const reader = createEnv()
  const site = getRedisPrefix(reader)
  await expect
    .poll(() =>
      requestSyncAnywhere(reader, { pages: [createId('Home')], deleted: [createId('Home')] }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const home = [createId('Home')]
  expect((await takeRequests(redis, site)).sync).toEqual({ pages: home, deleted: home, all: false })
  expect(await takeSyncRequests(reader.stateDir)).toBeUndefined()

  await new LiveReaders(redis, site).announce('this', 2)
  const requested = requestNewestState(reader, reader.stateDir)
  await expect
    .poll(async () => {
      const { publications } = await takeRequests(redis, site)
      await reportPublications(redis, site, publications, 2)
      return publications.length
    })
    .toBe(1)
  expect(await requested).toBe('done')

  await writeSyncReport(reader.stateDir, { ...REPORT, state: 'failed' })
  expect(await readLatestSyncReport(reader)).toBeUndefined()
  await redis.set(`${site}report`, JSON.stringify(REPORT))
  expect(await readLatestSyncReport(reader)).toEqual(REPORT)
})

test('a site without REDIS_URL writes requests to its own disk and reads its own report', async () => {
  const single = createEnv()
  await requestSyncAnywhere(single, { all: true })
  expect(await takeSyncRequests(single.stateDir)).toEqual({ pages: [], deleted: [], all: true })
  await writeSyncReport(single.stateDir, REPORT)
  expect(await readLatestSyncReport(single)).toEqual(REPORT)
  expect((await takeRequests(redis, getRedisPrefix(single))).sync.all).toBe(false)
})

test('requests fail and there is no report while Redis is unreachable', async () => {
  getRuntime().reader = { generation: 1, problems: [] }
  const unreachable = readEnv(
    { REDIS_URL: `redis://127.0.0.1:${UNUSED_PORT}`, STATE_DIR: createTemporaryFolder() },
    '/',
  )
  await expect(requestSyncAnywhere(unreachable, { all: true })).rejects.toThrow()
  expect(await requestNewestState(unreachable, unreachable.stateDir)).toBe('failed')
  expect(await readLatestSyncReport(unreachable)).toBeUndefined()
})
