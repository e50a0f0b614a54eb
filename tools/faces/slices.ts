/** A part of a face: characters of it that pages fetch together. */
export interface Slice {
  family: string
  style: 'normal' | 'italic'
  weight: number
  /** File of an installed package that holds the whole face. */
  source: string
  /** Left out, all of them. */
  characters?: readonly number[]
  /** Of the file that it is cut into, without its ending; left out, pages fetch the whole face for these characters. */
  name?: string
  /** Features of its layout that the site's sheets ask for; left out, all. */
  features?: string[]
}

const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const codesOf = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** The reading face's Latin in two: what English is written with, and the letters and signs that other languages add to it. */
function readingSlices(): Slice[] {
  // The invisible ones are empty, and between words everywhere.
  const english = new Set([...between(0x20, 0x7e), ...codesOf('\u00a0\u00ad\u200b§©«¶°·»×–—‘’“”•…−')])
  const latin = [
    ...between(0xa1, 0xff),
    ...codesOf('ıŒœʻʼˆ˚˜‚„′″‹›⁄€™↑↓∕'),
    ...between(0x300, 0x304),
    0x308,
    0x309,
    0x323,
    0x329,
  ]
  const more = latin.filter((code) => !english.has(code))
  const features = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'onum', 'tnum']
  return [400, 600].flatMap((weight) =>
    (['normal', 'italic'] as const).flatMap((style) => {
      const source = `@fontsource/source-serif-4/files/source-serif-4-latin-${weight}-${style}.woff2`
      const face = { family: 'Colophon Serif', style, weight, source, features }
      return [
        { ...face, name: `reading-${weight}-${style}`, characters: [...english] },
        { ...face, name: `reading-${weight}-${style}-more`, characters: more },
      ]
    }),
  )
}

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
  const slice = (file: string, characters?: number[], name?: string): Slice => {
    const [face = '', cut = ''] = file.split('-')
    return {
      family: `Formulas ${face}`,
      style: cut.endsWith('Italic') ? 'italic' : 'normal',
      weight: cut.startsWith('Bold') ? 700 : 400,
      source: `katex/dist/fonts/KaTeX_${file}.woff2`,
      ...(characters && { characters }),
      ...(name !== undefined && { name: `formulas-${name}` }),
    }
  }
  // Without the spaces, which no face has to bring.
  const others = (known: readonly number[]) =>
    [...between(0xa1, 0x1fff), ...between(0x2010, 0x205f), ...between(0x2070, 0xffff)].filter(
      (code) => !known.includes(code),
    )
  return [
    slice('Main-Regular', [...numbers, ...letters], 'main'),
    slice('Main-Regular', capitals, 'main-capitals'),
    slice('Main-Regular', signs, 'main-signs'),
    slice('Main-Regular', moreSigns, 'main-more-signs'),
    slice('Main-Regular', others([...numbers, ...signs, ...moreSigns])),
    slice('Main-Bold', [...numbers, ...letters, ...capitals], 'bold'),
    slice('Main-Bold', [...codesOf('"#$%&@\\^_`~'), ...others(numbers)]),
    slice('Math-Italic', [...capitals, ...letters], 'math'),
    slice('Math-Italic', greek, 'math-greek'),
    slice('Math-Italic', others(greek)),
    slice('AMS-Regular', capitals, 'blackboard'),
    slice('AMS-Regular', [0x6b, ...others([])]),
    ...[1, 2, 3, 4].flatMap((size) => [
      slice(`Size${size}-Regular`, stretched, `size${size}`),
      slice(`Size${size}-Regular`, others(stretched)),
    ]),
    ...WHOLE.map((file) => slice(file)),
  ]
}

/** Slices by the sheet that names them. */
export const SHEETS: Readonly<Record<string, Slice[]>> = { reading: readingSlices(), formulas: formulaSlices() }
