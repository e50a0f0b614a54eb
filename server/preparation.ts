import { existsSync } from 'node:fs'
import path from 'node:path'
import { Backoff } from '../lib/backoff'
import { clearProblem, getLateAfterMs, reportProblem } from '../lib/problems'
import { getRuntime } from '../lib/runtime'
import type { Env } from '../lib/settings/env'
import { setWithheld, withholdWithdrawn } from '../lib/site/get-site'
import { getWaitingPreparations, reportPreparations } from '../lib/site/prepare/preparation-requests'
import { readSavedPrepared } from '../lib/site/prepare/saved-prepared'
import { openWorkingCopy } from '../lib/site/working-copy'
import type { FilesStore } from '../lib/snapshot/files-store'
import { allowOneAtATime } from '../lib/snapshot/one-at-a-time'
import type { Visibility } from '../lib/snapshot/visibility'
import { getPreparationRequestsDir, watchRequests } from '../lib/snapshot/watch-requests'
import { type ChildEnd, type ChildLimits, getMemoryShare, recordEnd, runChild, type WriteFailure } from './run-child'
import { watchWallClock } from './wall-clock'
import { watchFolder } from './watch'

export interface PreparationOptions extends ChildLimits {
  /** Compiled from `server/workers/prepare.ts`, relative to the project. */
  file: string
}

const OPTIONS: PreparationOptions = {
  file: 'dist/prepare.mjs',
  heapMegabytes: getMemoryShare(0.5, 4096),
  // The first one of 10,000 pages takes half a minute, and each later one seconds.
  deadlineMs: 20 * 60_000,
}
/** Interval of the checks for `Publish at` times, by the wall clock. */
const CLOCK_MS = 60_000
const LATE = 'late preparation'
/** The whole working copy is verified this long after the start, so that it does not delay the first visits. */
const VERIFY_AFTER_MS = 10_000

/** Where preparations are shown: by this process, or by the readers of a shared snapshot. */
export interface Publication {
  /** Called after each successful preparation. Returns whether its result is shown now. */
  publish(): Promise<boolean>
  /**
   * Called if the state folder cannot be written to. `newest` is who may read what by the newest state of the workspace, if that is known.
   * `isStart`: nothing is served yet. Returns what visitors get, as a part of a sentence for health.
   */
  withhold(newest: Visibility | undefined, isStart: boolean): Promise<string>
}

const IN_THIS_PROCESS: Publication = {
  async publish() {
    setWithheld(undefined)
    return true
  },
  async withhold(newest, isStart) {
    // The saved state is older than the workspace or the settings, and pages may have been withdrawn since.
    if (isStart) setWithheld('all')
    if (getRuntime().withheld === 'all') return 'nothing is shown until there is room'
    if (newest === undefined) return 'changes are not shown'
    await withholdWithdrawn(newest)
    return 'withdrawn pages are hidden, other changes are not shown'
  },
}

/** Keeps the working copy up to date with the workspace folder and the clock, in child processes, until the signal aborts. */
export class Preparation {
  readonly #working: FilesStore
  #checkRequests = () => {}
  #timer: NodeJS.Timeout | undefined
  /** Runs while the newest state of the folder is not prepared. */
  #late: NodeJS.Timeout | undefined
  /** The period, by the wall clock, for which the last preparation is valid. */
  #validity = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  readonly #backoff = new Backoff()
  readonly #options: PreparationOptions
  #end: ChildEnd | undefined
  #isStarting = true
  #verifies = false
  #isFirst = true
  /** Whether a file of the folder could not be read or converted, so that it is tried again. */
  #hasUnread = false

  constructor(
    readonly env: Env,
    readonly signal: AbortSignal,
    /** Whether a sync may not have filled the folder yet. */
    readonly mayBeEmpty: boolean,
    readonly publication: Publication = IN_THIS_PROCESS,
    options: Partial<PreparationOptions> = {},
  ) {
    this.#options = { ...OPTIONS, ...options }
    this.#working = openWorkingCopy(env)
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer)
      clearTimeout(this.#late)
    })
  }

  /** Prepares once, then watches for changes. Returns false if nothing can be served, after logging the reason. */
  async start(): Promise<boolean> {
    const { env, signal } = this
    watchFolder(env.workspaceDir, env.stateDir, signal, () => this.refresh()).catch((error: unknown) => {
      console.error('The workspace folder is no longer watched:', error)
    })
    watchWallClock(() => this.#checkClock(), signal)
    this.#checkRequests = watchRequests(getPreparationRequestsDir(this.#working.dir), signal, this.#handleRequests)
    // Recreate a state folder that was deleted.
    const unwatch = this.#working.watch(async () => {
      if ((await readSavedPrepared(env)) === undefined) this.refresh()
    })
    signal.addEventListener('abort', unwatch)
    const isPrepared = await this.refresh()
    this.#isStarting = false
    const verifying = setTimeout(() => this.#verify(), VERIFY_AFTER_MS).unref()
    signal.addEventListener('abort', () => clearTimeout(verifying))
    if (isPrepared) return true
    // If the result cannot be saved, the site responds with 503 until there is some.
    if (this.#end?.writeFailure !== undefined) return true
    // After a crash or a timeout, the last preparation is served. A folder that cannot be used ends the start with a message for operators.
    return hasCrashed(this.#end) && (await readSavedPrepared(env)) !== undefined
  }

  /** Number of public pages that are served. */
  async pages(): Promise<number> {
    if (getRuntime().withheld === 'all') return 0
    return (await readSavedPrepared(this.env))?.publicPages ?? 0
  }

  /** Prepares at once if the working copy is damaged, or if a request is waiting. */
  readonly #handleRequests = allowOneAtATime(async () => {
    const { dir, damage } = this.#working
    // After a failure, the marker of damage stays until the pause before the next preparation has ended.
    if (this.#backoff.remainingMs === 0 && (await damage.takeMarker())) void this.refresh()
    const requests = await getWaitingPreparations(dir)
    if (requests.length > 0) await reportPreparations(requests, await this.refresh())
  })

  /** Prepares and verifies all contents, because the disk may have lost or changed some before this start. */
  #verify(): void {
    this.#verifies = true
    void this.refresh()
  }

  /** Prepares the folder, and once more if this is called meanwhile. Returns false if the preparation failed. Never throws. */
  readonly refresh = allowOneAtATime(() => this.#run())

  async #run(): Promise<boolean> {
    if (this.mayBeEmpty && !existsSync(path.join(this.env.workspaceDir, 'manifest.json'))) return false
    const { file } = this.#options
    const command = [file, '--repeated', ...(this.#verifies ? ['--verify'] : []), ...(this.#isFirst ? ['--first'] : [])]
    this.#verifies = false
    this.#isFirst = false
    this.#late ??= setTimeout(() => this.#reportLate(), getLateAfterMs(this.env.syncInterval)).unref()
    const end = await runChild(command, this.#options, this.signal, { STATE_DIR: this.env.stateDir })
    if (end.outcome === 'stopped') return false
    this.#end = end
    recordEnd('prepare', end, end.writeFailure && (await this.#withhold(end.writeFailure)))
    if (end.outcome !== 'done') {
      const pause = this.#backoff.fail()
      // A preparation that failed has logged the reason itself.
      if (hasCrashed(end))
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
    if (saved?.isUnfinished) this.#after(0, this.refresh)
    else this.#scheduleClockCheck()
    // A marker of damage may have waited for the end of a pause.
    this.#checkRequests()
    return await this.publication.publish()
  }

  /** Hides what was withdrawn, because the new index cannot be saved. Returns the reason for health. */
  async #withhold({ unwritten, visibility }: WriteFailure): Promise<string> {
    const consequence = await this.publication.withhold(visibility, this.#isStarting)
    return `The state folder cannot be written to (${unwritten}): ${consequence}`
  }

  #reportLate(): void {
    const seconds = getLateAfterMs(this.env.syncInterval) / 1000
    reportProblem(LATE, `The last good preparation was needed over ${seconds} s ago`)
  }

  /** Prepares again if a `Publish at` time has passed, the clock was set back before the last preparation, or a file could not be read or converted. */
  #checkClock(): void {
    // After a failure, the timer is that of the next try.
    if (this.#end !== undefined && this.#end.outcome !== 'done') return
    const now = Date.now()
    if (this.#hasUnread || now < this.#validity.from || now >= this.#validity.until) void this.refresh()
    else this.#scheduleClockCheck()
  }

  #scheduleClockCheck(): void {
    const now = Date.now()
    const left = now < this.#validity.from ? 0 : this.#validity.until - now
    this.#after(Math.min(Math.max(left, 0), CLOCK_MS), () => this.#checkClock())
  }

  #after(milliseconds: number, work: () => unknown): void {
    clearTimeout(this.#timer)
    if (!this.signal.aborted) this.#timer = setTimeout(work, milliseconds)
  }
}

const hasCrashed = (end: ChildEnd | undefined): boolean => end?.outcome === 'crashed' || end?.outcome === 'deadline'
