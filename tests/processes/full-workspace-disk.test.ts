import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getCurrentReasons } from '@/lib/problems'
import { readEnv } from '@/lib/settings/env'
import { readSyncReport } from '@/lib/snapshot/sync-report'
import type { SnapshotManifest } from '@/lib/sync/snapshot-folder'
import { keepSyncing } from '@/server/syncing'
import { expectConsole } from '@/tests/support/console'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { createSmallDisk } from '@/tests/support/small-disk'
import { Bench, createHostedId } from '@/tests/unit/sync/support'
import { planPages } from './sync-process'

// Runs several child processes.
test('a sync with a full workspace folder loses nothing and is reported, until there is room', {
  timeout: 120_000,
}, async () => {
  const disk = createSmallDisk()
  onTestFinished(() => {
    disk.mend()
    disk.remove()
    vi.unstubAllEnvs()
  })
  const bench = await Bench.start(createHostedWorkspace(planPages(3)))
  const snapshot = path.join(disk.dir, 'snapshot')
  const variables = bench.variables({ WORKSPACE_DIR: snapshot, SYNC_INTERVAL: '3600' })
  // Syncs are child processes, which get the environment of this process.
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const env = readEnv(variables, bench.dir)
  const read = (name: string) => readFileSync(path.join(snapshot, name), 'utf8')
  const readPages = () => {
    const { pages } = JSON.parse(read('manifest.json')) as SnapshotManifest
    return new Map(Object.entries(pages).map(([id, { file }]) => [id, JSON.stringify(JSON.parse(read(file)))]))
  }
  /** Runs syncs as a new process of the site does, until a condition is true. */
  const syncUntil = async (condition: () => Promise<boolean>) => {
    const stop = new AbortController()
    const syncing = keepSyncing(env, stop.signal)
    await expect.poll(condition, { timeout: 30_000 }).toBe(true)
    stop.abort()
    await syncing
  }
  const started = Date.now()
  const isDone = async (since: number) => {
    const report = await readSyncReport(env.stateDir)
    return report?.state === 'done' && report.startedAt >= since && getCurrentReasons().length === 0
  }
  await syncUntil(() => isDone(started))
  const before = readPages()
  expect(before.size).toBe(4)

  const reason = disk.break('full')
  bench.server.editor.write(createHostedId('Page 1'), 'a new text '.repeat(1000))
  expectConsole(/^error: The sync ended \(exit code 1\) and is started again in 5 s$/)
  await syncUntil(async () => getCurrentReasons().length > 0)
  expect(getCurrentReasons()).toEqual([
    `The workspace folder cannot be written to (${reason}): changes of the workspace are not copied`,
  ])
  expect(readPages()).toEqual(before)

  disk.mend()
  const mended = Date.now()
  await syncUntil(() => isDone(mended))
  const after = readPages()
  expect([...after.keys()]).toEqual([...before.keys()])
  expect(after.get(createHostedId('Page 1'))).toContain('a new text')
})
