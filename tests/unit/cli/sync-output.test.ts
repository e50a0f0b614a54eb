import { expect, onTestFinished, test, vi } from 'vitest'
import { JsonLines, PlainLines, redactReport } from '@/cli/lib/sync-output'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { expectConsole } from '../../support/console'

const createReport = (more: Partial<SyncReport> = {}): SyncReport => ({
  state: 'done',
  startedAt: 0,
  finishedAt: 1500,
  mode: 'refresh',
  progress: { pages: 2, pagesKnown: 2, files: 0, filesKnown: 0, calls: 3, rate: 1 },
  changed: [],
  failed: [],
  failedFiles: [],
  ...more,
})
const page = { id: 'a', title: 'Tides' }

/** Returns the lines that a function writes to the console. */
function captureLines(write: () => void): string[] {
  const spies = [vi.mocked(console.log), vi.mocked(console.error)].map((spy) => spy.mockClear())
  write()
  const lines = spies.flatMap(({ mock }) => mock.calls.map(String))
  if (lines.length > 0) expectConsole(/./)
  return lines
}

test('PlainLines summarizes a run in one line', () => {
  const changed = (['added', 'removed'] as const).map((kind) => ({ ...page, kind }))
  const lines = captureLines(() => new PlainLines(false).finished(createReport({ changed })))
  expect(lines).toEqual(['Refreshed in 1.5 s with 3 calls: 1 added, 1 removed'])
})

test('PlainLines writes the singular of a count of one', () => {
  const progress = { ...createReport().progress, calls: 1 }
  const failedFiles = [{ ...page, file: 'a.png', reason: 'gone' }]
  const lines = captureLines(() => new PlainLines(false).finished(createReport({ progress, failedFiles })))
  expect(lines).toEqual(['Refreshed in 1.5 s with 1 call: nothing changed; 1 file not loaded'])
})

test('PlainLines writes nothing for a run without changes in watch mode', () => {
  expect(captureLines(() => new PlainLines(true).finished(createReport()))).toEqual([])
})

test('PlainLines writes a line for a single run without changes', () => {
  const lines = captureLines(() => new PlainLines(false).finished(createReport()))
  expect(lines).toEqual([expect.stringMatching(/: nothing changed$/)])
})

test('PlainLines lists the first fifty failed pages', () => {
  const failed = Array.from({ length: 60 }, (_, index) => ({ id: `page-${index}`, reason: 'gone' }))
  const lines = captureLines(() => new PlainLines(true).finished(createReport({ failed })))
  expect(lines).toEqual([
    expect.stringMatching(/; 60 failed$/),
    ...failed.slice(0, 50).map(({ id }) => `Failed: ${id}: gone`),
    '… and 10 more',
  ])
})

test('PlainLines writes the requests per minute and the remaining time', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines = new PlainLines(false)
  const printed = captureLines(() => {
    for (const [seconds, pages] of [
      [10, 4],
      [20, 30],
      [30, 950],
    ] as const) {
      vi.advanceTimersByTime(10_000)
      const progress = { pages, pagesKnown: 1000, files: 1, filesKnown: 2, calls: 3, rate: 2.96 }
      lines.progress(createReport({ state: 'running', startedAt: Date.now() - seconds * 1000, progress }))
    }
  })
  expect(printed).toEqual([
    '4 of 1000 pages, 1 of 2 files, 178 requests a minute',
    '30 of 1000 pages, 1 of 2 files, 178 requests a minute, about 11 min left',
    '950 of 1000 pages, 1 of 2 files, 178 requests a minute, about 2 s left',
  ])
})

test('PlainLines writes only the reason of a refused or failed run', () => {
  for (const state of ['refused', 'failed'] as const) {
    const lines = captureLines(() => new PlainLines(true).finished(createReport({ state, message: `it was ${state}` })))
    expect(lines).toEqual([`it was ${state}`])
  }
})

test('JsonLines writes JSON lines of the progress and of the last report', () => {
  const json = new JsonLines(false)
  const lines = captureLines(() => {
    json.progress(createReport())
    json.progress(createReport({ state: 'running' }))
    json.finished(createReport())
  })
  expect(lines).toEqual([
    expect.stringMatching(/^\{"state":"running","progress":\{/),
    expect.stringMatching(/^\{"state":"done","startedAt":0/),
  ])
})

test('redactReport keeps only titles and files of public pages', () => {
  const failures = ['open', 'closed', 'new'].map((id) => ({
    id,
    title: `${id} title`,
    file: `${id}.png`,
    reason: 'gone',
  }))
  const changed = failures.map(({ id, title }) => ({ id, title, kind: 'changed' as const }))
  const pages = [
    { id: 'open', title: 'Boats', access: { kind: 'public' } as const },
    { id: 'closed', title: 'Plans', access: { kind: 'members', organizations: 'any' } as const },
  ]
  const redacted = redactReport(createReport({ failed: failures, failedFiles: failures, changed }), pages)
  expect(captureLines(() => new PlainLines(true).finished(redacted)).slice(1)).toEqual([
    'Failed: open (Boats): gone',
    'Failed: closed: gone',
    'Failed: new: gone',
  ])
  const json = captureLines(() => new JsonLines(true).finished(redacted)).join()
  expect(json).toContain('open.png')
  expect(json).not.toMatch(/Plans|(?:closed|new)\.png|\w title/)
})
