import { addBasePath } from '../../base-path'
import { findMatches, type Matches } from '../find-matches'
import { findPages, weighDay } from '../find-pages'
import { type IndexedTerm, Postings } from '../postings'
import { composeResults, type SearchResponse } from '../results'
import { parseSearchQuery, type SearchQuery } from '../search-query'
import { getLanguageManifest, MANIFEST, type StaticDocument } from './format'
import { readManifest, readPages, readTerms, readTexts, readWords, type StaticFiles } from './read-files'

/** A query loads files only after this time without typing. */
const SETTLED_AFTER_MS = 120

let opened: Promise<StaticIndex> | undefined

/**
 * Searches the exported site of the document. A blank query loads the files that every query needs. If a file is missing or damaged, a new
 * export may have replaced the files: opens the index once more, and rejects if that fails, too.
 */
export async function searchStaticIndex(
  request: { query: string; ancestorId?: string; limit?: number },
  signal: AbortSignal,
): Promise<SearchResponse> {
  const searchQuery = parseSearchQuery(request)
  const wasOpen = opened !== undefined
  opened ??= StaticIndex.open(readFile, document.documentElement.lang)
  const index = opened
  try {
    const response = await (await index).search(searchQuery, () => settle(signal))
    signal.throwIfAborted()
    return response
  } catch (error) {
    signal.throwIfAborted()
    if (opened === index) opened = undefined
    if (!wasOpen) throw error
    return searchStaticIndex(request, signal)
  }
}

async function settle(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS))
  signal.throwIfAborted()
}

/** The names of all files but the manifest change with their content, so a stored copy is never out of date. */
async function readFile(path: string): Promise<unknown> {
  const cache = /^search\/index[-.]/.test(path) ? 'no-cache' : 'default'
  const response = await fetch(addBasePath(`/${path}`), { cache, priority: 'high' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Reads a JSON file of the exported site; rejects if it is missing or damaged. */
export type ReadFile = (path: string) => Promise<unknown>

/** The time between two queries, the same as that of a server. */
const THROTTLE_MS = 150
/** Files of texts that are kept; the browser's cache has the others. */
const MAX_KEPT = 200

/** The search index of an exported site, in a browser. Its results are those of the server's index. */
export class StaticIndex {
  readonly #loading = new Map<string, Promise<void>>()
  readonly #texts = new Map<string, Promise<StaticDocument[]>>()

  private constructor(
    readonly postings: ShardedPostings,
    readonly read: ReadFile,
  ) {}

  /** Opens the index of a language; that of the site if the language has none of its own. */
  static async open(read: ReadFile, language = ''): Promise<StaticIndex> {
    const main = readManifest(await read(MANIFEST))
    const hasOwn = main.languages.includes(language)
    const files = hasOwn ? readManifest(await read(getLanguageManifest(language))) : main
    return new StaticIndex(new ShardedPostings(files, await read(files.pages)), read)
  }

  /**
   * Returns the same response as the server. `beforeLoading` is called once if files must be loaded, and may reject, so that a query which
   * the visitor is still typing loads nothing.
   */
  async search(searchQuery: SearchQuery, beforeLoading: () => Promise<void> = async () => {}): Promise<SearchResponse> {
    if (searchQuery.query.trim() === '') {
      return { results: [], total: 0, throttle: THROTTLE_MS, start: this.postings.files.start }
    }
    let settled: Promise<void> | undefined
    const settle = () => {
      settled ??= beforeLoading()
      return settled
    }
    const documents = new Map<string, StaticDocument>()
    const now = Date.now()
    const { ancestorId } = searchQuery
    const { days, sections } = this.postings
    const isLeftOut = (page: number) => ancestorId !== undefined && sections[page] !== ancestorId
    const weigh = (page: string) => (isLeftOut(Number(page)) ? 0 : weighDay(days[Number(page)] ?? 0, now))
    const match = async (limit: number): Promise<Matches> => {
      for (;;) {
        try {
          return findMatches(this.postings, searchQuery.query, { limit, weigh })
        } catch (error) {
          if (!(error instanceof MissingFilesError)) throw error
          await settle()
          await Promise.all(error.paths.map((path) => this.#load(path)))
        }
      }
    }
    const found = await findPages(searchQuery, match, async (page) => {
      const document = await this.#readText(Number(page), settle)
      documents.set(document.id, document)
      return document
    })
    return { ...composeResults(found, (id) => documents.get(id)), throttle: THROTTLE_MS }
  }

  /** Loads a part of the index once, also for simultaneous queries. */
  #load(path: string): Promise<void> {
    const loading = this.#loading.get(path) ?? this.read(path).then((content) => this.postings.addFile(path, content))
    this.#loading.set(path, loading)
    loading.catch(() => this.#loading.delete(path))
    return loading
  }

  async #readText(page: number, settle: () => Promise<void>): Promise<StaticDocument> {
    const { path = '', at = 0 } = this.postings.files.texts[page] ?? {}
    if (!this.#texts.has(path)) await settle()
    const reading = this.#texts.get(path) ?? this.read(path).then(readTexts)
    this.#texts.set(path, reading)
    reading.catch(() => this.#texts.delete(path))
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > MAX_KEPT && oldest !== undefined) this.#texts.delete(oldest)
    const document = (await reading)[at]
    if (document === undefined) throw new Error('The search index has no text of a page')
    return document
  }
}

/** Thrown by a search that needs files that are not loaded yet. */
class MissingFilesError extends Error {
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
class ShardedPostings extends Postings {
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
