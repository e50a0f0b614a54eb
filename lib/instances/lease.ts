import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Redis } from '../redis/connection'

const LASTS_MS = 10_000
/** Given up so much earlier than Redis lets go of it, so that two never hold it. */
const MARGIN_MS = 2000

const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

/** The right to write, which one of many holds at a time; it passes on when it is not renewed for some seconds. */
export class Lease {
  readonly token = randomUUID()
  #until = 0

  constructor(
    readonly redis: Redis,
    readonly key: string,
  ) {}

  get isHeld(): boolean {
    return performance.now() < this.#until
  }

  /** Takes it when nobody holds it, or renews it. Throws nothing: what cannot be renewed runs out. */
  async keep(): Promise<void> {
    const asked = performance.now()
    const renewed = await this.redis
      .eval(RENEW, { keys: [this.key], arguments: [this.token, String(LASTS_MS)] })
      .catch(() => undefined)
    if (renewed === undefined) return
    const isOurs =
      renewed === 1 ||
      (await this.redis.set(this.key, this.token, { NX: true, PX: LASTS_MS }).catch(() => null)) !== null
    this.#until = isOurs ? asked + LASTS_MS - MARGIN_MS : 0
  }

  /** Lets somebody else have it at once. */
  async release(): Promise<void> {
    this.#until = 0
    await this.redis.eval(RELEASE, { keys: [this.key], arguments: [this.token] }).catch(() => {})
  }
}
