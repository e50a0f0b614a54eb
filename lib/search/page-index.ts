import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { findMatches, type Matches } from './find-matches'
import { Postings, PostingsBuilder, type SavedPostings } from './postings'

/** Increase it when the saved index changes: the definition of words, the fields, or the format. */
const PAGE_INDEX_FORMAT = 7

interface SavedPageIndex {
  format: number
  postings: SavedPostings
  stamps: Record<Id, IndexedVersion>
}

/** The version of a page, and the digest of its document. */
type IndexedVersion = [version: string, digest: string]

/** An index of pages. It does not know who may read them. */
export class PageIndex {
  private constructor(
    readonly stamps: Map<Id, IndexedVersion>,
    /** A new index has a builder until its first search or change. */
    private postings: PostingsBuilder | Postings,
  ) {}

  static empty(): PageIndex {
    return new PageIndex(new Map(), new PostingsBuilder())
  }

  /** Returns a saved index; undefined if it is missing, damaged or of another version. */
  static load(saved: unknown): PageIndex | undefined {
    const { format, postings, stamps } = (saved ?? {}) as Partial<SavedPageIndex>
    if (format !== PAGE_INDEX_FORMAT || postings === undefined || stamps === undefined) return undefined
    try {
      const loaded = Postings.load(postings)
      const indexed = new Map(Object.entries(stamps))
      return loaded.size === indexed.size && [...indexed.keys()].every((id) => loaded.has(id))
        ? new PageIndex(indexed, loaded)
        : undefined
    } catch {
      return undefined
    }
  }

  save(): SavedPageIndex {
    const postings =
      this.postings instanceof PostingsBuilder ? this.#finishBuilding(this.postings).saved : this.postings.save()
    return { format: PAGE_INDEX_FORMAT, postings, stamps: Object.fromEntries(this.stamps) }
  }

  /** Returns the indexed version of a page; undefined if the page is not in the index. */
  version(id: Id): string | undefined {
    return this.stamps.get(id)?.[0]
  }

  get size(): number {
    return this.stamps.size
  }

  ids(): Iterable<Id> {
    return this.stamps.keys()
  }

  /** Adds or replaces a page. Returns whether the index changed. */
  put(document: PageDocument, version: string, digest: string): boolean {
    const indexed = this.stamps.get(document.id)
    this.stamps.set(document.id, [version, digest])
    if (indexed?.[1] === digest) return false
    if (indexed === undefined && this.postings instanceof PostingsBuilder) this.postings.add(document)
    else this.#getPostings().put(document)
    return true
  }

  remove(id: Id): void {
    if (this.stamps.delete(id)) this.#getPostings().remove(id)
  }

  /** Returns the pages that match a query; see {@link findMatches}. */
  search(query: string, limit: number, weigh: (id: Id) => number, isShared = false): Matches {
    return findMatches(this.#getPostings(), query, { limit, weigh, isShared })
  }

  #getPostings(): Postings {
    return this.postings instanceof PostingsBuilder ? this.#finishBuilding(this.postings).postings : this.postings
  }

  /** Replaces the collected pages of a new index by postings that can be searched and changed. */
  #finishBuilding(builder: PostingsBuilder): { saved: SavedPostings; postings: Postings } {
    const saved = builder.finish()
    const postings = Postings.load(saved)
    this.postings = postings
    return { saved, postings }
  }
}
