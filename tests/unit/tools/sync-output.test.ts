import { expect, onTestFinished, test, vi } from 'vitest'
import { JsonLines, PlainLines, redactReport } from '@/cli/lib/sync-output'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { expectConsole } from '../../support/console'

const report = (more: Partial<SyncReport> = {}): SyncReport => ({
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

/** The lines that a function writes to the console. */
function linesOf(write: () => void): string[] {
  const spies = [vi.mocked(console.log), vi.mocked(console.error)].map((spy) => spy.mockClear())
  write()
  const lines = spies.flatMap(({ mock }) => mock.calls.map(String))
  if (lines.length > 0) expectConsole(/./)
  return lines
}

test('sums up a run in one line', () => {
  const changed = (['added', 'removed'] as const).map((kind) => ({ ...page, kind }))
  const lines = linesOf(() => new PlainLines(false).finished(report({ changed })))
  expect(lines).toEqual(['Refreshed in 1.5 s with 3 calls: 1 added, 1 removed'])
})

test('writes no line for a run that changed nothing while it watches', () => {
  expect(linesOf(() => new PlainLines(true).finished(report()))).toEqual([])
})

test('writes a line for a single run that changed nothing', () => {
  const lines = linesOf(() => new PlainLines(false).finished(report()))
  expect(lines).toEqual([expect.stringMatching(/: nothing changed$/)])
})

test('names the first fifty of the pages that failed', () => {
  const failed = Array.from({ length: 60 }, (_, at) => ({ id: `page-${at}`, reason: 'gone' }))
  const lines = linesOf(() => new PlainLines(true).finished(report({ failed })))
  expect(lines).toEqual([
    expect.stringMatching(/; 60 failed$/),
    ...failed.slice(0, 50).map(({ id }) => `Failed: ${id}: gone`),
    '… and 10 more',
  ])
})

test('writes requests a minute and the time left', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines = new PlainLines(false)
  const printed = linesOf(() => {
    for (const [seconds, pages] of [
      [10, 4],
      [20, 30],
      [30, 950],
    ] as const) {
      vi.advanceTimersByTime(10_000)
      const progress = { pages, pagesKnown: 1000, files: 1, filesKnown: 2, calls: 3, rate: 2.96 }
      lines.progress(report({ state: 'running', startedAt: Date.now() - seconds * 1000, progress }))
    }
  })
  expect(printed).toEqual([
    '4 of 1000 pages, 1 of 2 files, 178 requests a minute',
    '30 of 1000 pages, 1 of 2 files, 178 requests a minute, about 11 min left',
    '950 of 1000 pages, 1 of 2 files, 178 requests a minute, about 2 s left',
  ])
})

test('writes only the reason of a run that was refused or failed', () => {
  for (const state of ['refused', 'failed'] as const) {
    const lines = linesOf(() => new PlainLines(true).finished(report({ state, message: `it was ${state}` })))
    expect(lines).toEqual([`it was ${state}`])
  }
})

test('writes JSON lines of the progress and of the last report', () => {
  const json = new JsonLines(false)
  const lines = linesOf(() => {
    json.progress(report())
    json.progress(report({ state: 'running' }))
    json.finished(report())
  })
  expect(lines).toEqual([
    expect.stringMatching(/^\{"state":"running","progress":\{/),
    expect.stringMatching(/^\{"state":"done","startedAt":0/),
  ])
})

test('contains titles and files of public pages only, in lines and in JSON', () => {
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
  const redacted = redactReport(report({ failed: failures, failedFiles: failures, changed }), pages)
  expect(linesOf(() => new PlainLines(true).finished(redacted)).slice(1)).toEqual([
    'Failed: open (Boats): gone',
    'Failed: closed: gone',
    'Failed: new: gone',
  ])
  const json = linesOf(() => new JsonLines(true).finished(redacted)).join()
  expect(json).toContain('open.png')
  expect(json).not.toMatch(/Plans|(?:closed|new)\.png|\w title/)
})
