import { Postings, type Term } from '../postings'
import { readPages, readTerms, readWords, type StaticFiles } from './read-files'

/** Thrown by a search that needs files which are not loaded yet. */
export class MissingFilesError extends Error {
  override name = 'MissingFilesError'
  constructor(readonly paths: readonly string[]) {
    super('Parts of the search index are not loaded')
  }
}

const NOWHERE = new Map<number, Map<number, number>>()

/**
 * The index of an exported site, of which only the looked up parts are loaded. A search notes what it needs, fails with
 * {@link MissingFilesError}, and is repeated once that is loaded; so its code and its results are those of a whole index.
 */
export class ShardedPostings extends Postings {
  /** The day of the last edit of each page. */
  readonly days: readonly number[]
  /** The id of the main page above each page. */
  readonly sections: readonly (string | undefined)[]
  readonly #loaded = new Set<string>()
  readonly #missing = new Set<string>()
  readonly #uses = new Map<string, number>()

  constructor(
    readonly files: StaticFiles,
    pages: unknown,
  ) {
    super()
    const { days, lengths, sections } = readPages(pages)
    this.days = days
    this.sections = sections
    this.takePages(
      days.map((_, page) => String(page)),
      lengths,
    )
  }

  /** Takes in a file that was missing; throws when it is damaged. */
  take(path: string, content: unknown): void {
    if (path === this.files.words) this.#takeWords(content)
    else this.takeTerms(readTerms(content))
    this.#loaded.add(path)
    this.#missing.delete(path)
  }

  override term(text: string, weight?: number): Term[] {
    return this.#isLoaded(text, false) ? super.term(text, weight) : []
  }

  override beginningWith(word: string, forms?: readonly string[]): Term[] {
    return this.#isLoaded(word, true) ? super.beginningWith(word, forms) : []
  }

  override near(word: string, letters: number): string[] {
    if (!this.#loaded.has(this.files.words)) throw new MissingFilesError([this.files.words])
    return super.near(word, letters)
  }

  /** Every page of an exported site is public. */
  override use(word: string): number {
    return this.#uses.get(word) ?? 0
  }

  override requireLoaded(): void {
    if (this.#missing.size > 0) throw new MissingFilesError([...this.#missing])
  }

  /** Whether the shards are loaded that may have a term, or all terms that begin with it; notes those that are not. */
  #isLoaded(text: string, asBeginning: boolean): boolean {
    const { shards } = this.files
    const needed = shards.filter(({ first }, index) => {
      const next = shards[index + 1]?.first
      return (next === undefined || next > text) && (first <= text || (asBeginning && first.startsWith(text)))
    })
    const missing = needed.filter(({ path }) => !this.#loaded.has(path))
    for (const { path } of missing) this.#missing.add(path)
    return missing.length === 0
  }

  #takeWords(content: unknown): void {
    for (const [word, use] of readWords(content)) {
      this.#uses.set(word, use)
      if (!this._index.has(word)) this._index.set(word, NOWHERE)
    }
  }
}
