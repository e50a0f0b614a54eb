import { expect, it } from 'vitest'
import { zoomMargin } from '@/components/page/zoom'

it.each([
  [320, 8],
  [499, 8],
  [500, 20],
  [799, 20],
  [800, 30],
  [1280, 40],
  [1600, 48],
  [1920, 72],
])('leaves a window %i pixels wide a margin of %i around an enlarged picture', (width, margin) => {
  expect(zoomMargin(width)).toBe(margin)
})
