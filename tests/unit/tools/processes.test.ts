import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getEnv } from '@/lib/env'
import { getRuntime } from '@/lib/runtime'
import { workingCopy } from '@/lib/site/working-copy'
import { Preparation } from '@/server/preparation'
import { keepSyncing } from '@/server/syncing'
import { expectConsole } from '../../support/console'
import { temporaryFolder } from '../../support/folders'
import { rawMap, workspace } from '../snapshot/support'

const { execPath } = process
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  process.execPath = execPath
  vi.useRealTimers()
})

/** From now on every process that is started notes that it was, and ends with this code. Answers how many there were. */
function endAll(code: number): () => number {
  const dir = temporaryFolder()
  const [program, notes] = [path.join(dir, 'node'), path.join(dir, 'notes')]
  writeFileSync(program, `#!/bin/sh\necho >> ${notes}\nexit ${code}\n`, { mode: 0o700 })
  process.execPath = program
  return () => (existsSync(notes) ? readFileSync(notes, 'utf8').length : 0)
}

/** Waits without moving the fake clock, which `expect.poll` would do; the timeout of the test limits it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** A preparation of a site that went well before, and a moment at which it was due. */
async function prepared(due: number | null, publish?: () => Promise<boolean>) {
  const { env, prepare } = workspace({ 'home.json': rawMap({ Home: 'Welcome' }) })
  const { changed: _, index: __, ...saved } = await prepare()
  await workingCopy(env).putDerived('prepared', { ...saved, due })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return new Preparation(env, stop.signal, false, publish)
}

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
      const { childFailures } = getRuntime()
      await vi.advanceTimersByTimeAsync(1)
      // The timer of the next try is set when the end of the process is recorded.
      await until(() => getRuntime().childFailures !== childFailures)
      expect(runs()).toBe(times + 1)
    }
  })

  test('because no process can be started says so, and is tried again', async () => {
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

test('a sync that cannot be started is started again later, and ends no site', async () => {
  process.execPath = path.join(temporaryFolder(), 'absent')
  const stop = new AbortController()
  expectConsole(/^error: The sync ended \(.*ENOENT.*\) and is started again in 5 s$/)
  const syncing = keepSyncing(getEnv(), stop.signal)
  await expect.poll(() => vi.mocked(console.error).mock.lastCall?.join()).toMatch(/^The sync ended/)
  stop.abort()
  await syncing
})
