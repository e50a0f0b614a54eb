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
export const getTailTerm = (folded: string): string =>
  folded.length >= MIN_COMPOUND_LENGTH && /^[a-z]+$/.test(folded) ? writeFromEnd(folded) : ''

export const isTailTerm = (term: string): boolean => term.startsWith(TAIL_MARK)

/** Returns the beginnings of the terms of compounds that end with a word, or with a form of it. */
export const getTailPrefixes = (word: string): string[] =>
  word.length >= MIN_TAIL_LENGTH && /^[a-z]+$/.test(word)
    ? NOUN_ENDINGS.map((ending) => writeFromEnd(`${word}${ending}`))
    : []

const writeFromEnd = (word: string) => TAIL_MARK + [...word].reverse().join('')
