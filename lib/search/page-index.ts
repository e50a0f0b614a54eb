import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import { FirstPostings } from './first-postings'
import { isFunctionWord } from './function-words'
import { Postings, type SavedPostings } from './postings'
import { type Asked, askedIn, closestWays, countWay, waysTo } from './question-words'
import { type Ranked, rank, type Sought } from './rank'

/** Bump when the saved index changes: what words are, which fields there are, or the form itself. */
const PAGE_INDEX_FORMAT = 2

/** A page that answers a question. */
export interface Match extends Omit<Ranked, 'page'> {
  id: Id
}

export interface Matches {
  /** Best first. */
  first: Match[]
  /** How many pages answer. */
  total: number
}

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

  /**
   * The pages that answer a question, the best `limit` of them first: those that have most of its words, or of words that
   * begin like them; for words that no page has, the nearest ones. Function words are looked for only if no page has another word. `weigh` says how much a page counts for whoever asks;
   * one that counts nothing is as good as none. `isShared`: the index has pages that some of its readers may not read, so the rarity
   * of a word and the average length are those of the pages that count; otherwise the order of results would tell of the others.
   */
  search(question: string, limit: number, weigh: (id: Id) => number, isShared = false): Matches {
    const postings = this.#used()
    const pages = postings.numbers
    const scores = new Float64Array(pages)
    const known = new Float64Array(pages).fill(-1)
    const weightOf = (page: number) => {
      if ((known[page] ?? 0) < 0) {
        const id = postings.idOf(page)
        known[page] = id === undefined ? 0 : weigh(id)
      }
      return known[page] ?? 0
    }
    const counts = (page: number) => weightOf(page) > 0
    const among = isShared ? postings.among(counts) : undefined
    const asked = askedIn(question)
    const seek = (word: Asked): Sought => {
      const tally = { scores, ways: new Uint32Array(pages), among }
      const found = waysTo(word, word === asked.at(-1), postings)
      for (const way of found) countWay(postings, way, tally)
      if (!isFound(tally.ways)) {
        const closest = closestWays(word.whole, postings, counts)
        for (const way of closest) countWay(postings, way, tally)
        found.push(...closest)
      }
      return { word, found, ways: tally.ways }
    }
    const isFound = (ways: Uint32Array) => ways.some((way, page) => way !== 0 && counts(page))
    const sought = asked.filter(({ whole }) => !isFunctionWord(whole)).map(seek)
    if (!sought.some(({ ways }) => isFound(ways))) {
      sought.push(...asked.filter(({ whole }) => isFunctionWord(whole)).map(seek))
    }
    const { best, total } = rank(sought, {
      scores,
      weightOf,
      documents: among?.documents ?? postings.documentCount,
      limit,
    })
    return { total, first: best.map(({ page, ...match }) => ({ ...match, id: postings.idOf(page) ?? '' })) }
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
