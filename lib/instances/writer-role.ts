import 'server-only'
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from '../redis/connection'

const TIMES = {
  /** The role expires if it was not renewed for this long. */
  lastsMs: 6000,
  renewMs: 1500,
  /** Interval at which a waiting process tries to take the role. */
  tryMs: 1000,
}

const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

/**
 * The role of the site's writer, a key that expires unless its holder renews it. The key's value is a token and the host of the holder.
 * A holder may lose the role without noticing it, so every script that writes compares the token.
 */
export class WriterRole {
  /** The value of the key while this process has the role. It differs each time. */
  value = ''

  readonly #key: string
  readonly #times: typeof TIMES

  constructor(
    readonly redis: Redis,
    site: string,
    /** Called before each try, because no process can take the role while its key has another type. */
    readonly repair: () => Promise<unknown> = async () => {},
    times: Partial<typeof TIMES> = {},
  ) {
    this.#key = `${site}writer`
    this.#times = { ...TIMES, ...times }
  }

  /** Waits for the role, and then renews it. The returned signal aborts when the role is lost or `stopped` aborts. */
  async take(stopped: AbortSignal): Promise<AbortSignal> {
    let logged = ''
    this.value = `${randomUUID()} ${hostname()}`
    while (!stopped.aborted) {
      await this.repair().catch(() => {})
      const holder = await this.#tryToTake().catch(() => undefined)
      if (holder === this.value) {
        if (logged !== '') console.log('This process is the writer of this site now')
        break
      }
      if (holder !== undefined && holder !== logged) {
        console.log(
          `The writer of this site runs on ${getHost(holder)}: this one waits, and takes over if that one ends`,
        )
        logged = holder
      }
      await pause(this.#times.tryMs, undefined, { signal: stopped }).catch(() => {})
    }
    return this.#renewUntil(stopped)
  }

  /** Lets another process take the role at once. */
  async release(): Promise<void> {
    await this.redis.eval(RELEASE, { keys: [this.#key], arguments: [this.value] }).catch(() => {})
  }

  /** Returns the value of the key: that of this process if it could take the role; undefined if it expired meanwhile. */
  async #tryToTake(): Promise<string | undefined> {
    const { lastsMs } = this.#times
    const options = { NX: true, PX: lastsMs } as const
    if ((await this.redis.set(this.#key, this.value, options)) !== null) return this.value
    // The key expires by the clock of Redis, which may have been set back since the key was set.
    if ((await this.redis.pTTL(this.#key)) > lastsMs) await this.redis.pExpire(this.#key, lastsMs)
    return (await this.redis.get(this.#key))?.toString()
  }

  #renewUntil(stopped: AbortSignal): AbortSignal {
    const lost = new AbortController()
    const renew = async () => {
      const keys = [this.#key]
      const renewed = await this.redis
        .eval(RENEW, { keys, arguments: [this.value, String(this.#times.lastsMs)] })
        .catch(() => undefined)
      // While Redis does not respond, nothing can be published, and no other process can take the role.
      if (renewed !== 0 || stopped.aborted) return
      console.error('This process lost the role of the writer, because it was paused or could not reach Redis')
      lost.abort()
    }
    const timer = setInterval(renew, this.#times.renewMs)
    const ended = AbortSignal.any([stopped, lost.signal])
    // Each sync and each pause of the writer adds listeners to this signal.
    setMaxListeners(0, ended)
    ended.addEventListener('abort', () => clearInterval(timer))
    if (ended.aborted) clearInterval(timer)
    return ended
  }
}

const getHost = (value: string) => value.slice(value.indexOf(' ') + 1) || 'another host'
