import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EmbeddedIndex } from '@/lib/search/embedded'
import { isNotReady } from '@/lib/search/search-query'
import { PUBLIC } from '@/lib/site/access'
import { expectConsole } from '../../support/console'
import { createTemporaryFolder } from '../../support/folders'

/** Creates an index whose thread runs the given program. */
function createIndex(program: string, idleMs?: number): EmbeddedIndex {
  const file = path.join(createTemporaryFolder(), 'thread.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${program}`)
  return new EmbeddedIndex(file, idleMs)
}

/** Waits until the thread of an index ends, because `expect.poll` would advance the fake clock. */
async function waitForEnd(index: EmbeddedIndex): Promise<void> {
  while (index.isRunning) await pause(5)
}

const search = (index: EmbeddedIndex) => index.search({ query: 'quay', limit: 1 }, PUBLIC)
const getFailure = (result: Promise<unknown>) => result.catch((error: unknown) => error)

describe('EmbeddedIndex after its thread ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('retries a query once in the next thread, and then rejects it', async () => {
    const index = createIndex('setTimeout(() => process.exit(1), 300)')
    for (const seconds of [1, 2])
      expectConsole(new RegExp(`^error: The search thread ended \\(exit code 1\\) and .* in ${seconds} s$`))
    const accepted = Promise.allSettled([search(index), search(index)])
    await waitForEnd(index)
    expect(index.failure).toBe('the search thread ended')
    vi.advanceTimersByTime(1000)
    for (const each of await accepted) {
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'The search thread ended during the job' } })
    }
  })

  test('restarts the thread after a pause that doubles, and rejects queries during a pause of over 5 s', async () => {
    const index = createIndex('process.exit(1)')
    for (const seconds of [1, 2, 4, 8]) {
      expectConsole(new RegExp(`^error: The search thread ended .* in ${seconds} s$`))
      index.warmUp()
      await waitForEnd(index)
      if (seconds === 8) continue
      vi.advanceTimersByTime(seconds * 1000 - 1)
      index.warmUp()
      expect(index.isRunning).toBe(false)
      vi.advanceTimersByTime(1)
    }
    expect(isNotReady(await getFailure(search(index)))).toBe(true)
  })

  test('logs an exception of its thread', async () => {
    const index = createIndex("throw new Error('no index')")
    expectConsole(/^error: The search thread ended \(no index\)/)
    index.warmUp()
    await waitForEnd(index)
    expect(index.failure).toBe('the search thread ended')
  })
})

/** A thread that counts the queries that it receives. */
const COUNTING_THREAD = `let count = 0
parentPort.on('message', ({ id }) => {
  count += 1
  setTimeout(() => parentPort.postMessage({ id, result: { hits: [], total: count } }), 50)
})`

test('EmbeddedIndex accepts 200 queries at once', async () => {
  const index = createIndex(COUNTING_THREAD.replace('50', '0'))
  const accepted = Array.from({ length: 200 }, () => search(index))
  // The rejection must not wait for the replies of the thread.
  const rejected = await Promise.race([getFailure(search(index)), pause(0, 'accepted')])
  expect(isNotReady(rejected)).toBe(true)
  expect(await Promise.all(accepted)).toHaveLength(200)
})

test('EmbeddedIndex drops a waiting query when its client disconnects', async () => {
  const index = createIndex(COUNTING_THREAD)
  const client = new AbortController()
  const searches = Array.from({ length: 20 }, () => index.search({ query: 'quay', limit: 1 }, PUBLIC, client.signal))
  const settled = Promise.allSettled(searches)
  client.abort()
  const { total } = await search(index)
  const statuses = (await settled).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'rejected')).toHaveLength(16)
  expect(total).toBe(5)
})

test('the thread ends after some time without searches, and the next search starts another', async () => {
  const index = createIndex(
    "parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: process.pid }))",
    20,
  )
  await search(index)
  expect(index.isRunning).toBe(true)
  await waitForEnd(index)
  expect(index.failure).toBeUndefined()
  await search(index)
  expect(index.isRunning).toBe(true)
})

test('isNotReady recognizes the error class of another bundle', async () => {
  vi.resetModules()
  const otherBundle = await import('@/lib/search/search-query')
  expect(isNotReady(new otherBundle.SearchNotReadyError())).toBe(true)
  expect(isNotReady(new Error('The index is broken'))).toBe(false)
})
