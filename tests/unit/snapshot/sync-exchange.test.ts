import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MAX_LISTED, readSyncReport, type SyncReport, writeSyncReport } from '@/lib/snapshot/sync-report'
import { getSyncRequestsDir, requestSync, takeSyncRequests } from '@/lib/snapshot/sync-requests'
import { createTemporaryFolder } from '@/tests/support/folders'

const PAGE = '07d7cbd3-5280-5970-a061-5368bb04310a'
const REPORT: SyncReport = {
  state: 'running',
  startedAt: 1,
  mode: 'full',
  progress: { pages: 1, pagesKnown: 2, files: 0, filesKnown: 0, calls: 3, rate: 1.5 },
  changed: [{ id: PAGE, title: 'Home', kind: 'added' }],
  failed: [],
  failedFiles: [],
}

test('reads a written report and ignores malformed ones', async () => {
  const state = createTemporaryFolder()
  expect(await readSyncReport(state)).toBeUndefined()
  await writeSyncReport(state, REPORT)
  expect(await readSyncReport(state)).toEqual(REPORT)
  expect(readdirSync(path.join(state, 'sync'))).toEqual(['report.json'])
  const withoutList = JSON.stringify({ ...REPORT, failedFiles: 'none' })
  for (const broken of ['', '{"state":"running"', '[]', '{"state":"unheard of","startedAt":1}', withoutList]) {
    writeFileSync(path.join(state, 'sync/report.json'), broken)
    expect(await readSyncReport(state)).toBeUndefined()
  }
})

test('limits the length of the lists in a report', async () => {
  const state = createTemporaryFolder()
  const changed = Array.from({ length: MAX_LISTED + 1 }, () => ({ id: PAGE, title: '', kind: 'changed' as const }))
  await writeSyncReport(state, { ...REPORT, changed })
  expect((await readSyncReport(state))?.changed).toHaveLength(MAX_LISTED)
})

test('merges requests and returns them once', async () => {
  const state = createTemporaryFolder()
  expect(await takeSyncRequests(state)).toBeUndefined()
  await requestSync(state, { pages: [PAGE, PAGE.replaceAll('-', ''), '../../etc'] })
  expect(await takeSyncRequests(state)).toEqual({ pages: [PAGE], deleted: [], all: false })
  await requestSync(state, { pages: [PAGE] })
  await requestSync(state, { all: true })
  expect(await takeSyncRequests(state)).toEqual({ pages: [PAGE], deleted: [], all: true })
  expect(await takeSyncRequests(state)).toBeUndefined()
})

test('a merged request for all pages keeps the listed and deleted pages', async () => {
  const state = createTemporaryFolder()
  await requestSync(state, { all: true })
  await requestSync(state, { pages: [PAGE], deleted: [PAGE, 'no id'], all: true })
  await requestSync(state, { all: true })
  expect(await takeSyncRequests(state)).toEqual({ pages: [PAGE], deleted: [PAGE], all: true })
})

test('an unreadable request does not block others', async () => {
  const state = createTemporaryFolder()
  mkdirSync(getSyncRequestsDir(state), { recursive: true })
  writeFileSync(path.join(getSyncRequestsDir(state), '0-broken.json'), '{"pages":')
  await requestSync(state, { pages: [PAGE] })
  expect(await takeSyncRequests(state)).toEqual({ pages: [PAGE], deleted: [], all: false })
  expect(readdirSync(getSyncRequestsDir(state))).toEqual([])
})
