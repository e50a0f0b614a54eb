import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from '../redis/connection'
import { objectIn } from '../workspace/values'

/** Who has not been heard of for so long is not waited for. */
const FORGOTTEN_AFTER_MS = 5000
const LOOK_MS = 20

/** How far an instance is: `staged`, it holds all of a generation; `serving`, its visitors see it. */
interface Progress {
  staged: number
  serving: number
}

/** The instances that serve, each with the generation that it is at, so that they can move together. */
export class Roster {
  readonly id = randomUUID()
  #own: Progress = { staged: 0, serving: 0 }

  constructor(
    readonly redis: Redis,
    readonly prefix: string,
  ) {}

  /** Says how far this instance is, and that it is there. */
  async say(news: Partial<Progress> = {}): Promise<void> {
    this.#own = { ...this.#own, ...news }
    await this.redis
      .multi()
      .sAdd(this.#ids, this.id)
      .set(this.#keyOf(this.id), JSON.stringify(this.#own), { PX: FORGOTTEN_AFTER_MS })
      .exec()
  }

  /** Waits until all instances are at this generation or a later one, no longer than so many milliseconds. */
  async untilAll(what: keyof Progress, generation: number, longest: number): Promise<boolean> {
    for (const until = performance.now() + longest; performance.now() < until; await pause(LOOK_MS)) {
      if ((await this.#all()).every((each) => each[what] >= generation)) return true
    }
    return false
  }

  async leave(): Promise<void> {
    await this.redis.multi().sRem(this.#ids, this.id).del(this.#keyOf(this.id)).exec()
  }

  async #all(): Promise<Progress[]> {
    const ids = (await this.redis.sMembers(this.#ids)).map(String)
    const found = ids.length === 0 ? [] : await this.redis.mGet(ids.map((id) => this.#keyOf(id)))
    const gone = ids.filter((_, at) => !found[at])
    if (gone.length > 0) await this.redis.sRem(this.#ids, gone)
    return found.flatMap((each) => {
      if (!each) return []
      const { staged, serving } = objectIn(String(each))
      return [{ staged: Number(staged), serving: Number(serving) }]
    })
  }

  get #ids(): string {
    return `${this.prefix}instances`
  }

  #keyOf(id: string): string {
    return `${this.prefix}instance:${id}`
  }
}
