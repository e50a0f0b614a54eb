import { expect, test } from 'vitest'
import { requestSync } from '@/lib/snapshot/sync-requests'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '@/tests/unit/sync/support'
import { planPages, runSync, startRemoteSite, startSync } from './sync-process'

const countCalls = (bench: Bench, name: string) => bench.server.calls.filter((call) => call.name === name).length

test('a killed sync leaves valid pages, and the next one resumes', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(120)))
  const first = startSync(bench.variables({ SYNC_RATE: '25' }))
  await expect.poll(() => countCalls(bench, 'loadPageChunk'), { timeout: 30_000 }).toBeGreaterThan(70)
  first.child.kill('SIGKILL')
  await first.code
  for (const id of bench.pages()) expect(() => JSON.parse(bench.page(id))).not.toThrow()
  expect(bench.pages().length).toBeGreaterThan(20)

  const { loadPageChunk: before = 0 } = bench.server.takeCounts()
  expect(await runSync(bench.variables())).toMatchObject({ code: 0 })
  expect(bench.pages()).toHaveLength(121)
  const { loadPageChunk: after = 0 } = bench.server.takeCounts()
  // Only pages that were being fetched during the kill are fetched twice.
  expect(before + after).toBeLessThanOrEqual(121 + 30)
})

test('a second sync into the same folder exits with an error, and the lock is free after the first was killed', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(30)))
  const first = startSync(bench.variables({ SYNC_RATE: '0.5' }))
  await expect.poll(() => countCalls(bench, 'loadPageChunk'), { timeout: 30_000 }).toBeGreaterThan(0)
  const second = await runSync(bench.variables())
  expect(second).toEqual({ code: 1, output: expect.stringContaining(`Another sync is at work in ${bench.snapshot}`) })
  first.child.kill('SIGKILL')
  await first.code
  expect(await runSync(bench.variables())).toMatchObject({ code: 0 })
})

test('with --watch, notifies a remote site of changes, and fetches requested pages first', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(40)))
  const site = await startRemoteSite()
  const watching = { SYNC_INTERVAL: '1', REVALIDATE_SECRET: 'open sesame, please', SITE_URL: site.origin }
  const { child, code } = startSync(bench.variables(watching), ['--watch'])
  await expect.poll(() => site.requests.at(-1)?.pages.length, { timeout: 30_000 }).toBe(41)
  expect(site.requests.at(-1)?.authorization).toBe('Bearer open sesame, please')

  bench.server.editor.write(createHostedId('Page 7'), 'a word')
  await expect.poll(() => site.requests.at(-1)?.pages, { timeout: 10_000 }).toEqual([createHostedId('Page 7')])

  // A requested page is fetched even while a refresh waits for the workspace.
  bench.server.faults.push({ kind: 'hang', call: 'syncRecordValuesMain' })
  await expect.poll(() => bench.server.calls.at(-1)?.name, { timeout: 10_000 }).toBe('syncRecordValuesMain')
  bench.server.editor.write(createHostedId('Page 8'), 'another word')
  await requestSync(bench.stateDir, { pages: [createHostedId('Page 8')] })
  await expect.poll(() => bench.page(createHostedId('Page 8')), { timeout: 5000 }).toContain('another word')
  child.kill('SIGTERM')
  expect(await code).toBe(0)
})

test('without --watch, ends after a remote site responded to the notification of changes', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(3)))
  // Only a sync that waits for the response knows its status.
  const site = await startRemoteSite(503)
  const env = bench.variables({ REVALIDATE_SECRET: 'open sesame, please', SITE_URL: site.origin })
  const failed = { code: 0, output: expect.stringMatching(/\nThe site was not notified of changes: .+\n$/) }
  expect(await runSync(env)).toEqual(failed)
  expect(site.requests.map(({ pages }) => pages.length)).toEqual([4])

  await site.stop()
  bench.server.editor.write(createHostedId('Page 1'), 'a word')
  expect(await runSync(env)).toEqual(failed)
})
