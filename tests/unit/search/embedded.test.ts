import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EmbeddedIndex } from '@/lib/search/embedded'
import { isNotReady, SearchNotReadyError } from '@/lib/search/index-contract'
import { PUBLIC } from '@/lib/site/access'
import { expectConsole } from '../../support/console'
import { temporaryFolder } from '../../support/folders'

/** An index whose thread runs this program. */
function indexWith(program: string): EmbeddedIndex {
  const file = path.join(temporaryFolder(), 'thread.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${program}`)
  return new EmbeddedIndex(file)
}

const ask = (index: EmbeddedIndex) => index.search({ query: 'quay', limit: 1 }, PUBLIC)
const failureOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

describe('a search index whose thread ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('rejects the questions that it had accepted, and accepts 200 at a time', async () => {
    const index = indexWith('setTimeout(() => process.exit(1), 300)')
    expectConsole(/^error: The search thread ended \(exit code 1\) and may be started again in 5 s$/)
    const accepted = Promise.allSettled(Array.from({ length: 200 }, () => ask(index)))
    expect(isNotReady(await failureOf(ask(index)))).toBe(true)
    const reasons = (await accepted).map((each) => (each.status === 'rejected' ? String(each.reason) : 'found'))
    const ended = 'SearchFailedError: The thread of the search index ended'
    expect(reasons.slice(0, 4)).toEqual([ended, ended, ended, ended])
    // The others were still waiting, and may come back.
    expect(new Set(reasons.slice(4))).toEqual(new Set([String(new SearchNotReadyError())]))
  })

  test('is started again after a pause that doubles', async () => {
    const index = indexWith('process.exit(1)')
    for (const [seconds, next] of [
      [5, 5000],
      [10, 10_000],
    ] as const) {
      expectConsole(new RegExp(`^error: The search thread ended .* in ${seconds} s$`))
      expect(await failureOf(ask(index))).toMatchObject({ message: 'The thread of the search index ended' })
      vi.advanceTimersByTime(next - 1)
      expect(isNotReady(await failureOf(ask(index)))).toBe(true)
      vi.advanceTimersByTime(1)
    }
  })

  test('logs an exception of its thread', async () => {
    const index = indexWith("throw new Error('no index')")
    expectConsole(/^error: The search thread ended \(no index\)/)
    expect(await failureOf(ask(index))).toMatchObject({ message: 'The thread of the search index ended' })
  })
})

test('a question that waits is dropped when its client is gone', async () => {
  const index = indexWith(`let seen = 0
parentPort.on('message', ({ ask }) => {
  seen += 1
  setTimeout(() => parentPort.postMessage({ ask, found: { hits: [], total: seen } }), 50)
})`)
  const gone = new AbortController()
  const asked = Array.from({ length: 20 }, () => index.search({ query: 'quay', limit: 1 }, PUBLIC, gone.signal))
  const settled = Promise.allSettled(asked)
  gone.abort()
  const { total } = await index.search({ query: 'quay', limit: 1 }, PUBLIC)
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
