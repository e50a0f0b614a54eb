import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getHealth } from '@/lib/health'
import { clearProblem, reportProblem } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import type { SiteState } from '@/lib/site/get-site'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { type SyncReport, writeSyncReport } from '@/lib/snapshot/sync-report'
import { buildInput, SETTINGS } from '../support/build-input'
import { createTemporaryFolder } from '../support/folders'
import { createId, page } from '../support/records'

const MINUTE = 60_000
const id = createId('Tides')
const ended: SyncReport = {
  state: 'done',
  startedAt: 1,
  finishedAt: 2,
  mode: 'refresh',
  progress: { pages: 1, pagesKnown: 1, files: 0, filesKnown: 0, calls: 1, rate: 1 },
  changed: [],
  failed: [],
  failedFiles: [],
  missingFiles: 0,
}
const running: SyncReport = { ...ended, state: 'running', startedAt: 3, finishedAt: undefined, missingFiles: undefined }

let env = readEnv({}, '/')
let elapsed = 0
beforeEach(() => {
  const dir = createTemporaryFolder()
  env = readEnv({ STATE_DIR: dir, NOTION_ROOT_PAGE: id, SYNC_INTERVAL: '60' }, dir)
  resetRuntime()
  setSite(new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS)))
  elapsed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
})

afterEach(() => {
  vi.restoreAllMocks()
  resetRuntime()
})

function resetRuntime(): void {
  const runtime = getRuntime()
  for (const key of ['problems', 'seenSyncs', 'site'] as const) delete runtime[key]
}

function setSite(site: Site): void {
  const store = { manifest: async () => ({ problems: [] }) } as unknown as SiteState['store']
  getRuntime().site = { store, site: Promise.resolve(site), last: site }
}

const report = (sync: SyncReport) => writeSyncReport(env.stateDir, sync)
const getReasons = async () => (await getHealth(env)).reasons

describe('getHealth returns reasons', () => {
  it.each<[string, Partial<SyncReport>, string]>([
    ['failed', { state: 'failed' }, 'The last sync failed or was refused'],
    ['was refused', { state: 'refused' }, 'The last sync failed or was refused'],
    ['did not fetch a page', { failed: [{ id, reason: 'it timed out' }] }, 'The last sync could not fetch some pages'],
    ['did not download files', { missingFiles: 2 }, 'Some files are not downloaded yet, or cannot be downloaded'],
  ])('after a sync that %s, even while the next one runs', async (_, wrong, reason) => {
    await report(ended)
    expect(await getReasons()).toEqual([])
    await report({ ...ended, ...wrong })
    expect(await getReasons()).toEqual([reason])
    await report(running)
    expect(await getReasons()).toEqual([reason])
    await report({ ...ended, finishedAt: 4 })
    expect(await getReasons()).toEqual([])
  })

  it('until the first sync ends', async () => {
    await report({ ...running, mode: 'full' })
    expect(await getReasons()).toEqual(['The first sync has not ended yet'])
  })

  it('until all pages of the first sync are prepared', async () => {
    setSite(new Site({ ...buildSite(buildInput([page('Root', undefined)]), SETTINGS), isFilling: true }))
    await report(ended)
    expect(await getReasons()).toEqual(['The first sync has not ended yet'])
  })

  it('if the last successful sync ended more than three intervals ago, even after the clock was set', async () => {
    const late = 'The last successful sync ended over 180 s ago'
    await report(ended)
    expect(await getReasons()).toEqual([])
    for (const wall of [Date.now(), Date.now() - 120 * MINUTE, Date.now() + 120 * MINUTE]) {
      vi.spyOn(Date, 'now').mockReturnValue(wall)
      await report({ ...ended, finishedAt: wall })
      elapsed += 2 * MINUTE
      expect(await getReasons()).toEqual([])
      elapsed += 4 * MINUTE
      await report(running)
      expect(await getReasons()).toEqual([late])
    }
  })

  it('if the last successful sync ended long before the first health check', async () => {
    await report(ended)
    expect(await getReasons()).toEqual([])
    elapsed += 60 * MINUTE
    await report({ ...ended, finishedAt: Date.now() - 50 * MINUTE })
    expect(await getReasons()).toEqual(['The last successful sync ended over 180 s ago'])
  })

  it('while a page cannot be read', async () => {
    setSite(new Site({ ...buildSite(buildInput([page('Root', undefined)]), SETTINGS), unreadable: [id] }))
    expect(await getReasons()).toEqual(['Some pages respond with 503'])
  })

  it('while a problem is reported, without duplicates, until it is cleared or expires', async () => {
    reportProblem('one', 'Something is broken')
    reportProblem('two', 'Something is broken')
    reportProblem('three', 'A page was late', MINUTE)
    expect(await getReasons()).toEqual(['Something is broken', 'A page was late'])
    elapsed += MINUTE
    clearProblem('one')
    expect(await getReasons()).toEqual(['Something is broken'])
    clearProblem('two')
    expect(await getReasons()).toEqual([])
  })
})

it('getHealth returns no page ids, file names or messages of the workspace', async () => {
  const failure = { id, title: 'Secret plans', file: 'https://host.example/secret.png', reason: 'it is too large' }
  const wrong = { ...ended, failed: [failure], failedFiles: [failure], missingFiles: 1, message: 'token v03:secret' }
  await report({ ...wrong, state: 'failed' })
  expect(await getReasons()).toHaveLength(3)
  expect((await getReasons()).join()).not.toMatch(/secret|host\.example|[0-9a-f]{8}-/i)
})
