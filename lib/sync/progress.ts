import type { SyncChange, SyncFailure, SyncReport } from '../snapshot/sync-report'
import { writeSyncReport } from '../snapshot/sync-report'
import type { Id } from '../workspace/record-map'
import type { Files } from './files/files'
import type { Pace } from './pace'

/** The interval at which the report is written. */
const REPORT_INTERVAL_MS = 500

/** Collects the report of one run, and writes it and passes it to a listener at intervals. */
export class Progress {
  readonly #report: SyncReport
  readonly #timer: NodeJS.Timeout
  readonly #from: { calls: number }
  pages = 0
  pagesKnown = 0

  constructor(
    mode: SyncReport['mode'],
    readonly sources: { pace: Pace; files: Files },
    readonly listener: (report: SyncReport) => void = () => {},
    /** The folder for the report. Without it, no report is written. */
    readonly stateDir?: string,
  ) {
    this.#from = { calls: sources.pace.calls }
    this.#report = {
      state: 'running',
      startedAt: Date.now(),
      mode,
      progress: { pages: 0, pagesKnown: 0, files: 0, filesKnown: 0, calls: 0, rate: 0 },
      changed: [],
      failed: [],
      failedFiles: [],
    }
    this.#timer = setInterval(() => void this.#publish(), REPORT_INTERVAL_MS)
    this.#timer.unref()
  }

  changed(change: SyncChange): void {
    this.#report.changed.push(change)
  }

  /** Removes changes from the report that will not be published. */
  unchanged(ids: ReadonlySet<Id>): void {
    this.#report.changed = this.#report.changed.filter(({ id }) => !ids.has(id))
  }

  commentsFailed(reason: string): void {
    this.#report.comments = reason
  }

  failed(failure: SyncFailure): void {
    this.#report.failed.push(failure)
  }

  fileFailed(failure: SyncFailure): void {
    this.#report.failedFiles.push(failure)
  }

  get failures(): number {
    return this.#report.failed.length
  }

  get report(): SyncReport {
    const { pace, files } = this.sources
    const { pages, pagesKnown } = this
    const calls = pace.calls - this.#from.calls
    const rate = Math.round(pace.rate * 10) / 10
    return {
      ...this.#report,
      progress: { pages, pagesKnown, files: files.done, filesKnown: files.seen, calls, rate },
    }
  }

  /** Ends the run and writes the final report. */
  async finish(state: 'done' | 'refused' | 'failed', message?: string, unwritten?: string): Promise<SyncReport> {
    clearInterval(this.#timer)
    this.#report.state = state
    this.#report.finishedAt = Date.now()
    this.#report.missingFiles = this.sources.files.countMissing()
    if (message !== undefined) this.#report.message = message
    if (unwritten !== undefined) this.#report.unwritten = unwritten
    return await this.#publish()
  }

  async #publish(): Promise<SyncReport> {
    const { report } = this
    this.listener(report)
    // A report that cannot be written does not end the run. With a broken disk, writing the snapshot fails, too.
    if (this.stateDir !== undefined) await writeSyncReport(this.stateDir, report).catch(() => {})
    return report
  }
}
