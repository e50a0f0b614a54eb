import { CONNECTIONS_URL, type NotionSettings } from '../../settings/notion'
import type { WorkspaceComments } from '../../third-parties'
import type { StoredComment } from '../../workspace/comments'
import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import type { Fields } from '../../workspace/values'
import { Caller, type CallLimits } from '../caller'
import { adviseOnAddress, CallError, SyncError } from '../errors'
import type { Pace, Priority } from '../pace'
import type { PageStore } from '../page-store'
import { countFailure, findShownCollections, isDue, type SyncState } from '../state'
import { createTables, type Tables } from '../tables'
import type {
  CheckedPages,
  FetchedPage,
  FileOfBlock,
  MissingReason,
  NewComment,
  PersonName,
  WorkspaceSource,
} from '../workspace-source'
import { findObject, OfficialClient } from './client'
import { fetchComments } from './comments'
import { CommentsDatabase } from './comments-database'
import { Conversion } from './conversion'
import { Databases, getSourceStamp } from './databases'
import { type FetchTools, fetchPage } from './fetch-page'
import { FileAddresses } from './file-addresses'
import { findWiki, getDatabaseId, Listing } from './listing'
import { convertDatabase, convertPage, createStamp, isOfficialStamp, isSameStamp, isUnsettled } from './pages'
import { queryRows } from './rows'
import { markStaleViews, updateNextView, updateStaleViews } from './view-updates'
import { hasComment, writeComment } from './write-comments'

/** The number of "not found" responses after which a page counts as gone. */
const ENOUGH_MISSES = 2
/** Edits may be missing from a search or a query for this long. */
const LAG_MS = 15 * 60_000

/** A hosted workspace, read through Notion's official API. */
export class OfficialSource implements WorkspaceSource {
  readonly #tools: FetchTools
  readonly #files: FileAddresses
  /** Without the capability to read people, no more of them are requested. */
  #mayReadUsers = true
  #listed: Promise<unknown> | undefined
  readonly #comments: CommentsDatabase | undefined

  /** As configured. */
  readonly apiBaseUrl: string | undefined

  constructor(
    { apiBaseUrl, integrationToken }: NotionSettings & { integrationToken: string },
    limits: CallLimits,
    pace: Pace,
    readonly state: SyncState,
    store: PageStore,
    comments?: WorkspaceComments,
  ) {
    this.apiBaseUrl = apiBaseUrl
    const client = new OfficialClient({ apiBaseUrl, token: integrationToken }, new Caller(pace, limits))
    this.#files = new FileAddresses(client)
    const listing = new Listing(client, this.#files.signedAddresses)
    const databases = new Databases({ client, listing, state })
    this.#comments = comments && new CommentsDatabase(client, comments.database)
    this.#tools = {
      ...{ client, listing, databases, state, store },
      isListed: () => this.#listAll(),
      isHidden: async (id) => (await this.#comments?.isBlock(id)) === true,
    }
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

  async fetchComments(): Promise<StoredComment[]> {
    this.#comments?.forget()
    return fetchComments(this.#tools.client, await this.#getCommentsSource())
  }

  async hasComment(id: Id): Promise<boolean> {
    return hasComment(this.#tools.client, await this.#getCommentsSource(), id)
  }

  async writeComment(comment: NewComment): Promise<void> {
    await writeComment(this.#tools.client, await this.#getCommentsSource(), comment)
  }

  #getCommentsSource(): Promise<Fields> {
    if (this.#comments === undefined) throw new Error('The site has no comments in the workspace')
    return this.#comments.getSource()
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
    const since = (this.state.clocks.get('searched') ?? 0) - LAG_MS
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
    return explainFailedStart(error, this.origin, this.apiBaseUrl)
  }

  explainMissingRoot(): Promise<SyncError> {
    return explainMissingRoot(this.#tools.client, this.state.root, this.apiBaseUrl)
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

/** How often all pages are listed, to find those that are gone. */
const LISTING_INTERVAL_MS = 3_600_000
/** The maximum number of pages that are requested after a list of all pages did not contain them. Others follow after the next list. */
const MAX_MISSED = 50

/**
 * Finds the known pages that changed: one search if nothing did. Now and then all pages are listed, and known ones that are missing there
 * are requested. Throws {@link CallError} if a search fails.
 */
async function checkPages(
  state: SyncState,
  { client, listing }: { client: OfficialClient; listing: Listing },
): Promise<CheckedPages> {
  const checked: CheckedPages = {
    ...{ changed: new Map(), gone: new Set(), unlisted: new Set(), unknown: [], tables: createTables(), added: [] },
  }
  const now = client.now()
  // An interrupted first sync lists all pages again.
  const isWhole = !state.marks.has('whole') || now - (state.clocks.get('listed') ?? 0) >= LISTING_INTERVAL_MS
  const since = isWhole ? 0 : (state.clocks.get('searched') ?? 0) - LAG_MS
  const { pages, sources } = await listing.search(since, 'normal')
  const shown = findShownCollections(state)
  const added: Id[] = []
  for (const id of pages) {
    const listed = listing.pages.get(id)
    if (listed === undefined) continue
    const { record } = listed
    checked.tables.block.set(id, record)
    const known = state.pages.get(id)
    if (known === undefined) {
      const parent = String(record.parent_id)
      if (state.pages.has(parent) || shown.has(parent)) added.push(id)
    } else if (!isSameStamp(known.stamp, createStamp(record, now))) checked.changed.set(id, undefined)
  }
  for (const id of sources) {
    const source = listing.sources.get(id)
    const stamp = source && getSourceStamp(source)
    const database = source && shown.has(findWiki(source) ?? '') ? getDatabaseId(source) : undefined
    if (database !== undefined && !state.pages.has(database)) added.push(database)
    // Each page has a copy of the record.
    for (const [page, { collections, sources }] of state.pages)
      if (collections.includes(id) && sources?.[id] !== stamp) checked.changed.set(page, undefined)
  }
  for (const [id, { stamp, edited }] of state.pages) {
    if (!isOfficialStamp(stamp) || isUnsettled(stamp, edited, now)) checked.changed.set(id, undefined)
  }
  for (const [id, attempts] of state.lost) {
    if (!state.pages.has(id)) state.delete('lost', id)
    else if (isDue(attempts)) checked.changed.set(id, undefined)
  }
  if (isWhole) for (const id of findMissed(new Set(pages), state, listing)) checked.changed.set(id, undefined)
  state.set('clocks', 'searched', now)
  if (isWhole) state.set('clocks', 'listed', now)
  return { ...checked, added }
}

/**
 * Returns known pages that a list of all pages does not contain, a different selection each time. Databases are listed
 * by their data sources.
 */
function findMissed(listed: ReadonlySet<Id>, state: SyncState, { sources }: Listing): Id[] {
  const databases = new Set(
    [...sources.values()].map(({ parent }) => (parent as { database_id?: Id } | null)?.database_id),
  )
  const missed = [...state.pages.keys()].filter((id) => !listed.has(id) && !databases.has(id))
  const turn = state.clocks.get('missed') ?? 0
  const start = turn < missed.length ? turn : 0
  state.set('clocks', 'missed', start + MAX_MISSED)
  return missed.slice(start, start + MAX_MISSED)
}

const SHARE =
  'open the root page in Notion, choose ••• → Connections, and add the connection whose token NOTION_INTEGRATION_TOKEN holds'

/** Returns why the first call failed, with a sentence on what to do. */
function explainFailedStart({ kind, status, message }: CallError, origin: string, apiBaseUrl?: string): SyncError {
  if (status === 401) {
    return new SyncError(
      `Notion does not take NOTION_INTEGRATION_TOKEN (${message}): copy the secret of the connection again, from ${CONNECTIONS_URL}`,
    )
  }
  if (status === 403) {
    return new SyncError(
      `The connection may not read content (${message}): give it the capability “Read content”, at ${CONNECTIONS_URL}`,
    )
  }
  if (status === 429 && kind === 'refused') {
    return new SyncError(
      `Notion blocks this connection (${message}): ask Notion's support why, and do not run the sync until then`,
    )
  }
  if (status === 404) return createNotFoundError()
  if (kind === 'busy')
    return new SyncError(`Notion is too busy (${message}): run the sync again later, or lower SYNC_RATE`)
  if (kind === 'refused' || kind === 'broken') {
    return new SyncError(`${origin} does not respond like Notion's API (${message}): ${adviseOnAddress(apiBaseUrl)}`)
  }
  return new SyncError(`${origin} cannot be reached (${message}): ${adviseOnAddress(apiBaseUrl)}`)
}

/** Returns why a first sync could not fetch the root page. */
async function explainMissingRoot(client: OfficialClient, root: Id, apiBaseUrl?: string): Promise<SyncError> {
  try {
    const page = await client.get(`pages/${root}`, 'urgent')
    return page.in_trash === true
      ? new SyncError('The root page is in the trash: restore it, or set NOTION_ROOT_PAGE to another page')
      : new SyncError('The root page cannot be fetched: run the sync again later')
  } catch (error) {
    if (error instanceof CallError) return explainFailedStart(error, client.origin, apiBaseUrl)
    throw error
  }
}

const createNotFoundError = () =>
  new SyncError(`The connection does not see the page of NOTION_ROOT_PAGE: ${SHARE}, or check the id`)
