import { expect, test } from 'vitest'
import { allowOneAtATime } from '@/lib/snapshot/one-at-a-time'

/** Creates a task that ends when `end` is called and counts its runs and the most simultaneous runs. */
function createTask() {
  const ends: ((result: number) => void)[] = []
  let [started, active, most] = [0, 0, 0]
  const run = allowOneAtATime(async () => {
    const mine = ++started
    most = Math.max(most, ++active)
    const result = await new Promise<number>((resolve) => ends.push(resolve))
    active--
    if (result < 0) throw new Error('It failed')
    return mine
  })
  return { run, end: (result = 0) => ends.shift()?.(result), counts: () => ({ started, most }) }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('calls during a run share the next run', async () => {
  const { run, end, counts } = createTask()
  const first = run()
  const others = [run(), run(), run()]
  expect(counts().started).toBe(1)
  end()
  expect(await first).toBe(1)
  await settle()
  end()
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  const later = run()
  end()
  expect(await later).toBe(3)
  expect(counts()).toEqual({ started: 3, most: 1 })
})

test('a call at the moment a run ends starts a new run that does not overlap', async () => {
  const { run, end, counts } = createTask()
  const calls: Promise<number>[] = []
  const callAfter = async (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) await undefined
    const before = counts().started
    calls.push(
      run().then((mine) => {
        expect(mine).toBeGreaterThan(before)
        return mine
      }),
    )
  }
  const first = run()
  end()
  await Promise.all([first, ...Array.from({ length: 12 }, (_, ticks) => callAfter(ticks))])
  for (let round = 0; round < 12; round++) {
    await settle()
    end()
  }
  await Promise.all(calls)
  expect(calls).toHaveLength(12)
  expect(counts().most).toBe(1)
})

test('a failed run does not prevent the next one', async () => {
  const { run, end } = createTask()
  const [first, second] = [run(), run()]
  end(-1)
  await expect(first).rejects.toThrow('It failed')
  await settle()
  end()
  expect(await second).toBe(2)
})
