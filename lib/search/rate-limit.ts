import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { getEnv } from '../env'
import { sharedRedis } from '../redis/shared'
import { getRuntime } from '../runtime'
import { callerKey, takeShared } from './shared-limit'

/** As many callers are remembered; the oldest of more are forgotten. */
const MOST_CALLERS = 50_000
const MINUTE = 60_000
/** A Redis that hangs is away before its connection ends, and nobody who searches waits for that. */
const PATIENCE_MS = 500

interface Bucket {
  left: number
  at: number
}

declare module '../runtime' {
  interface Runtime {
    searchLimit?: RateLimit
  }
}

/** So many calls a minute from each caller, all at once or spread out. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>()

  constructor(readonly perMinute: number) {}

  /** Counts a call at a moment in milliseconds. Answers 0, or in how many seconds the caller may come again. */
  take(caller: string, now: number): number {
    const known = this.#buckets.get(caller)
    const refilled = known === undefined ? this.perMinute : known.left + ((now - known.at) / MINUTE) * this.perMinute
    const left = Math.min(this.perMinute, refilled)
    const allowed = left >= 1
    // At the end again, so that the first one is the one that called longest ago.
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { left: allowed ? left - 1 : left, at: now })
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined && this.#buckets.size > MOST_CALLERS) this.#buckets.delete(oldest)
    // Rounded up, but not for what a float adds to a whole number.
    return allowed ? 0 : Math.ceil(((1 - left) * MINUTE) / this.perMinute / 1000 - 1e-6)
  }
}

/** Who calls: the one address that the server leaves in the headers. Of the newer kind, a household has as many as it likes. */
export function callerOf(headers: Headers): string {
  const address = headers.get('x-forwarded-for')?.trim() ?? ''
  return address.includes(':') && !address.includes('.') ? networkOf(address) : address
}

/** The first half of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')
}

/** Counts a search, with those of all instances while they have one Redis. Answers 0, or in how many seconds this caller may search again. */
export async function takeSearch(headers: Headers): Promise<number> {
  const env = getEnv()
  const { redisUrl, searchRate } = env
  const caller = callerOf(headers)
  if (redisUrl !== undefined) {
    const taken = takeShared(await sharedRedis(redisUrl), callerKey(env, caller), searchRate).catch(() => undefined)
    const wait = await Promise.race([taken, pause(PATIENCE_MS, undefined, { ref: false })])
    if (wait !== undefined) return wait
  }
  const runtime = getRuntime()
  runtime.searchLimit ??= new RateLimit(searchRate)
  return runtime.searchLimit.take(caller, Date.now())
}
