import { fold, INVISIBLE } from './fold'

/** One word of a text, and the terms under which it is found. */
export interface Word {
  start: number
  end: number
  /** The folded word. */
  whole: string
  /** Other terms: folded parts of an identifier, pairs of characters of a longer Chinese word, an Arabic word without its article. */
  parts: string[]
}

const MAX_PARTS = 24
const MAX_COUNTED = 8

/** Matches an apostrophe or quotation mark that belongs to a word: п’ять, צה״ל. Other apostrophes may follow an article: l’année. */
const INNER_APOSTROPHE = /['’‘‛׳״"”](?=[\p{Script=Cyrillic}\p{Script=Hebrew}])/gu
const NAME_PART = /[\p{L}\p{M}\p{N}]+/gu
const IS_SIMPLE = /^(?:\p{L}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]*|\p{Lu}+|\p{N}+)$/u
/** Matches the words in `getSite` and `HTMLElement`. Digits belong to the letters before them. */
const CAMEL_CASE_PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\d*|\p{Lu}+\d*|\d+/gu
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u
/** `Intl.Segmenter` takes more than linear time for these scripts, so long texts are cut first. */
const RUNS = new RegExp(`${UNSPACED.source}{1,200}|(?:(?!${UNSPACED.source})[\\s\\S])+`, 'gu')
/**
 * The Arabic article, with the prefixes that are written together with it: and, then, with, like, for. It is removed only before at least
 * three letters.
 */
const ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=[\u0620-\u064a]{3})/
/** Words of Arabic letters with a zero-width non-joiner. */
const IS_JOINED = /^[\p{Script=Arabic}\p{M}]+(?:\u200c[\p{Script=Arabic}\p{M}]+)+$/u
/** A folded version such as `v2.1.0`. */
const VERSION = /^v\d/
/** A folded number whose groups are separated by points. */
const IS_POINTED = /^\d{1,3}(?:\.\d{3})+$/
const IS_NOUN = /^\p{Lu}[\p{Ll}\p{M}]+$/u
/** A short piece of a word in kana. The dictionary splits unknown names, and loanwords in hiragana, into such pieces. */
const IS_PIECE = /^(?:[\p{Script=Hiragana}ー]{1,4}|[\p{Script=Katakana}ー]{1,2})$/u
/** A word in katakana whose last vowel is long. Many writers omit that mark: コンピューター. */
const ENDS_LONG = /^[\p{Script=Katakana}ー]{3,}ー$/u
/** In these scripts, a zero-width space separates words. */
const SEPARATED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\u200b/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Returns the words of a text in order. Takes linear time. */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  visitChunks(text, (start, end, isPlain) => {
    const chunk = text.slice(start, end)
    if (isPlain) words.push({ start, end, whole: chunk, parts: NO_PARTS })
    else if (UNSPACED.test(chunk)) for (const word of splitMixedWords(chunk, start)) words.push(word)
    else {
      const { whole, parts } = getTerms(chunk)
      // A chunk of invisible characters only is no word.
      if (whole !== '' || parts.length > 0) words.push({ start, end, whole, parts })
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

const NO_PARTS: string[] = []

type Terms = Pick<Word, 'whole' | 'parts'>

/** A cache of words, because texts repeat words, and splitting one takes longer than looking it up. */
const termsCache = new Map<string, Terms>()
const MAX_CACHED_WORDS = 50_000

/** Returns the terms of a word in a script with spaces, or of an identifier that consists of several words. */
function getTerms(chunk: string): Terms {
  const found = termsCache.get(chunk)
  if (found !== undefined) return found
  const groups = chunk.match(GROUPED_NUMBER) ?? []
  const clean = cleanChunk(chunk)
  const whole = fold(withoutUnderscores(clean))
  const parts = new Set<string>()
  for (const part of listParts(chunk, clean, whole, groups)) {
    if (part !== '' && part !== whole && part.length <= MAX_WORD_LENGTH) parts.add(part)
    if (parts.size >= MAX_PARTS) break
  }
  return cacheTerms(chunk, {
    whole: whole.length <= MAX_WORD_LENGTH ? whole : '',
    parts: parts.size === 0 ? NO_PARTS : [...parts],
  })
}

function cacheTerms(chunk: string, terms: Terms): Terms {
  if (termsCache.size >= MAX_CACHED_WORDS) termsCache.clear()
  if (chunk.length <= MAX_WORD_LENGTH) termsCache.set(chunk, terms)
  return terms
}

/** Removes what readers do not type: invisible characters, separators in numbers, and apostrophes inside words. */
const cleanChunk = (chunk: string): string =>
  chunk
    .replace(INVISIBLE, '')
    .replace(GROUPED_NUMBER, (number) => number.replace(/\P{Nd}/gu, ''))
    .replace(INNER_APOSTROPHE, '')

/** Removes underscores at both ends. Unlike a regular expression, this always takes linear time. */
function withoutUnderscores(chunk: string): string {
  let [start, end] = [0, chunk.length]
  while (chunk[start] === '_') start++
  while (end > start && chunk[end - 1] === '_') end--
  return chunk.slice(start, end)
}

/** Returns the terms under which a word is found besides its whole. They may repeat. */
function* listParts(chunk: string, clean: string, whole: string, groups: readonly string[]): Generator<string> {
  for (const group of groups) for (const [digits] of group.matchAll(/\p{Nd}+/gu)) yield fold(digits)
  // Persian writes some endings and prefixes after a zero-width non-joiner, for which many readers type a space or nothing.
  if (IS_JOINED.test(chunk)) for (const piece of chunk.split('\u200c')) yield fold(piece)
  if (VERSION.test(whole)) yield whole.slice(1)
  if (IS_POINTED.test(whole)) yield whole.replaceAll('.', '')
  if (IS_SIMPLE.test(clean)) {
    // An Arabic word is found with and without its article.
    if (ARTICLE.test(whole)) yield whole.replace(ARTICLE, '')
    if (IS_NOUN.test(clean)) yield getTailTerm(whole)
    return
  }
  for (const part of getNameParts(clean)) {
    const folded = fold(part)
    // The "s" of a genitive and the "t" of a contraction are not words.
    if (folded.length > 1 || /\d/.test(folded)) yield folded
    if (IS_NOUN.test(part)) yield getTailTerm(folded)
  }
}

/** Returns the parts of a name, and their parts if they are in camel case. */
function* getNameParts(clean: string): Generator<string> {
  for (const [part] of clean.matchAll(NAME_PART)) {
    yield part
    const camelCaseParts = part.match(CAMEL_CASE_PART) ?? []
    if (camelCaseParts.length > 1) yield* camelCaseParts
  }
}

/** Returns the words of a chunk that contains a script without spaces, segmented by a dictionary. */
function splitMixedWords(chunk: string, start: number): Word[] {
  const { text, places } = normalizeUnspaced(chunk)
  const getPlace = (at: number) => start + (places === undefined ? at : (places[at] ?? 0))
  const words: Word[] = []
  const add = (from: number, length: number, terms: Terms) => {
    const word = { start: getPlace(from), end: getPlace(from + length), ...terms }
    words.push(word)
    return word
  }
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (!UNSPACED.test(run)) {
      for (const { 0: name, index: inner } of run.matchAll(CHUNK)) add(index + inner, name.length, getTerms(name))
      continue
    }
    let previous: Word | undefined
    for (const { segment, index: inner, isWordLike } of segmenter.segment(run)) {
      if (isWordLike === false) continue
      const terms = getSegmentTerms(segment)
      const word = add(index + inner, segment.length, terms)
      const isPiece = IS_PIECE.test(segment)
      if (isPiece && previous !== undefined) {
        previous.parts = [...previous.parts, `${[...previous.whole].at(-1)}${[...word.whole][0]}`]
      }
      previous = isPiece ? word : undefined
    }
  }
  return words
}

function getSegmentTerms(segment: string): Terms {
  const found = termsCache.get(segment)
  if (found !== undefined) return found
  const whole = fold(ENDS_LONG.test(segment) ? segment.slice(0, -1) : segment)
  return cacheTerms(segment, { whole, parts: getPairs(whole) })
}

/** Returns a chunk with full-width kana and without invisible characters, and the place of each of its characters in the chunk. */
function normalizeUnspaced(chunk: string): { text: string; places?: number[] } {
  if (!NORMALIZED.test(chunk)) return { text: chunk }
  const isSeparated = SEPARATED.test(chunk)
  const places: number[] = []
  let text = ''
  for (const { 0: each, index } of chunk.matchAll(HALF_WIDTH)) {
    const normalized = INVISIBLE_CHARACTER.test(each) && !(isSeparated && each === '\u200b') ? '' : toFullWidth(each)
    for (let at = 0; at < normalized.length; at++) places.push(index)
    text += normalized
  }
  places.push(chunk.length)
  return { text, places }
}

const NORMALIZED = /[\p{DI}\uff66-\uff9f]/u
/** A half-width kana with its voicing mark, or any other character. */
const HALF_WIDTH = /[\uff66-\uff9d][\uff9e\uff9f]?|[\s\S]/gu
const INVISIBLE_CHARACTER = /^\p{DI}/u
const toFullWidth = (text: string) => (/^[\uff66-\uff9f]/.test(text) ? text.normalize('NFKC') : text)

/** Returns the pairs of adjacent characters of a word. Segmentations differ for longer words, so each is also found by its pairs. */
function getPairs(word: string): string[] {
  const letters = [...word]
  if (letters.length <= 2) return letters.length === 2 ? letters : []
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}

/** Digits in groups, as in `10,000`, `1 000 000` or `1,00,000`. With points they may also be a version or an address. */
const GROUPED = String.raw`\p{Nd}{1,3}(?:(?: \p{Nd}{3}){1,6}|(?:[\u00a0\u2009\u202f]\p{Nd}{3}){1,6}|(?:[,\u066c]\p{Nd}{2,3}){0,6}[,\u066c]\p{Nd}{3})(?!\p{Nd})`
/** Letters and digits, also with invisible characters in between. */
const UNIT = String.raw`(?:[\p{L}\p{M}_]|${GROUPED}|\p{N})[\p{L}\p{M}\p{N}_\p{DI}]*`
/** What joins units. In Hebrew, a quotation mark before the last letter marks an abbreviation. */
const JOINT_SOURCE = String.raw`(?:['’‘‛׳״.\-/:@#&+]|["”](?<=\p{Script=Hebrew}.)(?=\p{Script=Hebrew}(?![\p{L}\p{M}])))`
/** Letters and digits, with what joins them inside a name: `next.config.mjs`, `react-notion-x`, `don’t`, `C++`. */
export const CHUNK = new RegExp(`${UNIT}(?:${JOINT_SOURCE}${UNIT})*(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`, 'gu')
const GROUPED_NUMBER = new RegExp(GROUPED, 'gu')

/** Longer strings are not words. */
const MAX_WORD_LENGTH = 64

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
      if (isGroupNext(text, at, end)) {
        // The expression finds the whole number.
      } else if (next === 0 || (next === JOINT && getKindAt(text, end + 1) === 0)) {
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

/** Whether a plain run of characters may be the first digits of a number like `10,000` or `10 000`. */
const isGroupNext = (text: string, start: number, end: number) =>
  end - start <= 3 &&
  getKindAt(text, start) === DIGIT &&
  /[ ,]/.test(text.charAt(end)) &&
  getKindAt(text, end + 1) === DIGIT

/**
 * German writes compounds as one word, whose last part is the general term: a `Haftpflichtversicherung` is a `Versicherung`. So long nouns are
 * also indexed from their end, and are found by their last part as other words are by their beginning. This needs no dictionary. Nouns are
 * recognized by their capital letter, which few long words of other languages have.
 */
const MIN_COMPOUND_LENGTH = 10
/** The minimum length of the last part, as a query has it, and of what precedes it. */
const MIN_TAIL_LENGTH = 4
export const MIN_HEAD_LENGTH = 3
/** The endings of nouns that a query may omit. */
const NOUN_ENDINGS = ['', 'e', 'n', 'en', 's', 'es', 'er']
/** Precedes terms that are written from their end. No word contains it. */
const TAIL_MARK = '<'

/** Returns the term under which a long noun is found by its end. It is empty for other words. */
const getTailTerm = (folded: string): string =>
  folded.length >= MIN_COMPOUND_LENGTH && /^[a-z]+$/.test(folded) ? writeFromEnd(folded) : ''

export const isTailTerm = (term: string): boolean => term.startsWith(TAIL_MARK)

/** Returns the beginnings of the terms of compounds that end with a word, or with a form of it. */
export const getTailPrefixes = (word: string): string[] =>
  word.length >= MIN_TAIL_LENGTH && /^[a-z]+$/.test(word)
    ? NOUN_ENDINGS.map((ending) => writeFromEnd(`${word}${ending}`))
    : []

const writeFromEnd = (word: string) => TAIL_MARK + [...word].reverse().join('')
