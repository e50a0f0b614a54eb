import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { isComplete } from '@/tests/support/complete'
import { fixtureMaps } from '../../support/fixtures'
import { OWN } from './fuzz-maps'
import type { Raw } from './maps'
import { mutate, mutation } from './mutate'

const RUNS = Number(process.env.FUZZ_RUNS ?? (isComplete ? 200 : 60))
/** What takes this long never ends, on a busy machine too: in milliseconds. */
const WATCHDOG = 10_000

const maps = [...OWN, ...fixtureMaps().map(({ json }) => json as Raw)]

/** A worker that can be killed, because a hang cannot be caught. */
let worker: Worker | undefined

async function faultsOf(json: unknown): Promise<string[]> {
  if (worker === undefined) {
    worker = new Worker(new URL('./fuzz-worker.mjs', import.meta.url), { execArgv: [] })
    await once(worker, 'message')
  }
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(WATCHDOG) })
  worker.postMessage(json)
  try {
    const [faults] = await answer
    return faults as string[]
  } catch (error) {
    await worker.terminate()
    worker = undefined
    return [`no answer within ${WATCHDOG} ms: ${error}`]
  }
}

afterAll(() => worker?.terminate())

test(`no map hangs, throws or comes out unsafe, whatever is changed in it (${RUNS} runs over ${maps.length} maps)`, {
  timeout: 60_000 + RUNS * WATCHDOG,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(maps.length - 1),
      fc.array(mutation, { minLength: 1, maxLength: 40 }),
      async (at, mutations) => {
        expect(await faultsOf(mutate(maps[at] ?? {}, mutations))).toEqual([])
      },
    ),
    { numRuns: RUNS },
  )
})
