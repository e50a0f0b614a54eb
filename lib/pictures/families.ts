/** A range of characters, both ends included, and the font file that has them. */
interface CharacterRange {
  from: number
  to: number
  file: string
}

/** A font family of a package, whose characters are divided among several files. */
export interface Family {
  name: string
  ranges: CharacterRange[]
}

/** The characters of each file of a package, in the format of `unicode-range`. */
type Ranges = Readonly<Record<string, string>>

/** The name of a subset that repeats all others. */
const ALL_EMOJI = 'emoji'

export function parseFamily(name: string, unicodeRanges: Ranges, getFile: (subset: string) => string): Family {
  const ranges = Object.entries(unicodeRanges).flatMap(([key, list]) => {
    const subset = key.replace(/[[\]]/g, '')
    return subset === ALL_EMOJI ? [] : list.split(',').map((range) => ({ ...parseRange(range), file: getFile(subset) }))
  })
  return { name, ranges }
}

/** Parses a range such as `U+0-FF`, `U+4E00` or `U+1F6??`. */
function parseRange(range: string): { from: number; to: number } {
  const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
  return { from: Number.parseInt(from.replaceAll('?', '0'), 16), to: Number.parseInt(to.replaceAll('?', 'F'), 16) }
}

/** Spaces and invisible characters, such as joiners and direction marks. They need no font. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}]/u
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\u200D\u20E3\uFE0F]/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the part of a text that the families can draw, and the font files that it needs. */
export function selectDrawable(text: string, families: readonly Family[]): { text: string; files: string[] } {
  const files = new Set<string>()
  let drawn = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    const isEmoji = EMOJI.test(segment)
    const needed = [...segment].map((character) => getFiles(character, families, isEmoji))
    if (needed.some((found, at) => found.length === 0 && !UNSEEN.test([...segment][at] ?? ''))) continue
    drawn += segment
    for (const file of needed.flat()) files.add(file)
  }
  return { text: drawn, files: [...files] }
}

/**
 * Returns the font files of a character: that of the first family that has it. For a possible emoji it returns those of all families,
 * because the characters next to it decide which family draws it.
 */
function getFiles(character: string, families: readonly Family[], isEmoji: boolean): string[] {
  const code = character.codePointAt(0) ?? 0
  const files: string[] = []
  for (const { ranges } of families) {
    const file = ranges.find(({ from, to }) => from <= code && code <= to)?.file
    if (file === undefined) continue
    files.push(file)
    // Searching the thousands of ranges of Chinese and Korean for each Latin letter would take milliseconds.
    if (!isEmoji) break
  }
  return files
}
