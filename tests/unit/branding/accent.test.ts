import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustAccent, getContrast } from '@/lib/branding/styles'
import { readColors } from '../../components/site/tokens'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('adjustAccent returns colors that are readable in both themes', () => {
  const colors = readColors()
  fc.assert(
    fc.property(color, (chosen) => {
      const { light, dark } = adjustAccent(chosen)
      for (const background of ['paper', 'surface']) {
        const [lightBackground = '', darkBackground = ''] = colors.get(background) ?? []
        expect(getContrast(light, lightBackground)).toBeGreaterThanOrEqual(4.5)
        expect(getContrast(dark, darkBackground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('adjustAccent keeps a readable color, and the hue of other colors', () => {
  expect(adjustAccent('#28608c').light).toBe('#28608c')
  expect(adjustAccent('#7db1d8').dark).toBe('#7db1d8')
  expect(adjustAccent('#ffff00').light).toMatch(/^#(..)\1..$/)
})
