import 'server-only'
import { LRUCache } from 'lru-cache'
import type { Finding } from '../../site/prepare/lint'
import { getActiveSlots } from '../../slots/active-slots'
import { createSharedSlot, takeRunningSlot } from '../../slots/running-slot'
import type { SlotFailure } from '../../slots/slot-failure'
import { leaveOutComponent, listSlowComponents } from '../../slots/slow-components'
import { isDeadlineError } from '../../workers/job-queue'

/** The number of components whose failures are kept. */
const MAX_FILES = 200

interface Tried<Result> {
  result: Result
  without: readonly string[]
}

/**
 * Watches the components of a site folder while the page thread runs them. A component that runs when a job exceeds its deadline is not used
 * for some time, so that it costs no page its content.
 */
export class SlotWatch {
  readonly #shared = createSharedSlot()
  /** What is wrong with components, by file, and the version of the code. */
  readonly #failed = new LRUCache<string, { message: string; version: string }>({ max: MAX_FILES })

  /** `retryMs`: how long a component that took too long is left out. */
  constructor(readonly retryMs: number) {}

  /** What the thread needs, see `trackSlot`. */
  get threadData() {
    return { slot: this.#shared }
  }

  /** Findings for operators: components that failed since they were changed. */
  get findings(): Finding[] {
    const version = getActiveSlots()?.version
    return [...this.#failed.entries()]
      .filter(([, failed]) => failed.version === version)
      .map(([file, { message }]): Finding => ({ kind: 'failed-component', file, reason: message }))
  }

  /**
   * Does a job without the components that took too long, and again without the one that runs when it exceeds its deadline. Returns which
   * ones it did without, too.
   */
  async try<Result>(doJob: (without: readonly string[]) => Promise<Result>): Promise<Tried<Result>> {
    for (;;) {
      const without = listSlowComponents()
      try {
        return { result: await doJob(without), without }
      } catch (error) {
        const file = isDeadlineError(error) ? takeRunningSlot(this.#shared) : undefined
        // Each turn leaves out one more component.
        if (file === undefined || without.includes(file)) throw error
        leaveOutComponent(file, this.retryMs)
        this.report([{ file, message: 'it took too long' }])
      }
    }
  }

  /** Logs each failure once. */
  report(failures: readonly SlotFailure[] = []): void {
    const version = getActiveSlots()?.version ?? ''
    for (const { file, message } of failures) {
      const known = this.#failed.get(file)
      this.#failed.set(file, { message, version })
      if (known?.message === message && known.version === version) continue
      console.error(`The component ${file} failed (${message}): the built-in part is shown in its place`)
    }
  }
}
