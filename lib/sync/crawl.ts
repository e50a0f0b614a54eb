import { type Id, PAGE_TYPES } from '../workspace/record-map'
import { GROUP_SIZE, splitIntoGroups } from './caller'
import { CallError, SyncError } from './errors'
import type { Priority } from './pace'
import { type Loaded, type LoaderTools, loadPage } from './page-loader'
import { isDue } from './state'
import { getRecord, getSpace, type Tables } from './tables'

const MAX_LOADS = 30
/** After this many consecutive failures, the workspace itself is considered to be down. */
const MAX_FAILURES = 10

export interface CrawlEvents {
  loaded(id: Id, loaded: Loaded): Promise<void>
  failed(id: Id, reason: string): void
  /** The response to a request for this id does not contain it. */
  onMissing(id: Id): void
}

/** Fetches pages and the new pages that they link to, breadth first. */
export class Crawl {
  readonly #queue: Id[] = []
  readonly #stamps = new Map<Id, string>()
  readonly #seen = new Set<Id>()
  readonly #unknown = new Set<Id>()
  #active = 0
  #failures = 0
  #fault: unknown

  constructor(
    readonly tools: LoaderTools,
    readonly events: CrawlEvents,
    readonly priority: Priority,
    /** The workspace's own space, as soon as it is known. */
    readonly ownSpace: () => Id | undefined,
  ) {}

  /** Pages queued or under way. */
  get waiting(): number {
    return this.#queue.length + this.#active
  }

  /** Queues a page, known or not, with the stamp by which its change was found. */
  add(id: Id, stamp?: string): void {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    if (stamp !== undefined) this.#stamps.set(id, stamp)
    this.#queue.push(id)
  }

  /** Queues the ids that are new pages of the workspace's own space and due. Unknown ids are requested first. */
  queueNewPages(ids: Iterable<Id>, tables: Tables): void {
    for (const id of ids) {
      if (this.#seen.has(id) || this.tools.state.pages.has(id) || this.#failedLately(id)) continue
      const entry = tables.block.get(id)
      if (entry === undefined) this.#unknown.add(id)
      else if (this.#isOwnPage(entry)) this.add(id)
    }
  }

  /** Resolves when the queue is empty. Throws an error that ends the run. */
  async drain(): Promise<void> {
    while (this.waiting > 0 || this.#unknown.size > 0) {
      if (this.waiting > 0) await this.#drainQueue()
      if (this.#fault !== undefined) throw this.#fault
      await this.#requestUnknownIds()
    }
  }

  #drainQueue(): Promise<void> {
    return new Promise((resolve) => {
      const pump = () => {
        while (this.#fault === undefined && this.#active < MAX_LOADS) {
          const id = this.#queue.shift()
          if (id === undefined) break
          this.#active++
          this.tools.source.beginPage?.()
          this.#load(id).finally(() => {
            this.#active--
            this.tools.source.endPage?.()
            pump()
          })
        }
        if (this.#active === 0) resolve()
      }
      pump()
    })
  }

  async #load(id: Id): Promise<void> {
    try {
      const loaded = await loadPage(id, this.tools, { priority: this.priority, stamp: this.#stamps.get(id) })
      this.#failures = 0
      if (loaded.found === 'page') {
        this.queueNewPages(loaded.leads, loaded.tables)
        for (const each of loaded.formerChildren) this.add(each)
      }
      await this.events.loaded(id, loaded)
      if (this.#unknown.size >= GROUP_SIZE) await this.#requestUnknownIds()
    } catch (error) {
      if (!(error instanceof CallError)) {
        this.#fault ??= error
        return
      }
      this.events.failed(id, error.message)
      if (error.kind === 'refused') return
      this.#failures++
      if (this.#failures >= MAX_FAILURES) {
        this.#fault ??= new SyncError(`The workspace no longer responds (${error.message}); run the sync again later`)
      }
    }
  }

  async #requestUnknownIds(): Promise<void> {
    const ids = [...this.#unknown]
    this.#unknown.clear()
    for (const group of splitIntoGroups(ids)) {
      try {
        const { block } = await this.tools.source.getBlocks(group, this.priority)
        for (const id of group) {
          if (!block.has(id)) this.events.onMissing(id)
          else if (this.#isOwnPage(block.get(id))) this.add(id)
        }
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        for (const id of group) this.events.failed(id, error.message)
      }
    }
  }

  /** Pages that failed recently are skipped, because ten that can never be fetched would end every run. */
  #failedLately(id: Id): boolean {
    const attempts = this.tools.state.missed.get(id)
    return attempts !== undefined && !isDue(attempts)
  }

  /** Whether an entry is a shared page of the workspace's own space that is not in the trash. */
  #isOwnPage(entry: unknown): boolean {
    const block = getRecord(entry)
    if (block === undefined || block.alive === false || !PAGE_TYPES.has(String(block.type))) return false
    const [space, own] = [getSpace(entry), this.ownSpace()]
    return space === undefined || own === undefined || space === own
  }
}
