import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GET } from '@/app/api/health/route'
import { getEnv } from '@/lib/env'
import { reloadSite } from '@/lib/site/get-site'
import { requestPreparation } from '@/lib/site/prepare/preparation-requests'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { hasSyncRequests } from '@/lib/snapshot/sync-requests'
import { Preparation, type PreparationOptions } from '@/server/preparation'
import { runChild } from '@/server/run-child'
import { keepSyncing } from '@/server/syncing'
import { expectConsole } from '@/tests/support/console'
import { writeFiles } from '@/tests/support/folders'
import { findChildren, isRunning } from '@/tests/support/processes'
import { createFolder } from '@/tests/support/site'
import { createRawMap } from '@/tests/unit/snapshot/support'

const dir = createFolder('children')
const folder = path.join(dir, 'workspace')
vi.stubEnv('WORKSPACE_DIR', folder)
vi.stubEnv('STATE_DIR', path.join(dir, 'state'))
vi.stubEnv('SYNC_INTERVAL', '1')
writeFiles(folder, { 'home.json': createRawMap({ Home: 'Welcome' }) })

/** Writes a program that replaces a compiled one. */
function writeProgram(text: string): string {
  const file = path.join(createFolder('program'), 'program.mjs')
  writeFileSync(file, text)
  return file
}

/** Runs a preparation with the options, or starts one and stops it again. */
async function prepare(options: Partial<PreparationOptions> = {}, method: 'refresh' | 'start' = 'refresh') {
  const stop = new AbortController()
  try {
    return await new Preparation(getEnv(), stop.signal, false, undefined, options)[method]()
  } finally {
    stop.abort()
  }
}

const getHealth = async () => (await GET()).json()
const listTitles = async () => (await reloadSite()).index.pages.map(({ title }) => title)

const ENDS: [name: string, options: Partial<PreparationOptions>, line: RegExp, reason: string][] = [
  [
    'exceeds its memory',
    { heapMegabytes: 32 },
    /^error: The preparation ended \(SIG\w+, FATAL ERROR: .*heap.*\) and is started again in 5 s$/,
    'prepare: the process ended',
  ],
  [
    'hangs',
    { file: writeProgram('for (;;);'), deadlineMs: 500 },
    /^error: The preparation ended \(it exceeded the deadline of 0\.5 s\) and is started again in 5 s$/,
    'prepare: the process exceeded its deadline',
  ],
]

test.each(ENDS)('a preparation that %s is killed, and the site serves its previous state', async (...row) => {
  const [, options, line, reason] = row
  expect(await prepare()).toBe(true)
  const before = await listTitles()
  expect(await getHealth()).toMatchObject({ status: 'ready', reasons: [] })

  // A single record map that needs far more memory than the limit when it is parsed.
  const names = Array.from({ length: 20_000 }, (_, n) => [`Page ${n}`, 'A line.'] as const)
  writeFiles(folder, {
    'more.json': createRawMap(Object.fromEntries(names), Object.fromEntries(names.map(([name]) => [name, 'Home']))),
  })
  onTestFinished(() => writeFiles(folder, { 'more.json': createRawMap({ More: 'A line.' }, { More: 'Home' }) }))
  expectConsole(line)
  const written = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => written.mockRestore())
  expect(await prepare(options)).toBe(false)
  expect(written).not.toHaveBeenCalled()
  expect(await getHealth()).toMatchObject({ status: 'degraded', reasons: [reason] })
  // A site that is restarted now serves the previous state, too.
  expect(await prepare(options, 'start')).toBe(true)
  expect(await listTitles()).toEqual(before)

  writeFiles(folder, { 'more.json': createRawMap({ More: 'A line.' }, { More: 'Home' }) })
  expect(await prepare()).toBe(true)
  expect(await getHealth()).toMatchObject({ status: 'ready', reasons: [] })
})

test('a preparation whose program is missing is reported in health', async () => {
  expect(await prepare()).toBe(true)
  expect(await prepare({ file: 'dist/no-such-file.mjs' }, 'start')).toBe(false)
  expect(await getHealth()).toMatchObject({ reasons: ['prepare: the process ended with an error'] })
  expect(await prepare()).toBe(true)
})

test('damage to the working copy starts no preparation during the pause after a failed one', async () => {
  expect(await prepare()).toBe(true)
  const { dir: working, damage } = openWorkingCopy(getEnv())
  const runs = path.join(createFolder('runs'), 'runs')
  const file = writeProgram(`
    import { appendFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(runs)}, '.')
    process.exit(1)`)
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  await new Preparation(getEnv(), stop.signal, false, undefined, { file }).start()
  expect(readFileSync(runs, 'utf8')).toBe('.')
  await damage.createMarker()
  // Requests are checked together with the damage mark, but do not wait for the pause.
  expect(await requestPreparation(working)).toBe('failed')
  expect(readFileSync(runs, 'utf8')).toBe('..')
  stop.abort()
  expect(await damage.takeMarker()).toBe(true)
  damage.noteRestored()
  expect(await prepare()).toBe(true)
})

test('a sync without progress until its deadline is killed and started again', async () => {
  const stop = new AbortController()
  const file = writeProgram(`
    import { rmSync } from 'node:fs'
    // Progress for longer than the deadline, and then none.
    for (let beat = 0; beat < 8; beat++) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      process.send('progress')
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`)
  expectConsole(/^error: The sync ended \(it exceeded the deadline of 3 s\) and is started again in 5 s$/)
  const began = performance.now()
  const syncing = keepSyncing(getEnv(), stop.signal, { file, deadlineMs: 3000 })
  await expect
    .poll(getHealth, { timeout: 40_000 })
    .toMatchObject({ reasons: ['sync: the process exceeded its deadline'] })
  expect(performance.now() - began).toBeGreaterThan(6000)
  // The sync is requested again, but starts only after the pause.
  await expect.poll(() => hasSyncRequests(getEnv().stateDir)).toBe(true)
  stop.abort()
  await syncing
  expect(findChildren(process.pid, `${file} --scheduled`)).toEqual([])
})

test('a pause of the parent process does not count towards the deadline of a child process', async () => {
  const file = writeProgram(`setInterval(() => process.send('working'), 100); setTimeout(() => process.exit(), 3000)`)
  const ended = runChild([file], { heapMegabytes: 64, deadlineMs: 1000 }, new AbortController().signal)
  await new Promise((resolve) => setTimeout(resolve, 500))
  // Blocks this process, as a frozen container would, so that it handles no message.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  expect(await ended).toMatchObject({ outcome: 'done' })
})

test('a child process that ignores SIGTERM is killed within seconds', async () => {
  const stop = new AbortController()
  const file = writeProgram(`process.on('SIGTERM', () => {}); process.send('ready'); setInterval(() => {}, 1000)`)
  const ended = runChild([file], { heapMegabytes: 64, deadlineMs: 60_000 }, stop.signal)
  await expect.poll(() => findChildren(process.pid, file)).toHaveLength(1)
  const [pid = 0] = findChildren(process.pid, file)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const began = performance.now()
  stop.abort()
  expect(await ended).toMatchObject({ outcome: 'stopped' })
  expect(performance.now() - began).toBeLessThan(6000)
  expect(isRunning(pid)).toBe(false)
})
