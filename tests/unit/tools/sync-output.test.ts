import { test } from 'vitest'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { JsonLines, PlainLines } from '@/tools/lib/sync-output'
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

test('a run is summed up in one line', () => {
  expectConsole(/^log: Refreshed in 1\.5 s with 3 calls: 1 added, 1 removed$/)
  new PlainLines(false).finished(
    report({
      changed: [
        { ...page, kind: 'added' },
        { ...page, kind: 'removed' },
      ],
    }),
  )
})

test('while it watches, a run that changed nothing is not worth a line', () => {
  new PlainLines(true).finished(report())
})

test('a single run that changed nothing says so', () => {
  expectConsole(/^log: Refreshed .*: nothing changed$/)
  new PlainLines(false).finished(report())
})

test('of many pages that failed, fifty are named', () => {
  const failed = Array.from({ length: 60 }, (_, at) => ({ id: `page-${at}`, reason: 'gone' }))
  expectConsole(/^error: Failed: page-\d: gone$|^error: Failed: page-[1-4]\d: gone$/)
  expectConsole(/^error: … and 10 more$/)
  expectConsole(/^log: .*; 60 failed$/)
  new PlainLines(true).finished(report({ failed }))
})

test('a sync that was refused or failed says why, and nothing else', () => {
  for (const state of ['refused', 'failed'] as const) {
    expectConsole(new RegExp(`^error: it was ${state}$`))
    new PlainLines(true).finished(report({ state, message: `it was ${state}` }))
  }
})

test('as JSON, the last report is one line', () => {
  const lines = new JsonLines(false)
  const last = report()
  lines.progress(last)
  expectConsole(/^log: \{"state":"running","progress":\{/)
  lines.progress(report({ state: 'running' }))
  expectConsole(/^log: \{"state":"done","startedAt":0/)
  lines.finished(last)
})
