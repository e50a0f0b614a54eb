import SearchableMap from 'minisearch/SearchableMap'
import type { Id } from '../workspace/record-map'
import { isTailTerm } from './compounds'
import type { PageDocument } from './documents'
import { NumberReader, NumberWriter } from './numbers'
import { countTerms } from './words'

/** The weight of a word in each field, relative to the text. */
export const BOOST = { title: 5, headings: 2.5, properties: 1.2, text: 1 }
export type Boosts = Partial<typeof BOOST>

type Field = keyof typeof BOOST

/** The occurrences of a term: by field, how often on each page. */
type Places = ReadonlyMap<number, ReadonlyMap<number, number>>

/** A term of the index, and its weight for the query. */
export interface IndexedTerm {
  text: string
  weight: number
  places: Places
}

/** The counts of each page, by its number in the index. */
export interface Tally {
  scores: Float64Array
  /** The kinds of match of each page, one bit each. */
  matchKinds: Uint32Array
  /** The pages from which the rarity of words and the average length are computed. Default: all pages. */
  subset?: PageSubset
}

/** Some of the pages of an index. */
interface PageSubset {
  documents: number
  /** The average length of their fields. */
  lengths: readonly number[]
  has(page: number): boolean
}

/** Some terms of an index, with their occurrences. */
export interface SavedTerms {
  /** One term per line. */
  terms: string
  /** For each term, its fields; for each field, its pages and how often, as {@link NumberWriter} writes them. */
  places: string
}

export interface SavedPostings extends SavedTerms {
  ids: Id[]
  /** The number of different terms of each page in each field, one page after the other. */
  lengths: number[]
}

/** The occurrences of a term in a field: page, count, page, count, and so on. */
interface FieldPlaces {
  field: number
  places: number[]
}

export const FIELDS = Object.keys(BOOST) as Field[]
/** The weight of a word of which the query contains a prefix, and its decrease with each further letter. */
const PREFIX = { weight: 0.375, letter: 0.3 }
/** The weight of another form of a word, such as its plural. */
export const FORM_WEIGHT = 0.8
/** The parameters k1, b and δ of Okapi BM25+. */
const RANKING = { saturation: 1.2, length: 0.7, least: 0.5 }

/**
 * The terms of all pages, in a radix tree. Scores are computed in arrays of numbers, because a common word occurs on all pages. A page has a
 * new number each time that it changes. The places of its former numbers are not counted, and are removed when the index is saved.
 */
export class Postings {
  protected readonly terms = new SearchableMap<Map<number, Map<number, number>>>()
  readonly #ids = new Map<number, Id>()
  readonly #numbers = new Map<Id, number>()
  /** The number of different terms in each field, by the number of the page, and the sum of all pages. */
  readonly #lengths = new Map<number, readonly number[]>()
  readonly #sums = FIELDS.map(() => 0)
  #next = 0

  /** One more than the highest number of a page. */
  get numbers(): number {
    return this.#next
  }

  /** The number of pages. */
  get size(): number {
    return this.#numbers.size
  }

  has(id: Id): boolean {
    return this.#numbers.has(id)
  }

  /** Returns the page with a number; undefined if it was changed or removed. */
  getId(number: number): Id | undefined {
    return this.#ids.get(number)
  }

  /** Adds a page, or replaces it. */
  put(document: PageDocument): void {
    this.remove(document.id)
    const counts = FIELDS.map((field) => countTerms(getField(document, field)))
    const page = this.#addPage(
      document.id,
      counts.map(({ size }) => size),
    )
    for (const [field, terms] of counts.entries()) {
      for (const [term, times] of terms) {
        const fields = this.terms.fetch(term, () => new Map())
        const pages = fields.get(field)
        if (pages === undefined) fields.set(field, new Map([[page, times]]))
        else pages.set(page, times)
      }
    }
  }

  remove(id: Id): void {
    const page = this.#numbers.get(id)
    if (page === undefined) return
    this.#addToSums(this.#lengths.get(page) ?? [], -1)
    this.#numbers.delete(id)
    this.#ids.delete(page)
    this.#lengths.delete(page)
  }

  #addPage(id: Id, lengths: readonly number[]): number {
    const page = this.#next++
    this.#ids.set(page, id)
    this.#numbers.set(id, page)
    this.#lengths.set(page, lengths)
    this.#addToSums(lengths, 1)
    return page
  }

  #addToSums(lengths: readonly number[], sign: 1 | -1) {
    for (const [field, length] of lengths.entries()) this.#sums[field] = (this.#sums[field] ?? 0) + sign * length
  }

  findTerm(text: string, weight = 1): IndexedTerm[] {
    const places = this.terms.get(text)
    return places === undefined ? [] : [{ text, weight, places }]
  }

  /** Returns all words with a prefix, and the prefix itself if it is a word. `forms` lists those with the weight of a form. */
  findTermsWithPrefix(word: string, forms: readonly string[] = []): IndexedTerm[] {
    const terms: IndexedTerm[] = []
    for (const [text, places] of this.terms.atPrefix(word)) {
      const more = text.length - word.length
      const likeness = (PREFIX.weight * text.length) / (text.length + PREFIX.letter * more)
      const weight = more === 0 ? 1 : forms.includes(text) ? FORM_WEIGHT : likeness
      terms.push({ text, weight, places })
    }
    return terms
  }

  /** Returns the words within an edit distance. */
  findSimilarWords(word: string, letters: number): string[] {
    return [...this.terms.fuzzyGet(word, letters).keys()].filter((term) => !isTailTerm(term))
  }

  /** Returns in how many fields of pages a word occurs. `has` selects the pages. */
  countUses(word: string, has: (page: number) => boolean): number {
    const places: Places = this.terms.get(word) ?? new Map()
    return [...places.values()].reduce((sum, pages) => sum + countInSubset(pages.keys(), { has }), 0)
  }

  /** Throws if a lookup needs a part of the index that is not loaded. This index is always complete. */
  requireLoaded(): void {}

  /** Adds the score of a term to each page that contains it in a field of `boosts`, and sets `bit` for the page. */
  addScores({ weight, places }: IndexedTerm, boosts: Boosts, bit: number, { scores, matchKinds, subset }: Tally): void {
    const { saturation, length, least } = RANKING
    // Uses the field in which the word is most frequent: a word that all texts contain is not distinctive in a title, either.
    const documents = subset?.documents ?? this.size
    const averages = subset?.lengths ?? divide(this.#sums, this.size)
    let used = 0
    for (const pages of places.values()) {
      used = Math.max(used, subset === undefined ? pages.size : countInSubset(pages.keys(), subset))
    }
    // Entries of removed pages are counted until they are removed, too, and could make a score negative.
    const counted = Math.min(used, documents)
    const rarity = Math.log(1 + (documents - counted + 0.5) / (counted + 0.5))
    for (const [field, pages] of places) {
      const boost = boosts[FIELDS[field] ?? 'text']
      if (boost === undefined) continue
      const factor = weight * boost * rarity
      const average = averages[field] || 1
      for (const [page, times] of pages) {
        const lengths = this.#lengths.get(page)
        // Entries of former versions of a page are removed later.
        if (lengths === undefined) continue
        const long = saturation * (1 - length + (length * (lengths[field] ?? 0)) / average)
        scores[page] = (scores[page] ?? 0) + factor * (least + (times * (saturation + 1)) / (times + long))
        matchKinds[page] = (matchKinds[page] ?? 0) | bit
      }
    }
  }

  /** Returns the statistics of the pages that `has` selects. */
  getStatistics(has: (page: number) => boolean): PageSubset {
    const sums = FIELDS.map(() => 0)
    let documents = 0
    for (const [page, lengths] of this.#lengths) {
      if (!has(page)) continue
      documents++
      for (const [field, length] of lengths.entries()) sums[field] = (sums[field] ?? 0) + length
    }
    return { documents, lengths: divide(sums, documents), has }
  }

  /** Returns a compact form, and removes the places of pages that were changed or removed. */
  save(): SavedPostings {
    const numbers = new Map([...this.#ids.keys()].map((old, index) => [old, index]))
    const terms: string[] = []
    const unused: string[] = []
    const places = new NumberWriter()
    for (const [term, fields] of this.terms) {
      const current = [...fields].flatMap(([field, pages]) => {
        for (const page of pages.keys()) if (!numbers.has(page)) pages.delete(page)
        return pages.size > 0 ? [{ field, places: renumber(pages, numbers) }] : []
      })
      if (current.length === 0) unused.push(term)
      else {
        terms.push(term)
        writePlaces(places, current)
      }
    }
    for (const term of unused) this.terms.delete(term)
    return {
      ids: [...this.#ids.values()],
      lengths: [...this.#lengths.values()].flat(),
      terms: terms.join('\n'),
      places: places.toString(),
    }
  }

  /** Returns saved postings. Throws if they are damaged. */
  static load({ ids, lengths, ...terms }: SavedPostings): Postings {
    const loaded = new Postings()
    loaded.addSavedPages(ids, lengths)
    loaded.addSavedTerms(terms)
    return loaded
  }

  /** Adds saved pages to an empty index. Throws if they are damaged. */
  protected addSavedPages(ids: readonly Id[], lengths: readonly number[]): void {
    if (lengths.length !== ids.length * FIELDS.length) throw new Error('Its lengths are not those of its pages')
    for (const [index, id] of ids.entries()) {
      this.#addPage(id, lengths.slice(index * FIELDS.length, (index + 1) * FIELDS.length))
    }
  }

  /** Adds saved terms. Throws if they are damaged. */
  protected addSavedTerms({ terms, places }: SavedTerms): void {
    const numbers = new NumberReader(places)
    for (const term of terms === '' ? [] : terms.split('\n')) {
      const fields = new Map<number, Map<number, number>>()
      for (let left = numbers.read(); left > 0; left--) {
        const pages = new Map<number, number>()
        fields.set(numbers.read(), pages)
        let page = 0
        for (let rest = numbers.read(); rest > 0; rest--) {
          page += numbers.read()
          pages.set(page, numbers.read())
        }
      }
      this.terms.set(term, fields)
    }
    if (!numbers.isAtEnd) throw new Error('There are more places than terms')
  }
}

const divide = (sums: readonly number[], count: number) => sums.map((sum) => sum / Math.max(1, count))

/** Returns pages and counts with new numbers. */
function renumber(pages: Iterable<[number, number]>, numbers: ReadonlyMap<number, number>): number[] {
  const places: number[] = []
  for (const [page, times] of pages) places.push(numbers.get(page) ?? 0, times)
  return places
}

/** Writes the occurrences of a term: for each field, the pages in order, each as the difference from the previous one, and the count. */
export function writePlaces(numbers: NumberWriter, fields: readonly FieldPlaces[]): void {
  numbers.write(fields.length)
  for (const { field, places } of fields) {
    numbers.write(field)
    numbers.write(places.length / 2)
    let last = 0
    for (let at = 0; at < places.length; at += 2) {
      const page = places[at] ?? 0
      numbers.write(page - last)
      numbers.write(places[at + 1] ?? 0)
      last = page
    }
  }
}

/** Returns the text of a field. */
function getField(document: PageDocument, field: Field): string {
  switch (field) {
    case 'headings':
      return document.sections.map(({ heading }) => heading).join('\n')
    case 'text':
      return document.sections.map(({ text }) => text).join('\n')
    case 'properties':
      return document.properties
    case 'title':
      return document.title
  }
}

function countInSubset(pages: Iterable<number>, { has }: Pick<PageSubset, 'has'>): number {
  let count = 0
  for (const page of pages) if (has(page)) count++
  return count
}

/** Builds a new index from all pages at once, several times faster than adding them to {@link Postings} one by one. */
export class PostingsBuilder {
  readonly ids: Id[] = []
  /** The number of terms of each page and field, see {@link SavedPostings}. */
  readonly lengths: number[] = []
  /** By term and field: for each page that contains the term, the number of the page and how often it does. */
  readonly #places = new Map<string, (number[] | undefined)[]>()

  add(document: PageDocument): void {
    const page = this.ids.push(document.id) - 1
    for (const [field, name] of FIELDS.entries()) {
      const counts = countTerms(getField(document, name))
      this.lengths.push(counts.size)
      for (const [term, times] of counts) {
        const fields = this.#places.get(term)
        if (fields === undefined) this.#places.set(term, createPlaces(field, page, times))
        else if (fields[field] === undefined) fields[field] = [page, times]
        else fields[field].push(page, times)
      }
    }
  }

  get terms(): Iterable<string> {
    return this.#places.keys()
  }

  getPlaces(term: string): FieldPlaces[] {
    const fields = this.#places.get(term) ?? []
    return [...fields.entries()].flatMap(([field, places]) => (places === undefined ? [] : [{ field, places }]))
  }

  finish(): SavedPostings {
    const places = new NumberWriter()
    for (const term of this.terms) writePlaces(places, this.getPlaces(term))
    return { ids: this.ids, lengths: this.lengths, terms: [...this.terms].join('\n'), places: places.toString() }
  }
}

function createPlaces(field: number, page: number, times: number): (number[] | undefined)[] {
  const fields: (number[] | undefined)[] = FIELDS.map(() => undefined)
  fields[field] = [page, times]
  return fields
}
