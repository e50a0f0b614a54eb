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

/** The CSS variables of the system fonts, by the value of the font setting. Each document defines them. */
const VARIABLES = new Map([
  ['sans', 'var(--font-interface)'],
  ['mono', 'var(--font-code)'],
])

/** Returns the CSS font family of a font that was chosen as branding. */
export const getFontFamily = (font: string): string => VARIABLES.get(font) ?? JSON.stringify(font)
