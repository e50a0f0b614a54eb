import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as delay, setImmediate as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { getLeastPrivilegedViewers, mayList, mayRead, PUBLIC } from '../site/access'
import type { Site } from '../site/site'
import type { Access, SitePage, Viewer } from '../site/site-index'
import { allowOneAtATime } from '../snapshot/one-at-a-time'
import type { WorkingStore } from '../snapshot/store'
import type { Id } from '../workspace/record-map'
import { DocumentReader, type DocumentSettings, type PageDocument } from './documents'
import { findPages, toDay, weighDay } from './find-pages'
import { PageIndex } from './page-index'
import { type IndexResult, SearchNotReadyError, type SearchQuery } from './search-query'

type Store = Pick<WorkingStore, 'page' | 'collection' | 'derived' | 'putDerived'>

/** The name under which the store saves the indexes. */
const SAVED_NAME = 'search'
/** The number of pages that are read concurrently, because each waits for the disk. */
const MAX_CONCURRENT_READS = 8
/** The indexes are saved if a larger share of the pages changed. It is faster to read fewer pages again at the next start. */
const MIN_CHANGED = 0.01
/** Longer documents, in characters, are not cached. */
const MAX_DOCUMENT_LENGTH = 50_000

/**
 * The search indexes of a site. One contains only public pages. If there are pages for members, a second one contains all pages, so that
 * the order and timing of public results reveal nothing about them. They are updated page by page.
 */
export class LiveIndex {
  #public = PageIndex.empty()
  #members: PageIndex | undefined
  #reader: DocumentReader | undefined
  #recentDocuments: RecentDocuments | undefined
  #recentResults: RecentResults | undefined
  #isUpdated = false
  #firstUpdate: Promise<void>
  #resolveFirstUpdate = () => {}
  /** The number of pages that changed since the indexes were saved. */
  #unsaved = 0

  constructor(
    readonly store: Store,
    readonly site: () => Promise<Site>,
    readonly settings: DocumentSettings,
    /** The maximum time that a search waits for the first update, in milliseconds. */
    readonly waitMs = 4000,
  ) {
    this.#firstUpdate = new Promise((resolve) => {
      this.#resolveFirstUpdate = resolve
    })
  }

  /** Loads the saved indexes. The next update rebuilds those that are missing, damaged or of another version. */
  async load(): Promise<void> {
    const saved = ((await this.store.derived(SAVED_NAME)) ?? {}) as { public?: unknown; members?: unknown }
    this.#public = PageIndex.load(saved.public) ?? this.#public
    this.#members = PageIndex.load(saved.members)
  }

  /** Updates the indexes from the site. Searches continue meanwhile. */
  readonly update = allowOneAtATime(async () => {
    const site = await this.site()
    await this.#updatePages(site)
    // The cached results are from the previous state of the index.
    this.#recentResults = undefined
    this.#isUpdated = true
    this.#resolveFirstUpdate()
    await this.#getReader(site).readCollections()
  })

  /** Throws {@link SearchNotReadyError} before the first update is done. */
  async search(searchQuery: SearchQuery, viewer: Viewer): Promise<IndexResult> {
    if (!this.#isUpdated) await Promise.race([this.#firstUpdate, delay(this.waitMs, undefined, { ref: false })])
    if (!this.#isUpdated) throw new SearchNotReadyError()
    const site = await this.site()
    if (viewer.signedIn) return this.#findPages(searchQuery, site, viewer)
    if (this.#recentResults?.site !== site) this.#recentResults = new RecentResults(site)
    return this.#recentResults.get(searchQuery, () => this.#findPages(searchQuery, site, PUBLIC))
  }

  #findPages(searchQuery: SearchQuery, site: Site, viewer: Viewer): Promise<IndexResult> {
    const { query, ancestorId } = searchQuery
    const index = viewer.signedIn ? (this.#members ?? this.#public) : this.#public
    const isBelow = ancestorId === undefined ? () => true : createIsBelow(site, ancestorId, viewer)
    const now = Date.now()
    const weigh = (id: string) => {
      const page = site.listedPage(id, viewer)
      if (page?.readable !== true || !isBelow(id)) return 0
      return weighDay(toDay(page.edited), now)
    }
    // Found pages are read again, so that results show their current text.
    const read = async (id: string) => {
      const page = site.listedPage(id, viewer)
      return page && this.#getRecentDocuments(site).get(page, () => this.#readDocument(page, site))
    }
    return findPages(searchQuery, (limit) => index.search(query, limit, weigh, index === this.#members), read)
  }

  /** Returns the document of a page; undefined if its content cannot be read. The page itself shows the error. */
  #readDocument(page: SitePage, site: Site): Promise<PageDocument | undefined> {
    return this.#getReader(site)
      .read(page)
      .catch(() => undefined)
  }

  #getReader(site: Site): DocumentReader {
    if (this.#reader?.site !== site) {
      this.#reader = new DocumentReader(site, this.store, this.settings, this.#reader?.collections)
    }
    return this.#reader
  }

  #getRecentDocuments(site: Site): RecentDocuments {
    if (this.#recentDocuments?.site !== site) this.#recentDocuments = new RecentDocuments(site)
    return this.#recentDocuments
  }

  async #updatePages(site: Site): Promise<void> {
    const found = site.index.pages.filter((page) => page.readable && isSearchable(page.access))
    const hasMembers = found.some((page) => page.access.kind === 'members')
    this.#members = hasMembers ? (this.#members ?? PageIndex.empty()) : undefined
    const stale: SitePage[] = []
    const kept = new Map<PageIndex, number>()
    for (const page of found) {
      const versions = this.#getIndexes(page).map((index) => {
        const version = index.version(page.id)
        if (version !== undefined) kept.set(index, (kept.get(index) ?? 0) + 1)
        return version
      })
      if (versions.some((version) => version !== page.version)) stale.push(page)
    }
    for (const index of [this.#public, this.#members]) {
      if (index !== undefined && index.size > (kept.get(index) ?? 0))
        this.#unsaved += this.#removePages(index, site, found)
    }
    for (let at = 0; at < stale.length; at += MAX_CONCURRENT_READS) {
      const pages = stale.slice(at, at + MAX_CONCURRENT_READS)
      const documents = await Promise.all(pages.map((page) => this.#readDocument(page, site)))
      for (const [position, page] of pages.entries()) {
        const document = documents[position]
        for (const index of this.#getIndexes(page)) {
          if (document === undefined) index.remove(page.id)
          else if (index.put(document, page.version, hashDocument(document))) this.#unsaved++
        }
        // Searches run between any two pages.
        await pause()
      }
    }
    if (this.#unsaved > MIN_CHANGED * found.length) await this.#save()
  }

  /** Removes pages that the viewers of an index may no longer read. Returns their number. */
  #removePages(index: PageIndex, site: Site, found: SitePage[]): number {
    const pages = new Set(found.map(({ id }) => id))
    const gone = [...index.ids()].filter(
      (id) => !pages.has(id) || (index === this.#public && site.page(id, PUBLIC) === undefined),
    )
    for (const id of gone) index.remove(id)
    return gone.length
  }

  #getIndexes(page: SitePage): PageIndex[] {
    const forPublic = mayRead(page.access, PUBLIC) ? [this.#public] : []
    return this.#members === undefined ? forPublic : [...forPublic, this.#members]
  }

  /** Saves the indexes. Never throws: searches work without it, and the next start rebuilds what is not saved. */
  async #save(): Promise<void> {
    try {
      await this.store.putDerived(SAVED_NAME, { public: this.#public.save(), members: this.#members?.save() })
      this.#unsaved = 0
    } catch (error) {
      console.error(`The search index was not saved: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** Creates a function that returns whether a page is `ancestor` or below it. Nothing is below a page that the viewer may not read. */
function createIsBelow(site: Site, ancestor: string, viewer: Viewer): (id: string) => boolean {
  const results = new Map<string, boolean>([[ancestor, site.page(ancestor, viewer) !== undefined]])
  return (id) => {
    const passed: string[] = []
    let at: string | null = id
    while (at !== null && !results.has(at)) {
      passed.push(at)
      // A cycle of parents never reaches the ancestor.
      results.set(at, false)
      at = site.page(at, viewer)?.parent ?? null
    }
    const isBelow = at !== null && results.get(at) === true
    for (const each of passed) results.set(each, isBelow)
    return isBelow
  }
}

/** Whether an index contains a page. Unlisted pages and pages with a password are not searchable. */
const isSearchable = (access: Access) =>
  access.kind !== 'locked' && getLeastPrivilegedViewers(access).some((viewer) => mayList(access, viewer))

function hashDocument(document: PageDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 16)
}

/** Caches the recently shown documents of one state of the site: a visitor who continues to type finds most of them again. */
export class RecentDocuments {
  readonly #documents = new LRUCache<Id, PageDocument>({ max: 200 })

  constructor(readonly site: Site) {}

  async get(page: SitePage, read: () => Promise<PageDocument | undefined>): Promise<PageDocument | undefined> {
    const document = this.#documents.get(page.id) ?? (await read())
    if (document !== undefined && getLength(document) <= MAX_DOCUMENT_LENGTH) this.#documents.set(page.id, document)
    return document
  }
}

const getLength = ({ title, properties, sections }: PageDocument) =>
  sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, title.length + properties.length)

/** Limits the memory of all results together. */
const MAX_BYTES = 4_000_000
/** The memory of a result without its text, in bytes. */
const ENTRY_BYTES = 500
/** The order of results depends on the time, and a page that could not be read may become readable. */
const KEPT_MS = 60_000

/**
 * Caches the results of public searches, because many visitors type the same first letters. `LiveIndex` replaces it when the site or its
 * index changes. Simultaneous callers with the same query share one search.
 */
export class RecentResults {
  readonly #results = new LRUCache<string, IndexResult, () => Promise<IndexResult>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (found, key) => ENTRY_BYTES + 2 * (key.length + JSON.stringify(found).length),
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context: search }) => search(),
  })

  constructor(readonly site: Site) {}

  /** Bytes of all cached results. */
  get bytes(): number {
    return this.#results.calculatedSize
  }

  /** Returns the cached result of a query; otherwise that of `search`. */
  get({ query, ancestorId, limit }: SearchQuery, search: () => Promise<IndexResult>): Promise<IndexResult> {
    return this.#results.forceFetch(JSON.stringify([query, ancestorId, limit]), { context: search })
  }
}
