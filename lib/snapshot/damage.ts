import 'server-only'
import { unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clearProblem, reportProblem } from '../problems'

/** A piece that cannot be restored is asked for again and again. */
const REPORTS_EVERY_MS = 10_000
const MOST_KNOWN = 10_000
const CAUSE = 'damage'

/**
 * Damaged pieces of a store. The process that finds one may be another than the one that can restore it, so it leaves a mark in the
 * store's folder.
 */
export class Damage {
  readonly #reported = new Map<string, number>()

  constructor(readonly dir: string) {}

  /** Names a piece in the log, once, and leaves the mark. Throws nothing. */
  async report(name: string, done: string): Promise<void> {
    const before = this.#reported.get(name)
    if (before === undefined) console.error(`${path.join(this.dir, name)} is missing or damaged: ${done}`)
    if (before !== undefined && performance.now() - before < REPORTS_EVERY_MS) return
    if (this.#reported.size >= MOST_KNOWN) this.#reported.clear()
    this.#reported.set(name, performance.now())
    await this.mark()
  }

  /** Has the store looked through without naming anything. Throws nothing. */
  async mark(): Promise<void> {
    await writeFile(this.#mark, '').catch(() => {})
  }

  /** Takes the mark away; returns whether there was one. It is a reason in health until {@link noteRestored}. */
  take(): Promise<boolean> {
    return unlink(this.#mark).then(
      () => {
        reportProblem(CAUSE, 'Some contents failed verification and are being restored')
        return true
      },
      () => false,
    )
  }

  /** The store was looked through after the mark was taken away. */
  noteRestored(): void {
    clearProblem(CAUSE)
  }

  get #mark(): string {
    return path.join(this.dir, 'damaged')
  }
}
