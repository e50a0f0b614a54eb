import MiniSearch, { type AsPlainObject, type Options, type Query, type SearchResult } from 'minisearch'
import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { termsOf, type Word, wordsIn } from './words'

/** Bump when the saved index changes: what words are, which fields there are, or the library's own form. */
const PAGE_INDEX_FORMAT = 1

/** A page that answers a question. */
export interface Match {
  id: Id
  score: number
  /** The words of the page that were found. */
  terms: ReadonlySet<string>
}

export interface SavedPageIndex {
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
   * for words that no page has, words that differ by a letter or two. Counts and ranks only what `mayShow` lets through.
   */
  search(question: string, mayShow: (id: Id) => boolean): Match[] {
    const words = [...wordsIn(question)].filter(({ whole, parts }) => whole !== '' || parts.length > 0)
    if (words.length === 0) return []
    const find = (fuzzy: ReadonlySet<Word>) =>
      this.index.search(queryOf(words, fuzzy), { filter: (result) => mayShow(result.id) })
    let results = find(new Set())
    let found = words.map((word) => results.filter((result) => answers(result, word)).length)
    const unknown = new Set(words.filter((_, index) => found[index] === 0))
    if (unknown.size > 0) {
      results = find(unknown)
      found = words.map((word) => results.filter((result) => answers(result, word)).length)
    }
    return rank(results, words, found, this.index.documentCount)
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

function queryOf(words: Word[], fuzzy: ReadonlySet<Word>): Query {
  const last = words.at(-1)
  return {
    combineWith: 'OR',
    queries: words.map((word) => wordQuery(word, word === last, fuzzy.has(word))),
  }
}

/** A word as it is, by its beginning, or by all of its parts. */
function wordQuery({ whole, parts }: Word, isLast: boolean, isFuzzy: boolean): Query {
  const queries: Query[] = []
  const length = [...whole].length
  const isShort = length <= SHORT && /^[\x20-\x7e]*$/.test(whole)
  if (whole !== '') {
    const fuzzy = isFuzzy && (length >= 6 ? 2 : length >= 3 ? 1 : false)
    queries.push({ queries: [whole], fields: EVERYWHERE, prefix: !isShort && (isLast || length > SHORT), fuzzy })
  }
  if (isShort && isLast)
    queries.push({ queries: [whole], fields: PROMINENT, prefix: true, boost: { title: 2, headings: 1 } })
  if (parts.length > 0) queries.push({ combineWith: 'AND', queries: parts, fields: EVERYWHERE })
  return { combineWith: 'OR', queries }
}

/** Whether a result has the word, or everything that it is made of. */
function answers({ queryTerms }: SearchResult, { whole, parts }: Word): boolean {
  return queryTerms.includes(whole) || (parts.length > 0 && parts.every((part) => queryTerms.includes(part)))
}

/** Rare words weigh more than common ones: a page that has the words that tell comes before one that has many others. */
function rank(results: SearchResult[], words: Word[], found: number[], pages: number): Match[] {
  const weights = found.map((count) => (count === 0 ? 0 : Math.log(1 + pages / count)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const covered = results.map((result) => {
    const weight = words.reduce((sum, word, index) => (answers(result, word) ? sum + (weights[index] ?? 0) : sum), 0)
    return { result, coverage: weight / all }
  })
  const most = covered.reduce((best, { coverage }) => Math.max(best, coverage), 0)
  return covered
    .filter(({ coverage }) => coverage >= LEAST_COVERAGE * most)
    .map(({ result, coverage }) => ({
      id: result.id,
      score: result.score * coverage * coverage,
      terms: new Set(result.terms),
    }))
    .sort((a, b) => b.score - a.score)
}
