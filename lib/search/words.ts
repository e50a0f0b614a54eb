/** One word of a text as people see it, and everything under which it is found. */
export interface Word {
  start: number
  end: number
  /** The word itself, folded. */
  whole: string
  /** What it is made of: the parts of an identifier, the pairs of a longer Chinese word. Empty for a simple word. */
  parts: string[]
}

/** Longer ones are no words; their parts may be. */
const LONGEST_WORD = 64
const MOST_PARTS = 24
const MOST_COUNTED = 8

/** Letters and digits, with what joins them inside a name: `next.config.mjs`, `react-notion-x`, `don’t`, `C++`. */
const CHUNK = /[\p{L}\p{M}\p{N}_]+(?:['’.\-/:@#&+][\p{L}\p{M}\p{N}_]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu
const NAME_PART = /[\p{L}\p{M}\p{N}]+/gu
const IS_SIMPLE = /^(?:\p{L}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]*|\p{Lu}+|\p{N}+)$/u
/** `getSite` and `HTMLElement` as people say them; digits stay with the letters before them. */
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\d*|\p{Lu}+\d*|\d+/gu
/** Scripts that write no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u
/** Taking such a text apart takes the square of its length, so a long one is cut first. */
const RUNS = new RegExp(`${UNSPACED.source}{1,200}|(?:(?!${UNSPACED.source})[\\s\\S])+`, 'gu')
/** Accents, Hebrew and Arabic vowel points, and the long stroke that stretches an Arabic word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g
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

/** Without case, accents and the ways to write the same letter: `Café`, `ｃａｆｅ` and `CAFÉ` are one. */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/['’]/g, '')
  return lower.replace(UNFOLDED, (letter) => LETTERS[letter] ?? letter).normalize('NFC')
}

/** The words of a text in order. Takes time in proportion to its length. */
export function* wordsIn(text: string): Generator<Word, void, void> {
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    if (!UNSPACED.test(chunk)) yield { start: index, end: index + chunk.length, ...termsOfName(chunk) }
    else yield* mixedWords(chunk, index)
  }
}

/**
 * Everything under which a text is found. What occurs again and again counts no more than a few times, because
 * ranking does not tell thirty from ten.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  const counts = new Map<string, number>()
  const add = (term: string) => {
    const count = counts.get(term) ?? 0
    if (term === '' || count >= MOST_COUNTED) return
    counts.set(term, count + 1)
    terms.push(term)
  }
  for (const [chunk] of text.matchAll(CHUNK)) {
    for (const { whole, parts } of UNSPACED.test(chunk) ? mixedWords(chunk, 0) : [termsOfName(chunk)]) {
      add(whole)
      for (const part of parts) add(part)
    }
  }
  return terms
}

type Terms = Pick<Word, 'whole' | 'parts'>

/** Texts repeat their words, and taking one apart costs more than remembering it. */
const known = new Map<string, Terms>()
const MOST_KNOWN = 50_000

/** A word of a script with spaces, or a name made of several. */
function termsOfName(chunk: string): Terms {
  const found = known.get(chunk)
  if (found !== undefined) return found
  const whole = fold(chunk.replace(/^_+|_+$/g, ''))
  const parts = IS_SIMPLE.test(chunk) ? [] : partsOf(chunk, whole)
  const terms = { whole: whole.length <= LONGEST_WORD ? whole : '', parts }
  if (known.size >= MOST_KNOWN) known.clear()
  if (chunk.length <= LONGEST_WORD) known.set(chunk, terms)
  return terms
}

function partsOf(chunk: string, whole: string): string[] {
  const parts = new Set<string>()
  for (const [part] of chunk.matchAll(NAME_PART)) {
    const humps = part.match(HUMP) ?? []
    for (const each of humps.length > 1 ? [part, ...humps] : [part]) {
      const folded = fold(each)
      // The s of a genitive and the t of a contraction are no words.
      if ((folded.length > 1 || /\d/.test(folded)) && folded.length <= LONGEST_WORD && folded !== whole)
        parts.add(folded)
      if (parts.size >= MOST_PARTS) return [...parts]
    }
  }
  return [...parts]
}

/** A chunk in which a script without spaces occurs, by the words of a dictionary. */
function* mixedWords(chunk: string, start: number): Generator<Word, void, void> {
  for (const { 0: run, index } of chunk.matchAll(RUNS)) {
    if (!UNSPACED.test(run)) {
      for (const { 0: name, index: inner } of run.matchAll(CHUNK)) {
        const at = start + index + inner
        yield { start: at, end: at + name.length, ...termsOfName(name) }
      }
      continue
    }
    for (const { segment, index: inner, isWordLike } of segmenter.segment(run)) {
      if (isWordLike === false) continue
      const at = start + index + inner
      const whole = fold(segment)
      yield { start: at, end: at + segment.length, whole, parts: pairsOf(whole) }
    }
  }
}

/** Dictionaries disagree about where a longer word ends, so it is found by each two of its letters, too. */
function pairsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length <= 2) return letters.length === 2 ? letters : []
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}
