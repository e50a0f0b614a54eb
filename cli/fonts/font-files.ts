import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import RANGES from '@fontsource/source-serif-4/unicode.json'
import subsetFont from 'subset-font'
import { READING_FONT } from '../../lib/branding/fonts'
import { renameFont } from '../../lib/pictures/font-tables'

const { resolve } = createRequire(import.meta.url)

/** Returns the files of `styles/fonts` by name: font subsets, style sheets for them, and the licenses. */
export async function createFontFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([['LICENSE', Buffer.from(await readLicenses())]])
  for (const [sheet, fonts] of Object.entries(SHEETS)) {
    files.set(`${sheet}.css`, Buffer.from(fonts.map(renderRule).join('\n')))
    for (const { family, source, subset } of fonts)
      if (subset !== undefined) files.set(`${subset.name}.woff2`, await createSubset(family, source, subset))
  }
  const rules = await renderFormulaRules()
  files.set('formulas.css', Buffer.concat([Buffer.from(rules), files.get('formulas.css') ?? Buffer.of()]))
  return files
}

/**
 * Returns the rules of KaTeX without its `@font-face` rules and the rules of options that are not used, with the names of our fonts, and
 * with shorter rules for sizes.
 */
async function renderFormulaRules(): Promise<string> {
  const sheet = await readFile(resolve('katex/dist/katex.min.css'), 'utf8')
  const sizes = [...sheet.matchAll(/\.katex-sizing\.reset-size1\.size(\d+)\{font-size:([\d.]+)em\}/g)]
  const rest = sheet
    .replace(/@font-face\{[^}]*\}/g, '')
    .replace(/KaTeX_(\w+)/g, '"Formulas $1"')
    .replace(/[^{}]*\.reset-size\d+\.size\d+\{[^}]*\}/g, '')
    .replace(/[^{}]*(?:\.katex-version|\.leqno|\.fleqn)\b[^{}]*\{[^}]*\}/g, '')
    .replace('-ms-high-contrast-adjust:none!important;', '')
  return `/* Rules and fonts of KaTeX, written by cli/fonts/write.ts. */\n${rest}\n${renderSizeRules(sizes.map(([, size = '', times = '']) => [size, times]))}\n`
}

/** Returns one rule for each size, relative to the smallest. They replace a rule for each pair of an outer and an inner size. */
function renderSizeRules(sizes: [size: string, times: string][]): string {
  return [
    '.katex .fontsize-ensurer,.katex .katex-sizing{font-size:calc(1em*var(--inner)/var(--outer))}',
    ...sizes.map(([size, times]) => `.katex .reset-size${size}{--outer:${times}}.katex .size${size}{--inner:${times}}`),
  ].join('')
}

/** Returns a subset of a font in WOFF2. Hinting is omitted, because current screens do not need it. */
async function createSubset(family: string, source: string, { characters, features }: Subset): Promise<Buffer> {
  const part = await subsetFont(await readFile(resolve(source)), String.fromCodePoint(...characters), {
    targetFormat: 'truetype',
    noHinting: true,
    ...(features && { keepFeatures: features }),
  })
  return subsetFont(renameFont(part, family), undefined, { targetFormat: 'woff2', keepAllGlyphs: true })
}

function renderRule({ family, style, weight, source, subset, range }: FontFile): string {
  const characters = subset ? formatRanges(subset.characters).join(', ') : range?.replace(/,\s*/g, ', ')
  return `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-weight: ${weight};
  font-display: swap;
  src: url("${subset ? `./${subset.name}.woff2` : source}") format("woff2");${characters === undefined ? '' : `\n  unicode-range: ${characters};`}
}
`
}

/** Formats code points as a `unicode-range`, with ranges for adjacent ones. */
function formatRanges(characters: readonly number[]): string[] {
  const runs: [first: number, last: number][] = []
  for (const code of [...new Set(characters)].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.[1] === code - 1) run[1] = code
    else runs.push([code, code])
  }
  return runs.map(([first, last]) => `U+${formatHex(first)}${first === last ? '' : `-${formatHex(last)}`}`)
}

const formatHex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')

async function readLicenses(): Promise<string> {
  const [reading, formulas] = await Promise.all([
    readFile(resolve(`${READING_FONT.package}/LICENSE`), 'utf8'),
    readFile(path.join(path.dirname(resolve('katex/package.json')), 'LICENSE'), 'utf8'),
  ])
  return `The files reading-*.woff2 contain subsets of ${READING_FONT.name}, and formulas-*.woff2 subsets of the fonts of KaTeX, both under
the SIL Open Font License below. cli/fonts created them, with other names than the originals.

${reading.trim()}

KaTeX, which the fonts of formulas come with:

${formulas.trim()}
`
}

interface Subset {
  /** Name of the file, without its extension. */
  name: string
  characters: readonly number[]
  /** The layout features that the site's style sheets use. Default: all. */
  features?: string[]
}

/** A font file, and the characters for which pages fetch it. */
interface FontFile {
  family: string
  style: 'normal' | 'italic'
  weight: number
  /** File of an installed package that contains the whole font. */
  source: string
  /** The subset that pages fetch. Default: the whole font. */
  subset?: Subset
  /** The `unicode-range` of a whole font. Of two files with the same character, browsers fetch the later one. */
  range?: string
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const getCodes = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** Alphabets whose font files are not subset, with the families that they belong to. */
const ALPHABETS = [
  ['latin-ext', READING_FONT.latin],
  ['vietnamese', READING_FONT.latin],
  ['greek', READING_FONT.alphabets],
  ['cyrillic', READING_FONT.alphabets],
  ['cyrillic-ext', READING_FONT.alphabets],
] as const

/**
 * Returns the files of the reading font. Its Latin has three subsets: for English, for letters of other languages, and for signs. The first
 * is a family of its own: while a file of a family is missing, Chromium lays out all text in it again whenever any font arrives.
 */
function listReadingFonts(): FontFile[] {
  // Invisible characters are small and occur in all texts.
  const common = [...range(0x20, 0x7e), ...getCodes('\u00a0\u00ad\u200b§©«¶°·»×–—‘’“”•…−')]
  const others = range(0xa1, 0xff).filter((code) => !common.includes(code))
  const isLetter = (code: number) => /\p{L}/u.test(String.fromCodePoint(code))
  const letters = [
    ...others.filter(isLetter),
    ...getCodes('ıŒœʻʼ'),
    ...range(0x300, 0x304),
    ...[0x308, 0x309, 0x323, 0x329],
  ]
  const signs = [...others.filter((code) => !isLetter(code)), ...getCodes('ˆ˚˜‚„′″‹›⁄€™↑↓∕')]
  const features = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'onum', 'tnum']
  return [400, 600].flatMap((weight) =>
    (['normal', 'italic'] as const).flatMap((style) => {
      const source = (part: string) =>
        `${READING_FONT.package}/files/${READING_FONT.files}-${part}-${weight}-${style}.woff2`
      const name = `reading-${weight}-${style}`
      const english = { family: READING_FONT.family, style, weight, source: source('latin') }
      const more = { ...english, family: READING_FONT.latin }
      return [
        { ...english, subset: { name, characters: common, features } },
        { ...more, subset: { name: `${name}-letters`, characters: letters, features } },
        { ...more, subset: { name: `${name}-signs`, characters: signs, features } },
        ...ALPHABETS.map(([part, family]) => ({ family, style, weight, source: source(part), range: RANGES[part] })),
      ]
    }),
  )
}

/** Excludes spaces, which are in every font, so that no file is fetched for them alone. */
const ALL_BUT_SPACES = 'U+21-7E, U+A1-1FFF, U+2010-205F, U+2070-FFFF'

/** Fonts that few formulas use, or that are small. They are not subset. */
const WHOLE = (
  'Main-Italic Main-BoldItalic Math-BoldItalic Caligraphic-Regular Caligraphic-Bold Fraktur-Regular Fraktur-Bold SansSerif-Regular ' +
  'SansSerif-Bold SansSerif-Italic Script-Regular Typewriter-Regular'
).split(' ')

/** Returns the font files of formulas: subsets with the characters of most formulas, and whole fonts for all other characters. */
function listFormulaFonts(): FontFile[] {
  const capitals = range(0x41, 0x5a)
  const letters = range(0x61, 0x7a)
  const numbers = [...range(0x30, 0x39), ...getCodes("()[]{}+=<>,.:;!?/|*'−⋅′∣×±≤≥…→∞⋯")]
  const greekCapitals = getCodes('ΓΔΘΛΞΠΣΥΦΨΩ')
  const greek = [...range(0x3b1, 0x3c9), ...getCodes('ϑϕϖϱϵ')]
  const signs = [...greekCapitals, ...getCodes('∂∇∀∃∅∈∼≈≡∪∩⊂⊆∧∨∘∗∖⇒⇔←↦↔⟶⟹⟨⟩⌊⌋⌈⌉∥√∝⊕⊗≪≫ℓˆˉ˜⃗÷%_')]
  const moreSigns = getCodes('"#$&@\\^`~¨⇐↑↓∋∓∠∫≃≅⊃⊇⊢⊥⊨⋆⋮⋱⟺ℏℑℜˊˋ˙˘˚ˇ\ue020')
  const stretched = [...getCodes('()/[\\]{}√⌈⌉⌊⌋⟨⟩∏∑∫∣∥'), ...range(0x239b, 0x23ae)]
  const getFont = (file: string): FontFile => {
    const [family = '', variant = ''] = file.split('-')
    return {
      family: `Formulas ${family}`,
      style: variant.endsWith('Italic') ? 'italic' : 'normal',
      weight: variant.startsWith('Bold') ? 700 : 400,
      source: `katex/dist/fonts/KaTeX_${file}.woff2`,
    }
  }
  const listSubsets = (file: string, subsets: Record<string, number[]>): FontFile[] => [
    { ...getFont(file), range: ALL_BUT_SPACES },
    ...Object.entries(subsets).map(([name, characters]) => ({
      ...getFont(file),
      subset: { name: `formulas-${name}`, characters },
    })),
  ]
  return [
    ...listSubsets('Main-Regular', {
      main: numbers,
      'main-letters': letters,
      'main-capitals': capitals,
      'main-signs': signs,
      'main-more-signs': moreSigns,
    }),
    ...listSubsets('Main-Bold', { bold: [...numbers, ...letters, ...capitals] }),
    ...listSubsets('Math-Italic', { math: letters, 'math-capitals': capitals, 'math-greek': greek }),
    ...listSubsets('AMS-Regular', { blackboard: capitals }),
    ...[1, 2, 3, 4].flatMap((size) => listSubsets(`Size${size}-Regular`, { [`size${size}`]: stretched })),
    ...WHOLE.map(getFont),
  ]
}

/** The font files of each style sheet. */
const SHEETS: Readonly<Record<string, FontFile[]>> = {
  reading: listReadingFonts(),
  formulas: listFormulaFonts(),
}
