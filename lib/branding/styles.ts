import type { Branding } from './branding'
import { getFontFamily, READING_FONT } from './fonts'
import { COLORS } from './palette'

/** Returns the CSS variables for an accent or a font that was chosen; undefined for the defaults, which the style sheets contain. */
export function getBrandingVariables({ accent, font }: Branding): Record<string, string> | undefined {
  if (accent === undefined && font === undefined) return undefined
  const accents = accent === undefined ? undefined : adjustAccent(accent)
  const family = font && getFontFamily(font)
  return {
    ...(accents && { '--site-accent': accents.light, '--site-accent-dark': accents.dark }),
    ...(family && { '--reading-latin': family, '--title-latin': family }),
  }
}

/** Returns the style rules of the font and the colors for a document without the site's style sheets. */
export function getBrandingRules({ accent, font }: Branding, readingFontAddress: string | undefined): string {
  return renderFontRule(font, readingFontAddress) + renderColorRules(accent)
}

function renderFontRule(font: string | undefined, readingFontAddress: string | undefined): string {
  if (font !== undefined) return `:root { --font-reading: ${getFontFamily(font)} }`
  if (readingFontAddress === undefined) return ''
  return `@font-face { font-family: "${READING_FONT.family}"; font-display: swap; src: url("${readingFontAddress}") format("woff2") }`
}

/** Renders the colors of both themes. The device or the visitor chooses the theme. */
function renderColorRules(accent: string | undefined): string {
  const colors = Object.entries({ ...COLORS, ...(accent !== undefined && { accent: adjustAccent(accent) }) })
  const renderVariables = (theme: 'light' | 'dark') =>
    colors.map(([name, pair]) => `--${name}: ${pair[theme]};`).join(' ')
  return `
:root { color-scheme: light dark; ${renderVariables('light')} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${renderVariables('dark')} } }
:root[data-theme="dark"] { color-scheme: dark; ${renderVariables('dark')} }
:root[data-theme="light"] { color-scheme: light }`
}

/** The contrast that WCAG AA requires of text. */
const MIN_CONTRAST = 4.5
const STEPS = 64

type Rgb = [number, number, number]

/** Returns a chosen color (`#rrggbb`) for each theme: unchanged if it is readable, otherwise slightly darker or lighter. */
export function adjustAccent(color: string): { light: string; dark: string } {
  // The paper always has more contrast than the surfaces.
  const { light, dark } = COLORS.surface
  return { light: adjustToSurface(color, light, '#000000'), dark: adjustToSurface(color, dark, '#ffffff') }
}

function adjustToSurface(color: string, surface: string, towards: string): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, towards, step / STEPS)
    if (getContrast(mixed, surface) >= MIN_CONTRAST) return mixed
  }
  return towards
}

/** Returns the WCAG contrast of two colors, from 1 to 21. */
export function getContrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [getLuminance(a), getLuminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

function getLuminance(color: string): number {
  const [red, green, blue] = parseRgb(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: string, to: string, share: number): string {
  const [end, start] = [parseRgb(to), parseRgb(from)]
  return `#${start.map((part, at) => toHex(part + ((end[at] ?? 0) - part) * share)).join('')}`
}

const parseRgb = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb
const toHex = (part: number) => Math.round(part).toString(16).padStart(2, '0')
