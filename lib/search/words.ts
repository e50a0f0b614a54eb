/** One word of a text, and the terms under which it is found. */
export interface Word {
  start: number
  end: number
  /** The folded word. */
  whole: string
  /** Folded parts of an identifier, pairs of characters of a longer Chinese word, or an Arabic word without its article. */
  parts: string[]
}

/** Longer strings are not indexed as words, but their parts may be. */
const MAX_WORD_LENGTH = 64
const MAX_PARTS = 24
const MAX_COUNTED = 8

/** Letters and digits, with what joins them inside a name: `next.config.mjs`, `react-notion-x`, `don’t`, `C++`. */
const CHUNK = /[\p{L}\p{M}\p{N}_]+(?:['’.\-/:@#&+][\p{L}\p{M}\p{N}_]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu
const NAME_PART = /[\p{L}\p{M}\p{N}]+/gu
const IS_SIMPLE = /^(?:\p{L}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]*|\p{Lu}+|\p{N}+)$/u
/** Matches the words in `getSite` and `HTMLElement`. Digits belong to the letters before them. */
const CAMEL_CASE_PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\d*|\p{Lu}+\d*|\d+/gu
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u
/** `Intl.Segmenter` takes more than linear time for these scripts, so long texts are cut first. */
const RUNS = new RegExp(`${UNSPACED.source}{1,200}|(?:(?!${UNSPACED.source})[\\s\\S])+`, 'gu')
/** Accents, Hebrew and Arabic vowel points, and the long stroke that stretches an Arabic word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g
/**
 * The Arabic article, with the prefixes that are written together with it: and, then, with, like, for. It is removed only before at least
 * three letters.
 */
const ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=[\u0620-\u064a]{3})/
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const UNFOLDED = /[ßæœøłđðþı]/g

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Removes case, accents and variants of letters: `Café`, `ｃａｆｅ` and `CAFÉ` become the same. */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/['’]/g, '')
  return lower.replace(UNFOLDED, (letter) => LETTERS[letter] ?? letter).normalize('NFC')
}

/** Returns the words of a text in order. Takes linear time. */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  visitChunks(text, (start, end, isPlain) => {
    const chunk = text.slice(start, end)
    if (isPlain) words.push({ start, end, whole: chunk, parts: NO_PARTS })
    else if (UNSPACED.test(chunk)) for (const word of splitMixedWords(chunk, start)) words.push(word)
    else {
      const { whole, parts } = getTerms(chunk)
      words.push({ start, end, whole, parts })
    }
  })
  return words
}

/**
 * Returns the terms of a text and how often each occurs. Counts stop at a few, because the ranking does not distinguish ten occurrences
 * from thirty.
 */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (term: string) => {
    const count = counts.get(term) ?? 0
    if (term !== '' && count < MAX_COUNTED) counts.set(term, count + 1)
  }
  const addAll = ({ whole, parts }: Terms) => {
    add(whole)
    for (const part of parts) add(part)
  }
  visitChunks(text, (start, end, isPlain) => {
    const chunk = text.slice(start, end)
    if (isPlain) add(chunk)
    else if (UNSPACED.test(chunk)) splitMixedWords(chunk, 0).forEach(addAll)
    else addAll(getTerms(chunk))
  })
  return counts
}

/** Returns the terms of a text, each repeated as often as it counts. */
export function splitTerms(text: string): string[] {
  return [...countTerms(text)].flatMap(([term, count]) => Array<string>(count).fill(term))
}

const NO_PARTS: string[] = []

/** The role of each ASCII character in words. */
const [LETTER, DIGIT, JOINT, OTHER] = [1, 2, 3, 4]
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LETTER
  if (/[0-9]/.test(character)) return DIGIT
  return /['.\-/:@&+]/.test(character) ? JOINT : /[A-Z_#]/.test(character) ? OTHER : 0
})
/** Returns 0 at the end of the text, and `OTHER` for all characters beyond ASCII. */
const getKindAt = (text: string, at: number) => (at < text.length ? (KINDS[text.charCodeAt(at)] ?? OTHER) : 0)
const NEXT_CHUNK = new RegExp(CHUNK)

/**
 * Calls `visit` with each match of {@link CHUNK}, in order. A match is plain if it consists of lower-case letters or of digits, so that it
 * is its own only term. Most words are plain, and this loop finds them several times faster than the expression.
 */
function visitChunks(text: string, visit: (start: number, end: number, isPlain: boolean) => void): void {
  let at = 0
  while (at < text.length) {
    const kind = getKindAt(text, at)
    if (kind === LETTER || kind === DIGIT) {
      let end = at + 1
      while (getKindAt(text, end) === kind) end++
      const next = getKindAt(text, end)
      if (next === 0 || (next === JOINT && getKindAt(text, end + 1) === 0)) {
        if (end - at <= MAX_WORD_LENGTH) visit(at, end, true)
        at = end + 1
        continue
      }
    }
    if (kind === 0 || kind === JOINT) {
      at++
      continue
    }
    NEXT_CHUNK.lastIndex = at
    const found = NEXT_CHUNK.exec(text)
    if (found === null) return
    at = found.index + found[0].length
    visit(found.index, at, false)
  }
}

type Terms = Pick<Word, 'whole' | 'parts'>

/** A cache of words, because texts repeat words, and splitting one takes longer than looking it up. */
const termsCache = new Map<string, Terms>()
const MAX_CACHED_WORDS = 50_000

/** Returns the terms of a word in a script with spaces, or of an identifier that consists of several words. */
function getTerms(chunk: string): Terms {
  const found = termsCache.get(chunk)
  if (found !== undefined) return found
  const whole = fold(withoutUnderscores(chunk))
  const parts = IS_SIMPLE.test(chunk) ? getArabicParts(whole) : getParts(chunk, whole)
  const terms = { whole: whole.length <= MAX_WORD_LENGTH ? whole : '', parts }
  if (termsCache.size >= MAX_CACHED_WORDS) termsCache.clear()
  if (chunk.length <= MAX_WORD_LENGTH) termsCache.set(chunk, terms)
  return terms
}

/** Removes underscores at both ends. Unlike a regular expression, this always takes linear time. */
function withoutUnderscores(chunk: string): string {
  let [start, end] = [0, chunk.length]
  while (chunk[start] === '_') start++
  while (end > start && chunk[end - 1] === '_') end--
  return chunk.slice(start, end)
}

/** Returns an Arabic word without its article, so that both are found by each other: `كتاب` and `والكتاب`. */
function getArabicParts(whole: string): string[] {
  const bare = whole.replace(ARTICLE, '')
  return bare === whole ? NO_PARTS : [bare]
}

function getParts(chunk: string, whole: string): string[] {
  const parts = new Set<string>()
  for (const [part] of chunk.matchAll(NAME_PART)) {
    const camelCaseParts = part.match(CAMEL_CASE_PART) ?? []
    for (const each of camelCaseParts.length > 1 ? [part, ...camelCaseParts] : [part]) {
      const folded = fold(each)
      // The "s" of a genitive and the "t" of a contraction are not words.
      if ((folded.length > 1 || /\d/.test(folded)) && folded.length <= MAX_WORD_LENGTH && folded !== whole)
        parts.add(folded)
      if (parts.size >= MAX_PARTS) return [...parts]
    }
  }
  return [...parts]
}

/** Returns the words of a chunk that contains a script without spaces, segmented by a dictionary. */
function splitMixedWords(chunk: string, start: number): Word[] {
  const words: Word[] = []
  for (const { 0: run, index } of chunk.matchAll(RUNS)) {
    if (!UNSPACED.test(run)) {
      for (const { 0: name, index: inner } of run.matchAll(CHUNK)) {
        const at = start + index + inner
        words.push({ start: at, end: at + name.length, ...getTerms(name) })
      }
      continue
    }
    for (const { segment, index: inner, isWordLike } of segmenter.segment(run)) {
      if (isWordLike === false) continue
      const at = start + index + inner
      const whole = fold(segment)
      words.push({ start: at, end: at + segment.length, whole, parts: getPairs(whole) })
    }
  }
  return words
}

/** Returns the pairs of adjacent characters of a word. Segmentations differ for longer words, so each is also found by its pairs. */
function getPairs(word: string): string[] {
  const letters = [...word]
  if (letters.length <= 2) return letters.length === 2 ? letters : []
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}
