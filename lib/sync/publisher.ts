import { addMissingPreviews } from './repairs'
import type { SyncTools } from './tools'

/** A first sync publishes after this time, and then whenever its duration has grown by a tenth. Milliseconds. */
const FIRST_SHOWN = 2000
const MAX_UNSHOWN_MS = 60_000

/** Publishes what was fetched: complete pages, and the manifest that lists them. */
export class SnapshotPublisher {
  readonly #tools: SyncTools
  #turn: Promise<unknown> = Promise.resolve()
  #began = 0
  #next = 0

  constructor(tools: SyncTools) {
    this.#tools = tools
  }

  /**
   * Begins a run: removes pages and files that no manifest lists any more. Call it before the state is compacted, which clears the list of
   * new files.
   */
  begin(): Promise<void> {
    this.#began = performance.now()
    this.#next = 0
    return this.#inTurn(async () => {
      const { state, store, folder } = this.#tools
      await addMissingPreviews(this.#tools)
      const left = await folder.sweep(store.manifest())
      if (left === undefined) return
      for (const [key, { file }] of state.files) if (file !== undefined && !left.has(file)) state.delete('files', key)
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
    if (now < this.#next || !state.pages.has(state.root)) return
    this.#next = now + Math.min(Math.max(FIRST_SHOWN, (now - this.#began) / 10), MAX_UNSHOWN_MS)
    await this.publish()
    await files.flush('normal')
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
