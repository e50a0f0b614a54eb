import type { Env } from '../../settings/env'
import type { Id } from '../../workspace/record-map'
import type { CallLimits } from '../caller'
import type { CallError, SyncError } from '../errors'
import type { Pace, Priority } from '../pace'
import type { PageStore } from '../page-store'
import type { SyncState } from '../state'
import type { Tables } from '../tables'
import { readUserNames } from '../user-names'
import type {
  CheckedPages,
  FetchedPage,
  FileOfBlock,
  MissingReason,
  PersonName,
  WorkspaceSource,
} from '../workspace-source'
import { Batches } from './batches'
import { checkPages, findUnshared } from './check-pages'
import { Collections } from './collections'
import { explainFailedStart, explainMissingRoot } from './explain'
import { fetchPage } from './fetch-page'
import { HostedWorkspace } from './hosted-workspace'

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
