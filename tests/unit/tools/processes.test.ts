import { EventEmitter } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getEnv } from '@/lib/env'
import { getCurrentReasons } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { getSyncRequestsDir, hasSyncRequests } from '@/lib/snapshot/sync-requests'
import { Preparation } from '@/server/preparation'
import { keepSyncing } from '@/server/syncing'
import { expectConsole } from '../../support/console'
import { temporaryFolder, writeFiles } from '../../support/folders'
import { rawMap, workspace } from '../snapshot/support'

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

/** Waits in spite of the fake timers. */
const realPause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      clearInterval(timer)
      resolve()
    }, milliseconds)
  })

/** From now on every process that is started notes that it was, and ends with this code. Answers how many there were. */
function endAll(code: number): () => number {
  const dir = temporaryFolder()
  const [program, notes] = [path.join(dir, 'node'), path.join(dir, 'notes')]
  writeFileSync(program, `#!/bin/sh\necho >> ${notes}\nexit ${code}\n`, { mode: 0o700 })
  process.execPath = program
  return () => (existsSync(notes) ? readFileSync(notes, 'utf8').length : 0)
}

/** From now on every process that is started waits for `end`, and then ends well. */
function hangAll(): { runs(): number; end(): void } {
  const dir = temporaryFolder()
  const [program, notes, over] = ['node', 'notes', 'over'].map((name) => path.join(dir, name))
  const wait = `while [ ! -e ${over} ]; do sleep 0.05; done`
  writeFileSync(program ?? '', `#!/bin/sh\necho >> ${notes}\n${wait}\n`, { mode: 0o700 })
  process.execPath = program ?? ''
  return {
    runs: () => (existsSync(notes ?? '') ? readFileSync(notes ?? '', 'utf8').length : 0),
    end: () => writeFileSync(over ?? '', ''),
  }
}

/** Waits without moving the fake clock, which `expect.poll` would do; the timeout of the test limits it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** A preparation of a site that went well before, and a moment at which it was due. */
async function prepared(due: number | null, publish?: () => Promise<boolean>, unread: string[] = []) {
  const { env, prepare } = workspace({ 'home.json': rawMap({ Home: 'Welcome' }) })
  const { changed: _, index: __, ...saved } = await prepare(Date.now())
  await openWorkingCopy(env).putDerived('prepared', { ...saved, due, unread })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return new Preparation(env, stop.signal, false, publish)
}

test('a preparation that does not end is a reason in health after three intervals', async () => {
  const preparation = await prepared(null)
  const { runs, end } = hangAll()
  const ended = preparation.refresh()
  await until(() => runs() === 1)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(getCurrentReasons()).toEqual(['The last good preparation was needed over 180 s ago'])
  end()
  expect(await ended).toBe(true)
  expect(getCurrentReasons()).toEqual([])
})

describe('a preparation made by another clock', () => {
  test.each([
    ['was set back behind it', -7_200_000],
    ['was set past the moment at which a page is due', 7_200_000],
  ])('is made again once the clock %s', async (_, by) => {
    const preparation = await prepared(Date.now() + 3_600_000)
    const runs = endAll(0)
    expect(await preparation.refresh()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs()).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + by)
    await vi.advanceTimersByTimeAsync(60_000)
    await until(() => runs() === 2)
  })
})

test('a folder with a file that could not be read is prepared again every minute', async () => {
  const preparation = await prepared(null, undefined, ['home.json'])
  const runs = endAll(0)
  expect(await preparation.refresh()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  await until(() => runs() === 2)
})

describe('a preparation that fails', () => {
  test('is tried again after a pause, and then after a longer one, also when a page was due', async () => {
    const preparation = await prepared(1)
    const runs = endAll(1)
    expect(await preparation.refresh()).toBe(false)
    for (const [times, pause] of [
      [1, 5000],
      [2, 10_000],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(runs()).toBe(times)
      const failure = getRuntime().problems?.get('prepare')
      await vi.advanceTimersByTimeAsync(1)
      // The timer of the next try is set when the end of the process is recorded.
      await until(() => getRuntime().problems?.get('prepare') !== failure)
      expect(runs()).toBe(times + 1)
    }
  })

  test('because no process can be started is logged, and tried again', async () => {
    const preparation = await prepared(null)
    process.execPath = path.join(temporaryFolder(), 'absent')
    expectConsole(/^error: The preparation ended \(it could not be started: ENOENT\) and is started again in 5 s$/)
    expect(await preparation.refresh()).toBe(false)
    const runs = endAll(1)
    await vi.advanceTimersByTimeAsync(5000)
    await until(() => runs() === 1)
  })
})

test('what changes while a preparation is published is seen by one more', async () => {
  let late: Promise<boolean> | undefined
  const preparation = await prepared(null, async () => {
    late ??= preparation.refresh()
    return true
  })
  const runs = endAll(0)
  expect(await preparation.refresh()).toBe(true)
  expect(await late).toBe(true)
  expect(runs()).toBe(2)
})

test('a sync starts at each interval, also after the clock was set back', async () => {
  const runs = endAll(0)
  const stop = new AbortController()
  const { env } = workspace({}, { SYNC_INTERVAL: '1' })
  const requests = getSyncRequestsDir(env.stateDir)
  const take = () => rmSync(requests, { recursive: true, force: true })
  const syncing = keepSyncing(env, stop.signal)
  const next = async (count: number) => {
    while (runs() < count) {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    take()
  }
  await next(1)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 7_200_000)
  await next(2)
  expect(runs()).toBe(2)
  stop.abort()
  await syncing
})

test('a sync on request starts after a response if it is due, also after the machine was suspended', async () => {
  const stop = new AbortController()
  const { env } = workspace({}, { SYNC_INTERVAL: '3600', SYNC_ON_REQUEST: '1' })
  writeFiles(env.workspaceDir, { 'manifest.json': '{}' })
  endAll(0)
  const responses = new EventEmitter()
  const syncing = keepSyncing(env, stop.signal, { responses })
  /** Whether a sync is requested within two seconds. */
  const isRequested = async () => {
    for (let time = 0; time < 20; time++) {
      await vi.advanceTimersByTimeAsync(100)
      await realPause(10)
    }
    return hasSyncRequests(env.stateDir)
  }
  /** Waits for a request, which is a file and takes a moment to write, and removes it. */
  const takeRequest = async (message: string) => {
    await expect.poll(isRequested, { message }).toBe(true)
    rmSync(getSyncRequestsDir(env.stateDir), { recursive: true, force: true })
  }
  expect(await isRequested(), 'before a response').toBe(false)
  responses.emit('end')
  await takeRequest('after the first response')
  responses.emit('end')
  expect(await isRequested(), 'before an interval has passed').toBe(false)
  // The monotonic clock stood still meanwhile.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000)
  expect(await isRequested(), 'an interval later, without a response').toBe(false)
  responses.emit('end')
  await takeRequest('an interval later, after a response')
  stop.abort()
  await syncing
})

test('a sync that cannot be started is started again later, and ends no site', async () => {
  process.execPath = path.join(temporaryFolder(), 'absent')
  const stop = new AbortController()
  expectConsole(/^error: The sync ended \(.*ENOENT.*\) and is started again in 5 s$/)
  const syncing = keepSyncing(getEnv(), stop.signal)
  await expect.poll(() => vi.mocked(console.error).mock.lastCall?.join()).toMatch(/^The sync ended/)
  stop.abort()
  await syncing
})
