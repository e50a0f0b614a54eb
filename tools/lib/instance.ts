import path from 'node:path'
import type { Env } from '../../lib/env'
import { Lease } from '../../lib/instances/lease'
import { INCOMPLETE, Mirror } from '../../lib/instances/mirror'
import { ANSWERED, ASKED, Relay } from '../../lib/instances/relay'
import { Roster } from '../../lib/instances/roster'
import { connectToRedis, type Redis } from '../../lib/redis/connection'
import { savedPrepared } from '../../lib/site/prepare'
import { sharedPrefix, workingCopy } from '../../lib/site/working-copy'
import { RedisStore } from '../../lib/snapshot/redis-store'
import { Writer } from './writer'

/** How often requests on the disk are looked for, and how often everything else is looked after. */
const LOOK_MS = 100
const BEAT_MS = 1000
/** How long a start waits for Redis before it listens without a site. */
const FIRST_LOOK_MS = 2000
const FREED = 'freed'
/** One that shows nothing yet leaves the writing for so long to those that do: after a loss of Redis they know what was published. */
const YIELDS_MS = 2000
/** An instance that cannot write leaves it to the others for so long. */
const STEPS_BACK_MS = 30_000

/** What an instance serves from: a folder of its own, beside what it would write as the one that writes. */
export const instanceDir = ({ stateDir, port }: Env): string => path.join(stateDir, 'instances', String(port))
/** Where one that serves nobody keeps its copy. */
const writerDir = ({ stateDir }: Env): string => path.join(stateDir, 'instances', 'sync')

/**
 * This machine's part in a site of several instances: it keeps up with the snapshot in Redis for the process that serves, and does
 * the writing while it is its turn.
 */
export class Instance {
  readonly #redis: Redis
  readonly #shared: RedisStore
  readonly #lease: Lease
  readonly #roster: Roster
  readonly #mirror: Mirror
  readonly #relay: Relay
  readonly #timers: NodeJS.Timeout[] = []
  #unlisten: (() => void)[] = []
  #writer: { writer: Writer; stop: AbortController; ended: Promise<void> } | undefined
  #isBeating = false
  #holding: Promise<void> | undefined
  #isLeaving = false
  #isSending = false
  #mayWriteFrom = 0
  #connectedAt = Number.POSITIVE_INFINITY

  constructor(
    readonly env: Env,
    redisUrl: string,
    /** Whether it fills the workspace folder from a hosted workspace, when it writes. */
    readonly syncs: boolean,
    /** Makes the newest state seen. Absent: it only writes, and nobody waits for it. */
    readonly serve?: (generation: number) => Promise<void>,
  ) {
    const prefix = sharedPrefix(env)
    this.#redis = connectToRedis(redisUrl, (sentence) => console.error(sentence))
    this.#redis.on('ready', () => {
      this.#connectedAt = performance.now()
    })
    this.#lease = new Lease(this.#redis, `${prefix}lock`)
    this.#shared = new RedisStore(this.#redis, prefix, this.#lease.token)
    this.#roster = new Roster(this.#redis, prefix)
    const own = { ...env, stateDir: serve ? instanceDir(env) : writerDir(env) }
    this.#relay = new Relay(this.#shared, own, this.#roster)
    this.#mirror = new Mirror(this.#shared, workingCopy(own), serve && this.#roster, serve ?? (async () => {}))
  }

  /** Over when what Redis has is served, or it does not answer. What was served before this start may have been withdrawn since. */
  async start(): Promise<void> {
    await this.#mirror.local.withdraw()
    this.#unlisten = [this.#shared.watch(() => this.#mirror.catchUp()), this.#shared.listen((news) => this.#hear(news))]
    for (const until = Date.now() + FIRST_LOOK_MS; !this.#redis.isReady && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await this.#mirror.catchUp()
    this.#timers.push(
      setInterval(() => this.#hold(), BEAT_MS),
      setInterval(() => this.#beat(), BEAT_MS),
      setInterval(() => this.#send(), LOOK_MS),
    )
    void this.#hold()
    void this.#beat()
  }

  /** Number of public pages that are served. */
  async pages(): Promise<number> {
    return (await savedPrepared({ ...this.env, stateDir: instanceDir(this.env) }))?.publicPages ?? 0
  }

  /** Leaves the others, and the writing to one of them. */
  async stop(): Promise<void> {
    this.#isLeaving = true
    for (const timer of this.#timers) clearInterval(timer)
    // First of all: who hears that the writing is free takes it.
    for (const stop of this.#unlisten) stop()
    await this.#holding
    await this.#stopWriting()
    await this.#lease.release()
    await this.#shared.tell(FREED).catch(() => {})
    await this.#roster.leave().catch(() => {})
    this.#redis.destroy()
  }

  #hear(news: string): void {
    if (news === ASKED) void this.#attend()
    if (news === ANSWERED) void this.#relay.settle().catch(() => {})
    if (news === INCOMPLETE) void this.#writer?.writer.repair()
    if (news === FREED) void this.#hold()
  }

  /** Says that this one is there, and keeps the right to write: apart from all that may take longer than the others wait. */
  #hold(): Promise<void> {
    if (this.serve !== undefined && this.#redis.isReady) this.#roster.say().catch(() => {})
    this.#holding ??= this.#keepLease().finally(() => {
      this.#holding = undefined
    })
    return this.#holding
  }

  /** Throws nothing. */
  async #keepLease(): Promise<void> {
    // What ran out unnoticed may have been another's meanwhile: whoever takes it then begins anew.
    if (!this.#lease.isHeld) await this.#stopWriting()
    const mayBegin = this.#mirror.generation > 0 || performance.now() - this.#connectedAt > YIELDS_MS
    if (mayBegin && performance.now() >= this.#mayWriteFrom) await this.#lease.keep()
    if (!this.#lease.isHeld) await this.#stopWriting()
    else if (this.#writer === undefined && !this.#isLeaving) this.#startWriting()
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || !this.#redis.isReady) return
    this.#isBeating = true
    try {
      await this.#mirror.catchUp()
      if (this.#writer === undefined) await this.#relay.bringReport()
      void this.#relay.settle().catch(() => {})
      void this.#attend()
    } catch {
      // Redis went away meanwhile: the connection says so.
    } finally {
      this.#isBeating = false
    }
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.serve === undefined) return
    this.#isSending = true
    await this.#relay.send().catch((error: unknown) => console.error('A request was not passed on:', error))
    this.#isSending = false
  }

  async #attend(): Promise<void> {
    await this.#writer?.writer.attend().catch(() => {})
  }

  #startWriting(): void {
    const stop = new AbortController()
    const writer = new Writer(this.env, this.#mirror, this.#relay, stop.signal, this.syncs)
    const ended = writer.run().catch(async (error: unknown) => {
      const why = error instanceof Error ? error.message : error
      console.error('This instance leaves the writing to another:', why)
      this.#mayWriteFrom = performance.now() + STEPS_BACK_MS
      await this.#lease.release()
    })
    this.#writer = { writer, stop, ended }
  }

  async #stopWriting(): Promise<void> {
    const current = this.#writer
    if (current === undefined) return
    current.stop.abort()
    await current.ended
    this.#writer = undefined
  }
}
