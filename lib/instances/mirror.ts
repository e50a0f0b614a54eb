import 'server-only'
import { namesIn, parsed } from '../snapshot/contents'
import { copyContents } from '../snapshot/copy'
import type { FilesStore } from '../snapshot/files-store'
import { oneAtATime } from '../snapshot/one-at-a-time'
import type { RedisStore } from '../snapshot/redis-store'
import { IncompleteError, type Manifest } from '../snapshot/store'
import type { Roster } from './roster'

/** One that is slow does not keep the others from what is new. */
const WAITS_FOR_OTHERS_MS = 1500

/** Said by an instance that found a piece missing or broken, to the one that writes. */
export const INCOMPLETE = 'incomplete'

/**
 * Keeps an instance's copy of the snapshot, on its own disk, up to what Redis has: all contents first, then, once every instance has
 * them, the state that names them. It never goes back to an earlier generation, and needs Redis only to move on.
 */
export class Mirror {
  /** The generation that is served; 0: none yet. */
  generation = 0
  #kept: Manifest[] = []
  #told = 0

  constructor(
    readonly shared: RedisStore,
    readonly local: FilesStore,
    /** Undefined: this one serves nobody, so nobody waits for it. */
    readonly roster: Roster | undefined,
    /** Makes the new state seen, which is of this generation; over when it is. */
    readonly serve: (generation: number) => Promise<void>,
  ) {}

  /** Takes over what is new. Throws nothing: it says what is wrong, once, and is to be called again. */
  readonly catchUp = oneAtATime(() => this.#advance().catch((error: unknown) => this.#report(error)))

  async #advance(): Promise<void> {
    const { shared, local, roster } = this
    const generation = await shared.generation()
    if (generation <= this.generation) return
    const state = await shared.state()
    const index = state?.derived.index
    if (state === undefined || index === undefined || (await parsed(index)) === undefined) {
      throw new IncompleteError(['its state'])
    }
    await copyContents(namesIn(state.manifest), shared, local)
    await roster?.say({ staged: generation })
    await roster?.untilAll('staged', generation, WAITS_FOR_OTHERS_MS)
    await local.putState(state)
    await this.serve(generation)
    this.generation = generation
    await roster?.say({ serving: generation })
    this.#kept = [state.manifest, ...this.#kept.slice(0, 1)]
    await local.sweep(this.#kept)
  }

  async #report(error: unknown): Promise<void> {
    // While Redis is away, the connection says so.
    if (!this.shared.redis.isReady) return
    if (error instanceof IncompleteError) await this.shared.tell(INCOMPLETE).catch(() => {})
    const generation = await this.shared.generation().catch(() => this.#told)
    if (generation === this.#told) return
    this.#told = generation
    console.error(`The newest snapshot is not served yet: ${error instanceof Error ? error.message : error}`)
  }
}
