import type { PageDocument } from './documents'
import { isFunctionWord } from './function-words'
import { splitWords } from './words'

/** The number of characters of a page that are searched for phrases. */
const MAX_READ_LENGTH = 100_000

/** The weight of a function word such as `the`. Other words have the weight 1. */
const FUNCTION_WORD = 0.25

/**
 * Returns how much of a query occurs in a page as a phrase, from 0 to 1. A page with three consecutive words of a query of four has two of
 * three adjacent pairs, so the result is 2/3.
 */
export function getPhraseShare({ title, properties, sections }: PageDocument, query: string): number {
  const queryWords = splitWords(query).flatMap(({ whole }) => (whole === '' ? [] : [whole]))
  const hasContentWord = queryWords.some((word) => !isFunctionWord(word))
  const weights = queryWords.map((word) => (hasContentWord && isFunctionWord(word) ? FUNCTION_WORD : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total <= 1) return 0
  let longest = 0
  let remaining = MAX_READ_LENGTH
  for (const text of [title, properties, ...sections.flatMap(({ heading, text }) => [heading, text])]) {
    longest = Math.max(longest, getHeaviestRun(text.slice(0, Math.max(remaining, 0)), queryWords, weights))
    remaining -= text.length
    if (longest === total || remaining <= 0) break
  }
  return Math.max(0, longest - 1) / (total - 1)
}

/** Returns the weight of the longest run of words that occur in a text in the same order as in the query. */
function getHeaviestRun(text: string, queryWords: string[], weights: number[]): number {
  let heaviest = 0
  let runs: number[] = []
  for (const { whole } of splitWords(text)) {
    // Each run ends at one word of the query, and grows if the next word follows.
    runs = queryWords.map((word, index) => (word === whole ? (runs[index - 1] ?? 0) + (weights[index] ?? 0) : 0))
    heaviest = Math.max(heaviest, ...runs)
  }
  return heaviest
}
