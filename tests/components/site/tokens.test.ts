import { describe, expect, test } from 'vitest'
import { getContrast, type Pair, readColors } from './tokens'

const COLORS = readColors()
const TINTS = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red']

function getColor(name: string): Pair {
  const pair = COLORS.get(name)
  if (pair === undefined) throw new Error(`There is no color --${name}`)
  return pair
}

/** Every text color with every background that it is used on. */
const TEXTS = [
  ...['ink', 'muted', 'accent'].flatMap((text) => ['paper', 'surface'].map((ground) => [text, ground])),
  ...TINTS.flatMap((tint) => [
    [`tint-${tint}`, 'paper'],
    [`tint-${tint}`, `wash-${tint}`],
    ['ink', `wash-${tint}`],
    ['muted', `wash-${tint}`],
  ]),
]

describe.each([
  ['by day', 0],
  ['by night', 1],
] as const)('%s', (_, theme) => {
  test.each(TEXTS)('%s has enough contrast on %s', (text, ground) => {
    expect(getContrast(getColor(text)[theme], getColor(ground)[theme])).toBeGreaterThanOrEqual(4.5)
  })

  test('focus outlines and borders of controls have enough contrast', () => {
    for (const name of ['accent', 'line-strong']) {
      expect(getContrast(getColor(name)[theme], getColor('paper')[theme]), name).toBeGreaterThanOrEqual(3)
    }
  })
})
