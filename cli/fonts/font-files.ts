import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { READING_FONT } from '../../lib/branding/fonts'
import { renameFont } from '../../lib/pictures/font-tables'
import { type FontFile, SHEETS, type Subset } from './subsets'

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

/** Returns the rules of KaTeX without its `@font-face` rules, with the names of our fonts, and with shorter rules for sizes. */
async function renderFormulaRules(): Promise<string> {
  const sheet = await readFile(resolve('katex/dist/katex.min.css'), 'utf8')
  const sizes = [...sheet.matchAll(/\.katex-sizing\.reset-size1\.size(\d+)\{font-size:([\d.]+)em\}/g)]
  const rest = sheet
    .replace(/@font-face\{[^}]*\}/g, '')
    .replace(/KaTeX_(\w+)/g, '"Formulas $1"')
    .replace(/[^{}]*\.reset-size\d+\.size\d+\{[^}]*\}/g, '')
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
