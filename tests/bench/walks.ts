import { createStopSignal, runNode } from '@/server/children'
import { atMost, type Measurement } from './measurements'

const PARTS = ['unit', 'e2e']
const HOW =
  'Walks: the unit tests and the browser tests over every page, address and depth that they sample in `npm test` (`COMPLETE_TESTS=1`).'

/** Runs all tests without sampling, and prints their output. */
export async function measureWalks(): Promise<Measurement[]> {
  const stopped = createStopSignal()
  let failed = 0
  for (const part of PARTS) {
    const code = await runNode(['tools/run.mjs', 'test', part], stopped, { COMPLETE_TESTS: '1' })
    if (code !== 0) failed += 1
  }
  return [atMost('walks', HOW)(`parts that fail, of ${PARTS.length}`, failed, 'parts', 0)]
}
