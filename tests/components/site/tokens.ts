import { readFileSync } from 'node:fs'

export type Pair = [day: string, night: string]

/** Returns the colors of `styles/tokens.css` by name, without those in media queries. */
export function readColors(): Map<string, Pair> {
  const [css = ''] = readFileSync('styles/tokens.css', 'utf8').split('@media')
  const colors = new Map<string, Pair>()
  for (const [, name = '', value = ''] of css.matchAll(/--([a-z-]+): light-dark\((.*)\);/g)) {
    const [day, night, ...more] = value.match(/#[0-9a-f]{6}/g) ?? []
    if (day === undefined || night === undefined || more.length > 0)
      throw new Error(`--${name} is not a pair of colors`)
    colors.set(name, [day, night])
  }
  return colors
}

/** Returns the contrast of two colors as defined by WCAG 2, from 1 to 21. */
export function getContrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [getLuminance(a), getLuminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function getLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
