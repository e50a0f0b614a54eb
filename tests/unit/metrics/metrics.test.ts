import { register } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getRouteKind, startMetrics, timeSearch } from '@/lib/metrics/requests'
import { renderMetrics, type ServedSnapshot } from '@/lib/metrics/snapshot'
import { reportProblem } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import type { SyncReport } from '@/lib/snapshot/sync-report'

test.each([
  ['/', 'page'],
  ['/tides', 'page'],
  ['/members', 'members'],
  ['/members/tides?a=b', 'members'],
  ['/members-of-parliament', 'page'],
  ['/api/search', 'search'],
  ['/search?q=a', 'search'],
  ['/api/health', 'api'],
  ['/_next/static/a.js', 'asset'],
  ['/files/a/b.png', 'file'],
  ['/sign-in', 'account'],
  ['/tides.md', 'document'],
])('getRouteKind(%s) returns %s', (path, kind) => {
  expect(getRouteKind(path)).toBe(kind)
})

const sync: SyncReport = {
  state: 'done',
  startedAt: 0,
  mode: 'refresh',
  progress: { pages: 1, pagesKnown: 1, files: 0, filesKnown: 0, calls: 7, rate: 1 },
  changed: [],
  failed: [],
  failedFiles: [],
}

/** Renders the metrics of a site and returns their values. */
async function renderValues(more: Partial<ServedSnapshot>): Promise<Record<string, number>> {
  const snapshot = { version: 'one', pages: 3, syncedAt: Date.now(), sync, generation: undefined, isRedisUp: undefined }
  const { text } = await renderMetrics({ ...snapshot, ...more }, [])
  return Object.fromEntries(
    [...text.matchAll(/^(colophon_\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}

test('metrics contain the age of the snapshot in seconds and whether the last sync was complete', async () => {
  expect(await renderValues({ syncedAt: Date.now() - 60_000 })).toMatchObject({
    colophon_pages: 3,
    colophon_snapshot_age_seconds: expect.closeTo(60, 0),
    colophon_sync_ok: 1,
    colophon_sync_running: 0,
    colophon_sync_calls: 7,
  })
  const failed = [{ id: 'a', reason: 'gone' }]
  expect((await renderValues({ sync: { ...sync, failed } })).colophon_sync_ok).toBe(0)
  expect((await renderValues({ sync: { ...sync, state: 'refused' } })).colophon_sync_ok).toBe(0)
})

test.each([
  ['pages', 'pageThread'],
  ['pictures', 'pictures'],
  ['search', 'searchIndex'],
] as const)('metrics contain whether the worker for %s runs and whether it fails', async (kind, name) => {
  const runtime = getRuntime()
  const running = `colophon_worker_running{kind="${kind}"}`
  const ok = `colophon_worker_ok{kind="${kind}"}`
  expect(await renderValues({})).toMatchObject({ [running]: 0, [ok]: 1 })
  Object.assign(runtime, { [name]: { isRunning: true, failure: 'it ended' } })
  onTestFinished(() => void delete runtime[name])
  expect(await renderValues({})).toMatchObject({ [running]: 1, [ok]: 0 })
})

test('metrics contain whether the last run of each process succeeded, and count runs by outcome', async () => {
  const runtime = getRuntime()
  reportProblem('sync', 'sync: the process ended')
  onTestFinished(() => {
    for (const key of ['problems', 'metrics'] as const) delete runtime[key]
    register.clear()
  })
  runtime.metrics = await startMetrics()
  runtime.metrics.countChildRun('sync', 'crashed')
  const lines = (await renderMetrics(undefined, [])).text
    .split('\n')
    .filter((line) => line.startsWith('colophon_process_'))
  expect(lines).toEqual([
    'colophon_process_ok{process="prepare"} 1',
    'colophon_process_ok{process="sync"} 0',
    'colophon_process_runs_total{process="sync",outcome="crashed"} 1',
  ])
})

test('metrics contain the current reasons of the health check', async () => {
  const renderReasons = async (reasons: string[]) =>
    (await renderMetrics(undefined, reasons)).text.match(/(?<=^colophon_degraded\{reason=")[^"]+(?="\} 1$)/gm) ?? []
  expect(await renderReasons(['Redis does not respond', 'Some pages respond with 503'])).toHaveLength(2)
  expect(await renderReasons(['Some pages respond with 503'])).toEqual(['Some pages respond with 503'])
})

test('timeSearch measures a search in seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const times: number[] = []
  const runtime = getRuntime()
  runtime.metrics = {
    countRequest() {},
    countPage() {},
    countSharedPage() {},
    countJob() {},
    countChildRun() {},
    countSearch: (seconds) => void times.push(seconds),
  }
  try {
    const search = async () => {
      vi.advanceTimersByTime(20)
      return 'found'
    }
    expect(await timeSearch(search)).toBe('found')
  } finally {
    delete runtime.metrics
    vi.useRealTimers()
  }
  expect(times).toEqual([expect.closeTo(0.02, 5)])
})
