import MiniSearch, { type AsPlainObject, type Options, type Query, type SearchResult } from 'minisearch'
import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { termsOf, wordsIn } from './words'

/** Bump when the saved index changes: what words are, which fields there are, or the library's own form. */
const PAGE_INDEX_FORMAT = 1

/** A page that answers a question. */
export interface Match {
  id: Id
  score: number
  /** The words of the page that were found. */
  terms: ReadonlySet<string>
}

/** What counts for whoever asks. */
export interface Preferences {
  mayShow(id: Id): boolean
  /** By how much more than others a page counts. */
  weigh(id: Id): number
}

interface SavedPageIndex {
  format: number
  index: AsPlainObject
  stamps: Record<Id, Stamp>
}

/** Version of the page, and digest of what was found in it. */
type Stamp = [version: string, digest: string]

/** Of this share of the question's weight, compared with the page that has most of it, an answer must have. */
const LEAST_COVERAGE = 0.6
/** A beginning as short as this is looked for in titles and headings alone: in the whole text it would be everywhere. */
const SHORT = 2
/** Below this share of the weightiest word's weight, a word of a question is common. */
const COMMON = 0.2
const MOST_INSTEAD = 8
/** Longer words are not guessed at. */
const LONGEST_GUESSED = 32
const BOOST = { title: 5, headings: 2.5, properties: 1.2, text: 1 }
const EVERYWHERE = Object.keys(BOOST)
const PROMINENT = ['title', 'headings']

const OPTIONS: Options<PageDocument> = {
  fields: EVERYWHERE,
  extractField: fieldOf,
  tokenize: termsOf,
  processTerm: (term) => term,
  searchOptions: { boost: BOOST, tokenize: (term) => [term], processTerm: (term) => term, combineWith: 'OR' },
}

/** What is found where: one index of pages, without knowledge of who may read them. */
export class PageIndex {
  private constructor(
    readonly index: MiniSearch<PageDocument>,
    readonly stamps: Map<Id, Stamp>,
  ) {}

  static empty(): PageIndex {
    return new PageIndex(new MiniSearch(OPTIONS), new Map())
  }

  /** The index as it was saved; undefined when it is none, is broken or was made by another version. */
  static load(saved: unknown): PageIndex | undefined {
    const { format, index, stamps } = (saved ?? {}) as Partial<SavedPageIndex>
    if (format !== PAGE_INDEX_FORMAT || index === undefined || stamps === undefined) return undefined
    try {
      const loaded = MiniSearch.loadJS(index, OPTIONS)
      const known = new Map(Object.entries(stamps))
      return loaded.documentCount === known.size && [...known.keys()].every((id) => loaded.has(id))
        ? new PageIndex(loaded, known)
        : undefined
    } catch {
      return undefined
    }
  }

  save(): SavedPageIndex {
    return { format: PAGE_INDEX_FORMAT, index: this.index.toJSON(), stamps: Object.fromEntries(this.stamps) }
  }

  /** The version of a page that is in the index; undefined when it is not. */
  version(id: Id): string | undefined {
    return this.stamps.get(id)?.[0]
  }

  ids(): Id[] {
    return [...this.stamps.keys()]
  }

  /** Takes in a page as it is now; answers whether anything can be found differently. */
  put(document: PageDocument, version: string, digest: string): boolean {
    const isSame = this.stamps.get(document.id)?.[1] === digest
    this.stamps.set(document.id, [version, digest])
    if (isSame) return false
    if (this.index.has(document.id)) this.index.replace(document)
    else this.index.add(document)
    return true
  }

  remove(id: Id): void {
    if (this.index.has(id)) this.index.discard(id)
    this.stamps.delete(id)
  }

  /**
   * The pages that answer a question, best first: those that have most of its words, or of words that begin like them;
   * for words that no page has, the nearest ones. Counts and ranks only what `mayShow` lets through.
   */
  search(question: string, { mayShow, weigh }: Preferences): Match[] {
    const filter = ({ id }: SearchResult) => mayShow(id)
    const asked = [...wordsIn(question)].flatMap(({ whole, parts }) =>
      whole === '' && parts.length === 0 ? [] : [{ whole, parts, instead: [] as string[] }],
    )
    if (asked.length === 0) return []
    let results = this.index.search(queryOf(asked), { filter })
    const unknown = asked.filter((word) => !results.some((result) => answers(result, word)))
    for (const word of unknown) word.instead = this.#closest(word.whole, filter)
    if (unknown.some(({ instead }) => instead.length > 0)) results = this.index.search(queryOf(asked), { filter })
    return rank(results, asked, this.index.documentCount, weigh)
  }

  /** For a word that is not there, those that differ least; where none does by a letter or two, the longest that it begins with. */
  #closest(word: string, filter: (result: SearchResult) => boolean): string[] {
    const length = [...word].length
    const fuzzy = length >= 6 ? 2 : length >= 3 ? 1 : 0
    if (fuzzy === 0 || length > LONGEST_GUESSED) return []
    const results = this.index.search({ queries: [word], fuzzy }, { filter })
    const terms = [...new Set(results.flatMap((result) => result.terms))]
    for (let end = word.length - 1; terms.length === 0 && end >= Math.max(4, word.length / 2); end--) {
      const beginning = word.slice(0, end)
      if (this.index.search({ queries: [beginning] }, { filter }).length > 0) return [beginning]
    }
    const distances = terms.map((term) => editDistance(word, term))
    const least = Math.min(...distances)
    return terms.filter((_, index) => distances[index] === least).slice(0, MOST_INSTEAD)
  }
}

function fieldOf(document: PageDocument, field: string): string {
  switch (field) {
    case 'headings':
      return document.sections.map(({ heading }) => heading).join('\n')
    case 'text':
      return document.sections.map(({ text }) => text).join('\n')
    case 'properties':
      return document.properties
    case 'title':
      return document.title
    default:
      return document.id
  }
}

/** A word of a question; where no page has it, the words that are taken in its place. */
interface Asked {
  whole: string
  parts: string[]
  instead: string[]
}

const queryOf = (asked: Asked[]): Query => ({
  combineWith: 'OR',
  queries: asked.map((word, index) => wordQuery(word, index === asked.length - 1)),
})

/** A word as it is, by its beginning, by all of its parts, or by what is taken in its place. */
function wordQuery({ whole, parts, instead }: Asked, isLast: boolean): Query {
  const queries: Query[] = []
  const isShort = /^[\x20-\x7e]*$/.test(whole) && whole.length <= SHORT
  if (whole !== '') queries.push({ queries: [whole], fields: EVERYWHERE, prefix: !isShort })
  if (isShort && isLast) {
    queries.push({ queries: [whole], fields: PROMINENT, prefix: true, boost: { title: 2, headings: 1 } })
  }
  const one = singular(whole)
  if (one !== undefined) queries.push({ queries: [one], fields: EVERYWHERE, boostTerm: () => 0.8 })
  if (parts.length > 0) queries.push({ combineWith: 'AND', queries: parts, fields: EVERYWHERE })
  if (instead.length > 0) queries.push({ combineWith: 'OR', queries: instead, fields: EVERYWHERE })
  return { combineWith: 'OR', queries }
}

/** One of what a word may mean several of; the other way round, the word is a beginning. */
const singular = (word: string) => (/^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : undefined)

/** Whether a result has the word, everything that it is made of, or what is taken in its place. */
function answers({ queryTerms }: SearchResult, { whole, parts, instead }: Asked): boolean {
  const has = (term: string) => queryTerms.includes(term)
  return has(whole) || has(singular(whole) ?? whole) || (parts.length > 0 && parts.every(has)) || instead.some(has)
}

/** Rare words weigh more than common ones: a page that has the words that tell comes before one that has many others. */
function rank(results: SearchResult[], asked: Asked[], pages: number, weigh: Preferences['weigh']): Match[] {
  const answered = results.map((result) => asked.map((word) => answers(result, word)))
  const weights = asked.map((_, index) => {
    const count = answered.reduce((sum, has) => sum + (has[index] ? 1 : 0), 0)
    return count === 0 ? 0 : Math.log(1 + pages / count)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const coverages = answered.map((has) => weights.reduce((sum, weight, at) => (has[at] ? sum + weight : sum), 0) / all)
  const most = coverages.reduce((a, b) => Math.max(a, b), 0)
  // Words that are everywhere say nothing about a place.
  const common = new Set(
    asked.filter((_, at) => (weights[at] ?? 0) < COMMON * Math.max(...weights)).map(({ whole }) => whole),
  )
  const matches: Match[] = []
  for (const [at, { id, score, terms }] of results.entries()) {
    const coverage = coverages[at] ?? 0
    if (coverage < LEAST_COVERAGE * most) continue
    matches.push({
      id,
      score: score * coverage ** 2 * weigh(id),
      terms: new Set(terms.filter((term) => !common.has(term))),
    })
  }
  return matches.sort((a, b) => b.score - a.score)
}

/** How many letters must be put in, left out, changed or swapped with the next to make one word of the other. */
function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cell = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? 0
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = cell(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(changed, cell(1, 0) + 1, cell(0, 1) + 1, swapped ? cell(2, 2) + 1 : Number.POSITIVE_INFINITY))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
