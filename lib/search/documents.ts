import 'server-only'
import { getLeastPrivilegedViewers } from '../site/access'
import { isHomePage } from '../site/languages/languages'
import { getSearchedProperties } from '../site/searched-properties'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { SnapshotStore } from '../snapshot/store'
import { BUDGETS, Budget } from '../workspace/budget'
import { formatDate } from '../workspace/dates'
import { formatValue, MORE, type Names } from '../workspace/property-values'
import { ReadCollections } from '../workspace/query/relations'
import { createRowReader } from '../workspace/query/row-values'
import { createResultCheck, type MayShowResult, type RelatedRows } from '../workspace/query/stored-results'
import { getPageSections, type PageSection } from '../workspace/read/page-text'
import type { Block, Collection, Id } from '../workspace/record-map'
import { toPlainText } from '../workspace/text'

/** The searchable content of a page. It contains only what all viewers of the page may read. */
export interface PageDocument {
  id: Id
  title: string
  /** The properties below the page's title, one `name: value` per line. */
  properties: string
  sections: PageSection[]
}

export interface DocumentSettings {
  locale: string
  timeZone: string
}

/** What the documents of a collection's rows, and of the pages that show it, need to know of the collection. */
export interface SearchedCollection {
  collection: Collection
  users: Record<Id, string>
  /** The rows whose pages the snapshot does not contain. */
  rows: ReadonlyMap<Id, Block>
  /** The rows that relate to others, with these properties only. */
  relating: readonly Block[]
}

/** Reads the documents of the pages of one `Site`. */
export class DocumentReader {
  readonly #budget = new Budget(BUDGETS.search)
  /** The checks of stored results, by collection and viewers. */
  readonly #checks = new Map<string, Promise<MayShowResult>>()

  constructor(
    readonly site: Site,
    readonly store: Pick<SnapshotStore, 'page' | 'collection'>,
    readonly settings: DocumentSettings,
    /** Collections that the reader of the previous `Site` has read, by hash. They may be large, and seldom change. */
    readonly collections: Map<string, Promise<SearchedCollection>> = new Map(),
  ) {
    const current = new Set(Object.values(site.index.collections).map(({ hash }) => hash))
    for (const hash of collections.keys()) if (!current.has(hash)) collections.delete(hash)
  }

  /** Returns the document of a page. Rejects if its content cannot be read. */
  async read(page: SitePage): Promise<PageDocument> {
    const { site } = this
    const viewers = getLeastPrivilegedViewers(page.access)
    const row = await this.#collection(page.collection, viewers)
    // The content of a page that leads to another site is not shown.
    const stored =
      page.hasStoredContent && page.address === undefined ? await this.store.page(page.id, page.hash) : undefined
    const collectionNames = new Map<Id, string>()
    for (const id of stored === undefined ? [] : page.collections) {
      const shown = await this.#collection(id, viewers)
      if (shown !== undefined) collectionNames.set(id, toPlainText(shown.collection.name))
    }
    const pageTitle = (id: Id) => {
      const found = viewers.map((viewer) => site.page(id, viewer))
      return found.includes(undefined) ? undefined : found[0]?.title
    }
    const isListed = (id: Id) => viewers.every((viewer) => site.listedPage(id, viewer) !== undefined)
    const users = { ...row?.users, ...stored?.users }
    const user = (id: Id) => (Object.hasOwn(users, id) ? users[id] : undefined)
    const sections =
      stored === undefined
        ? []
        : getPageSections(stored, {
            page: pageTitle,
            user,
            date: (date) => formatDate(date, this.settings),
            collectionName: (id) => collectionNames.get(id),
            mayShow: (container) =>
              viewers.length > 0 && viewers.every((viewer) => site.mayShowSynced(container, viewer)),
            isRoot: isHomePage(page),
          })
    const block = stored?.blocks[page.id] ?? row?.rows.get(page.id)
    const names = { pageTitle, isListed, userName: user }
    const properties = row && block ? await this.#properties(row.collection, block, names, viewers) : []
    if (page.summary !== undefined && !properties.some((line) => line.includes(page.summary ?? ''))) {
      properties.unshift(page.summary)
    }
    return { id: page.id, title: page.title, properties: properties.join('\n'), sections }
  }

  async #properties(
    collection: Collection,
    row: Block,
    readable: Pick<Names, 'pageTitle' | 'isListed' | 'userName'>,
    viewers: Viewer[],
  ): Promise<string[]> {
    const names = { ...readable, ...this.settings }
    // The reader knows no other rows, so rollups are empty. Their values are found in the rows that contain them.
    const read = createRowReader({
      schema: collection.schema,
      rows: [row],
      names,
      now: Date.now(),
      budget: this.#budget,
      mayShowResult: await this.#getResultCheck(collection, viewers, readable.isListed),
    })
    return getSearchedProperties(collection).flatMap(({ id, schema }) => {
      const text = formatValue(read(row, id), names)
      return text === '' || text === MORE ? [] : [`${schema.name}: ${text}`]
    })
  }

  #getResultCheck(collection: Collection, viewers: Viewer[], isListed: Names['isListed']): Promise<MayShowResult> {
    const key = JSON.stringify([collection.id, viewers])
    const known = this.#checks.get(key) ?? this.#createResultCheck(collection, viewers, isListed)
    this.#checks.set(key, known)
    known.catch(() => this.#checks.delete(key))
    return known
  }

  async #createResultCheck(collection: Collection, viewers: Viewer[], isListed: Names['isListed']) {
    const related: RelatedRows[] = []
    const read = new ReadCollections()
    for (let id: Id | undefined = collection.id, isShown = true; id !== undefined; id = read.next(), isShown = false) {
      // The results that depend on a database which cannot be read are not shown.
      const found = await this.#collection(id, viewers).catch(() => undefined)
      if (found === undefined) continue
      related.push({ schema: found.collection.schema, rows: found.relating })
      read.add(id, found.collection.schema, isShown)
    }
    return createResultCheck(related, this.#budget, isListed)
  }

  /** Returns a collection if all viewers may see it. */
  async #collection(id: Id | undefined, viewers: Viewer[]): Promise<SearchedCollection | undefined> {
    const hashes = id === undefined ? [] : viewers.map((viewer) => this.site.collection(id, viewer))
    const [hash] = hashes
    if (id === undefined || hash === undefined || hashes.includes(undefined)) return undefined
    return this.#getCollection(id, hash)
  }

  /** Reads all collections that are not in memory yet, so that no search or update waits for a large one. */
  async readCollections(): Promise<void> {
    for (const [id, { hash }] of Object.entries(this.site.index.collections)) {
      await this.#getCollection(id, hash).catch(() => {})
    }
  }

  #getCollection(id: Id, hash: string): Promise<SearchedCollection> {
    const known = this.collections.get(hash) ?? this.#readCollection(id, hash)
    this.collections.set(hash, known)
    // A collection that could not be read is read again at the next request for it.
    known.catch(() => this.collections.delete(hash))
    return known
  }

  async #readCollection(id: Id, hash: string): Promise<SearchedCollection> {
    const { collection, users, rows } = await this.store.collection(id, hash)
    const withoutContent = new Set(
      this.site.index.pages.filter((page) => !page.hasStoredContent).map((page) => page.id),
    )
    const relations = Object.keys(collection.schema).filter((id) => collection.schema[id]?.type === 'relation')
    return {
      collection,
      users,
      rows: new Map(rows.flatMap((row) => (withoutContent.has(row.id) ? [[row.id, row]] : []))),
      relating: rows.flatMap((row) => keepRelations(row, relations)),
    }
  }
}

/** Returns a copy of a row without its other properties, if it relates to a page. */
function keepRelations(row: Block, relations: readonly string[]): Block[] {
  const properties = Object.fromEntries(
    relations.flatMap((id) => {
      const value = Object.hasOwn(row.properties, id) ? row.properties[id] : undefined
      return value === undefined ? [] : [[id, value]]
    }),
  )
  return Object.keys(properties).length === 0 ? [] : [{ ...row, properties, format: {}, content: [] }]
}
