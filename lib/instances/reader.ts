import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ReaderState } from '../runtime'
import { findDamaged, listContents, parseCompressed } from '../snapshot/contents'
import { copyContents } from '../snapshot/copy'
import type { FilesStore } from '../snapshot/files-store'
import { allowOneAtATime } from '../snapshot/one-at-a-time'
import type { RedisState, RedisStore } from '../snapshot/redis-store'
import { IncompleteError, type Manifest, SnapshotError } from '../snapshot/store'
import { findWithdrawnInPartialIndex } from '../snapshot/visibility'
import { isObject } from '../workspace/values'
import { LiveReaders } from './live-readers'
import { PauseGuard } from './pause-guard'

/** Sent by a reader that found content of the newest snapshot missing or damaged. */
export const INCOMPLETE = 'incomplete'

const LIMITS = {
  /** Messages may be lost, so a reader also checks Redis at intervals. */
  intervalMs: 1000,
  /** Deadline of a check of Redis. */
  checkMs: 300,
  /** The maximum time that a request for an unknown path waits for a newer generation. */
  loadMs: 10_000,
  /** The maximum time that a response after a pause waits for Redis, which is often busy then with what was sent meanwhile. */
  pauseMs: 5000,
  /** The maximum time that a start waits for Redis before it serves without a site. */
  startMs: 4000,
  /** The interval at which a reader without a writer looks for writers of other sites. */
  otherWriterMs: 10_000,
}
export type ReaderLimits = typeof LIMITS

/**
 * Keeps this process's copy of the snapshot, on its own disk, up to date with Redis, and hides withdrawn pages until it is.
 * It never returns to an earlier generation, and serves its copy while Redis does not respond.
 */
export class Reader {
  readonly #id = randomUUID()
  readonly #readers: LiveReaders
  #generation = 0
  #withdrawn: readonly string[] = []
  #redisState: RedisState | undefined
  /** The number of reads of the state that have begun, and that of the read that `redisState` is from. */
  #readsBegun = 0
  #readNumber = 0
  readonly #limits: ReaderLimits
  readonly #pauses: PauseGuard
  #otherWriter = { isRunning: false, readAt: Number.NEGATIVE_INFINITY }
  #failure: LoadFailure | undefined
  /** The generation that was refused because it has fewer pages than are served. It is not loaded again. */
  #refused: number | undefined
  #problems: readonly string[] = []
  #kept: Manifest[] = []
  /** Whether the copy is damaged and has to be loaded again. */
  #isDamaged = false
  #timer: NodeJS.Timeout | undefined
  #stopListening = () => {}

  constructor(
    readonly shared: RedisStore,
    readonly local: FilesStore,
    /** Called when the served generation, the problems, or the pages and collections that were withdrawn since then change. */
    readonly onChange: (state: ReaderState, withdrawn: ReadonlySet<string>) => void,
    limits: Partial<ReaderLimits> = {},
  ) {
    this.#limits = { ...LIMITS, ...limits }
    this.#pauses = new PauseGuard(() => this.#checkUntilRead(), this.#limits.pauseMs)
    this.#readers = new LiveReaders(shared.redis, shared.site)
  }

  /** Resolves when the newest generation is served, or Redis does not respond. */
  async start(): Promise<void> {
    // Pages in the copy of an earlier start may have been withdrawn since.
    // If the disk is read-only, no newer copy can be written either, and nothing is served without one.
    await this.local.withdraw().catch(() => {})
    this.#stopListening = this.shared.listen((news) => {
      if (news === 'snapshot') void this.#update()
    })
    const until = performance.now() + this.#limits.startMs
    while (!this.shared.redis.isReady && performance.now() < until) await pause(20)
    // A start is busy, so a check may take longer than its deadline.
    do await this.#update()
    while (this.#redisState === undefined && performance.now() < until)
    this.#timer = setInterval(() => void this.#update(), this.#limits.intervalMs)
    this.#pauses.start()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#pauses.stop()
    this.#stopListening()
    await this.#readers.leave(this.#id).catch(() => {})
    this.shared.redis.destroy()
  }

  /**
   * Resolves once a request may be handled. After a pause, this process checks Redis first, because pages may have been withdrawn. It also
   * checks Redis if it has no page for the request (`isKnown`), because another reader may have linked to a new one.
   */
  async beforeResponse(isKnown: () => Promise<boolean>): Promise<void> {
    await this.#pauses.beforeResponse()
    if ((await isKnown()) || !this.shared.redis.isReady) return
    await this.#check()
    if (this.#hasNewer && !hasLoadFailed(this.#redisState, this.#failure))
      await waitAtMost(this.#limits.loadMs, this.#load())
  }

  get #hasNewer(): boolean {
    return (this.#redisState?.loadable ?? 0) > this.#generation
  }

  async #update(): Promise<void> {
    await this.#check()
    // Announce before loading, which may take longer than a reader counts as live.
    if (this.#generation > 0) await this.#readers.announce(this.#id, this.#generation).catch(() => {})
    if (await this.local.damage.takeMarker()) this.#isDamaged = true
    if (this.#hasNewer || this.#isDamaged) await this.#load()
  }

  /** Repeats the check until Redis responds to a read that began after this call. An earlier one may be older than a pause. */
  async #checkUntilRead(): Promise<void> {
    const before = this.#readsBegun
    const until = performance.now() + this.#limits.pauseMs
    do await this.#check()
    while (this.#readNumber <= before && performance.now() < until)
  }

  /** Checks Redis, and hides what was withdrawn since the served generation. Never throws. */
  readonly #check = allowOneAtATime(() => waitAtMost(this.#limits.checkMs, this.#readRedisState()))

  /** Retries after an error, because a connection that timed out during a pause fails once before it is opened again. */
  async #readRedisState(): Promise<void> {
    const number = ++this.#readsBegun
    for (const until = performance.now() + this.#limits.checkMs; performance.now() < until; await pause(10)) {
      const isReady = this.shared.redis.isReady
      const redisState = isReady ? await this.#compare().catch(() => undefined) : undefined
      // A generation that was loaded meanwhile has withdrawals of its own.
      if (redisState?.servedGeneration !== this.#generation) continue
      this.#redisState = redisState
      this.#readNumber = number
      // A Redis that lost its data no longer lists earlier withdrawals.
      this.#show(this.#generation, [...new Set([...this.#withdrawn, ...redisState.withdrawn])])
      return
    }
  }

  async #compare(): Promise<RedisState> {
    const redisState = await this.shared.compareWith(this.#generation)
    return redisState.hasWriter ? redisState : { ...redisState, hasOtherWriter: await this.#hasOtherWriter() }
  }

  /** Whether a writer runs, but for another site: probably with another WORKSPACE_DIR. Looked up at intervals, because it costs more. */
  async #hasOtherWriter(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#otherWriter.readAt > this.#limits.otherWriterMs) {
      const isRunning = await this.shared.hasOtherWriter().catch(() => this.#otherWriter.isRunning)
      this.#otherWriter = { isRunning, readAt: now }
    }
    return this.#otherWriter.isRunning
  }

  /** Loads the newest generation, if it is not served yet. Never throws. */
  readonly #load = allowOneAtATime(async () => {
    if (this.#refused !== undefined && this.#refused === this.#redisState?.loadable) return
    try {
      await this.#loadNewest()
      this.#failure = undefined
    } catch (error) {
      await this.#fail(error)
    }
    this.#show(this.#generation, this.#withdrawn)
  })

  async #loadNewest(): Promise<void> {
    const { shared, local } = this
    const published = await shared.published()
    const ahead = published === undefined ? 1 : published.generation - this.#generation
    // A lagging replica has an older generation, which may contain withdrawn pages.
    if (ahead < 0 || (ahead === 0 && !this.#isDamaged)) return
    const index = published?.state.derived.index && (await parseCompressed(published.state.derived.index))
    if (published === undefined || index === undefined || (await findDamaged(published.state)).length > 0) {
      throw new IncompleteError(['its state'])
    }
    const { generation, state } = published
    await this.#refuseSmaller(generation, index)
    await copyContents(listContents(state.manifest), shared, local)
    await local.putState(state)
    this.#isDamaged = false
    local.damage.noteRestored()
    // A generation of an earlier version may be loaded after pages were withdrawn by a later one.
    const { withdrawn } = await shared.compareWith(generation)
    this.#show(generation, withdrawn)
    await this.#readers.announce(this.#id, generation)
    this.#kept = [state.manifest, ...this.#kept.slice(0, 1)]
    await local.sweep(this.#kept)
  }

  /**
   * Throws if a generation is from an unfinished first sync and has fewer pages than this reader serves: the writer and Redis lost their
   * data. The withdrawals of the generation are hidden, because the log of withdrawals was lost, too.
   */
  async #refuseSmaller(generation: number, next: unknown): Promise<void> {
    if (this.#generation === 0 || !isObject(next) || next.isFilling !== true) return
    const served = await this.local.derived('index')
    if (countPages(served) <= countPages(next)) return
    this.#refused = generation
    this.#show(this.#generation, [...new Set([...this.#withdrawn, ...findWithdrawnInPartialIndex(served, next)])])
    throw new SnapshotError('the first sync has not finished, and the snapshot has fewer pages than this reader serves')
  }

  async #fail(error: unknown): Promise<void> {
    // The connection logs that Redis does not respond.
    if (!this.shared.redis.isReady) return
    if (error instanceof IncompleteError) await this.shared.send(INCOMPLETE).catch(() => {})
    // Only the log may contain the name of missing content, which may belong to a page that is not public.
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== this.#failure?.reason) console.error(`The newest snapshot cannot be loaded: ${reason}`)
    this.#failure = { generation: Math.max(this.#redisState?.loadable ?? 0, this.#refused ?? 0), reason }
  }

  #show(generation: number, withdrawnPages: readonly string[]): void {
    // Without a generation nothing is served, so nothing has to be hidden.
    const withdrawn = generation === 0 ? [] : withdrawnPages
    const problems = findReaderProblems(generation, this.#redisState, this.#failure)
    for (const problem of problems) if (!this.#problems.includes(problem)) console.error(problem)
    const before = [this.#generation, this.#withdrawn, this.#problems]
    if (isDeepStrictEqual(before, [generation, withdrawn, problems])) return
    this.#generation = generation
    this.#withdrawn = withdrawn
    this.#problems = problems
    this.onChange({ generation, problems }, new Set(withdrawn))
  }
}

const countPages = (index: unknown) => (isObject(index) && Array.isArray(index.pages) ? index.pages.length : 0)

/** Returns the result of a promise; undefined if it takes longer or is rejected. */
async function waitAtMost<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([work.catch(() => undefined), pause(milliseconds, undefined, { ref: false })])
}

/** The last attempt to load a generation, if it failed. */
interface LoadFailure {
  generation: number
  reason: string
}

const NO_WRITER = 'No writer is running for this site: start one with `npm run sync -- --watch` and the same REDIS_URL'
const OTHER_SITE =
  'No writer is running for this site, but one for another site with the same REDIS_URL: NOTION_ROOT_PAGE, or without it WORKSPACE_DIR, must be the same for the writer and all readers'
const LOST = 'Redis lost the snapshot that is served: the writer publishes it again'
const NOT_LOADED = 'The newest snapshot is not served yet, because it could not be loaded: see the log'
const OTHER_VERSION =
  'The newest snapshot is of another version or of other settings: use the same for the writer and all readers'

type Newest = Pick<RedisState, 'hasWriter' | 'hasOtherWriter' | 'newest' | 'loadable'>

/** Whether the last failure is of the newest generation that can be loaded. It is not loaded again; a later generation is. */
export function hasLoadFailed(
  redisState: Newest | undefined,
  failure: Pick<LoadFailure, 'generation'> | undefined,
): boolean {
  return failure !== undefined && failure.generation === redisState?.loadable
}

/** Returns why a reader that serves a generation may not show the newest state; none before the first check of Redis. */
export function findReaderProblems(
  generation: number,
  redisState: Newest | undefined,
  failure: LoadFailure | undefined,
): string[] {
  if (redisState === undefined) return []
  const { hasWriter, hasOtherWriter, newest, loadable } = redisState
  const isOther = newest > loadable && newest > generation
  return [
    ...(hasWriter ? [] : [hasOtherWriter ? OTHER_SITE : NO_WRITER]),
    ...(newest < generation ? [LOST] : []),
    ...(isOther ? [OTHER_VERSION] : []),
    // Also while a newer one is loaded after a failure: otherwise health would be `ready` for a moment after each publication.
    ...(failure !== undefined && loadable > generation ? [NOT_LOADED] : []),
  ]
}
