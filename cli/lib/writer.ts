import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Publisher, readFormerHistory, sweepFormerSnapshots } from '../../lib/instances/publisher'
import { INCOMPLETE } from '../../lib/instances/reader'
import { REQUESTED, reportPublications, takeRequests } from '../../lib/instances/requests'
import { openSharedSnapshot } from '../../lib/instances/shared-snapshot'
import { WriterRole } from '../../lib/instances/writer-role'
import { connectToRedis, type Redis } from '../../lib/redis/connection'
import type { Env } from '../../lib/settings/env'
import { openWorkingCopy } from '../../lib/site/working-copy'
import { parseCompressed } from '../../lib/snapshot/contents'
import { allowOneAtATime } from '../../lib/snapshot/one-at-a-time'
import type { RedisStore } from '../../lib/snapshot/redis-store'
import { readSyncReport } from '../../lib/snapshot/sync-report'
import { requestSync } from '../../lib/snapshot/sync-requests'
import type { Visibility } from '../../lib/snapshot/visibility'
import { submitChanges } from '../../server/index-now'
import { Preparation } from '../../server/preparation'
import { keepSyncing } from '../../server/syncing'

/** The interval at which requests of readers are handled, and at which Redis is tried again. */
const INTERVAL_MS = 1000
const CHECK_INTERVAL_MS = 200
const SWEEP_INTERVAL_MS = 10 * 60_000
const REPAIR_INTERVAL_MS = 10_000

/** Runs the writer of a site with several readers while this process has the role, until the signal aborts. */
export async function runWriter(env: Env, redisUrl: string, syncs: boolean, stopped: AbortSignal): Promise<void> {
  const redis = connectToRedis(redisUrl, (sentence) => console.error(sentence))
  const shared = openSharedSnapshot(env, redis)
  const role = new WriterRole(redis, shared.site, () => shared.removeForeignKeys())
  while (!stopped.aborted) {
    const ended = await role.take(stopped)
    if (!ended.aborted) await new Writer(env, openSharedSnapshot(env, redis, role.value), ended, syncs).run()
  }
  await role.release()
  redis.destroy()
}

/** Syncs, prepares and publishes while this process has the role. */
class Writer {
  readonly #redis: Redis
  readonly #publisher: Publisher
  readonly #preparation: Preparation
  /** Whether the workspace folder is at least as new as the published state. */
  #isCurrent = false
  /** Whether the newest state could not be published, and has to be published again. */
  #isBehind = false
  #sweptAt = Number.NEGATIVE_INFINITY
  #turn: Promise<unknown> = Promise.resolve()
  #repairedAt = Number.NEGATIVE_INFINITY
  #report = ''
  #reason = ''

  constructor(
    readonly env: Env,
    readonly shared: RedisStore,
    readonly ended: AbortSignal,
    /** Whether a sync fills the workspace folder. */
    readonly syncs: boolean,
  ) {
    this.#redis = shared.redis
    this.#publisher = new Publisher(openWorkingCopy(env), shared)
    this.#preparation = new Preparation(env, ended, syncs, {
      publish: () => this.#publish(),
      withhold: (newest) => this.#withdraw(newest),
    })
  }

  async run(): Promise<void> {
    const { env, shared, ended, syncs } = this
    const earlier = await readSyncReport(env.stateDir)
    const wasPublished = await this.#adoptPublishedHistory()
    if (ended.aborted) return
    const stopListening = shared.listen((news) => {
      if (news === REQUESTED) void this.#handleRequests()
      if (news === INCOMPLETE) this.#repair()
    })
    const timer = setInterval(() => void this.#handleRequests(), INTERVAL_MS)
    const syncing = syncs ? keepSyncing(env, ended) : undefined
    // Pages that an earlier sync left in the folder may have been withdrawn since, or be fewer than the published ones.
    if (syncs && (wasPublished || existsSync(path.join(env.workspaceDir, 'manifest.json')))) {
      await this.#waitForSync(earlier?.startedAt)
    }
    this.#isCurrent = true
    if (env.indexNowKey !== undefined) submitChanges(env, env.indexNowKey, ended)
    if (!ended.aborted) await this.#preparation.start()
    if (!ended.aborted) await new Promise((resolve) => ended.addEventListener('abort', resolve))
    clearInterval(timer)
    stopListening()
    await Promise.all([syncing, this.#handleRequests(), this.#turn])
  }

  /** Adopts the history of paths that was published last. Returns whether anything was published. */
  async #adoptPublishedHistory(): Promise<boolean> {
    for (; !this.ended.aborted; await pause(INTERVAL_MS)) {
      try {
        const bytes = await readFormerHistory(this.#redis, this.shared.site)
        const history = (await this.shared.history()) ?? (bytes && (await parseCompressed(bytes)))
        await this.#adopt(history)
        return history !== undefined || (await this.shared.generation()) > 0
      } catch {
        // The connection logs that Redis does not respond.
      }
    }
    return false
  }

  /** Adopts the former paths that another process published, because they cannot be rebuilt here. */
  async #adopt(history: unknown): Promise<void> {
    const working = openWorkingCopy(this.env)
    if (history === undefined || isDeepStrictEqual(history, await working.derived('history'))) return
    await working.putDerived('history', history)
    // The index names former paths, so it is built again.
    await working.withdraw()
  }

  /** Handles requests of readers, passes on the report of the sync, and retries publications that failed. Never throws. */
  readonly #handleRequests = allowOneAtATime(() => this.#handleRequestsNow().catch(() => {}))

  async #handleRequestsNow(): Promise<void> {
    if (!this.#redis.isReady || this.ended.aborted) return
    const { env, shared } = this
    if (await shared.removeForeignKeys()) this.#isBehind = true
    // A full Redis rejects the report until the sweep below has removed contents.
    await this.#passOnReport().catch(() => {})
    const { sync, publications } = await takeRequests(this.#redis, shared.site)
    if (sync.all) await requestSync(env.stateDir, { all: true })
    if (sync.pages.length > 0) await requestSync(env.stateDir, { pages: sync.pages, deleted: sync.deleted })
    // Not awaited: a preparation takes seconds in a large workspace.
    if (publications.length > 0) this.#handlePublications(publications).catch(() => {})
    if (this.#isBehind) await this.#publish()
    if (performance.now() - this.#sweptAt > SWEEP_INTERVAL_MS) await this.#sweep()
  }

  async #handlePublications(publications: readonly string[]): Promise<void> {
    const isDone = this.#isCurrent && (await this.#preparation.refresh())
    const generation = isDone ? await this.shared.generation() : 0
    await reportPublications(this.#redis, this.shared.site, publications, generation)
  }

  async #passOnReport(): Promise<void> {
    const report = JSON.stringify(await readSyncReport(this.env.stateDir))
    if (report === undefined || report === this.#report) return
    await this.#redis.set(`${this.shared.site}report`, report)
    this.#report = report
  }

  /** Publishes again what a reader could not load, at intervals: all readers report it every second, and load each publication. */
  #repair(): void {
    if (performance.now() - this.#repairedAt < REPAIR_INTERVAL_MS) return
    this.#repairedAt = performance.now()
    void this.#publish(true)
  }

  /** Publishes, one call at a time and never during a sweep. Returns whether the newest state is in Redis. Never throws. */
  #publish(again = false): Promise<boolean> {
    const publication = this.#turn.then(() => this.#publishNow(again))
    this.#turn = publication
    return publication
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
      // The connection logs that Redis does not respond.
      if (reason !== this.#reason && this.#redis.isReady && !this.ended.aborted)
        console.error(`Not published: ${reason}`)
      this.#reason = reason
      return false
    }
  }

  /** Makes readers hide what was withdrawn, if the newest state cannot be stored here. Never throws. */
  async #withdraw(newest: Visibility | undefined): Promise<string> {
    if (newest === undefined) return 'nothing is published'
    const isWithdrawn = await this.shared.withdraw(newest).then(
      () => true,
      () => false,
    )
    return isWithdrawn ? 'readers hide withdrawn pages, other changes are not published' : 'nothing is published'
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

  /** Waits for a successful sync other than the one that started at `earlier`. Times are not compared, because the clock may be set. */
  async #waitForSync(earlier: number | undefined): Promise<void> {
    while (!this.ended.aborted) {
      const report = await readSyncReport(this.env.stateDir)
      // A refused run keeps pages that may be lost by mistake; everything else is up to date.
      if ((report?.state === 'done' || report?.state === 'refused') && report.startedAt !== earlier) return
      await pause(CHECK_INTERVAL_MS, undefined, { signal: this.ended }).catch(() => {})
    }
  }
}
