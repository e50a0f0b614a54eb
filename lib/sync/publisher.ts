import { addMissingPreviews } from './repairs'
import type { SyncTools } from './tools'

/** A first sync shows what it has after this long, and then whenever it has run a tenth longer. Milliseconds. */
const FIRST_SHOWN = 2000
const LONGEST_UNSHOWN = 60_000

/** Makes what was fetched visible to readers of the snapshot: whole pages, and only pages with their manifest. */
export class Publisher {
  readonly #tools: SyncTools
  #turn: Promise<unknown> = Promise.resolve()
  #began = 0
  #next = 0

  constructor(tools: SyncTools) {
    this.#tools = tools
  }

  /**
   * Begins a run: removes files and pages that nothing shows any more, now that no reader uses them. The state may be compacted afterwards,
   * which forgets which files are new.
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
      // A sync that has forgotten pages which the snapshot lists would drop them from it.
      await this.#tools.state.flush()
      await this.#tools.folder.commit(this.#tools.store.manifest())
    })
  }

  /** What a first sync has so far is shown soon, and then less and less often, because every time costs the site some work. */
  async publishNowAndThen(): Promise<void> {
    const now = performance.now()
    const { state, files } = this.#tools
    if (now < this.#next || !state.pages.has(state.root)) return
    this.#next = now + Math.min(Math.max(FIRST_SHOWN, (now - this.#began) / 10), LONGEST_UNSHOWN)
    await this.publish()
    await files.flush('normal')
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
