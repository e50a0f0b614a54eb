import 'server-only'
import type { Redis } from '../redis/connection'
import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import { compress, expand, isContentOf, nameOf, namesIn, parsed } from './contents'
import {
  IncompleteError,
  isManifest,
  type Manifest,
  SnapshotError,
  type SnapshotState,
  type SnapshotStore,
  STATE_NAMES,
} from './store'

/** News may be lost, so the generation is also looked at. */
const LOOK_MS = 2000
/** How many contents are asked for at once. */
const AT_ONCE = 200

const NAME = /^(?:pages|collections)\/[0-9a-f-]{36}-[0-9a-f]{32}\.json\.gz$|^files\/[0-9a-f]{64}$/

/**
 * Replaces the state as a whole and tells of it, unless somebody else holds the right to write. A generation is later than the one
 * before, whatever the clocks of those who write say.
 */
const PUT_STATE = `
local holder = redis.call('GET', KEYS[1])
if (holder or '') ~= ARGV[1] then return 0 end
local generation = math.max(tonumber(ARGV[2]), tonumber(redis.call('GET', KEYS[3]) or '0') + 1)
redis.call('DEL', KEYS[2])
for at = 4, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1]) end
redis.call('SET', KEYS[3], string.format('%d', generation))
redis.call('PUBLISH', ARGV[3], 'snapshot')
return generation`

/** Lets keys go, unless somebody else holds the right to write and may just have put them. */
const LET_GO = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
return redis.call('UNLINK', unpack(KEYS, 2))`

/**
 * A snapshot in Redis, under keys that begin alike: each content under its name, and the state in one hash, replaced in one
 * transaction that makes it the next generation.
 */
export class RedisStore implements SnapshotStore {
  /** The generation that this store put last. */
  written = 0

  constructor(
    readonly redis: Redis,
    readonly prefix: string,
    /** Who writes: the value of the lock under `lock`, empty where nobody else does. */
    readonly writer = '',
  ) {}

  /** The number of the state that is there, 0 where there is none; it only grows. */
  async generation(): Promise<number> {
    return Number((await this.redis.get(this.#key('generation'))) ?? 0)
  }

  async manifest(): Promise<Manifest | undefined> {
    return await manifestIn(await this.redis.hGet(this.#key('state'), 'manifest'))
  }

  async page(id: Id, hash: string): Promise<StoredPage> {
    return (await this.#read(nameOf('pages', id, hash))) as StoredPage
  }

  async collection(id: Id, hash: string): Promise<StoredCollection> {
    return (await this.#read(nameOf('collections', id, hash))) as StoredCollection
  }

  async derived(name: string): Promise<unknown> {
    const bytes = await this.redis.hGet(this.#key('state'), name)
    return bytes ? await parsed(bytes) : undefined
  }

  async missing(names: readonly string[]): Promise<string[]> {
    const held = await Promise.all(names.map((name) => this.redis.exists(this.#key(name))))
    return names.filter((_, at) => held[at] === 0)
  }

  async contents(names: readonly string[]): Promise<(Buffer | undefined)[]> {
    if (names.length === 0) return []
    const found = await this.redis.mGet(names.map((name) => this.#key(name)))
    return await Promise.all(
      names.map(async (name, at) => {
        const bytes = found[at]
        if (!bytes) return undefined
        if (await isContentOf(name, bytes)) return bytes
        // What is broken is put again by whoever writes, as what is missing.
        await this.redis.unlink(this.#key(name))
        return undefined
      }),
    )
  }

  async putContents(contents: readonly (readonly [name: string, content: Buffer])[]): Promise<void> {
    await this.#writing(Promise.all(contents.map(([name, content]) => this.redis.set(this.#key(name), content))))
  }

  async state(): Promise<SnapshotState | undefined> {
    // At once: another state may be put at any time, and halves of two are none.
    const [first, ...fields] = await this.redis.hmGet(this.#key('state'), ['manifest', ...STATE_NAMES])
    const manifest = await manifestIn(first)
    if (manifest === undefined) return undefined
    const derived = STATE_NAMES.map((name, at) => [name, fields[at] ?? undefined] as const)
    return { manifest, derived: Object.fromEntries(derived.filter(([, bytes]) => bytes !== undefined)) }
  }

  /** Throws {@link SnapshotError} when another writer has taken over, or Redis has no room. */
  async putState({ manifest, derived }: SnapshotState): Promise<void> {
    const fields = { manifest: await compress(JSON.stringify(manifest)), ...derived }
    const keys = [this.#key('lock'), this.#key('state'), this.#key('generation')]
    const at = String(Math.max(Date.now(), this.written + 1))
    const args = [this.writer, at, this.#key('news'), ...Object.entries(fields).flat()]
    const generation = await this.#writing(this.redis.eval(PUT_STATE, { keys, arguments: args }))
    if (generation === 0) throw new SnapshotError('The snapshot in Redis is written by another instance now')
    this.written = Number(generation)
  }

  async sweep(kept: readonly Manifest[]): Promise<void> {
    const named = new Set(kept.flatMap(namesIn))
    for (const kind of ['pages', 'collections', 'files']) await this.letGo(`${kind}/`, (name) => !named.has(name))
  }

  /** Removes the keys under a name that begin so and are not wanted. */
  async letGo(beginning: string, isUnwanted: (name: string) => boolean): Promise<void> {
    for await (const keys of this.redis.scanIterator({ MATCH: `${this.#key(beginning)}*`, COUNT: AT_ONCE })) {
      const unwanted = keys.map(String).filter((key) => isUnwanted(key.slice(this.prefix.length)))
      if (unwanted.length === 0) continue
      await this.redis.eval(LET_GO, { keys: [this.#key('lock'), ...unwanted], arguments: [this.writer] })
    }
  }

  /** Hears of a new state at once, or, when the news was lost, finds it within seconds. */
  watch(changed: () => void): () => void {
    let last = 0
    const look = async () => {
      const now = await this.generation().catch(() => last)
      if (now !== last) changed()
      last = now
    }
    const timer = setInterval(look, LOOK_MS).unref()
    const stopListening = this.listen((news) => {
      if (news === 'snapshot') void look()
    })
    void look()
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }

  /** Hears what {@link tell} says, on any instance, as long as there is a connection. */
  listen(heard: (news: string) => void): () => void {
    const listener = this.redis.duplicate()
    listener.on('error', () => {})
    listener
      .connect()
      .then(() => listener.subscribe(this.#key('news'), (news) => heard(String(news))))
      .catch(() => {})
    return () => listener.destroy()
  }

  async tell(news: string): Promise<void> {
    await this.redis.publish(this.#key('news'), news)
  }

  #key(name: string): string {
    return this.prefix + name
  }

  async #read(name: string): Promise<unknown> {
    const [bytes] = await this.contents([name])
    if (bytes === undefined) throw new IncompleteError([name])
    return JSON.parse(await expand(bytes))
  }

  async #writing<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!/^(-?OOM|ERR.*OOM|READONLY|MISCONF)/.test(message)) throw error
      throw new SnapshotError(
        `Redis takes no more (${message}): give it more memory (maxmemory), or publish fewer pages and files`,
      )
    }
  }
}

/** Undefined when there is none, or it is broken or names what no store would. */
async function manifestIn(bytes: Buffer | null | undefined): Promise<Manifest | undefined> {
  const value = bytes && (await parsed(bytes))
  return isManifest(value) && namesIn(value).every((name) => NAME.test(name)) ? value : undefined
}
