import { findMatches, type Matches } from '../find-matches'
import { findPages, weighDay } from '../find-pages'
import type { SearchQuery } from '../index-contract'
import type { SearchResponse } from '../results'
import { composeResults } from '../results'
import { getLanguageManifest, MANIFEST, type StaticDocument } from './format'
import { readManifest, readTexts } from './read-files'
import { MissingFilesError, ShardedPostings } from './sharded-postings'

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
