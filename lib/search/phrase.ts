import type { PageDocument } from './documents'
import { wordsIn } from './words'

/** No more of a page is read for it. */
const LONGEST_READ = 100_000

/** How much of a question stands in a page word for word, from 0 to 1: of four words, three in a row are two thirds. */
export function phraseShare({ title, properties, sections }: PageDocument, query: string): number {
  const asked = wordsIn(query).map(({ whole }) => whole)
  if (asked.length < 2) return 0
  let longest = 0
  let left = LONGEST_READ
  for (const text of [title, properties, ...sections.flatMap(({ heading, text }) => [heading, text])]) {
    longest = Math.max(longest, longestRun(text.slice(0, Math.max(left, 0)), asked))
    left -= text.length
    if (longest === asked.length || left <= 0) break
  }
  return Math.max(0, longest - 1) / (asked.length - 1)
}

/** The most words of a question that follow each other in a text as they do in the question. */
function longestRun(text: string, asked: string[]): number {
  let longest = 0
  let runs: number[] = []
  for (const { whole } of wordsIn(text)) {
    // Each run ends at one word of the question, and grows when the next one follows.
    runs = asked.map((word, index) => (word === whole ? (runs[index - 1] ?? 0) + 1 : 0))
    longest = Math.max(longest, ...runs)
  }
  return longest
}
