import 'server-only'
import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clearProblem, reportProblem } from '../problems'
import { getPreparationRequestsDir } from './watch-requests'

/** The minimum time between two reports of the same content. Content that cannot be restored is found damaged at each request. */
const REPORT_INTERVAL_MS = 10_000
const MAX_KNOWN = 10_000
const CAUSE = 'damage'

/**
 * Reports damaged content of a store. The process that finds damage creates a marker file among the requests to the store, because another
 * process restores the content.
 */
export class Damage {
  readonly #reported = new Map<string, number>()

  constructor(readonly dir: string) {}

  /** Logs the name of damaged content and its `consequence`, once, and creates the marker. Never throws. */
  async report(name: string, consequence: string): Promise<void> {
    const before = this.#reported.get(name)
    if (before === undefined) console.error(`${path.join(this.dir, name)} is missing or damaged: ${consequence}`)
    if (before !== undefined && performance.now() - before < REPORT_INTERVAL_MS) return
    if (this.#reported.size >= MAX_KNOWN) this.#reported.clear()
    this.#reported.set(name, performance.now())
    await this.createMarker()
  }

  /** Creates the marker without logging anything. Never throws. */
  async createMarker(): Promise<void> {
    await mkdir(path.dirname(this.#markerFile)).catch(() => {})
    await writeFile(this.#markerFile, '').catch(() => {})
  }

  /** Renames a damaged file that cannot be rebuilt, so that an operator can restore it. Returns its new path. */
  async setAside(name: string): Promise<string> {
    const aside = path.join(this.dir, `${name}.damaged`)
    await rm(aside, { recursive: true, force: true })
    await rename(path.join(this.dir, name), aside)
    return aside
  }

  /** Removes the marker and returns whether there was one. Health reports the damage until {@link noteRestored}. */
  takeMarker(): Promise<boolean> {
    return unlink(this.#markerFile).then(
      () => {
        reportProblem(CAUSE, 'Some contents failed verification and are being restored')
        return true
      },
      () => false,
    )
  }

  /** Removes the damage from health, after the store was verified. */
  noteRestored(): void {
    clearProblem(CAUSE)
  }

  get #markerFile(): string {
    return path.join(getPreparationRequestsDir(this.dir), 'damaged')
  }
}
