import type { PageDocument } from './documents'
import { isFunctionWord } from './function-words'
import { splitWords } from './words'

/** The longest text of a page, in characters, in which phrases are counted. */
const LONGEST_READ = 100_000

/** The weight of a function word, compared with other words. */
const FUNCTION_WORD = 0.25

/** Returns how much of a query occurs in a page as a phrase, from 0 to 1. For example, three of four words in a row are two thirds. */
export function getPhraseShare({ title, properties, sections }: PageDocument, query: string): number {
  const queryWords = splitWords(query).map(({ whole }) => whole)
  const isTelling = queryWords.some((word) => !isFunctionWord(word))
  const weights = queryWords.map((word) => (isTelling && isFunctionWord(word) ? FUNCTION_WORD : 1))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all <= 1) return 0
  let longest = 0
  let left = LONGEST_READ
  for (const text of [title, properties, ...sections.flatMap(({ heading, text }) => [heading, text])]) {
    longest = Math.max(longest, heaviestRun(text.slice(0, Math.max(left, 0)), queryWords, weights))
    left -= text.length
    if (longest === all || left <= 0) break
  }
  return Math.max(0, longest - 1) / (all - 1)
}

/** Returns the weight of the longest run of words that occur in a text in the same order as in the query. */
function heaviestRun(text: string, queryWords: string[], weights: number[]): number {
  let heaviest = 0
  let runs: number[] = []
  for (const { whole } of splitWords(text)) {
    // Each run ends at one word of the query, and grows if the next word follows.
    runs = queryWords.map((word, index) => (word === whole ? (runs[index - 1] ?? 0) + (weights[index] ?? 0) : 0))
    heaviest = Math.max(heaviest, ...runs)
  }
  return heaviest
}
