import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { findMatches, type Matches } from './find-matches'
import { FirstPostings } from './first-postings'
import { Postings, type SavedPostings } from './postings'

/** Bump when the saved index changes: what words are, which fields there are, or the form itself. */
const PAGE_INDEX_FORMAT = 3

interface SavedPageIndex {
  format: number
  postings: SavedPostings
  stamps: Record<Id, Stamp>
}

/** Version of the page, and digest of what was found in it. */
type Stamp = [version: string, digest: string]

/** What is found where: one index of pages, without knowledge of who may read them. */
export class PageIndex {
  private constructor(
    readonly stamps: Map<Id, Stamp>,
    /** Of the first kind until the index is first used. */
    private postings: FirstPostings | Postings,
  ) {}

  static empty(): PageIndex {
    return new PageIndex(new Map(), new FirstPostings())
  }

  /** The index as it was saved; undefined when it is none, is broken or was made by another version. */
  static load(saved: unknown): PageIndex | undefined {
    const { format, postings, stamps } = (saved ?? {}) as Partial<SavedPageIndex>
    if (format !== PAGE_INDEX_FORMAT || postings === undefined || stamps === undefined) return undefined
    try {
      const loaded = Postings.load(postings)
      const known = new Map(Object.entries(stamps))
      return loaded.documentCount === known.size && [...known.keys()].every((id) => loaded.has(id))
        ? new PageIndex(known, loaded)
        : undefined
    } catch {
      return undefined
    }
  }

  save(): SavedPageIndex {
    const postings = this.postings instanceof FirstPostings ? this.#take(this.postings).saved : this.postings.save()
    return { format: PAGE_INDEX_FORMAT, postings, stamps: Object.fromEntries(this.stamps) }
  }

  /** The version of a page that is in the index; undefined when it is not. */
  version(id: Id): string | undefined {
    return this.stamps.get(id)?.[0]
  }

  get size(): number {
    return this.stamps.size
  }

  ids(): Iterable<Id> {
    return this.stamps.keys()
  }

  /** Takes in a page as it is now; answers whether anything can be found differently. */
  put(document: PageDocument, version: string, digest: string): boolean {
    const known = this.stamps.get(document.id)
    this.stamps.set(document.id, [version, digest])
    if (known?.[1] === digest) return false
    if (known !== undefined) this.#used().replace(document)
    else this.postings.add(document)
    return true
  }

  remove(id: Id): void {
    if (this.stamps.delete(id)) this.#used().discard(id)
  }

  /** The pages that match a question; see {@link findMatches}. */
  search(question: string, limit: number, weigh: (id: Id) => number, isShared = false): Matches {
    return findMatches(this.#used(), question, { limit, weigh, isShared })
  }

  #used(): Postings {
    return this.postings instanceof FirstPostings ? this.#take(this.postings).postings : this.postings
  }

  #take(first: FirstPostings): { saved: SavedPostings; postings: Postings } {
    const saved = first.finish()
    const postings = Postings.load(saved)
    this.postings = postings
    return { saved, postings }
  }
}
