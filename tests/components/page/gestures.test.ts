import { expect, test } from 'vitest'
import { FITTING, keepInside, scaleAround } from '@/islands/zoom/gestures'

const WINDOW = { width: 400, height: 800 }
/** As wide as the window, and half as high. */
const PICTURE = { width: 400, height: 200 }

test('scaleAround keeps the point between two fingers in its place', () => {
  expect(scaleAround(FITTING, 2, { x: 100, y: 300 })).toEqual({ scale: 2, x: -100, y: -300 })
  expect(scaleAround({ scale: 2, x: -100, y: -300 }, 1, { x: 100, y: 300 })).toEqual(FITTING)
})

test.each([
  [0.2, 1],
  [100, 6],
])('scaleAround limits the scale %d to %d', (scale, limited) => {
  expect(scaleAround(FITTING, scale, { x: 0, y: 0 }).scale).toBe(limited)
})

test('keepInside shows no space beside a picture that is larger than the window, and centers a smaller one', () => {
  // Twice as large, it is 800 by 400 pixels: wider than the window, but not as high.
  expect(keepInside({ scale: 2, x: 50, y: 50 }, PICTURE, WINDOW)).toEqual({ scale: 2, x: 0, y: -400 })
  expect(keepInside({ scale: 2, x: -900, y: 0 }, PICTURE, WINDOW)).toEqual({ scale: 2, x: -400, y: -400 })
  expect(keepInside({ scale: 2, x: -100, y: 0 }, PICTURE, WINDOW)).toEqual({ scale: 2, x: -100, y: -400 })
  expect(keepInside({ scale: 1, x: 30, y: 9 }, PICTURE, WINDOW)).toMatchObject({ scale: 1, x: 0, y: 0 })
})
