import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustAccent, getContrast } from '@/lib/branding/accent'
import { readColours } from '../../components/site/tokens'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('adjustAccent returns colours that are readable in both themes', () => {
  const colours = readColours()
  fc.assert(
    fc.property(colour, (chosen) => {
      const { day, night } = adjustAccent(chosen)
      for (const background of ['paper', 'surface']) {
        const [dayBackground = '', nightBackground = ''] = colours.get(background) ?? []
        expect(getContrast(day, dayBackground)).toBeGreaterThanOrEqual(4.5)
        expect(getContrast(night, nightBackground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('adjustAccent keeps a readable colour, and the hue of other colours', () => {
  expect(adjustAccent('#28608c').day).toBe('#28608c')
  expect(adjustAccent('#7db1d8').night).toBe('#7db1d8')
  expect(adjustAccent('#ffff00').day).toMatch(/^#(..)\1..$/)
})
