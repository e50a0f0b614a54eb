import type { Env } from '../../settings/env'
import { CONNECTIONS_URL } from '../../settings/notion'
import type { Id } from '../../workspace/record-map'
import { type CallLimits, GROUP_SIZE, splitIntoGroups } from '../caller'
import { adviseOnAddress, CallError, SyncError } from '../errors'
import type { Pace, Priority } from '../pace'
import { readUserNames } from '../page-loader'
import type { PageStore } from '../page-store'
import type { SyncState } from '../state'
import { addTables, createTables, getRecord, type Tables } from '../tables'
import type {
  CheckedPages,
  FetchedPage,
  FileOfBlock,
  MissingReason,
  PersonName,
  WorkspaceSource,
} from '../workspace-source'
import { Collections } from './collections'
import { Batches, fetchPage } from './fetch-page'
import { getStamp, HostedWorkspace } from './hosted-workspace'

/** A hosted workspace, read through the API that Notion's own pages use. */
export class PrivateSource implements WorkspaceSource {
  readonly #workspace: HostedWorkspace
  readonly #batches: Batches
  readonly #collections: Collections

  constructor(
    readonly env: Env,
    limits: CallLimits,
    pace: Pace,
    readonly state: SyncState,
    readonly store: PageStore,
  ) {
    this.#workspace = new HostedWorkspace({ ...env.notion, timeZone: env.timeZone, limits }, pace)
    this.#batches = new Batches(this.#workspace)
    this.#collections = new Collections(this.#workspace, state, store)
  }

  get origin(): string {
    return this.#workspace.origin
  }

  get receivedBytes(): number {
    return this.#workspace.receivedBytes
  }

  get incompleteCollections(): ReadonlySet<Id> {
    return this.#collections.incompleteCollections
  }

  fetchPage(id: Id, priority: Priority): Promise<FetchedPage | MissingReason> {
    const tools = { workspace: this.#workspace, batches: this.#batches, collections: this.#collections }
    return fetchPage(id, { ...tools, store: this.store }, priority)
  }

  checkPages(others: readonly Id[]): Promise<CheckedPages> {
    return checkPages(this.state, others, this.#workspace)
  }

  getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    return this.#workspace.getBlocks(ids, priority)
  }

  confirmGone(ids: readonly Id[]): Promise<Id[]> {
    return findUnshared(ids, this.#workspace)
  }

  checkRows(collection: Id, priority: Priority): Promise<Tables | undefined> {
    return this.#collections.checkRows(collection, priority)
  }

  markViewsStale(collection: Id): Promise<void> {
    return this.#collections.markViewsStale(collection)
  }

  updateStaleViews(): Promise<void> {
    return this.#collections.updateStaleViews()
  }

  getFileAddresses(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]> {
    return this.#workspace.getSignedAddresses(files, priority)
  }

  async getUserNames(ids: readonly Id[], priority: Priority): Promise<Map<Id, PersonName>> {
    const users = await this.#workspace.getUsers(ids, priority)
    return readUserNames(users.map(({ record }) => record))
  }

  beginPage(): void {
    this.#batches.beginPage()
  }

  endPage(): void {
    this.#batches.endPage()
  }

  explainFailedStart(error: CallError): SyncError {
    return explainFailedStart(error, this.env, this.origin)
  }

  explainMissingRoot(): Promise<SyncError> {
    return explainMissingRoot(this.#workspace, this.state.root, this.env)
  }
}

/**
 * Requests the records of all known pages, a hundred per call, and fills the last call with other ids. Throws {@link CallError} if the
 * first call fails.
 */
export async function checkPages(
  { pages }: SyncState,
  others: readonly Id[],
  workspace: HostedWorkspace,
): Promise<CheckedPages> {
  const ids = [...pages.keys()]
  ids.push(...others.slice(0, (GROUP_SIZE - (ids.length % GROUP_SIZE)) % GROUP_SIZE))
  const checked: CheckedPages = {
    changed: new Map(),
    gone: new Set(),
    unlisted: new Set(),
    unknown: [],
    tables: createTables(),
    added: [],
  }
  const [first = [], ...rest] = splitIntoGroups(ids)
  addTables(checked.tables, await workspace.getBlocks(first, 'normal'))
  await Promise.all(
    rest.map(async (group) => {
      try {
        addTables(checked.tables, await workspace.getBlocks(group, 'normal'))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        for (const id of group) checked.unknown.push({ id, reason: error.message })
      }
    }),
  )

  const withoutRecord: Id[] = []
  const unknown = new Set(checked.unknown.map(({ id }) => id))
  for (const [id, { stamp }] of pages) {
    const entry = checked.tables.block.get(id)
    const block = getRecord(entry)
    if (block === undefined) {
      if (entry !== undefined) withoutRecord.push(id)
      else if (!unknown.has(id)) checked.unlisted.add(id)
    } else if (block.alive === false) checked.gone.add(id)
    else if (getStamp(block) !== stamp) checked.changed.set(id, getStamp(block))
  }
  for (const id of await findUnshared(withoutRecord, workspace)) checked.gone.add(id)
  return checked
}

/** Requests pages without a record again, and returns those that still have none. Pages of a call that fails are not returned. */
async function findUnshared(ids: readonly Id[], workspace: HostedWorkspace): Promise<Id[]> {
  const found: Id[] = []
  for (const group of splitIntoGroups(ids)) {
    try {
      const { block } = await workspace.getBlocks(group, 'urgent')
      found.push(...group.filter((id) => block.has(id) && getRecord(block.get(id)) === undefined))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return found
}

/** How to give the site access to a private page. */
const CONNECT = `create a connection at ${CONNECTIONS_URL}, add it to the root page in Notion (••• → Connections), and set NOTION_INTEGRATION_TOKEN to its secret`

/** Returns why the first call failed, with a sentence on what to do. */
export function explainFailedStart(error: CallError, env: Env, origin: string): SyncError {
  const { kind, status, message } = error
  const advice = adviseOnAddress(env.notion.apiBaseUrl)
  if (kind === 'refused' && (status === 401 || status === 403)) {
    return env.notion.token === undefined
      ? new SyncError(`The root page is private (${message}): ${CONNECT}`)
      : new SyncError(
          `The workspace rejects NOTION_TOKEN_V2 (${message}): it is wrong or has expired, so set a new one`,
        )
  }
  if (kind === 'refused') return createNotFoundError(env)
  if (kind === 'busy')
    return new SyncError(`The workspace is too busy (${message}): run the sync again later, or lower SYNC_RATE`)
  if (kind === 'broken') {
    return new SyncError(`${origin} does not respond like a workspace (${message}): ${advice}`)
  }
  return new SyncError(`The workspace at ${origin} cannot be reached (${message}): ${advice}`)
}

/** Returns why a first sync could not fetch the root page. */
async function explainMissingRoot(workspace: HostedWorkspace, root: Id, env: Env): Promise<SyncError> {
  try {
    const { block } = await workspace.getBlocks([root], 'urgent')
    return getRecord(block.get(root))?.alive === true
      ? new SyncError('The root page cannot be fetched: run the sync again later')
      : createNotFoundError(env)
  } catch (error) {
    if (error instanceof CallError) return explainFailedStart(error, env, workspace.origin)
    throw error
  }
}

/** The workspace responds, but has no record for the id of the root page. */
function createNotFoundError(env: Env): SyncError {
  const hint =
    env.notion.token === undefined
      ? `check the id; if the page is private, ${CONNECT}`
      : 'check the id, and whether NOTION_TOKEN_V2 has expired, or its user may not read the page'
  return new SyncError(`The workspace shows no page under NOTION_ROOT_PAGE: ${hint}`)
}
