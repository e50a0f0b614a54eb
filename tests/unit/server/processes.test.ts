import { EventEmitter } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getCurrentReasons } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import { type Env, getEnv } from '@/lib/settings/env'
import { requestPreparation } from '@/lib/site/prepare/preparation-requests'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { requestSync, takeSyncRequests } from '@/lib/snapshot/sync-requests'
import { Preparation } from '@/server/preparation'
import { keepSyncing } from '@/server/syncing'
import { expectConsole } from '../../support/console'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, workspace } from '../snapshot/support'

const { execPath } = process
beforeEach(() => {
  delete getRuntime().problems
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  delete getRuntime().problems
  process.execPath = execPath
  vi.useRealTimers()
})

/** Waits by a real timer, because `setTimeout` is fake. */
const waitRealTime = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      clearInterval(timer)
      resolve()
    }, milliseconds)
  })

/** Replaces the program of new processes by one that exits with the given code. Returns a function that counts the processes. */
function replaceByExit(code: number): () => number {
  const dir = createTemporaryFolder()
  const [program, notes] = [path.join(dir, 'node'), path.join(dir, 'notes')]
  writeFileSync(program, `#!/bin/sh\necho >> ${notes}\nexit ${code}\n`, { mode: 0o700 })
  process.execPath = program
  return () => (existsSync(notes) ? readFileSync(notes, 'utf8').length : 0)
}

/** Replaces the program of new processes by one that waits for `end`, and then exits with 0. */
function replaceByHang(): { runs(): number; end(): void } {
  const dir = createTemporaryFolder()
  const [program, notes, endFile] = ['node', 'notes', 'end'].map((name) => path.join(dir, name))
  const wait = `while [ ! -e ${endFile} ]; do sleep 0.05; done`
  writeFileSync(program ?? '', `#!/bin/sh\necho >> ${notes}\n${wait}\n`, { mode: 0o700 })
  process.execPath = program ?? ''
  return {
    runs: () => (existsSync(notes ?? '') ? readFileSync(notes ?? '', 'utf8').length : 0),
    end: () => writeFileSync(endFile ?? '', ''),
  }
}

/** Waits for a condition without advancing the fake clock, as `expect.poll` would. The timeout of the test is its limit. */
async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** Creates the preparation of a site that has been prepared before, and that is due at the given time. */
async function createPreparation(
  due: number | null,
  publish = async () => true,
  left: { unread?: string[]; isUnfinished?: boolean } = {},
) {
  const { env, prepare } = workspace({ 'home.json': createRawMap({ Home: 'Welcome' }) })
  const { changed: _, index: __, ...saved } = await prepare(Date.now())
  await openWorkingCopy(env).putDerived('prepared', { ...saved, due, ...left })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return new Preparation(env, stop.signal, false, { publish, withhold: async () => '' })
}

test('a preparation that hangs adds a reason to the health check after three intervals', async () => {
  const preparation = await createPreparation(null)
  const { runs, end } = replaceByHang()
  const ended = preparation.refresh()
  await waitUntil(() => runs() === 1)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(getCurrentReasons()).toEqual(['The last good preparation was needed over 180 s ago'])
  end()
  expect(await ended).toBe(true)
  expect(getCurrentReasons()).toEqual([])
})

describe('a preparation after a change of the clock', () => {
  test.each([
    ['is set back before the last preparation', -7_200_000],
    ['is set past the time at which a page is due', 7_200_000],
  ])('runs again if the clock %s', async (_, by) => {
    const preparation = await createPreparation(Date.now() + 3_600_000)
    const runs = replaceByExit(0)
    expect(await preparation.refresh()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs()).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + by)
    await vi.advanceTimersByTimeAsync(60_000)
    await waitUntil(() => runs() === 2)
  })
})

test('a folder with an unreadable file is prepared again every minute', async () => {
  const preparation = await createPreparation(null, undefined, { unread: ['home.json'] })
  const runs = replaceByExit(0)
  expect(await preparation.refresh()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  await waitUntil(() => runs() === 2)
})

test('a preparation that leaves pictures to convert is followed by another one at once', async () => {
  const preparation = await createPreparation(null, undefined, { isUnfinished: true })
  const runs = replaceByExit(0)
  expect(await preparation.refresh()).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  await waitUntil(() => runs() === 2)
})

describe('a preparation that fails', () => {
  test('is retried after increasing pauses, even if a page is due', async () => {
    const preparation = await createPreparation(1)
    const runs = replaceByExit(1)
    expect(await preparation.refresh()).toBe(false)
    for (const [times, pause] of [
      [1, 5000],
      [2, 10_000],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(runs()).toBe(times)
      const failure = getRuntime().problems?.get('prepare')
      await vi.advanceTimersByTimeAsync(1)
      // The timer of the next attempt is set when the end of the process is recorded.
      await waitUntil(() => getRuntime().problems?.get('prepare') !== failure)
      expect(runs()).toBe(times + 1)
    }
  })

  test('is logged and retried if the process cannot be started', async () => {
    const preparation = await createPreparation(null)
    process.execPath = path.join(createTemporaryFolder(), 'absent')
    expectConsole(/^error: The preparation ended \(it could not be started: ENOENT\) and is started again in 5 s$/)
    expect(await preparation.refresh()).toBe(false)
    const runs = replaceByExit(1)
    await vi.advanceTimersByTimeAsync(5000)
    await waitUntil(() => runs() === 1)
  })
})

test('a preparation that failed is retried after the same pause if the clock changes meanwhile', async () => {
  const preparation = await createPreparation(null)
  const runs = replaceByExit(1)
  expect(await preparation.start()).toBe(false)
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  // The clocks are compared at intervals of real time.
  await waitUntil(() => now.mock.calls.length > 2)
  await vi.advanceTimersByTimeAsync(5000)
  await waitUntil(() => runs() === 2)
})

test('a change during the publication of a preparation starts another preparation', async () => {
  let late: Promise<boolean> | undefined
  const preparation = await createPreparation(null, async () => {
    late ??= preparation.refresh()
    return true
  })
  const runs = replaceByExit(0)
  expect(await preparation.refresh()).toBe(true)
  expect(await late).toBe(true)
  expect(runs()).toBe(2)
})

test('a sync starts at each interval, even after the clock is set back, and if the state folder cannot be written to', async () => {
  const runs = replaceByExit(0)
  const stop = new AbortController()
  const { env } = workspace({}, { SYNC_INTERVAL: '1' })
  const file = path.join(createTemporaryFolder(), 'file')
  writeFileSync(file, '')
  const syncing = keepSyncing({ ...env, stateDir: `${file}/state` }, stop.signal)
  const waitForRun = async (count: number) => {
    while (runs() < count) {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await waitForRun(1)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 7_200_000)
  await waitForRun(2)
  expect(runs()).toBe(2)
  stop.abort()
  await syncing
})

test('a sync on request starts after a response if it is due, even after the machine was suspended', async () => {
  const stop = new AbortController()
  const { env } = workspace({}, { SYNC_INTERVAL: '3600', SYNC_ON_REQUEST: '1' })
  writeFiles(env.workspaceDir, { 'manifest.json': '{}' })
  const runs = replaceByExit(0)
  const responses = new EventEmitter()
  const syncing = keepSyncing(env, stop.signal, { responses })
  /** Returns the number of syncs so far, after two seconds. */
  const countRuns = async () => {
    for (let time = 0; time < 20; time++) {
      await vi.advanceTimersByTimeAsync(100)
      await waitRealTime(10)
    }
    return runs()
  }
  expect(await countRuns(), 'before a response').toBe(0)
  responses.emit('end')
  await expect.poll(countRuns, { message: 'after the first response' }).toBe(1)
  responses.emit('end')
  expect(await countRuns(), 'before an interval has passed').toBe(1)
  // The monotonic clock does not advance while the machine is suspended.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000)
  expect(await countRuns(), 'an interval later, without a response').toBe(1)
  responses.emit('end')
  await expect.poll(countRuns, { message: 'an interval later, after a response' }).toBe(2)
  stop.abort()
  await syncing
})

/** Starts syncs of a site that has a snapshot and syncs only after responses, so that each sync has another cause. */
function startSyncsOnRequest(env = workspace({}, { SYNC_ON_REQUEST: '1' }).env): {
  env: Env
  stop: () => Promise<void>
} {
  const stop = new AbortController()
  writeFiles(env.workspaceDir, { 'manifest.json': '{}' })
  const syncing = keepSyncing(env, stop.signal)
  return {
    env,
    stop: () => {
      stop.abort()
      return syncing
    },
  }
}

test('a sync that was requested before the start begins at once', async () => {
  const { env } = workspace({}, { SYNC_ON_REQUEST: '1' })
  await requestSync(env.stateDir, { pages: [createId('Home')] })
  const { runs, end } = replaceByHang()
  const { stop } = startSyncsOnRequest(env)
  await waitUntil(() => runs() > 0)
  expect(runs()).toBe(1)
  end()
  await stop()
})

test('a request that a running sync did not read starts another one', async () => {
  const { runs, end } = replaceByHang()
  const { env, stop } = startSyncsOnRequest()
  await requestSync(env.stateDir, { all: true })
  await waitUntil(() => runs() === 1)
  // As the real program does when it starts.
  expect(await takeSyncRequests(env.stateDir)).toMatchObject({ all: true })
  await requestSync(env.stateDir, { pages: [createId('Home')] })
  end()
  await waitUntil(() => runs() > 1)
  await stop()
})

test('a preparation that was requested before the start is done', async () => {
  const preparation = await createPreparation(null)
  replaceByExit(0)
  const outcome = requestPreparation(openWorkingCopy(preparation.env).dir)
  expect(await preparation.start()).toBe(true)
  expect(await outcome).toBe('done')
})

test('a request during a preparation starts another one', async () => {
  const preparation = await createPreparation(null)
  const { runs, end } = replaceByHang()
  const started = preparation.start()
  await waitUntil(() => runs() === 1)
  const outcome = requestPreparation(openWorkingCopy(preparation.env).dir)
  await waitUntil(() => readdirSync(path.join(openWorkingCopy(preparation.env).dir, 'requests')).length > 0)
  end()
  expect(await started).toBe(true)
  expect(await outcome).toBe('done')
  expect(runs()).toBe(2)
})

test('a sync that cannot be started is retried, and does not end the site', async () => {
  process.execPath = path.join(createTemporaryFolder(), 'absent')
  const stop = new AbortController()
  expectConsole(/^error: The sync ended \(.*ENOENT.*\) and is started again in 5 s$/)
  const syncing = keepSyncing(getEnv(), stop.signal)
  await expect.poll(() => vi.mocked(console.error).mock.lastCall?.join()).toMatch(/^The sync ended/)
  stop.abort()
  await syncing
})
