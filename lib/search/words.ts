import { CHUNK, GROUPED_NUMBER, MAX_WORD_LENGTH, visitChunks } from './chunks'
import { getTailTerm } from './compounds'
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
