import MiniSearch, { type Options } from 'minisearch'
import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { NumberReader, NumberWriter } from './numbers'
import { termsOf } from './words'

/** By how much more a word counts in each field than in the text. */
export const BOOST = { title: 5, headings: 2.5, properties: 1.2, text: 1 }
export type Boosts = Partial<typeof BOOST>

type Field = keyof typeof BOOST

/** Where a term stands: by field, in which pages and how often. */
type Places = ReadonlyMap<number, ReadonlyMap<number, number>>

/** A term of the index, and how much it counts for what was asked. */
export interface Term {
  text: string
  weight: number
  places: Places
}

/** What is counted of each page, by its number in the index. */
export interface Tally {
  scores: Float64Array
  /** In which ways a page was found, one bit each. */
  ways: Uint32Array
  /** The pages that the rarity of a word and the average length are those of; all pages of the index if left out. */
  among?: Among
}

/** Some of the pages of an index. */
export interface Among {
  documents: number
  /** Their average length, by field. */
  lengths: readonly number[]
  has(page: number): boolean
}

/** Some terms of an index, and where they stand. */
export interface SavedTerms {
  /** One a line. */
  terms: string
  /** For each term, its fields; for each field, its pages and how often, as {@link NumberWriter} writes them. */
  places: string
}

export interface SavedPostings extends SavedTerms {
  ids: Id[]
  /** Different terms of each page in each field, one page after the other. */
  lengths: number[]
}

/** Where a term stands in a field: pages and how often, one after the other. */
export interface FieldPlaces {
  field: number
  places: number[]
}

export const FIELDS = Object.keys(BOOST) as Field[]
/** How much a word counts that only begins like the one asked for, and by how much less for each letter more. */
const BEGINNING = { weight: 0.375, letter: 0.3 }
/** How much another form of a word counts, such as its plural. */
export const FORM_WEIGHT = 0.8
/** Okapi BM25+: how soon a word that repeats stops to count, how much a long page loses, and what a word counts anywhere. */
const RANKING = { saturation: 1.2, length: 0.7, least: 0.5 }

const OPTIONS: Options<PageDocument> = {
  fields: FIELDS,
  extractField: fieldOf,
  tokenize: termsOf,
  processTerm: (term) => term,
}

/**
 * Which terms stand on which pages. MiniSearch keeps them and looks them up; counting is done here, in arrays of numbers, because
 * its own results are some objects for each page, and a common word is on all of them.
 */
export class Postings extends MiniSearch<PageDocument> {
  constructor() {
    super(OPTIONS)
  }

  /** One more than the highest number of a page. */
  get numbers(): number {
    return this._nextId
  }

  /** The page of a number; undefined when it was changed or is gone. */
  idOf(number: number): Id | undefined {
    return this._documentIds.get(number) as Id | undefined
  }

  term(text: string, weight = 1): Term[] {
    const places = this._index.get(text)
    return places === undefined ? [] : [{ text, weight, places }]
  }

  /** A word, and those that begin like it, of which some are forms of it. */
  beginningWith(word: string, forms: readonly string[] = []): Term[] {
    const terms: Term[] = []
    for (const [text, places] of this._index.atPrefix(word)) {
      const more = text.length - word.length
      const likeness = (BEGINNING.weight * text.length) / (text.length + BEGINNING.letter * more)
      const weight = more === 0 ? 1 : forms.includes(text) ? FORM_WEIGHT : likeness
      terms.push({ text, weight, places })
    }
    return terms
  }

  /** Words that become this one when as many letters are put in, left out or changed. */
  near(word: string, letters: number): string[] {
    return [...this._index.fuzzyGet(word, letters).keys()]
  }

  /** How widely a word is used on pages that count; 0 if none of them has it. */
  use(word: string, has: (page: number) => boolean): number {
    const places: Places = this._index.get(word) ?? new Map()
    return [...places.values()].reduce((sum, pages) => sum + countAmong(pages.keys(), { has }), 0)
  }

  /** Throws if what was looked up needs a part of the index that is not loaded. This index has all of them. */
  requireLoaded(): void {}

  /** Counts a term for each page that has it in one of the fields, and notes the way in which it was found. */
  count({ weight, places }: Term, boosts: Boosts, way: number, { scores, ways, among }: Tally): void {
    const { saturation, length, least } = RANKING
    // A word is as rare as in the field that has it most often: in a title, a word that every text has says little, too.
    const documents = among?.documents ?? this._documentCount
    let used = 0
    for (const pages of places.values()) {
      used = Math.max(used, among === undefined ? pages.size : countAmong(pages.keys(), among))
    }
    const rarity = Math.log(1 + (documents - used + 0.5) / (used + 0.5))
    for (const [field, pages] of places) {
      const boost = boosts[FIELDS[field] ?? 'text']
      if (boost === undefined) continue
      const factor = weight * boost * rarity
      const average = (among?.lengths ?? this._avgFieldLength)[field] || 1
      for (const [page, times] of pages) {
        const lengths = this._fieldLength.get(page)
        // What was said of a page before it changed is swept up later.
        if (lengths === undefined) continue
        const long = saturation * (1 - length + (length * (lengths[field] ?? 0)) / average)
        scores[page] = (scores[page] ?? 0) + factor * (least + (times * (saturation + 1)) / (times + long))
        ways[page] = (ways[page] ?? 0) | way
      }
    }
  }

  /** The pages of the index that count. */
  among(has: (page: number) => boolean): Among {
    const sums = FIELDS.map(() => 0)
    let documents = 0
    for (const [page, lengths] of this._fieldLength) {
      if (!has(page)) continue
      documents++
      for (const [field, length] of lengths.entries()) sums[field] = (sums[field] ?? 0) + length
    }
    return { documents, lengths: sums.map((sum) => sum / Math.max(1, documents)), has }
  }

  /** As little text as can be read back quickly: what MiniSearch would save takes five times as long to load. */
  save(): SavedPostings {
    const numbers = new Map([...this._documentIds.keys()].map((old, index) => [old, index]))
    const terms: string[] = []
    const places = new NumberWriter()
    for (const [term, fields] of this._index) {
      terms.push(term)
      writePlaces(
        places,
        [...fields].map(([field, pages]) => ({ field, places: renumbered(pages, numbers) })),
      )
    }
    const lengths = [...numbers.keys()].flatMap((page) => FIELDS.map((_, field) => this.#length(page, field)))
    return {
      ids: [...this._documentIds.values()] as Id[],
      lengths,
      terms: terms.join('\n'),
      places: places.toString(),
    }
  }

  /** What was saved; throws when it is broken. */
  static load({ ids, lengths, ...terms }: SavedPostings): Postings {
    const loaded = new Postings()
    loaded.takePages(ids, lengths)
    loaded.takeTerms(terms)
    return loaded
  }

  /** Takes in the saved pages of an empty index; throws when they are broken. */
  protected takePages(ids: readonly Id[], lengths: readonly number[]): void {
    if (lengths.length !== ids.length * FIELDS.length) throw new Error('Its lengths are not those of its pages')
    for (const [index, id] of ids.entries()) {
      const number = this._nextId++
      const own = lengths.slice(index * FIELDS.length, (index + 1) * FIELDS.length)
      this._documentIds.set(number, id)
      this._idToShortId.set(id, number)
      this._fieldLength.set(number, own)
    }
    this._documentCount = ids.length
    this._avgFieldLength = FIELDS.map((_, field) => {
      const sum = ids.reduce((total, _, index) => total + (lengths[index * FIELDS.length + field] ?? 0), 0)
      return sum / Math.max(1, ids.length)
    })
  }

  /** Takes in saved terms; throws when they are broken. */
  protected takeTerms({ terms, places }: SavedTerms): void {
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
      this._index.set(term, fields)
    }
    if (!numbers.isAtEnd) throw new Error('There are more places than terms')
  }

  #length(page: number, field: number): number {
    return this._fieldLength.get(page)?.[field] ?? 0
  }
}

/** Pages and times, one after the other, of the pages that are still there. */
function renumbered(pages: Iterable<[number, number]>, numbers: ReadonlyMap<number, number>): number[] {
  const places: number[] = []
  for (const [page, times] of pages) {
    const number = numbers.get(page)
    if (number !== undefined) places.push(number, times)
  }
  return places
}

/** Writes where a term stands: by field, the pages in order, each as how far it is from the one before, and how often. */
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

/** What a page says in a field; its id in any other. */
export function fieldOf(document: PageDocument, field: string): string {
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

function countAmong(pages: Iterable<number>, { has }: Pick<Among, 'has'>): number {
  let count = 0
  for (const page of pages) if (has(page)) count++
  return count
}
