import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EmbeddedIndex } from '@/lib/search/embedded'
import { isNotReady } from '@/lib/search/index-contract'
import { PUBLIC } from '@/lib/site/access'
import { expectConsole } from '../../support/console'
import { temporaryFolder } from '../../support/folders'

/** An index whose thread runs this program. */
function indexWith(program: string, options = {}): EmbeddedIndex {
  const file = path.join(temporaryFolder(), 'thread.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${program}`)
  return new EmbeddedIndex({ file, ...options })
}

const ask = (index: EmbeddedIndex) => index.search({ query: 'quay', limit: 1 }, PUBLIC)
const failureOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

describe('a search index whose thread ends', () => {
  test('accepts 200 questions at a time; the oldest fails, the others are asked once more', async () => {
    const index = indexWith('setTimeout(() => process.exit(1), 300)', { firstPauseMs: 50 })
    for (const wait of ['0.05', '0.1']) expectConsole(new RegExp(`^error: The search thread ended .* in ${wait} s$`))
    const asked = Array.from({ length: 200 }, () => failureOf(ask(index)))
    expect(isNotReady(await failureOf(ask(index)))).toBe(true)
    expect(await asked[0]).toMatchObject({ message: 'The search thread ended' })
    expect(index.failure).toBe('the thread ended')
    // The second thread ended during those that the first one had.
    for (const each of asked.slice(1, 4)) expect(await each).toMatchObject({ message: 'The search thread ended' })
    // The others were still waiting, and may come back.
    for (const each of asked.slice(4)) expect(isNotReady(await each)).toBe(true)
  })

  test('answers by the next thread what the last one left', async () => {
    const mark = path.join(temporaryFolder(), 'mark')
    const index = indexWith(
      `import { existsSync, writeFileSync } from 'node:fs'
      parentPort.on('message', ({ ask }) => {
        if (existsSync('${mark}')) return parentPort.postMessage({ ask, found: ask })
        writeFileSync('${mark}', '')
        process.exit(1)
      })`,
      { firstPauseMs: 50 },
    )
    expectConsole(/^error: The search thread ended \(exit code 1\) and may be started again in 0\.05 s$/)
    const asked = [failureOf(ask(index)), ask(index), ask(index)]
    expect(await asked[0]).toMatchObject({ message: 'The search thread ended' })
    expect(await Promise.all(asked.slice(1))).toEqual([2, 3])
    expect(index.failure).toBeUndefined()
  })

  test('terminates a thread that hangs, and asks the next one what was not given up', async () => {
    const beat = path.join(temporaryFolder(), 'beat')
    const index = indexWith(
      `import { writeFileSync } from 'node:fs'
      parentPort.on('message', ({ ask, question }) => {
        while (question.query === 'hang') writeFileSync('${beat}', String(performance.now()))
        parentPort.postMessage({ ask, found: ask })
      })`,
      { firstPauseMs: 50, deadlineMs: 600 },
    )
    expectConsole(/^error: The search thread ended \(it did not reply\) and may be started again in 0\.05 s$/)
    expect(await ask(index)).toBe(1)
    const hangs = failureOf(index.search({ query: 'hang', limit: 1 }, PUBLIC))
    await pause(700)
    const isGivenUp = failureOf(ask(index))
    await pause(300)
    const isAskedAgain = ask(index)
    for (const each of [hangs, isGivenUp]) {
      expect(await each).toMatchObject({ message: 'The search index did not reply within 0.6 s' })
    }
    expect(index.failure).toBe('the thread exceeded its deadline')
    expect(await isAskedAgain).toBe(4)
    const last = readFileSync(beat, 'utf8')
    await pause(100)
    expect(readFileSync(beat, 'utf8')).toBe(last)
  })

  test('is started again after a pause that doubles', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const index = indexWith('process.exit(1)')
    for (const wait of [1000, 2000]) {
      expectConsole(new RegExp(`^error: The search thread ended .* in ${wait / 1000} s$`))
      expect(await failureOf(ask(index))).toMatchObject({ message: 'The search thread ended' })
      vi.advanceTimersByTime(wait - 1)
      expect(isNotReady(await failureOf(ask(index)))).toBe(true)
      vi.advanceTimersByTime(1)
    }
  })

  test('logs an exception of its thread', async () => {
    const index = indexWith("throw new Error('no index')")
    expectConsole(/^error: The search thread ended \(no index\)/)
    expect(await failureOf(ask(index))).toMatchObject({ message: 'The search thread ended' })
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
