import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { isDeadlineError, isWorkerNotReady } from '@/lib/workers/errors'
import { JobQueue, type QueueOptions } from '@/lib/workers/job-queue'
import { createThreadStarter } from '@/lib/workers/thread'
import { expectConsole } from '@/tests/support/console'
import { temporaryFolder } from '@/tests/support/folders'

/** A queue whose thread runs this program. It replies to each job with its input, except to `hang` and `fail`. */
function queueWith(program = '', options: Partial<QueueOptions> = {}): JobQueue {
  const file = path.join(temporaryFolder(), 'thread.mjs')
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
    ...{ mostAtOnce: 10, mostJobs: 3, ...options },
  })
}

const errorOf = (job: Promise<unknown>): Promise<unknown> => job.catch((error: unknown) => error)

test('a job over its deadline ends the worker; the others that it was doing are done by the next one', async () => {
  expectConsole(/^error: The page thread was stopped, because this exceeded the deadline of 1\.5 s: a slow one$/)
  const counted = vi.fn()
  getRuntime().metrics = { job: counted } as never
  onTestFinished(() => void delete getRuntime().metrics)
  // The first thread replies to nothing, as if it hung; what the second receives it replies to.
  const program = `import { existsSync, writeFileSync } from 'node:fs'
    const mark = new URL('mark', import.meta.url)
    if (!existsSync(mark)) { writeFileSync(mark, ''); parentPort.removeAllListeners('message'); parentPort.on('message', () => {}) }`
  const queue = queueWith(program)
  const slow = errorOf(queue.add('hang', 1, 'a slow\none'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  const others = [queue.add('echo', 'a', ''), queue.add('echo', 'b', '')]
  expect(isWorkerNotReady(await errorOf(queue.add('echo', 'too many', '')))).toBe(true)
  expect(isDeadlineError(await slow)).toBe(true)
  expect(queue.failure).toBe('a page exceeded the deadline of 1.5 s')
  expect(await Promise.all(others)).toEqual(['a', 'b'])
  expect(queue.failure).toBeUndefined()
  expect(counted.mock.calls.map(([, outcome]) => outcome)).toEqual(['deadline', 'done', 'done'])
})

test('a job that fails leaves the worker as it is', async () => {
  const queue = queueWith()
  expect(await errorOf(queue.add('fail', 'damaged', ''))).toMatchObject({ message: 'damaged' })
  expect([queue.isRunning, queue.failure]).toEqual([true, undefined])
})

test('a reply that arrives while this process is busy counts, however late', async () => {
  const queue = queueWith()
  await queue.add('echo', 1, '')
  // After what runs here Node.js looks at timers first, then at messages.
  await new Promise(setImmediate)
  const job = queue.add('echo', 2, '')
  for (const end = performance.now() + 2000; performance.now() < end; );
  expect(await job).toBe(2)
})

test('a worker that never becomes ready is stopped, and its jobs are refused during a long pause', async () => {
  expectConsole(/^error: The page thread ended \(not ready within 0\.5 s\) and may be started again in 9 s$/)
  const queue = queueWith('', { startMs: 500, firstPauseMs: 9000 })
  expect(isWorkerNotReady(await errorOf(queue.add('echo', 1, '')))).toBe(true)
  expect([queue.isRunning, queue.failure]).toEqual([false, 'the page thread ended'])
})

test('a worker that the system cannot start is a failure like any other', async () => {
  expectConsole(/^error: The page thread ended \(no more threads\) and may be started again in 9 s$/)
  const start = () => {
    throw new Error('no more threads')
  }
  const queue = queueWith('', { start, firstPauseMs: 9000 })
  expect(isWorkerNotReady(await errorOf(queue.add('echo', 1, '')))).toBe(true)
})
