import RANGES from '@fontsource/source-serif-4/unicode.json' with { type: 'json' }
import { READING_FONT } from '../../lib/branding/fonts'

export interface Cut {
  /** Of the file, without its ending. */
  name: string
  characters: readonly number[]
  /** Features of its layout that the site's sheets ask for; left out, all. */
  features?: string[]
}

/** A part of a face: characters of it that pages fetch together. */
export interface Slice {
  family: string
  style: 'normal' | 'italic'
  weight: number
  /** File of an installed package that holds the whole face. */
  source: string
  /** What it is cut into. Left out, pages fetch the whole face. */
  cut?: Cut
  /** What a whole face is fetched for, as a sheet lists it; of two faces that have a character, the later one is. */
  range?: string
}

const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const codesOf = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** Alphabets whose faces come as they are, by the family that they belong to: other than Latin is for what is written in it. */
const ALPHABETS = [
  ['latin-ext', READING_FONT.latin],
  ['vietnamese', READING_FONT.latin],
  ['greek', READING_FONT.alphabets],
  ['cyrillic', READING_FONT.alphabets],
  ['cyrillic-ext', READING_FONT.alphabets],
] as const

/**
 * The reading face's Latin in three: what English is written with, the letters that other languages add to it, and signs. The first is
 * a family of its own: as long as some slice of a family has not come, Chromium sets all text in it anew whenever any face comes.
 */
function readingSlices(): Slice[] {
  // The invisible ones are empty, and between words everywhere.
  const common = [...between(0x20, 0x7e), ...codesOf('\u00a0\u00ad\u200b§©«¶°·»×–—‘’“”•…−')]
  const others = between(0xa1, 0xff).filter((code) => !common.includes(code))
  const isLetter = (code: number) => /\p{L}/u.test(String.fromCodePoint(code))
  const letters = [
    ...others.filter(isLetter),
    ...codesOf('ıŒœʻʼ'),
    ...between(0x300, 0x304),
    ...[0x308, 0x309, 0x323, 0x329],
  ]
  const signs = [...others.filter((code) => !isLetter(code)), ...codesOf('ˆ˚˜‚„′″‹›⁄€™↑↓∕')]
  const features = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'onum', 'tnum']
  return [400, 600].flatMap((weight) =>
    (['normal', 'italic'] as const).flatMap((style) => {
      const source = (part: string) =>
        `${READING_FONT.package}/files/${READING_FONT.files}-${part}-${weight}-${style}.woff2`
      const name = `reading-${weight}-${style}`
      const english = { family: READING_FONT.family, style, weight, source: source('latin') }
      const more = { ...english, family: READING_FONT.latin }
      return [
        { ...english, cut: { name, characters: common, features } },
        { ...more, cut: { name: `${name}-letters`, characters: letters, features } },
        { ...more, cut: { name: `${name}-signs`, characters: signs, features } },
        ...ALPHABETS.map(([part, family]) => ({ family, style, weight, source: source(part), range: RANGES[part] })),
      ]
    }),
  )
}

/** Spaces are in every face, and none has to be fetched for them. */
const ALL_BUT_SPACES = 'U+21-7E, U+A1-1FFF, U+2010-205F, U+2070-FFFF'

/** Faces that few formulas use, or that are small. */
const WHOLE = (
  'Main-Italic Main-BoldItalic Math-BoldItalic Caligraphic-Regular Caligraphic-Bold Fraktur-Regular Fraktur-Bold SansSerif-Regular ' +
  'SansSerif-Bold SansSerif-Italic Script-Regular Typewriter-Regular'
).split(' ')

/** Of the faces that formulas are set in, the characters that most formulas make do with; all others come from the whole faces. */
function formulaSlices(): Slice[] {
  const capitals = between(0x41, 0x5a)
  const letters = between(0x61, 0x7a)
  const numbers = [...between(0x30, 0x39), ...codesOf("()[]{}+=<>,.:;!?/|*'−⋅′∣×±≤≥…→∞⋯")]
  const greekCapitals = codesOf('ΓΔΘΛΞΠΣΥΦΨΩ')
  const greek = [...between(0x3b1, 0x3c9), ...codesOf('ϑϕϖϱϵ')]
  const signs = [...greekCapitals, ...codesOf('∂∇∀∃∅∈∼≈≡∪∩⊂⊆∧∨∘∗∖⇒⇔←↦↔⟶⟹⟨⟩⌊⌋⌈⌉∥√∝⊕⊗≪≫ℓˆˉ˜⃗÷%_')]
  const moreSigns = codesOf('"#$&@\\^`~¨⇐↑↓∋∓∠∫≃≅⊃⊇⊢⊥⊨⋆⋮⋱⟺ℏℑℜˊˋ˙˘˚ˇ\ue020')
  const stretched = [...codesOf('()/[\\]{}√⌈⌉⌊⌋⟨⟩∏∑∫∣∥'), ...between(0x239b, 0x23ae)]
  const face = (file: string): Slice => {
    const [family = '', cut = ''] = file.split('-')
    return {
      family: `Formulas ${family}`,
      style: cut.endsWith('Italic') ? 'italic' : 'normal',
      weight: cut.startsWith('Bold') ? 700 : 400,
      source: `katex/dist/fonts/KaTeX_${file}.woff2`,
    }
  }
  const inSlices = (file: string, slices: Record<string, number[]>): Slice[] => [
    { ...face(file), range: ALL_BUT_SPACES },
    ...Object.entries(slices).map(([name, characters]) => ({
      ...face(file),
      cut: { name: `formulas-${name}`, characters },
    })),
  ]
  return [
    ...inSlices('Main-Regular', {
      main: numbers,
      'main-letters': letters,
      'main-capitals': capitals,
      'main-signs': signs,
      'main-more-signs': moreSigns,
    }),
    ...inSlices('Main-Bold', { bold: [...numbers, ...letters, ...capitals] }),
    ...inSlices('Math-Italic', { math: letters, 'math-capitals': capitals, 'math-greek': greek }),
    ...inSlices('AMS-Regular', { blackboard: capitals }),
    ...[1, 2, 3, 4].flatMap((size) => inSlices(`Size${size}-Regular`, { [`size${size}`]: stretched })),
    ...WHOLE.map(face),
  ]
}

/** Slices by the sheet that names them. */
export const SHEETS: Readonly<Record<string, Slice[]>> = { reading: readingSlices(), formulas: formulaSlices() }
