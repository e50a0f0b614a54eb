import { adjustAccent } from './accent'
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
