import { expect, test } from 'vitest'
import { type CaseResult, FOLDER_FAULTS } from '@/tests/bench/faults/cases'
import { runFolderCases } from '@/tests/bench/faults/measurements'
import { sampleItems } from '@/tests/support/complete'

/** `npm run bench -- faults` runs hundreds of cases, including killed processes and Redis faults. */
const FIRST = Array.from({ length: 9 }, (_, at) => 1 + at)
/** Cases that once failed: previews missing after a crash, and a database whose rows were rejected once. */
const REPAIRED = [98, 107, 140]
const SEEDS = [...sampleItems(FIRST, 3), ...REPAIRED]

test('a site recovers from faults of its disk, its workspace and its clock, and shows no wrong content in the meantime', async () => {
  const results: CaseResult[] = []
  await runFolderCases(SEEDS, (result) => results.push(result))
  expect(results).toHaveLength(SEEDS.length)
  expect(Object.keys(FOLDER_FAULTS).length).toBeGreaterThan(8)
  expect(results.filter(({ failures }) => failures.length > 0)).toEqual([])
})
