import { expect, test } from 'vitest'
import { oneAtATime } from '@/lib/snapshot/one-at-a-time'

/** Work that ends when it is told to, and how much of it was at work at the same time. */
function work() {
  const ends: ((result: number) => void)[] = []
  let [begun, atWork, most] = [0, 0, 0]
  const run = oneAtATime(async () => {
    const mine = ++begun
    most = Math.max(most, ++atWork)
    const result = await new Promise<number>((resolve) => ends.push(resolve))
    atWork--
    if (result < 0) throw new Error('It failed')
    return mine
  })
  return { run, end: (result = 0) => ends.shift()?.(result), counts: () => ({ begun, most }) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('calls during a run share one more run, which begins after the calls', async () => {
  const { run, end, counts } = work()
  const first = run()
  const others = [run(), run(), run()]
  expect(counts().begun).toBe(1)
  end()
  expect(await first).toBe(1)
  await settled()
  end()
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  const later = run()
  end()
  expect(await later).toBe(3)
  expect(counts()).toEqual({ begun: 3, most: 1 })
})

test('a call in the very moment in which one ends is not lost, and starts no second one beside it', async () => {
  const { run, end, counts } = work()
  const calls: Promise<number>[] = []
  const callAfter = async (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) await undefined
    const before = counts().begun
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
    await settled()
    end()
  }
  await Promise.all(calls)
  expect(calls).toHaveLength(12)
  expect(counts().most).toBe(1)
})

test('one that fails does not keep the next from beginning', async () => {
  const { run, end } = work()
  const [first, second] = [run(), run()]
  end(-1)
  await expect(first).rejects.toThrow('It failed')
  await settled()
  end()
  expect(await second).toBe(2)
})
