import 'server-only'
import {
  EMOJI_PACKAGE,
  findScriptPackage,
  IMAGE_PACKAGES,
  LARGE_PACKAGES,
  LETTER_PACKAGES,
  SYMBOL_PACKAGES,
} from '../branding/image-fonts'
import { type Font, findFont } from './fonts'

/** A part of a text that one font draws. */
export interface Run {
  family: string
  text: string
}

/** Invisible characters, such as joiners and direction marks. They need no font. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Emoji that are not followed by the selector for text. */
const EMOJI = /^(?!.*\uFE0E)(?:.*(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\u20E3)|.*\p{Emoji}\uFE0F)/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** The longest grapheme in characters. Marks beyond it would be stacked over other text. */
const MAX_GRAPHEME_LENGTH = 16
/** Scripts whose lines break between words that no spaces separate. Pango has no dictionary for them. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const WORDS = new Intl.Segmenter('th', { granularity: 'word' })

/** Splits a text into graphemes of limited length, of at most `maxLength` UTF-16 units together. */
export function splitGraphemes(text: string, maxLength: number): string[] {
  const graphemes: string[] = []
  let length = 0
  // The segmenter is given no more than it may return.
  for (const { segment } of GRAPHEMES.segment(clean(text.slice(0, 2 * maxLength)))) {
    const grapheme = [...segment].slice(0, MAX_GRAPHEME_LENGTH).join('')
    length += grapheme.length
    if (length > maxLength) break
    graphemes.push(grapheme)
  }
  return graphemes
}

/** Removes what no line of text can show: control characters, halves of characters, and hyphens that a line break would add. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u00AD\uFFFE\uFFFF]/gu, '')

/** Assigns a font to each grapheme, and leaves out what no font has. Neighbors with the same font are one run. */
export async function createRuns(graphemes: readonly string[]): Promise<Run[]> {
  const runs: Run[] = []
  const fontByGrapheme = new Map<string, Part[]>()
  let previous: string | undefined
  for (const grapheme of graphemes) {
    const name = findPackage(grapheme)
    const key = `${name ?? previous} ${grapheme}`
    const parts = fontByGrapheme.get(key) ?? (await findParts(grapheme, name ?? previous))
    fontByGrapheme.set(key, parts)
    previous = name ?? previous
    for (const { font, text } of parts) {
      const last = runs.at(-1)
      if (last && (font === undefined || last.family === font.family)) last.text += text
      else if (font) runs.push({ family: font.family, text })
    }
  }
  return runs.map(({ family, text }) => ({ family, text: separateWords(text) }))
}

interface Part {
  /** Undefined if the text is invisible. */
  font?: Font
  text: string
}

const findPackage = (grapheme: string): string | undefined => {
  for (const character of grapheme) {
    const name = findScriptPackage(character)
    if (name !== undefined) return name
  }
  return undefined
}

/** Returns the parts of a grapheme: usually one, or a part for each character if no font has all of them. */
async function findParts(grapheme: string, preferred: string | undefined): Promise<Part[]> {
  const characters = [...grapheme]
  const visible = characters.filter((character) => !INVISIBLE.test(character))
  if (visible.length === 0) return [{ text: grapheme }]
  const packages = listPackages(EMOJI.test(grapheme), preferred)
  const searched = new Set([
    ...(preferred === undefined || LARGE_PACKAGES.has(preferred) ? [] : [preferred]),
    ...SYMBOL_PACKAGES,
  ])
  const find = (text: readonly string[]) => findFont(text.map(getCode), packages, searched)
  const font = await find(visible)
  if (font !== undefined) return [{ font, text: grapheme }]
  const parts: Part[] = []
  for (const character of visible) {
    const own = await find([character])
    if (own) parts.push({ font: own, text: character })
    // A mark is not shown without its letter.
    else if (parts.length === 0) break
  }
  if (parts.length > 0) return parts
  const simple = grapheme.normalize('NFKC')
  return simple === grapheme ? [] : findParts(simple, preferred)
}

const getCode = (character: string) => character.codePointAt(0) ?? 0

/** Lists the packages in the order in which they are searched. The preferred one is that of the script. */
const listPackages = (isEmoji: boolean, preferred: string | undefined): ReadonlySet<string> =>
  new Set([
    ...(isEmoji ? [EMOJI_PACKAGE] : []),
    ...LETTER_PACKAGES,
    ...(preferred === undefined ? [] : [preferred]),
    ...IMAGE_PACKAGES,
  ])

/** Marks the places where lines may break in scripts without spaces. */
const separateWords = (text: string) =>
  text.replace(WITHOUT_SPACES, (part) => Array.from(WORDS.segment(part), ({ segment }) => segment).join('\u200B'))
