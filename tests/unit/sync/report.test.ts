import { expect, test } from 'vitest'
import { readSyncReport } from '@/lib/snapshot/sync-report'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId, HANGING } from './support'

/** Starts a workspace and syncs it once. */
async function startSynced(): Promise<Bench> {
  const bench = await Bench.start(createHostedWorkspace({ One: {}, Two: {} }))
  expect(await bench.sync()).toMatchObject({ state: 'done' })
  return bench
}

test('a refresh of some pages does not replace the report of the last refresh', async () => {
  const bench = await startSynced()
  bench.server.editor.write(createHostedId('One'), 'an edit')
  bench.server.editor.write(createHostedId('Two'), 'an edit')
  bench.server.faults.push({ kind: 'error', call: 'loadPageChunk', bodyContains: createHostedId('One') })
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', failed: [{ title: 'One' }] })
  bench.server.editor.write(createHostedId('Two'), 'another edit')
  const refreshed = await bench.with((sync) => sync.refreshPages([createHostedId('Two')]))
  expect(refreshed).toMatchObject({ state: 'done', failed: [], changed: [{ title: 'Two' }] })
  expect(await readSyncReport(bench.stateDir)).toEqual(report)
})

test('a refresh of some pages that ends later does not change the report of the refresh', async () => {
  const bench = await startSynced()
  bench.server.editor.write(createHostedId('Two'), 'an edit')
  bench.server.faults.push({ kind: 'hang', call: 'loadPageChunk', bodyContains: createHostedId('Two'), times: 1 })
  bench.server.faults.push({ kind: 'error', call: 'syncRecordValuesMain' })
  const [report, refreshed] = await bench.with(
    (sync) => Promise.all([sync.refresh(), sync.refreshPages([createHostedId('Two')])]),
    HANGING,
  )
  expect(report.state).toBe('failed')
  expect(refreshed).toMatchObject({ state: 'failed', changed: [{ title: 'Two' }] })
  expect(await readSyncReport(bench.stateDir)).toMatchObject({ state: 'failed', finishedAt: report.finishedAt })
  expect(bench.page(createHostedId('Two'))).toContain('an edit')
})
