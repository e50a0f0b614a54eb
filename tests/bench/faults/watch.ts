import { setTimeout as pause } from 'node:timers/promises'
import { SCHEDULED, SCHEDULED_AT, WITHDRAWN } from './hosted'
import type { Output, SiteSimulation } from './site-simulation'

/** Replaces the wall clock and the monotonic clock of this process. A case can advance both, and set the wall clock. */
export class Clock {
  readonly #now = Date.now
  readonly #monotonic = performance.now.bind(performance)
  #set = 0
  #passed = 0

  constructor() {
    Date.now = () => this.#now() + this.#set + this.#passed
    performance.now = () => this.#monotonic() + this.#passed
  }

  /** Changes only the wall clock by so many milliseconds. */
  set(milliseconds: number): void {
    this.#set += milliseconds
  }

  /** Advances both clocks. */
  pass(milliseconds: number): void {
    this.#passed += milliseconds
  }

  restore(): void {
    Date.now = this.#now
    performance.now = this.#monotonic
  }
}

/** Visits all pages repeatedly, and records responses that no visitor may get. */
export class Watch {
  readonly failures = new Set<string>()
  /** Whether the site has already served the withdrawal of a page. */
  #isWithdrawn = false
  #isOver = false

  constructor(readonly simulation: SiteSimulation) {}

  /** Visits all pages until the work is done. */
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.#isOver = false
    const visiting = (async () => {
      while (!this.#isOver) {
        await this.visitAll()
        await pause(5)
      }
    })()
    try {
      return await work
    } finally {
      this.#isOver = true
      await visiting
    }
  }

  async visitAll(): Promise<void> {
    for (const path of this.simulation.paths) {
      const seen = await this.simulation.visit(path)
      if (path === WITHDRAWN) this.#noteWithdrawn(seen)
      else if (path !== SCHEDULED) this.#note(path, seen)
    }
  }

  /** Allows the withdrawn page again, as for an instance that has not yet served its withdrawal. */
  resetWithdrawal(): void {
    this.#isWithdrawn = false
  }

  #noteWithdrawn({ status }: Output): void {
    if (status === 200 && this.#isWithdrawn) this.failures.add('a withdrawn page was served again')
    if (status === 404 || status === 410) this.#isWithdrawn = true
  }

  #note(path: string, { status, files }: Output): void {
    if (status !== 200 && status !== 503) this.failures.add(`/${path} responded with ${status}`)
    for (const [expected, received] of files) {
      if (received === expected || received === '503') continue
      const what = /^\d{3}$/.test(received) ? `responded with ${received}` : 'had other bytes'
      this.failures.add(`a file of /${path} ${what}`)
    }
  }
}

/** Whether the scheduled page is public if and only if its time has come. */
export async function isScheduledCorrectly(simulation: SiteSimulation): Promise<boolean> {
  const { status } = await simulation.visit(SCHEDULED)
  return status === (Date.now() >= SCHEDULED_AT ? 200 : 404)
}

/** Returns the first difference between the outputs of a site and those of an undisturbed one; undefined if there is none. */
export function findDifference(
  served: ReadonlyMap<string, Output>,
  expected: ReadonlyMap<string, Output>,
): string | undefined {
  for (const path of new Set([...expected.keys(), ...served.keys()])) {
    const [got, want] = [served.get(path), expected.get(path)]
    if (got === undefined) return `/${path} is missing`
    if (want === undefined) return `/${path} should not be there`
    if (got.status !== want.status) return `/${path} responds with ${got.status}`
    if (got.body !== want.body) return `/${path} has ${describeDifference(got.body, want.body)}`
    if (JSON.stringify(got.files) !== JSON.stringify(want.files)) return `/${path} has other files`
  }
  return undefined
}

/** Describes where a text first differs from the expected one. */
export function describeDifference(got: string, want: string): string {
  const first = [...want].findIndex((character, place) => character !== got[place])
  const at = Math.max(first < 0 ? want.length : first, 40)
  const part = (text: string) => JSON.stringify(text.slice(at - 40, at + 40))
  return `${part(got)} instead of ${part(want)}`
}
