/** A range of characters, both ends included, and the file that draws them. */
interface Slice {
  from: number
  to: number
  file: string
}

/** A typeface of a package, cut into files by characters. */
export interface Family {
  name: string
  slices: Slice[]
}

/** What a package says of its files: which characters each of them draws, as in `unicode-range`. */
type Ranges = Readonly<Record<string, string>>

/** One file holds all emoji once more. */
const WHOLE = 'emoji'

export function familyOf(name: string, ranges: Ranges, fileOf: (slice: string) => string): Family {
  const slices = Object.entries(ranges).flatMap(([key, list]) => {
    const slice = key.replace(/[[\]]/g, '')
    return slice === WHOLE ? [] : list.split(',').map((range) => ({ ...endsOf(range), file: fileOf(slice) }))
  })
  return { name, slices }
}

/** The ends of a range such as `U+0-FF`, `U+4E00` or `U+1F6??`. */
function endsOf(range: string): { from: number; to: number } {
  const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
  return { from: Number.parseInt(from.replaceAll('?', '0'), 16), to: Number.parseInt(to.replaceAll('?', 'F'), 16) }
}

/** Space of any kind, and what is not seen by itself: it joins, marks or directs the characters around it. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}]/u
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\u200D\u20E3\uFE0F]/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The part of a text that the families can draw, letter by letter, and the files that they need for it. */
export function drawable(text: string, families: readonly Family[]): { text: string; files: string[] } {
  const files = new Set<string>()
  let drawn = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    const isEmoji = EMOJI.test(segment)
    const needed = [...segment].map((character) => filesFor(character, families, isEmoji))
    if (needed.some((found, at) => found.length === 0 && !UNSEEN.test([...segment][at] ?? ''))) continue
    drawn += segment
    for (const file of needed.flat()) files.add(file)
  }
  return { text: drawn, files: [...files] }
}

/**
 * The files that draw a character: of the first family that has it, or of every family for what may be an emoji, because its
 * neighbours decide which family draws that.
 */
function filesFor(character: string, families: readonly Family[], isEmoji: boolean): string[] {
  const code = character.codePointAt(0) ?? 0
  const files: string[] = []
  for (const { slices } of families) {
    const file = slices.find(({ from, to }) => from <= code && code <= to)?.file
    if (file === undefined) continue
    files.push(file)
    // The Chinese and Korean families have thousands of ranges: looking through them for each Latin letter takes milliseconds.
    if (!isEmoji) break
  }
  return files
}
