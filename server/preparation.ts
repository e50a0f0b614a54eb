import { existsSync } from 'node:fs'
import path from 'node:path'
import { Backoff } from '../lib/backoff'
import type { Env } from '../lib/env'
import { clearProblem, getLateAfterMs, reportProblem } from '../lib/problems'
import { getWaitingPreparations, reportPreparations } from '../lib/site/prepare/preparation-requests'
import { readSavedPrepared } from '../lib/site/prepare/saved-prepared'
import { openWorkingCopy } from '../lib/site/working-copy'
import type { FilesStore } from '../lib/snapshot/files-store'
import { oneAtATime } from '../lib/snapshot/one-at-a-time'
import { type ChildLimits, memoryShare, recordEnd, runChild } from './run-child'
import { watchWallClock } from './wall-clock'
import { watchFolder } from './watch'

export interface PreparationOptions extends ChildLimits {
  /** Compiled from `server/workers/prepare.ts`, relative to the project. */
  file: string
}

const OPTIONS: PreparationOptions = {
  file: 'dist/prepare.mjs',
  heapMegabytes: memoryShare(0.5, 4096),
  // The first one of 10,000 pages takes half a minute, and each later one seconds.
  deadlineMs: 20 * 60_000,
}
/** How often the wall clock is looked at for `Publish at` moments. */
const CLOCK_MS = 60_000
const LATE = 'late preparation'
/** How often requests for a look at the folder, and damage to the working copy, are noticed. */
const ASKING_MS = 100
/** How long after the start all of the working copy is verified: first visits come before that. */
const VERIFIES_AFTER_MS = 10_000

/** Keeps the working copy up to date with the workspace folder and the clock, in child processes, until the signal aborts. */
export class Preparation {
  readonly #working: FilesStore
  #answering = false
  #timer: NodeJS.Timeout | undefined
  /** Runs while the newest state of the folder waits to be prepared. */
  #late: NodeJS.Timeout | undefined
  /** The times, by the wall clock, between which what was prepared last is right. */
  #validity = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  readonly #backoff = new Backoff()
  readonly #options: PreparationOptions
  #hasCrashed = false
  #verifies = false
  #isFirst = true
  /** Whether a file of the folder could not be read, which may be for the moment only. */
  #hasUnread = false

  constructor(
    readonly env: Env,
    readonly signal: AbortSignal,
    /** Whether the folder may still be waiting for what a sync puts there. */
    readonly mayBeEmpty: boolean,
    /** Called after each that went well, for those elsewhere who show it; answers whether they will. */
    readonly publish: () => Promise<boolean> = async () => true,
    options: Partial<PreparationOptions> = {},
  ) {
    this.#options = { ...OPTIONS, ...options }
    this.#working = openWorkingCopy(env)
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer)
      clearTimeout(this.#late)
    })
  }

  /** Prepares once, then watches. False: nothing can be served, and the reason is on stderr. */
  async start(): Promise<boolean> {
    const { env, signal } = this
    watchFolder(env.workspaceDir, env.stateDir, signal, () => this.refresh()).catch((error: unknown) => {
      console.error('The workspace folder is no longer watched:', error)
    })
    watchWallClock(() => this.#lookAtClock(), signal)
    const asking = setInterval(() => this.#answerRequests(), ASKING_MS).unref()
    signal.addEventListener('abort', () => clearInterval(asking))
    // A state folder that was deleted is made again.
    const unwatch = this.#working.watch(async () => {
      if ((await readSavedPrepared(env)) === undefined) this.refresh()
    })
    signal.addEventListener('abort', unwatch)
    const isPrepared = await this.refresh()
    const verifying = setTimeout(() => this.#verify(), VERIFIES_AFTER_MS).unref()
    signal.addEventListener('abort', () => clearTimeout(verifying))
    if (isPrepared) return true
    // What exceeds a limit is no reason to serve nothing. A folder that cannot be used is, because its message says what to do.
    return this.#hasCrashed && (await readSavedPrepared(env)) !== undefined
  }

  /** Number of public pages. */
  async pages(): Promise<number> {
    return (await readSavedPrepared(this.env))?.publicPages ?? 0
  }

  /** Looks at once when somebody waits for that, whatever was noticed. */
  async #answerRequests(): Promise<void> {
    if (this.#answering) return
    this.#answering = true
    try {
      const { dir, damage } = this.#working
      // After a preparation that failed, the mark waits for the next one, which is due after a pause.
      if (this.#backoff.remainingMs === 0 && (await damage.take())) void this.refresh()
      const requests = await getWaitingPreparations(dir)
      if (requests.length > 0) await reportPreparations(requests, await this.refresh())
    } finally {
      this.#answering = false
    }
  }

  /** A disk may have lost or changed what was written to it before this start. */
  #verify(): void {
    this.#verifies = true
    void this.refresh()
  }

  /** Looks at the folder now; what changes meanwhile is seen by one more look. Throws nothing; false: it failed. */
  readonly refresh = oneAtATime(() => this.#run())

  async #run(): Promise<boolean> {
    if (this.mayBeEmpty && !existsSync(path.join(this.env.workspaceDir, 'manifest.json'))) return false
    const command = [this.#options.file, ...(this.#verifies ? ['--verify'] : []), ...(this.#isFirst ? ['--first'] : [])]
    this.#verifies = false
    this.#isFirst = false
    this.#late ??= setTimeout(() => this.#reportLate(), getLateAfterMs(this.env.syncInterval)).unref()
    const end = await runChild(command, this.#options, this.signal, { STATE_DIR: this.env.stateDir })
    if (end.outcome === 'stopped') return false
    recordEnd('prepare', end)
    this.#hasCrashed = end.outcome === 'crashed' || end.outcome === 'deadline'
    if (end.outcome !== 'done') {
      const pause = this.#backoff.fail()
      // One that failed has logged why.
      if (this.#hasCrashed)
        console.error(`The preparation ended (${end.reason}) and is started again in ${pause / 1000} s`)
      this.#after(pause, this.refresh)
      return false
    }
    this.#backoff.succeed()
    clearTimeout(this.#late)
    this.#late = undefined
    clearProblem(LATE)
    this.#working.damage.noteRestored()
    const saved = await readSavedPrepared(this.env)
    this.#hasUnread = (saved?.unread ?? []).length > 0
    this.#validity = { from: saved?.builtAt ?? this.#validity.from, until: saved?.due ?? Number.POSITIVE_INFINITY }
    this.#scheduleLook()
    return await this.publish()
  }

  #reportLate(): void {
    const seconds = getLateAfterMs(this.env.syncInterval) / 1000
    reportProblem(LATE, `The last good preparation was needed over ${seconds} s ago`)
  }

  /** Prepares again if a `Publish at` moment has passed, the clock was set back behind the last preparation, or a file was not read. */
  #lookAtClock(): void {
    const now = Date.now()
    if (this.#hasUnread || now < this.#validity.from || now >= this.#validity.until) void this.refresh()
    else this.#scheduleLook()
  }

  #scheduleLook(): void {
    const now = Date.now()
    const left = now < this.#validity.from ? 0 : this.#validity.until - now
    this.#after(Math.min(Math.max(left, 0), CLOCK_MS), () => this.#lookAtClock())
  }

  #after(milliseconds: number, work: () => unknown): void {
    clearTimeout(this.#timer)
    if (!this.signal.aborted) this.#timer = setTimeout(work, milliseconds)
  }
}
