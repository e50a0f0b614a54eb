import { fold } from './fold'

const WITH_E: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/** A folded version such as `v2.1` or `v2.1.0-beta`. */
const VERSION = /^v\d+\./
/** A folded number whose groups are separated by points. */
const POINTED = /^\d{1,3}(?:\.\d{3})+$/

/**
 * Returns other spellings of a word of a query, which are searched for like the word itself: a version without its `v`, a number without
 * the points between its groups, and letters that some keyboards lack: `ue` for `ü`.
 */
export function getSpellings(word: string, folded: string): string[] {
  if (VERSION.test(folded)) return [folded.slice(1)]
  if (POINTED.test(folded)) return [folded.replaceAll('.', '')]
  const lower = word.normalize('NFC').toLowerCase()
  const spelled = fold(lower.replace(/[äöüøå]/g, (letter) => WITH_E[letter] ?? letter))
  return spelled === folded ? [] : [spelled]
}

/**
 * Returns spellings that are searched for only if no page has the word as it is, because they may be other words: `16` for `v16`, and
 * `munchen`, which is the folded form of `München`, for `muenchen`. The letters are those of Lucene's normalization of German.
 */
export function getLooseSpellings(folded: string): string[] {
  if (/^v\d+$/.test(folded)) return [folded.slice(1)]
  const short = folded.replace(/ae|oe|(?<![aeiouq])ue|aa/g, (letters) => letters.charAt(0))
  return short === folded ? [] : [short]
}
