import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Env } from '../../lib/env'
import { formerHistory, sweepFormerSnapshots } from '../../lib/instances/former-layout'
import { Publisher } from '../../lib/instances/publisher'
import { INCOMPLETE } from '../../lib/instances/reader'
import { answerPublications, REQUESTED, takeRequests } from '../../lib/instances/requests'
import { sharedSnapshot } from '../../lib/instances/shared-snapshot'
import { WriterRole } from '../../lib/instances/writer-role'
import { connectToRedis, type Redis } from '../../lib/redis/connection'
import { openWorkingCopy } from '../../lib/site/working-copy'
import { parsed } from '../../lib/snapshot/contents'
import { oneAtATime } from '../../lib/snapshot/one-at-a-time'
import type { RedisStore } from '../../lib/snapshot/redis-store'
import { readSyncReport } from '../../lib/snapshot/sync-report'
import { requestSync } from '../../lib/snapshot/sync-requests'
import { Preparation } from '../../server/preparation'
import { keepSyncing } from '../../server/syncing'

const BEAT_MS = 1000
const LOOK_MS = 200
const SWEEPS_EVERY_MS = 10 * 60_000
const REPAIRS_EVERY_MS = 10_000

/** Runs the writer of a site with several readers, whenever this process has the role, until the signal aborts. */
export async function runWriter(env: Env, redisUrl: string, syncs: boolean, stopped: AbortSignal): Promise<void> {
  const redis = connectToRedis(redisUrl, (sentence) => console.error(sentence))
  const shared = sharedSnapshot(env, redis)
  const role = new WriterRole(redis, shared.site, () => shared.removeForeignKeys())
  while (!stopped.aborted) {
    const over = await role.take(stopped)
    if (!over.aborted) await new Writer(env, sharedSnapshot(env, redis, role.value), over, syncs).run()
  }
  await role.release()
  redis.destroy()
}

/** Syncs, prepares and publishes, from when the role is taken until it is over. */
class Writer {
  readonly #redis: Redis
  readonly #publisher: Publisher
  readonly #preparation: Preparation
  /** Whether the workspace folder is known to be no older than what was published. */
  #isCurrent = false
  /** Whether the newest state could not be published, and has to be again. */
  #isBehind = false
  #sweptAt = Number.NEGATIVE_INFINITY
  #turn: Promise<unknown> = Promise.resolve()
  #repairedAt = Number.NEGATIVE_INFINITY
  #report = ''
  #reason = ''

  constructor(
    readonly env: Env,
    readonly shared: RedisStore,
    readonly over: AbortSignal,
    /** Whether a sync fills the workspace folder. */
    readonly syncs: boolean,
  ) {
    this.#redis = shared.redis
    this.#publisher = new Publisher(openWorkingCopy(env), shared)
    this.#preparation = new Preparation(env, over, syncs, () => this.#publish())
  }

  async run(): Promise<void> {
    const { env, shared, over, syncs } = this
    const earlier = await readSyncReport(env.stateDir)
    const wasPublished = await this.#untilAdopted()
    if (over.aborted) return
    const stopListening = shared.listen((news) => {
      if (news === REQUESTED) void this.#attend()
      if (news === INCOMPLETE) this.#repair()
    })
    const timer = setInterval(() => void this.#attend(), BEAT_MS)
    const syncing = syncs ? keepSyncing(env, over) : undefined
    // What an earlier sync left in the folder may have been withdrawn since, or be less than what was published.
    if (syncs && (wasPublished || existsSync(path.join(env.workspaceDir, 'manifest.json')))) {
      await this.#untilSynced(earlier?.startedAt)
    }
    this.#isCurrent = true
    if (!over.aborted) await this.#preparation.start()
    if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve))
    clearInterval(timer)
    stopListening()
    await Promise.all([syncing, this.#attend(), this.#turn])
  }

  /** Adopts the history of paths that was published last. Returns whether anything was published. */
  async #untilAdopted(): Promise<boolean> {
    for (; !this.over.aborted; await pause(BEAT_MS)) {
      try {
        const bytes = await formerHistory(this.#redis, this.shared.site)
        const history = (await this.shared.history()) ?? (bytes && (await parsed(bytes)))
        await this.#adopt(history)
        return history !== undefined || (await this.shared.generation()) > 0
      } catch {
        // Redis went away: the connection says so.
      }
    }
    return false
  }

  /** The former paths that another process published cannot be rebuilt here. */
  async #adopt(history: unknown): Promise<void> {
    const working = openWorkingCopy(this.env)
    if (history === undefined || isDeepStrictEqual(history, await working.derived('history'))) return
    await working.putDerived('history', history)
    // The index names former paths, so it is built again.
    await working.withdraw()
  }

  /** Does what readers request, passes on how the sync went, and publishes again what could not be published. Throws nothing. */
  readonly #attend = oneAtATime(() => this.#attendNow().catch(() => {}))

  async #attendNow(): Promise<void> {
    if (!this.#redis.isReady || this.over.aborted) return
    const { env, shared } = this
    if (await shared.removeForeignKeys()) this.#isBehind = true
    // A Redis that is full refuses it, and what comes below makes room.
    await this.#passOnReport().catch(() => {})
    const { sync, publications } = await takeRequests(this.#redis, shared.site)
    if (sync.all) await requestSync(env.stateDir, { all: true })
    if (sync.pages.length > 0) await requestSync(env.stateDir, { pages: sync.pages })
    // A preparation takes seconds in a large workspace, and nothing else waits for it.
    if (publications.length > 0) this.#answer(publications).catch(() => {})
    if (this.#isBehind) await this.#publish()
    if (performance.now() - this.#sweptAt > SWEEPS_EVERY_MS) await this.#sweep()
  }

  async #answer(publications: readonly string[]): Promise<void> {
    const isDone = this.#isCurrent && (await this.#preparation.refresh())
    const generation = isDone ? await this.shared.generation() : 0
    await answerPublications(this.#redis, this.shared.site, publications, generation)
  }

  async #passOnReport(): Promise<void> {
    const report = JSON.stringify(await readSyncReport(this.env.stateDir))
    if (report === undefined || report === this.#report) return
    await this.#redis.set(`${this.shared.site}report`, report)
    this.#report = report
  }

  /** Publishes again what a reader could not load. All of them report it every second, and each publication is loaded by all. */
  #repair(): void {
    if (performance.now() - this.#repairedAt < REPAIRS_EVERY_MS) return
    this.#repairedAt = performance.now()
    void this.#publish(true)
  }

  /** One at a time, and never during a sweep. Returns whether the newest state is in Redis. Throws nothing. */
  #publish(again = false): Promise<boolean> {
    const mine = this.#turn.then(() => this.#publishNow(again))
    this.#turn = mine
    return mine
  }

  async #publishNow(again: boolean): Promise<boolean> {
    if (!this.#isCurrent) return false
    try {
      await this.#publisher.publish({ again })
      this.#reason = ''
      this.#isBehind = false
      return true
    } catch (error) {
      this.#isBehind = true
      const reason = error instanceof Error ? error.message : String(error)
      // While Redis is away, the connection says so.
      if (reason !== this.#reason && this.#redis.isReady && !this.over.aborted)
        console.error(`Not published: ${reason}`)
      this.#reason = reason
      return false
    }
  }

  #sweep(): Promise<unknown> {
    this.#sweptAt = performance.now()
    const swept = this.#turn.then(async () => {
      await this.#publisher.sweep()
      await sweepFormerSnapshots(this.shared)
    })
    this.#turn = swept.catch(() => {})
    return swept
  }

  /** Waits for a sync that ended well and is not the one that started at `earlier`. The clock may be set in between, so later says nothing. */
  async #untilSynced(earlier: number | undefined): Promise<void> {
    while (!this.over.aborted) {
      const report = await readSyncReport(this.env.stateDir)
      // A refused loss keeps what may be lost by mistake, and everything else is up to date.
      if ((report?.state === 'done' || report?.state === 'refused') && report.startedAt !== earlier) return
      await pause(LOOK_MS, undefined, { signal: this.over }).catch(() => {})
    }
  }
}
