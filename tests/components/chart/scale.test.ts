import { expect, test } from 'vitest'
import { createScale, getPosition } from '@/components/content/chart/scale'

test.each<[number[], number[]]>([
  [
    [3, 17],
    [0, 5, 10, 15, 20],
  ],
  [[1], [0, 1]],
  [
    [-4, 10],
    [-5, 0, 5, 10],
  ],
  [
    [0.12, 0.31],
    [0, 0.1, 0.2, 0.3, 0.4],
  ],
  [[], [0, 1]],
  [
    [0, 0],
    [0, 1],
  ],
  [
    [-7, -2],
    [-8, -6, -4, -2, 0],
  ],
])('the ticks of %j are %j', (values, ticks) => {
  const scale = createScale(values)
  expect(scale.ticks).toEqual(ticks)
  expect([scale.least, scale.most]).toEqual([ticks[0], ticks.at(-1)])
})

test('bounds are exact', () => {
  expect(createScale([3, 17], { least: 2, most: 10 }).ticks).toEqual([2, 4, 6, 8, 10])
  expect(createScale([3, 17], { most: 20 }).ticks).toEqual([0, 5, 10, 15, 20])
  expect(createScale([3, 17], { least: 13 }).ticks).toEqual([13, 14, 15, 16, 17])
})

test.each([[[1e308, -1e308]], [[5e-324]], [[1.7e308, 1.7e308]], [[Number.MAX_SAFE_INTEGER]], [[1e300, 1]]])(
  'the scale of %j is finite, has few ticks, and contains all values',
  (values) => {
    for (const bounds of [{}, { least: 1e308 }, { most: -1e308 }, { least: 0, most: 5e-324 }]) {
      const scale = createScale(values, bounds)
      expect(scale.ticks.length).toBeLessThanOrEqual(12)
      expect(scale.ticks.every(Number.isFinite)).toBe(true)
      for (const value of values) {
        expect(getPosition(scale, value)).toBeGreaterThanOrEqual(0)
        expect(getPosition(scale, value)).toBeLessThanOrEqual(1)
      }
    }
  },
)
