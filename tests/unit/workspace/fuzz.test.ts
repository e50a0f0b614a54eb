import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { isCompleteRun } from '@/tests/support/complete'
import { readFixtureMaps } from '../../support/fixtures'
import { SAMPLE_MAPS } from './fuzz-maps'
import type { Raw } from './maps'
import { mutate, mutation } from './mutate'

const RUNS = Number(process.env.FUZZ_RUNS ?? (isCompleteRun ? 200 : 20))
/** Milliseconds after which a case counts as a hang, even on a busy machine. */
const WATCHDOG = 10_000

const maps = [...SAMPLE_MAPS, ...readFixtureMaps().map(({ json }) => json as Raw)]

/** The cases run in a worker, because a hang can only be ended by terminating the thread. */
let worker: Worker | undefined

async function findFaults(json: unknown): Promise<string[]> {
  if (worker === undefined) {
    worker = new Worker(new URL('./fuzz-worker.mjs', import.meta.url), { execArgv: [] })
    await once(worker, 'message')
  }
  const response = once(worker, 'message', { signal: AbortSignal.timeout(WATCHDOG) })
  worker.postMessage(json)
  try {
    const [faults] = await response
    return faults as string[]
  } catch (error) {
    await worker.terminate()
    worker = undefined
    return [`no response within ${WATCHDOG} ms: ${error}`]
  }
}

afterAll(() => worker?.terminate())

test(`no mutation of a map makes it hang, throw or become unsafe (${RUNS} runs over ${maps.length} maps)`, {
  timeout: 60_000 + RUNS * WATCHDOG,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(maps.length - 1),
      fc.array(mutation, { minLength: 1, maxLength: 40 }),
      async (mapIndex, mutations) => {
        expect(await findFaults(mutate(maps[mapIndex] ?? {}, mutations))).toEqual([])
      },
    ),
    { numRuns: RUNS },
  )
})
