import type { NotionSettings } from '../../settings/notion'
import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { Caller, type CallLimits } from '../caller'
import { CallError, type SyncError } from '../errors'
import { countFailure } from '../failed-attempts'
import type { Pace, Priority } from '../pace'
import type { PageStore } from '../page-store'
import type { SyncState } from '../state'
import { createTables, type Tables } from '../tables'
import type {
  CheckedPages,
  FetchedPage,
  FileOfBlock,
  MissingReason,
  PersonName,
  WorkspaceSource,
} from '../workspace-source'
import { checkPages } from './check-pages'
import { OfficialClient } from './client'
import { Conversion } from './conversion'
import { Databases } from './databases'
import { explainFailedStart, explainMissingRoot } from './explain'
import { type FetchTools, fetchPage } from './fetch-page'
import { FileAddresses } from './file-addresses'
import { findObject } from './find-object'
import { Listing } from './listing'
import { convertDatabase, convertPage } from './pages'
import { queryRows } from './rows'
import { markStaleViews, updateNextView, updateStaleViews } from './view-updates'

/** The number of "not found" responses after which a page counts as gone. */
const ENOUGH_MISSES = 2
const ROWS_LAG_MS = 15 * 60_000

/** A hosted workspace, read through Notion's official API. */
export class OfficialSource implements WorkspaceSource {
  readonly #tools: FetchTools
  readonly #files: FileAddresses
  /** Without the capability to read people, no more of them are requested. */
  #mayReadUsers = true
  #listed: Promise<unknown> | undefined

  constructor(
    { apiBaseUrl, integrationToken }: NotionSettings & { integrationToken: string },
    limits: CallLimits,
    pace: Pace,
    readonly state: SyncState,
    store: PageStore,
  ) {
    const client = new OfficialClient({ apiBaseUrl, token: integrationToken }, new Caller(pace, limits))
    this.#files = new FileAddresses(client)
    const listing = new Listing(client, this.#files.signedAddresses)
    const databases = new Databases({ client, listing, state })
    this.#tools = { client, listing, databases, state, store, isListed: () => this.#listAll() }
  }

  get origin(): string {
    return this.#tools.client.origin
  }

  get receivedBytes(): number {
    return this.#tools.client.receivedBytes
  }

  get incompleteCollections(): ReadonlySet<Id> {
    return this.#tools.databases.incompleteCollections
  }

  async fetchPage(id: Id, priority: Priority): Promise<FetchedPage | MissingReason> {
    const page = await fetchPage(id, this.#tools, priority)
    if (page !== 'not-found' && this.state.lost.has(id)) this.state.delete('lost', id)
    return page
  }

  checkPages(): Promise<CheckedPages> {
    return checkPages(this.state, this.#tools)
  }

  /** Requests objects one by one, because the API has no other way. Those that lists contained cost nothing. */
  async getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    const { client, listing, databases } = this.#tools
    const tables = createTables()
    if (priority === 'normal') await this.#listAll()
    await Promise.all(
      ids.map(async (id) => {
        const listed = listing.findRecord(id)
        const page = listed === undefined ? await findObject(client, `pages/${id}`, priority) : undefined
        const database = listed === undefined && page === undefined ? await databases.get(id, priority) : undefined
        const conversion = new Conversion(this.#files.signedAddresses)
        const record =
          listed ??
          (page && convertPage(page, conversion)?.record) ??
          (database && convertDatabase(database, conversion))
        tables.block.set(id, record ?? null)
      }),
    )
    return tables
  }

  /**
   * A page is gone after several responses "not found" and a complete list of what holds it without the page: Notion responds alike for
   * pages that are deleted, that are not shared, and that it does not find at the moment.
   */
  async confirmGone(ids: readonly Id[]): Promise<Id[]> {
    const gone: Id[] = []
    for (const id of ids) {
      const attempts = countFailure(this.state.lost.get(id))
      this.state.set('lost', id, attempts)
      const parent = this.state.pages.get(id)?.parent ?? ''
      if (attempts.times < ENOUGH_MISSES) continue
      try {
        if (!(await this.#isInParent(id, parent))) gone.push(id)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
      }
    }
    return gone
  }

  /**
   * Whether a page may still be in its parent: requests all rows of a collection, or all blocks of a page or block. Throws
   * {@link CallError}.
   */
  async #isInParent(id: Id, parent: Id): Promise<boolean> {
    const { client, databases } = this.#tools
    if (parent === '') return false
    try {
      if (this.state.collections.has(parent)) {
        const { rows, isComplete } = await databases.queryAll(parent, 'urgent')
        return !isComplete || rows.includes(id)
      }
      const blocks = await client.list(`blocks/${parent}/children`, 'urgent')
      return blocks.some((block) => toUuid(block.id) === id)
    } catch (error) {
      // The parent is not shared either.
      if (error instanceof CallError && error.status === 404) return false
      throw error
    }
  }

  /** Requests the rows that were edited lately. In a refresh, the search has found them. */
  async checkRows(collection: Id, priority: Priority): Promise<Tables | undefined> {
    const known = this.state.collections.get(collection)
    if (priority === 'normal' || known === undefined) return undefined
    const since = (this.state.clocks.get('searched') ?? 0) - ROWS_LAG_MS
    const { rows } = await queryRows(collection, this.#tools, { priority, since: Math.max(0, since) })
    const all = [...new Set([...known.rows, ...rows])]
    if (all.length > known.rows.length) this.state.set('collections', collection, { ...known, rows: all })
    const tables = createTables()
    for (const id of rows) tables.block.set(id, this.#tools.listing.pages.get(id)?.record ?? null)
    return tables
  }

  markViewsStale(collection: Id): Promise<void> {
    return markStaleViews(collection, this.#tools)
  }

  async updateStaleViews(): Promise<void> {
    await updateStaleViews(this.#tools)
    await updateNextView(this.#tools)
  }

  getFileAddresses(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]> {
    return this.#files.get(files, priority)
  }

  async getUserNames(ids: readonly Id[], priority: Priority): Promise<Map<Id, PersonName>> {
    const names = new Map<Id, PersonName>()
    for (const id of ids) {
      if (!this.#mayReadUsers) break
      try {
        const user = await findObject(this.#tools.client, `users/${id}`, priority)
        if (toUuid(user?.id) === id && typeof user?.name === 'string') names.set(id, { given: user.name, family: '' })
      } catch (error) {
        if (!(error instanceof CallError) || error.kind !== 'refused') throw error
        this.#mayReadUsers = false
      }
    }
    return names
  }

  explainFailedStart(error: CallError): SyncError {
    return explainFailedStart(error, this.origin)
  }

  explainMissingRoot(): Promise<SyncError> {
    return explainMissingRoot(this.#tools.client, this.state.root)
  }

  /** Lists all pages at the beginning of a first sync. If that fails, pages are requested one by one. */
  #listAll(): Promise<unknown> {
    const { client, listing } = this.#tools
    if (this.state.clocks.has('listed')) return Promise.resolve()
    this.#listed ??= listing.search(0, 'normal').then(
      () => {
        this.state.set('clocks', 'listed', client.now())
        this.state.set('clocks', 'searched', client.now())
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
      },
    )
    return this.#listed
  }
}
