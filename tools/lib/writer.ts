import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../../lib/env'
import { latestFormer, sweepFormer } from '../../lib/instances/former'
import type { Mirror } from '../../lib/instances/mirror'
import { Publisher } from '../../lib/instances/publisher'
import { leave, type Relay } from '../../lib/instances/relay'
import { SharedSource } from '../../lib/instances/source'
import { sharedSite, workingCopy } from '../../lib/site/working-copy'
import { copySnapshot } from '../../lib/snapshot/copy'
import type { RedisStore } from '../../lib/snapshot/redis-store'
import { readSyncReport } from '../../lib/snapshot/sync-report'
import { SnapshotFolder } from '../../lib/sync/snapshot-folder'
import { Preparation } from './preparation'
import { keepSyncing } from './syncing'

const LOOK_MS = 200
const SWEEPS_EVERY_MS = 10 * 60_000

/** What the one instance does that writes: it syncs, prepares, and puts what comes of it into Redis, until its signal aborts. */
export class Writer {
  readonly #publisher: Publisher
  readonly #source: SharedSource | undefined
  readonly #preparation: Preparation
  #isReady = false
  /** Whether the workspace folder is known to be no older than what is served. */
  #mayPrepare = false
  #sweptAt = Number.NEGATIVE_INFINITY
  #turn: Promise<unknown> = Promise.resolve()
  #repairing: Promise<unknown> | undefined
  #said = ''
  /** Whether the newest state could not be put, and has to be put again. */
  #isBehind = false

  constructor(
    readonly env: Env,
    readonly mirror: Mirror,
    readonly relay: Relay,
    readonly stopped: AbortSignal,
    /** Whether the workspace folder is filled by a sync. */
    readonly syncs: boolean,
  ) {
    const { shared } = mirror
    this.#publisher = new Publisher(workingCopy(env), shared)
    this.#source = syncs ? new SharedSource(new SnapshotFolder(env.workspaceDir), shared) : undefined
    this.#preparation = new Preparation(env, stopped, syncs, () => this.#publish())
  }

  /** Goes on where the one before left off. Over when everything has ended. */
  async run(): Promise<void> {
    const { mirror, env, stopped } = this
    const started = Date.now()
    await mirror.catchUp()
    mirror.shared.written = mirror.generation
    if (mirror.generation > 0) await copySnapshot(mirror.local, workingCopy(env))
    const former = mirror.generation > 0 ? undefined : await latestFormer(mirror.shared, sharedSite(env))
    // The one thing that cannot be made again.
    const history = await former?.derived('history')
    if (history !== undefined) await workingCopy(env).putDerived('history', history)
    const isSourceKnown = await this.#restoreSource(former)
    if (stopped.aborted) return
    this.#isReady = true
    const isOld = !isSourceKnown && existsSync(path.join(env.workspaceDir, 'manifest.json'))
    const syncing = this.syncs ? keepSyncing(env, stopped) : undefined
    // What lies in this machine's folder may be long out of date: it is not shown before the workspace was asked.
    if (isOld) await this.#untilSynced(started)
    this.#mayPrepare = true
    if (!stopped.aborted) await this.#preparation.start()
    await syncing
  }

  /** Makes the workspace folder what was fetched last, be it by another version. False: nobody has saved that. */
  async #restoreSource(former: RedisStore | undefined): Promise<boolean> {
    if (this.#source === undefined) return true
    const sources = [this.#source, ...(former ? [new SharedSource(this.#source.folder, former)] : [])]
    for (const source of sources) {
      if (!(await source.isSaved())) continue
      await source.restore()
      return true
    }
    return false
  }

  /** Does what other instances ask for, tells them how the sync fares, and puts again what Redis lost. */
  async attend(): Promise<void> {
    if (!this.#isReady) return
    const { relay, env, mirror } = this
    await relay.tellReport(env.stateDir)
    const { sync, preparations } = await relay.take()
    await leave(env.stateDir, sync)
    if (preparations.length > 0) {
      const isDone = this.#mayPrepare && (await this.#preparation.refresh())
      await relay.answer(preparations, isDone ? mirror.shared.written : 0)
    }
    const { written } = mirror.shared
    if (this.#isBehind || (written > 0 && (await mirror.shared.generation()) !== written)) await this.#publish()
    if (performance.now() - this.#sweptAt > SWEEPS_EVERY_MS) await this.#sweep()
  }

  /** Puts again what another instance could not read; all of them say so every second, and once is enough. */
  async repair(): Promise<void> {
    if (!this.#isReady) return
    this.#repairing ??= this.#publish(true).finally(() => {
      this.#repairing = undefined
    })
    await this.#repairing
  }

  /** One at a time: what one puts, another would sweep out. */
  #publish(anew = false): Promise<boolean> {
    const mine = this.#turn.then(() => this.#putAll(anew))
    this.#turn = mine
    return mine
  }

  /** Lets go what nothing names any more; never while something is put, which nothing names yet. */
  #sweep(): Promise<unknown> {
    this.#sweptAt = performance.now()
    const { shared } = this.mirror
    const swept = this.#turn.then(async () => {
      await this.#publisher.sweep()
      await this.#source?.sweep()
      await sweepFormer(shared, sharedSite(this.env), Date.now())
    })
    this.#turn = swept.catch(() => {})
    return swept
  }

  /** Throws nothing. Answers whether all of it is in Redis. */
  async #putAll(anew: boolean): Promise<boolean> {
    try {
      await this.#publisher.publish({ anew })
      await this.#source?.save()
      this.#said = ''
      this.#isBehind = false
      return true
    } catch (error) {
      this.#isBehind = true
      const why = error instanceof Error ? error.message : String(error)
      // While Redis is away, the connection says so.
      if (why !== this.#said && this.mirror.shared.redis.isReady && !this.stopped.aborted)
        console.error(`Not published: ${why}`)
      this.#said = why
      return false
    }
  }

  async #untilSynced(since: number): Promise<void> {
    while (!this.stopped.aborted) {
      const report = await readSyncReport(this.env.stateDir)
      if (report?.state === 'done' && report.startedAt >= since) return
      await pause(LOOK_MS, undefined, { signal: this.stopped }).catch(() => {})
    }
  }
}
