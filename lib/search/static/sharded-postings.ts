import { type IndexedTerm, Postings } from '../postings'
import { readPages, readTerms, readWords, type StaticFiles } from './read-files'

/** Thrown by a search that needs files that are not loaded yet. */
export class MissingFilesError extends Error {
  override name = 'MissingFilesError'
  constructor(readonly paths: readonly string[]) {
    super('Parts of the search index are not loaded')
  }
}

/** For words whose occurrences are in a file that is not loaded. */
const NO_PLACES = new Map<number, Map<number, number>>()

/**
 * The index of an exported site, whose files are loaded on demand. A search that needs a missing file throws {@link MissingFilesError},
 * and is repeated once the file is loaded. So the same code searches this index and the complete one of a server.
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
    this.addSavedPages(
      days.map((_, page) => String(page)),
      lengths,
    )
  }

  /** Adds the content of a missing file. Throws if it is damaged. */
  addFile(path: string, content: unknown): void {
    if (path === this.files.words) this.#addWords(content)
    else this.addSavedTerms(readTerms(content))
    this.#loaded.add(path)
    this.#missing.delete(path)
  }

  override findTerm(text: string, weight?: number): IndexedTerm[] {
    return this.#isLoaded(text, false) ? super.findTerm(text, weight) : []
  }

  override findTermsWithPrefix(word: string, forms?: readonly string[]): IndexedTerm[] {
    return this.#isLoaded(word, true) ? super.findTermsWithPrefix(word, forms) : []
  }

  override findSimilarWords(word: string, letters: number): string[] {
    if (!this.#loaded.has(this.files.words)) throw new MissingFilesError([this.files.words])
    return super.findSimilarWords(word, letters)
  }

  /** The number is saved with the words, except for short ones. All pages of an exported site are public, so all count. */
  override countUses(word: string): number {
    return this.#uses.get(word) ?? super.countUses(word, () => true)
  }

  override requireLoaded(): void {
    if (this.#missing.size > 0) throw new MissingFilesError([...this.#missing])
  }

  /** Whether all shards are loaded that may contain a term, or terms with this prefix. Notes the missing ones. */
  #isLoaded(text: string, asPrefix: boolean): boolean {
    const { shards } = this.files
    const needed = shards.filter(({ first }, index) => {
      const next = shards[index + 1]?.first
      return (next === undefined || next > text) && (first <= text || (asPrefix && first.startsWith(text)))
    })
    const missing = needed.filter(({ path }) => !this.#loaded.has(path))
    for (const { path } of missing) this.#missing.add(path)
    return missing.length === 0
  }

  #addWords(content: unknown): void {
    for (const [word, use] of readWords(content)) {
      this.#uses.set(word, use)
      if (!this.terms.has(word)) this.terms.set(word, NO_PLACES)
    }
  }
}
