import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PictureProcess } from '@/lib/pictures/picture-process'
import { isWorkerNotReady } from '@/lib/workers/job-queue'
import { expectConsole } from '@/tests/support/console'
import { findChildren, isRunning } from '@/tests/support/processes'
import { createFolder } from '@/tests/support/site'

const dir = createFolder('pictures')
const small = path.join(dir, 'small.png')
/** A named pipe without a writer, so that a program which opens it waits for longer than the deadlines of these tests. */
const slow = path.join(dir, 'slow.png')
/** The real program, except that native code opens the slow file, which nothing in the process can interrupt. */
const program = path.join(dir, 'pictures.mjs')

beforeAll(async () => {
  const create = { width: 60, height: 30, channels: 3, background: '#c8402c' } as const
  await sharp({ create }).png().toFile(small)
  execFileSync('mkfifo', [slow])
  writeFileSync(
    program,
    `import { open } from 'node:fs'
    const { emit } = process
    process.emit = (name, ...values) => {
      if (name !== 'message' || values[0].input.file !== ${JSON.stringify(slow)}) return emit.call(process, name, ...values)
      open(values[0].input.file, () => {})
      return true
    }
    await import(${JSON.stringify(pathToFileURL(path.resolve('dist/pictures.mjs')).href)})`,
  )
})

// Wait until the processes of the previous test have ended.
beforeEach(() => expect.poll(listChildren).toEqual([]))

function startPictures(options: ConstructorParameters<typeof PictureProcess>[0] = {}) {
  const pictures = new PictureProcess({ file: program, firstPauseMs: 50, idleMs: 200, ...options })
  const shrink = async (file: string) => {
    const copy = await pictures.run('shrink', { file, width: 6000, type: 'image/avif' }, path.basename(file))
    return (await sharp(copy).metadata()).width
  }
  return { pictures, shrink }
}

const listChildren = () => findChildren(process.pid, 'pictures.mjs')
const signalChildren = (signal: NodeJS.Signals) => listChildren().map((pid) => process.kill(pid, signal))
const getReason = (job: Promise<unknown>) => job.then(String, (error: Error) => error.message)

test('one child process does all jobs, continues after a missing picture, ends when idle and is started again', async () => {
  const { pictures, shrink } = startPictures()
  expect(listChildren()).toEqual([])
  const jobs = [shrink(small), shrink(small), shrink('/nothing')]
  await expect.poll(listChildren).toHaveLength(1)
  const [first] = listChildren()
  expect(await Promise.allSettled(jobs)).toMatchObject([{ value: 60 }, { value: 60 }, { status: 'rejected' }])
  const again = shrink(small)
  expect(listChildren()).toEqual([first])
  expect(await again).toBe(60)
  expect([pictures.isRunning, pictures.failure]).toEqual([true, undefined])
  await expect.poll(listChildren).toEqual([])
  expect(pictures.isRunning).toBe(false)
  expect(await shrink(small)).toBe(60)
})

describe('a job that exceeds its deadline', () => {
  test('in native code fails with its child process, and the next process does the other jobs', async () => {
    expectConsole(/^error: The picture process was stopped, because this exceeded the deadline of 6 s: slow\.png$/)
    const { pictures, shrink } = startPictures({ deadlineMs: 6000 })
    const jobs = [getReason(shrink(slow)), shrink(small), shrink(small)]
    await expect.poll(listChildren).toHaveLength(1)
    const [first] = listChildren()
    expect(await jobs[0]).toBe('The job exceeded the deadline of 6 s')
    expect(pictures.failure).toBe('a picture exceeded the deadline of 6 s')
    await expect.poll(listChildren).not.toContain(first)
    expect(await Promise.all(jobs.slice(1))).toEqual([60, 60])
    expect(pictures.failure).toBeUndefined()
  })

  test('because its child process is stopped fails, and a new process does the next job', async () => {
    expectConsole(/^error: The picture process was stopped, because .* 6 s: small\.png$/)
    // Long enough for the child process to start on a busy machine.
    const { shrink } = startPictures({ deadlineMs: 6000 })
    await shrink(small)
    const stopped = listChildren()
    signalChildren('SIGSTOP')
    expect(await getReason(shrink(small))).toBe('The job exceeded the deadline of 6 s')
    expect(await shrink(small)).toBe(60)
    expect(listChildren()).not.toEqual(stopped)
  })
})

describe('a child process that is killed, as by the OOM killer', () => {
  const ENDED = /^error: The picture process ended \(SIGKILL\) during slow\.png and may be started again in 0\.05 s$/

  test('is replaced, and its job is retried once after the other jobs', async () => {
    const { pictures, shrink } = startPictures()
    for (const _ of [1, 2]) expectConsole(ENDED)
    const done: string[] = []
    const jobs = [slow, small, small].map(async (file) => {
      const reason = await getReason(shrink(file))
      done.push(path.basename(file))
      return reason
    })
    await expect.poll(listChildren).toHaveLength(1)
    signalChildren('SIGKILL')
    expect(await Promise.all(jobs.slice(1))).toEqual(['60', '60'])
    signalChildren('SIGKILL')
    expect(await jobs[0]).toBe('The picture process ended during the job')
    expect(done).toEqual(['small.png', 'small.png', 'slow.png'])
    expect(pictures.failure).toBe('the picture process ended')
  })

  test('is replaced, and the retried job succeeds', async () => {
    const { shrink } = startPictures()
    expectConsole(/ended \(SIGKILL\) during small\.png and may be started again/)
    await shrink(small)
    signalChildren('SIGSTOP')
    const job = shrink(small)
    signalChildren('SIGKILL')
    expect(await job).toBe(60)
  })
})

test.each([
  ['enough memory', { heapMegabytes: 6 }, /^error: The picture process ended \(SIG\w+, FATAL ERROR: .*heap.*\) /],
  [
    'its program',
    { file: 'dist/no-such-file.mjs' },
    /^error: The picture process ended \(exit code 1, Error: Cannot find/,
  ],
])(
  'without %s to start, a child process is started again only after a pause, and jobs are rejected until then',
  async (...row) => {
    const [, options, line] = row
    expectConsole(line)
    const { pictures, shrink } = startPictures({ ...options, firstPauseMs: 6000 })
    const failures = await Promise.allSettled([shrink(small), shrink(small)])
    expect(failures.map((each) => each.status === 'rejected' && isWorkerNotReady(each.reason))).toEqual([true, true])
    expect(isWorkerNotReady(await shrink(small).catch((error: unknown) => error))).toBe(true)
    expect(listChildren()).toEqual([])
    expect(pictures.failure).toBe('the picture process ended')
  },
)

test('a child process ends with its parent during any job, and ignores signals to the process group', async () => {
  const order = { id: 2, name: 'shrink', input: { file: slow, width: 6000, type: 'image/avif' } }
  const parentProgram = `
    const options = { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' }
    const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(program)}], options)
    child.send(${JSON.stringify({ id: 1, name: 'measure', input: small })})
    const begin = () => child.send(${JSON.stringify(order)}, () => console.log(child.pid))
    child.on('message', ({ id }) => id === 1 ? begin() : console.log('finished', id))
    process.stdin.once('data', () => child.send(${JSON.stringify({ id: 3, name: 'measure', input: small })}))`
  const parent = spawn(process.execPath, ['-e', parentProgram], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [pid = 0] = (await once(parent.stdout, 'data')).map(Number)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal)
  // The process still does jobs after the signals.
  parent.stdin.write('measure')
  expect(String(await once(parent.stdout, 'data'))).toBe('finished 3\n')
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: 2000 }).toBe(false)
})
