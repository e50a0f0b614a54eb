import { addMissingPreviews } from './repairs'
import type { SyncTools } from './tools'

/** A first sync waits at least this long between publications, and longer as it takes longer: a tenth of its duration so far. */
const MIN_INTERVAL_MS = 2000
const MAX_INTERVAL_MS = 60_000

/** Publishes what was fetched: complete pages, and the manifest that lists them. */
export class SnapshotPublisher {
  readonly #tools: SyncTools
  #turn: Promise<unknown> = Promise.resolve()
  #startedAt = 0
  /** The earliest time of the next publication of a first sync. */
  #nextAt = 0

  constructor(tools: SyncTools) {
    this.#tools = tools
  }

  /**
   * Begins a run: removes pages and files that no manifest lists any more. Call it before the state is compacted, which clears the list of
   * new files.
   */
  begin(): Promise<void> {
    this.#startedAt = performance.now()
    this.#nextAt = 0
    return this.#inTurn(async () => {
      const { state, store, folder } = this.#tools
      await addMissingPreviews(this.#tools)
      const remaining = await folder.sweep(store.manifest())
      if (remaining === undefined) return
      for (const [key, { file }] of state.files) {
        if (file !== undefined && !remaining.has(file)) state.delete('files', key)
      }
    })
  }

  /** Publishes everything that was fetched, with the previews of files that arrived. */
  publish(): Promise<void> {
    return this.#inTurn(async () => {
      await addMissingPreviews(this.#tools)
      // A sync whose state lacks pages that the manifest lists would remove them from it.
      await this.#tools.state.flush()
      await this.#tools.folder.commit(this.#tools.store.manifest())
    })
  }

  /** Publishes the pages of a first sync so far: early, then at growing intervals, because the site prepares each publication. */
  async publishAtIntervals(): Promise<void> {
    const now = performance.now()
    const { state, files } = this.#tools
    if (now < this.#nextAt || !state.pages.has(state.root)) return
    this.#nextAt = now + Math.min(Math.max(MIN_INTERVAL_MS, (now - this.#startedAt) / 10), MAX_INTERVAL_MS)
    await this.publish()
    await files.flush('normal')
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
