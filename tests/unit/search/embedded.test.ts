import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EmbeddedIndex } from '@/lib/search/embedded'
import { isNotReady } from '@/lib/search/index-contract'
import { PUBLIC } from '@/lib/site/access'
import { expectConsole } from '../../support/console'
import { temporaryFolder } from '../../support/folders'

/** An index whose thread runs this program. */
function indexWith(program: string): EmbeddedIndex {
  const file = path.join(temporaryFolder(), 'thread.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${program}`)
  return new EmbeddedIndex(file)
}

/** Waits until the thread of an index has ended; `expect.poll` would advance the time of the test. */
async function untilEnded(index: EmbeddedIndex): Promise<void> {
  while (index.isRunning) await pause(5)
}

const ask = (index: EmbeddedIndex) => index.search({ query: 'quay', limit: 1 }, PUBLIC)
const failureOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

describe('a search index whose thread ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('retries a query once in the next thread, and then rejects it', async () => {
    const index = indexWith('setTimeout(() => process.exit(1), 300)')
    for (const seconds of [1, 2])
      expectConsole(new RegExp(`^error: The search thread ended \\(exit code 1\\) and .* in ${seconds} s$`))
    const accepted = Promise.allSettled([ask(index), ask(index)])
    await untilEnded(index)
    expect(index.failure).toBe('the search thread ended')
    vi.advanceTimersByTime(1000)
    for (const each of await accepted) {
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'The search thread ended during the job' } })
    }
  })

  test('is started again after a pause that doubles, and questions wait for 5 s of it at most', async () => {
    const index = indexWith('process.exit(1)')
    for (const seconds of [1, 2, 4, 8]) {
      expectConsole(new RegExp(`^error: The search thread ended .* in ${seconds} s$`))
      index.warmUp()
      await untilEnded(index)
      if (seconds === 8) continue
      vi.advanceTimersByTime(seconds * 1000 - 1)
      index.warmUp()
      expect(index.isRunning).toBe(false)
      vi.advanceTimersByTime(1)
    }
    expect(isNotReady(await failureOf(ask(index)))).toBe(true)
  })

  test('logs an exception of its thread', async () => {
    const index = indexWith("throw new Error('no index')")
    expectConsole(/^error: The search thread ended \(no index\)/)
    index.warmUp()
    await untilEnded(index)
    expect(index.failure).toBe('the search thread ended')
  })
})

/** A thread that counts the questions that reach it. */
const COUNTING = `let seen = 0
parentPort.on('message', ({ id }) => {
  seen += 1
  setTimeout(() => parentPort.postMessage({ id, result: { hits: [], total: seen } }), 50)
})`

test('an index accepts 200 questions at a time', async () => {
  const index = indexWith(COUNTING.replace('50', '0'))
  const accepted = Array.from({ length: 200 }, () => ask(index))
  // At once, and not when the thread has replied.
  const refused = await Promise.race([failureOf(ask(index)), pause(0, 'accepted')])
  expect(isNotReady(refused)).toBe(true)
  expect(await Promise.all(accepted)).toHaveLength(200)
})

test('a question that waits is dropped when its client is gone', async () => {
  const index = indexWith(COUNTING)
  const gone = new AbortController()
  const asked = Array.from({ length: 20 }, () => index.search({ query: 'quay', limit: 1 }, PUBLIC, gone.signal))
  const settled = Promise.allSettled(asked)
  gone.abort()
  const { total } = await ask(index)
  const statuses = (await settled).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'rejected')).toHaveLength(16)
  expect(total).toBe(5)
})

test('an index that another bundle made is known not to be ready, too', async () => {
  vi.resetModules()
  const other = await import('@/lib/search/index-contract')
  expect(isNotReady(new other.SearchNotReadyError())).toBe(true)
  expect(isNotReady(new Error('The index is broken'))).toBe(false)
})
