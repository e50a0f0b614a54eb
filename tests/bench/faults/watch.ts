import { setTimeout as pause } from 'node:timers/promises'
import { SCHEDULED, SCHEDULED_AT, WITHDRAWN } from './hosted'
import type { Seen, World } from './world'

/** The wall clock and the monotonic clock of this process, both of which a case can move on, and the first of which it can set. */
export class Clock {
  readonly #now = Date.now
  readonly #monotonic = performance.now.bind(performance)
  #set = 0
  #passed = 0

  constructor() {
    Date.now = () => this.#now() + this.#set + this.#passed
    performance.now = () => this.#monotonic() + this.#passed
  }

  /** Sets the wall clock by so many milliseconds. */
  set(milliseconds: number): void {
    this.#set += milliseconds
  }

  pass(milliseconds: number): void {
    this.#passed += milliseconds
  }

  restore(): void {
    Date.now = this.#now
    performance.now = this.#monotonic
  }
}

/** Visits all pages again and again, and notes what no visitor may see. */
export class Watch {
  readonly failures = new Set<string>()
  /** Whether this instance can know of the withdrawal. */
  #isWithdrawn = false
  #isOver = false

  constructor(readonly world: World) {}

  /** Visits while the work is done. */
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.#isOver = false
    const visiting = (async () => {
      while (!this.#isOver) {
        await this.look()
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

  async look(): Promise<void> {
    for (const path of this.world.paths) {
      const seen = await this.world.visit(path)
      if (path === WITHDRAWN) this.#noteWithdrawn(seen)
      else if (path !== SCHEDULED) this.#note(path, seen)
    }
  }

  /** From now on, as an instance that knows nothing of what was served before. */
  forget(): void {
    this.#isWithdrawn = false
  }

  #noteWithdrawn({ status }: Seen): void {
    if (status === 200 && this.#isWithdrawn) this.failures.add('a withdrawn page was served again')
    if (status === 404 || status === 410) this.#isWithdrawn = true
  }

  #note(path: string, { status, files }: Seen): void {
    if (status !== 200 && status !== 503) this.failures.add(`/${path} responded with ${status}`)
    for (const [promised, got] of files) {
      if (got === promised || got === '503') continue
      const what = /^\d{3}$/.test(got) ? `responded with ${got}` : 'had other bytes'
      this.failures.add(`a file of /${path} ${what}`)
    }
  }
}

/** Whether the scheduled page is public exactly from its time on. */
export async function isScheduledRight(world: World): Promise<boolean> {
  const { status } = await world.visit(SCHEDULED)
  return status === (Date.now() >= SCHEDULED_AT ? 200 : 404)
}

/** Returns the first difference between what a site serves and what an undisturbed one does; undefined if there is none. */
export function differenceBetween(
  served: ReadonlyMap<string, Seen>,
  wanted: ReadonlyMap<string, Seen>,
): string | undefined {
  for (const path of new Set([...wanted.keys(), ...served.keys()])) {
    const [got, want] = [served.get(path), wanted.get(path)]
    if (got === undefined) return `/${path} is missing`
    if (want === undefined) return `/${path} should not be there`
    if (got.status !== want.status) return `/${path} responds with ${got.status}`
    if (got.body !== want.body) return `/${path} has ${differenceOf(got.body, want.body)}`
    if (JSON.stringify(got.files) !== JSON.stringify(want.files)) return `/${path} has other files`
  }
  return undefined
}

/** Shows where a text differs from the one that is wanted. */
export function differenceOf(got: string, want: string): string {
  const first = [...want].findIndex((character, place) => character !== got[place])
  const at = Math.max(first < 0 ? want.length : first, 40)
  const part = (text: string) => JSON.stringify(text.slice(at - 40, at + 40))
  return `${part(got)} in place of ${part(want)}`
}
