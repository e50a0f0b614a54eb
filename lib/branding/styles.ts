import type { Branding } from './branding'
import { getFontFamily, READING_FONT } from './fonts'
import { COLORS } from './palette'

/** Returns the CSS variables for an accent, a font or a width that was chosen; undefined for the defaults, which the style sheets contain. */
export function getBrandingVariables({
  accent,
  font,
  width,
}: Branding & { width?: number | undefined }): Record<string, string> | undefined {
  if (accent === undefined && font === undefined && width === undefined) return undefined
  const accents = accent === undefined ? undefined : adjustAccent(accent)
  const family = font && getFontFamily(font)
  return {
    ...(accents && { '--site-accent': accents.light, '--site-accent-dark': accents.dark }),
    ...(family && { '--font-body': family, '--font-heading': family }),
    ...(width !== undefined && { '--measure': `${width}px` }),
  }
}

/**
 * Returns the style sheet of a document without the site's style sheets. `rules`, the font and the colors of the design are in its cascade
 * layer, so that those of a theme override them. What the operator or an editor chose overrides the theme.
 */
export function renderStyles(
  { accent, font }: Branding,
  readingFontAddress: string | undefined,
  rules: string,
): string {
  const fontRule = font === undefined && readingFontAddress !== undefined ? renderFontRule(readingFontAddress) : ''
  return [
    `@layer design{${fontRule}${renderColorRules(COLORS)}${rules}}`,
    font !== undefined && `:root { --font-body: ${getFontFamily(font)}; --font-heading: var(--font-body) }`,
    accent !== undefined && renderColorRules({ accent: adjustAccent(accent) }),
  ]
    .filter(Boolean)
    .join('')
}

const renderFontRule = (address: string) =>
  `@font-face { font-family: "${READING_FONT.family}"; font-display: swap; src: url("${address}") format("woff2") }`

/** Renders colors of both themes. The device or the visitor chooses the theme. */
function renderColorRules(colors: Readonly<Record<string, { light: string; dark: string }>>): string {
  const renderVariables = (theme: 'light' | 'dark') =>
    Object.entries(colors)
      .map(([name, pair]) => `--${name}: ${pair[theme]};`)
      .join(' ')
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
