/** The font of pages: where it comes from, and the CSS families into which `cli/fonts` cuts it. `styles/tokens.css` names them too. */
export const READING_FONT = {
  name: 'Source Serif 4',
  package: '@fontsource/source-serif-4',
  /** The prefix of the names of the package's files. */
  files: 'source-serif-4',
  /** The characters of English. */
  family: 'Colophon Serif',
  /** Other Latin characters. */
  latin: 'Colophon Serif More',
  /** Greek and Cyrillic. */
  alphabets: 'Colophon Alphabets',
} as const

interface ImageFont {
  name: string
  package: string
  /** The file of the package that has a subset of the characters. */
  file(subset: string): string
}

/** The fonts that social images and icons are drawn with. The first that has a character draws it. */
export const IMAGE_FONTS: readonly ImageFont[] = [
  {
    name: READING_FONT.name,
    package: READING_FONT.package,
    file: (subset) => `${READING_FONT.files}-${subset}-600-normal.woff2`,
  },
  ...['Arabic', 'Hebrew', 'Devanagari', 'Thai', 'SC', 'KR'].map((script) => {
    const name = `noto-sans-${script.toLowerCase()}`
    return {
      name: `Noto Sans ${script}`,
      package: `@fontsource-variable/${name}`,
      file: (subset: string) => `${name}-${subset}-wght-normal.woff2`,
    }
  }),
  {
    name: 'Noto Color Emoji',
    package: '@fontsource/noto-color-emoji',
    file: (subset) => `noto-color-emoji-${subset}-400-normal.woff2`,
  },
]

/** The CSS variables of the system fonts, by the value of the font setting. Each document defines them. */
const VARIABLES = new Map([
  ['sans', 'var(--font-interface)'],
  ['mono', 'var(--font-code)'],
])

/** Returns the CSS font family of a font that was chosen as branding. */
export const getFontFamily = (font: string): string => VARIABLES.get(font) ?? JSON.stringify(font)
