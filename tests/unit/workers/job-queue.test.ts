import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PageThread } from '@/lib/page/thread/page-thread'
import { getPictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'
import { getSearchIndex } from '@/lib/search/embedded'
import { isDeadlineError, isWorkerNotReady, JobQueue, type QueueOptions } from '@/lib/workers/job-queue'
import { createThreadStarter } from '@/lib/workers/thread'
import { expectConsole } from '@/tests/support/console'
import { createTemporaryFolder } from '@/tests/support/folders'

// Deadlines and pauses pass when a test moves the clock, however long a thread takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Creates a queue whose thread runs the given program. The thread replies to each job with its input, except to `hang` and `fail`. */
function createQueue(program = '', options: Partial<QueueOptions> = {}): JobQueue {
  const file = path.join(createTemporaryFolder(), 'thread.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, name, input }) => {
      if (name === 'fail') parentPort.postMessage({ id, failed: input })
      else if (name !== 'hang') parentPort.postMessage({ id, result: input })
    })
    ${program}`,
  )
  const start = createThreadStarter(file)
  return new JobQueue({
    ...{ kind: 'pages', job: 'page', name: 'page thread', start, deadlineMs: 1500, firstPauseMs: 20 },
    ...{ maxConcurrentJobs: 10, maxJobs: 3, ...options },
  })
}

const getError = (job: Promise<unknown>): Promise<unknown> => job.catch((error: unknown) => error)

test('JobQueue ends the worker of a job over its deadline, and runs its other jobs in the next worker', async () => {
  expectConsole(/^error: The page thread was stopped, because this exceeded the deadline of 1\.5 s: a slow one$/)
  const recordJob = vi.fn()
  getRuntime().metrics = { countJob: recordJob } as never
  onTestFinished(() => void delete getRuntime().metrics)
  // The first thread replies to no job, as if it hung. The second thread replies to all jobs.
  const mark = path.join(createTemporaryFolder(), 'mark')
  const program = `import { existsSync, writeFileSync } from 'node:fs'
    const mark = ${JSON.stringify(mark)}
    if (!existsSync(mark)) { writeFileSync(mark, ''); parentPort.removeAllListeners('message'); parentPort.on('message', () => {}) }`
  const queue = createQueue(program)
  const slow = getError(queue.add('hang', 1, 'a slow\none'))
  vi.advanceTimersByTime(300)
  const otherJobs = [queue.add('echo', 'a', ''), queue.add('echo', 'b', '')]
  expect(isWorkerNotReady(await getError(queue.add('echo', 'too many', '')))).toBe(true)
  while (!existsSync(mark)) await pause(5)
  vi.advanceTimersByTime(1200)
  expect(isDeadlineError(await slow)).toBe(true)
  expect(queue.failure).toBe('a page exceeded the deadline of 1.5 s')
  vi.advanceTimersByTime(20)
  expect(await Promise.all(otherJobs)).toEqual(['a', 'b'])
  expect(queue.failure).toBeUndefined()
  expect(recordJob.mock.calls.map(([, outcome]) => outcome)).toEqual(['deadline', 'done', 'done'])
})

test('a site under test has a longer deadline for all its jobs', async () => {
  const holder = globalThis as Record<symbol, unknown>
  const key = Symbol.for('colophon.runtime')
  const before = holder[key]
  onTestFinished(() => {
    holder[key] = before
  })
  await import('../../support/long-deadlines.mjs' as string)
  const runtime = getRuntime()
  const pageThread = new PageThread()
  runtime.pageThread = pageThread
  const queues = [getPictureProcess(), getSearchIndex(), pageThread]
  expect(queues.map(({ deadlineMs }) => deadlineMs)).toEqual([60_000, 60_000, 60_000])
  const kept = [getPictureProcess(), getSearchIndex(), runtime.pageThread]
  expect(kept.map((queue, index) => queue === queues[index])).toEqual([true, true, true])
})

test('JobQueue keeps the worker of a failed job', async () => {
  const queue = createQueue()
  expect(await getError(queue.add('fail', 'damaged', ''))).toMatchObject({ message: 'damaged' })
  expect([queue.isRunning, queue.failure]).toEqual([true, undefined])
})

test('JobQueue accepts a reply that a busy process reads only after the deadline', async () => {
  const replied = new Int32Array(new SharedArrayBuffer(4))
  const program = `parentPort.on('message', ({ name, input }) => {
    if (name !== 'mark') return
    Atomics.store(input, 0, 1)
    Atomics.notify(input, 0)
  })`
  const queue = createQueue(program)
  const job = queue.add('mark', replied, '')
  // In a timer, as Node.js runs timers before it receives messages: waits until the thread has replied, and lets the deadline pass.
  const timer = setInterval(() => {
    clearInterval(timer)
    Atomics.wait(replied, 0, 0)
    vi.advanceTimersByTime(2000)
  })
  expect(await job).toEqual(replied)
})

test('JobQueue stops a worker that never becomes ready, and rejects its jobs during a long pause', async () => {
  expectConsole(/^error: The page thread ended \(not ready within 0\.5 s\) and may be started again in 9 s$/)
  const queue = createQueue('', { startMs: 500, firstPauseMs: 9000 })
  const error = getError(queue.add('echo', 1, ''))
  vi.advanceTimersByTime(500)
  expect(isWorkerNotReady(await error)).toBe(true)
  expect([queue.isRunning, queue.failure]).toEqual([false, 'the page thread ended'])
})

test('JobQueue treats a worker that cannot be started as a failure', async () => {
  expectConsole(/^error: The page thread ended \(no more threads\) and may be started again in 9 s$/)
  const start = () => {
    throw new Error('no more threads')
  }
  const queue = createQueue('', { start, firstPauseMs: 9000 })
  expect(isWorkerNotReady(await getError(queue.add('echo', 1, '')))).toBe(true)
})
