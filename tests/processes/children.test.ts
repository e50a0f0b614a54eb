import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GET } from '@/app/api/health/route'
import { getEnv } from '@/lib/settings/env'
import { reloadSite } from '@/lib/site/get-site'
import { requestPreparation } from '@/lib/site/prepare/preparation-requests'
import { openWorkingCopy } from '@/lib/site/working-copy'
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

const ENDS: [name: string, pages: number, options: Partial<PreparationOptions>, line: RegExp, reason: string][] = [
  [
    'exceeds its memory',
    // A single record map that needs far more memory than the limit when it is parsed.
    20_000,
    { heapMegabytes: 32 },
    /^error: The preparation ended \(SIG\w+, FATAL ERROR: .*heap.*\) and is started again in 5 s$/,
    'prepare: the process ended',
  ],
  [
    'hangs',
    1,
    { file: writeProgram('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'), deadlineMs: 500 },
    /^error: The preparation ended \(it exceeded the deadline of 0\.5 s\) and is started again in 5 s$/,
    'prepare: the process exceeded its deadline',
  ],
]

test.each(ENDS)('a preparation that %s is killed, and the site serves its previous state', async (...row) => {
  const [, pages, options, line, reason] = row
  expect(await prepare()).toBe(true)
  const before = await listTitles()
  expect(await getHealth()).toMatchObject({ status: 'ready', reasons: [] })

  const names = Array.from({ length: pages }, (_, n) => [`Page ${n}`, 'A line.'] as const)
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

/**
 * Writes a program that sends messages until the test asks it to `hang` or to `exit`. `untilMessage` waits until this process has received
 * a message that was sent after the call, and `order` until the program has stopped sending them.
 */
function writeSender() {
  const folder = createFolder('sender')
  const [sent, order] = [path.join(folder, 'sent'), path.join(folder, 'order')]
  const file = writeProgram(`
    import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
    const [sent, order] = ${JSON.stringify([sent, order])}
    const note = (text) => {
      writeFileSync(sent + '.new', text)
      renameSync(sent + '.new', sent)
    }
    for (let count = 1; !existsSync(order); count++) {
      await new Promise((resolve) => process.send('progress', resolve))
      note(String(count))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const isExit = readFileSync(order, 'utf8') === 'exit'
    note('end')
    if (isExit) process.exit()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`)
  const read = () => (existsSync(sent) ? readFileSync(sent, 'utf8') : '')
  const waitUntil = async (condition: () => boolean) => {
    while (!condition()) await pause(5)
    // What the program sent before is received in the meantime.
    for (const _ of [1, 2]) await new Promise(setImmediate)
  }
  return {
    file,
    async untilMessage() {
      const before = Number(read())
      // The next one may have been received already, because the program notes a message after it is sent.
      await waitUntil(() => Number(read()) >= before + 2)
    },
    async order(what: 'hang' | 'exit') {
      writeFileSync(`${order}.new`, what)
      renameSync(`${order}.new`, order)
      await waitUntil(() => read() === 'end')
    },
  }
}

/** Replaces the timers that limit child processes, so that deadlines pass when a test moves the clock. */
function useFakeDeadlines(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a sync without progress until its deadline is killed and started again', async () => {
  const stop = new AbortController()
  const { file, untilMessage, order } = writeSender()
  useFakeDeadlines()
  expectConsole(/^error: The sync ended \(it exceeded the deadline of 3 s\) and is started again in 5 s$/)
  const syncing = keepSyncing(getEnv(), stop.signal, { file, deadlineMs: 3000 })
  // Progress for longer than the deadline, and then none.
  for (let times = 0; times < 3; times++) {
    await untilMessage()
    vi.advanceTimersByTime(2250)
  }
  await untilMessage()
  await order('hang')
  vi.advanceTimersByTime(2250)
  expect(findChildren(process.pid, '--scheduled')).toHaveLength(1)
  vi.advanceTimersByTime(750)
  while ((await getHealth()).reasons.length === 0) await pause(5)
  expect(await getHealth()).toMatchObject({ reasons: ['sync: the process exceeded its deadline'] })
  // It starts again only after the pause.
  expect(findChildren(process.pid, '--scheduled')).toEqual([])
  stop.abort()
  await syncing
  expect(findChildren(process.pid, '--scheduled')).toEqual([])
})

test('a pause of the parent process does not count towards the deadline of a child process', async () => {
  const { file, untilMessage, order } = writeSender()
  useFakeDeadlines()
  const ended = runChild([file], { heapMegabytes: 64, deadlineMs: 1000 }, new AbortController().signal)
  await untilMessage()
  // As after a pause of a frozen container: the clocks are late, and one timer runs before any message is received.
  const later = [performance.now() + 3_600_000, Date.now() + 3_600_000] as const
  const clocks = [
    vi.spyOn(performance, 'now').mockReturnValue(later[0]),
    vi.spyOn(Date, 'now').mockReturnValue(later[1]),
  ]
  vi.advanceTimersToNextTimer()
  for (const clock of clocks) clock.mockRestore()
  await order('exit')
  expect(await ended).toMatchObject({ outcome: 'done' })
})

test('a child process that ignores SIGTERM is killed within seconds', async () => {
  const stop = new AbortController()
  const marks = createFolder('marks')
  const file = writeProgram(`
    import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => writeFileSync(${JSON.stringify(path.join(marks, 'asked'))}, ''))
    setInterval(() => {}, 1000)
    writeFileSync(${JSON.stringify(path.join(marks, 'ready'))}, '')`)
  const untilMark = async (name: string) => {
    while (!existsSync(path.join(marks, name))) await pause(5)
  }
  useFakeDeadlines()
  const ended = runChild([file], { heapMegabytes: 64, deadlineMs: 60_000 }, stop.signal)
  await untilMark('ready')
  const [pid = 0] = findChildren(process.pid, file)
  stop.abort()
  await untilMark('asked')
  vi.advanceTimersByTime(2999)
  expect(isRunning(pid)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await ended).toMatchObject({ outcome: 'stopped' })
  expect(isRunning(pid)).toBe(false)
})
