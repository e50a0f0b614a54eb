import type { PageDocument } from './documents'
import { isFunctionWord } from './function-words'
import { wordsIn } from './words'

/** No more of a page is read for it. */
const LONGEST_READ = 100_000

/** By how much less than another word a function word counts. */
const FUNCTION_WORD = 0.25

/** How much of a question stands in a page word for word, from 0 to 1: of four words, three in a row are two thirds. */
export function phraseShare({ title, properties, sections }: PageDocument, query: string): number {
  const asked = wordsIn(query).map(({ whole }) => whole)
  const isTelling = asked.some((word) => !isFunctionWord(word))
  const weights = asked.map((word) => (isTelling && isFunctionWord(word) ? FUNCTION_WORD : 1))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all <= 1) return 0
  let longest = 0
  let left = LONGEST_READ
  for (const text of [title, properties, ...sections.flatMap(({ heading, text }) => [heading, text])]) {
    longest = Math.max(longest, heaviestRun(text.slice(0, Math.max(left, 0)), asked, weights))
    left -= text.length
    if (longest === all || left <= 0) break
  }
  return Math.max(0, longest - 1) / (all - 1)
}

/** The weight of the words of a question that follow each other in a text as they do in the question. */
function heaviestRun(text: string, asked: string[], weights: number[]): number {
  let heaviest = 0
  let runs: number[] = []
  for (const { whole } of wordsIn(text)) {
    // Each run ends at one word of the question, and grows when the next one follows.
    runs = asked.map((word, index) => (word === whole ? (runs[index - 1] ?? 0) + (weights[index] ?? 0) : 0))
    heaviest = Math.max(heaviest, ...runs)
  }
  return heaviest
}
