import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { READING_FONT } from '../../lib/branding/fonts'
import { renamed } from './rename'
import { type Cut, SHEETS, type Slice } from './slices'

const { resolve } = createRequire(import.meta.url)

/** Every file of `styles/faces`, by name: the slices, the sheets that name them, and what their licences ask to go with them. */
export async function cutFaces(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([['LICENSE', Buffer.from(await licences())]])
  for (const [sheet, slices] of Object.entries(SHEETS)) {
    files.set(`${sheet}.css`, Buffer.from(slices.map(ruleOf).join('\n')))
    for (const { family, source, cut } of slices)
      if (cut !== undefined) files.set(`${cut.name}.woff2`, await cutting(family, source, cut))
  }
  const rules = await formulaRules()
  files.set('formulas.css', Buffer.concat([Buffer.from(rules), files.get('formulas.css') ?? Buffer.of()]))
  return files
}

/** KaTeX's own rules, without its faces, with our names for them, and with its sizes in fewer words. */
async function formulaRules(): Promise<string> {
  const sheet = await readFile(resolve('katex/dist/katex.min.css'), 'utf8')
  const sizes = [...sheet.matchAll(/\.katex-sizing\.reset-size1\.size(\d+)\{font-size:([\d.]+)em\}/g)]
  const rest = sheet
    .replace(/@font-face\{[^}]*\}/g, '')
    .replace(/KaTeX_(\w+)/g, '"Formulas $1"')
    .replace(/[^{}]*\.reset-size\d+\.size\d+\{[^}]*\}/g, '')
  return `${rest}\n${sizeRules(sizes.map(([, size = '', times = '']) => [size, times]))}\n`
}

/** Of each size, how large it is to the smallest: instead of a rule for each pair of an outer size and an inner one. */
function sizeRules(sizes: [size: string, times: string][]): string {
  return [
    '.katex .fontsize-ensurer,.katex .katex-sizing{font-size:calc(1em*var(--inner)/var(--outer))}',
    ...sizes.map(([size, times]) => `.katex .reset-size${size}{--outer:${times}}.katex .size${size}{--inner:${times}}`),
  ].join('')
}

/** Hints are left out, which today's screens do without. */
async function cutting(family: string, source: string, { characters, features }: Cut): Promise<Buffer> {
  const part = await subsetFont(await readFile(resolve(source)), String.fromCodePoint(...characters), {
    targetFormat: 'truetype',
    noHinting: true,
    ...(features && { keepFeatures: features }),
  })
  return subsetFont(renamed(part, family), undefined, { targetFormat: 'woff2', keepAllGlyphs: true })
}

function ruleOf({ family, style, weight, source, cut, range }: Slice): string {
  const characters = cut ? rangesOf(cut.characters).join(', ') : range?.replace(/,\s*/g, ', ')
  return `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-weight: ${weight};
  font-display: swap;
  src: url("${cut ? `./${cut.name}.woff2` : source}") format("woff2");${characters === undefined ? '' : `\n  unicode-range: ${characters};`}
}
`
}

/** Code points as a sheet lists them, neighbours together. */
function rangesOf(characters: readonly number[]): string[] {
  const runs: [first: number, last: number][] = []
  for (const code of [...new Set(characters)].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.[1] === code - 1) run[1] = code
    else runs.push([code, code])
  }
  return runs.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`)
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')

async function licences(): Promise<string> {
  const [reading, formulas] = await Promise.all([
    readFile(resolve(`${READING_FONT.package}/LICENSE`), 'utf8'),
    readFile(path.join(path.dirname(resolve('katex/package.json')), 'LICENSE'), 'utf8'),
  ])
  return `The files reading-*.woff2 hold parts of ${READING_FONT.name}, and formulas-*.woff2 parts of the faces of KaTeX, both under the
SIL Open Font License below. They were cut by cli/faces, and are not named as the originals are.

${reading.trim()}

KaTeX, which the faces of formulas come with:

${formulas.trim()}
`
}
