import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustAccent, getContrast } from '@/lib/branding/accent'
import { readColours } from '../../components/site/tokens'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any chosen accent is readable in both themes', () => {
  const colours = readColours()
  fc.assert(
    fc.property(colour, (chosen) => {
      const { day, night } = adjustAccent(chosen)
      for (const ground of ['paper', 'surface']) {
        const [onDay = '', onNight = ''] = colours.get(ground) ?? []
        expect(getContrast(day, onDay)).toBeGreaterThanOrEqual(4.5)
        expect(getContrast(night, onNight)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('keeps a readable colour, and the hue of others', () => {
  expect(adjustAccent('#28608c').day).toBe('#28608c')
  expect(adjustAccent('#7db1d8').night).toBe('#7db1d8')
  expect(adjustAccent('#ffff00').day).toMatch(/^#(..)\1..$/)
})
