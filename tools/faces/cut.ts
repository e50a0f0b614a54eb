import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { renamed } from './rename'
import { SHEETS, type Slice } from './slices'

const { resolve } = createRequire(import.meta.url)

/** Every file of `styles/faces`, by name: the slices, the sheets that name them, and what their licences ask to go with them. */
export async function cutFaces(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([['LICENSE', Buffer.from(await licences())]])
  for (const [sheet, slices] of Object.entries(SHEETS)) {
    files.set(`${sheet}.css`, Buffer.from(slices.map(ruleOf).join('\n')))
    for (const slice of slices) if (slice.name !== undefined) files.set(`${slice.name}.woff2`, await cut(slice))
  }
  const rules = await formulaRules()
  files.set('formulas.css', Buffer.concat([Buffer.from(rules), files.get('formulas.css') ?? Buffer.of()]))
  return files
}

/** KaTeX's own rules, without its faces and with our names for them. */
async function formulaRules(): Promise<string> {
  const sheet = await readFile(resolve('katex/dist/katex.min.css'), 'utf8')
  return `${sheet.replace(/@font-face\{[^}]*\}/g, '').replace(/KaTeX_(\w+)/g, '"Formulas $1"')}\n`
}

/** Hints are left out, which today's screens do without. */
async function cut({ family, source, characters = [], features }: Slice): Promise<Buffer> {
  const part = await subsetFont(await readFile(resolve(source)), String.fromCodePoint(...characters), {
    targetFormat: 'truetype',
    noHinting: true,
    ...(features && { keepFeatures: features }),
  })
  return subsetFont(renamed(part, family), undefined, { targetFormat: 'woff2', keepAllGlyphs: true })
}

function ruleOf({ name, source, family, style, weight, characters }: Slice): string {
  return `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-weight: ${weight};
  font-display: swap;
  src: url("${name === undefined ? source : `./${name}.woff2`}") format("woff2");${characters === undefined ? '' : `\n  unicode-range: ${rangesOf(characters).join(', ')};`}
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
    readFile(resolve('@fontsource/source-serif-4/LICENSE'), 'utf8'),
    readFile(path.join(path.dirname(resolve('katex/package.json')), 'LICENSE'), 'utf8'),
  ])
  return `The files reading-*.woff2 hold parts of Source Serif 4, and formulas-*.woff2 parts of the faces of KaTeX, both under the
SIL Open Font License below. They were cut by tools/faces, and are not named as the originals are.

${reading.trim()}

KaTeX, which the faces of formulas come with:

${formulas.trim()}
`
}
