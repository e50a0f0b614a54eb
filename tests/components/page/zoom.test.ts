import { describe, expect, it } from 'vitest'
import { getZoomMargin, getZoomSpace } from '@/islands/zoom/zoom'

it.each([
  [320, 8],
  [499, 8],
  [500, 20],
  [799, 20],
  [800, 30],
  [1279, 30],
  [1280, 40],
  [1599, 40],
  [1600, 48],
  [1919, 48],
  [1920, 72],
])('in a window of %i pixels, getZoomMargin returns %i [N-293]', (width, margin) => {
  expect(getZoomMargin(width)).toBe(margin)
})

describe('the margin of an enlarged picture', () => {
  const window = { width: 1000, height: 800 }
  /** Returns the width and height of the enlarged picture. */
  const enlarge = (displayed: [number, number], natural: [number, number]) => {
    const [width, height] = displayed
    const space = getZoomSpace(window, { width, height }, { width: natural[0], height: natural[1] })
    const scale = Math.min((window.width - 2 * space) / width, (window.height - 2 * space) / height)
    return [Math.round(width * scale), Math.round(height * scale)]
  }

  it('is the minimum for a picture with enough pixels', () => {
    expect(enlarge([700, 350], [2000, 1000])).toEqual([940, 470])
    expect(enlarge([300, 700], [1500, 3500])).toEqual([317, 740])
  })

  it('is larger for a small picture, which is enlarged to twice its natural size [N-294]', () => {
    expect(enlarge([100, 50], [100, 50])).toEqual([200, 100])
    expect(enlarge([50, 100], [100, 200])).toEqual([200, 400])
  })

  it('never makes a picture smaller', () => {
    expect(enlarge([700, 350], [200, 100])).toEqual([700, 350])
  })

  it('is the minimum for a picture without a size', () => {
    expect(getZoomSpace(window, { width: 0, height: 0 }, { width: 0, height: 0 })).toBe(30)
  })
})
