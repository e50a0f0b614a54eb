import 'server-only'
import type { Redis } from '../redis/connection'

/** A reader counts as stopped if it has not announced itself for this long. */
const READER_TTL_MS = 5000

/** The readers of a site, each with the generation that it serves. */
export class LiveReaders {
  constructor(
    readonly redis: Redis,
    readonly site: string,
  ) {}

  async announce(id: string, generation: number): Promise<void> {
    await this.redis.multi().sAdd(this.#ids, id).set(this.#getKey(id), String(generation), { PX: READER_TTL_MS }).exec()
  }

  async leave(id: string): Promise<void> {
    await this.redis.multi().sRem(this.#ids, id).del(this.#getKey(id)).exec()
  }

  /** Whether every live reader serves this generation or a later one. */
  async haveReached(generation: number): Promise<boolean> {
    const ids = (await this.redis.sMembers(this.#ids)).map(String)
    const found = ids.length === 0 ? [] : await this.redis.mGet(ids.map((id) => this.#getKey(id)))
    const gone = ids.filter((_, at) => !found[at])
    if (gone.length > 0) await this.redis.sRem(this.#ids, gone)
    return found.every((each) => !each || Number(each) >= generation)
  }

  get #ids(): string {
    return `${this.site}readers`
  }

  #getKey(id: string): string {
    return `${this.site}reader:${id}`
  }
}
