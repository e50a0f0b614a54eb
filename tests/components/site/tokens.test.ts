import { describe, expect, test } from 'vitest'
import { contrast, type Pair, readColours } from './tokens'

const COLOURS = readColours()
const TINTS = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red']

function getColour(name: string): Pair {
  const pair = COLOURS.get(name)
  if (pair === undefined) throw new Error(`There is no colour --${name}`)
  return pair
}

/** Every text colour with every background that it is used on. */
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
    expect(contrast(getColour(text)[theme], getColour(ground)[theme])).toBeGreaterThanOrEqual(4.5)
  })

  test('focus outlines and borders of controls have enough contrast', () => {
    for (const name of ['accent', 'line-strong']) {
      expect(contrast(getColour(name)[theme], getColour('paper')[theme]), name).toBeGreaterThanOrEqual(3)
    }
  })
})
