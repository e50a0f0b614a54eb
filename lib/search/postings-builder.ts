import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { NumberWriter } from './numbers'
import { FIELDS, type FieldPlaces, getField, type SavedPostings, writePlaces } from './postings'
import { countTerms } from './words'

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
