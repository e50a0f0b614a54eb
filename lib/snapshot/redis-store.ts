import 'server-only'
import type { Redis } from '../redis/connection'
import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import {
  compress,
  expand,
  getContentName,
  isContentOf,
  listContents,
  parseCompressed,
  readSharedManifest,
} from './contents'
import { PUT_STATE, PUT_STATE_KEYS, REMOVE_FOREIGN, REMOVE_KEYS, WITHDRAW, WITHDRAW_KEYS } from './redis-scripts'
import {
  IncompleteError,
  type Manifest,
  SnapshotError,
  type SnapshotState,
  type SnapshotStore,
  STATE_NAMES,
} from './store'
import { findWithdrawn, getVisibility, type Visibility } from './visibility'

/** The number of contents in one request. */
const SCAN_COUNT = 200

/** Matches the roles of the writers of all sites, see `getRedisPrefix`. */
const ALL_WRITERS = 'colophon:*:writer'
/** The number of keys of which Redis looks at the names in one request. */
const NAMES_COUNT = 1000

/** The types of the keys of a site, by the last part of their names. */
const TYPES = {
  writer: 'string',
  generation: 'string',
  withdrawals: 'zset',
  visibility: 'string',
  history: 'string',
  requests: 'list',
  readers: 'set',
  report: 'string',
}

/** The state of Redis, compared with the generation that a reader serves. */
export interface RedisState {
  /** The generation that is served. */
  servedGeneration: number
  /** The newest generation of the site, and the newest one that this version can load; 0: none. */
  newest: number
  loadable: number
  /** Pages and collections that were withdrawn after the served generation. */
  withdrawn: Id[]
  hasWriter: boolean
  /** Whether a writer of another site is running. Set only if this one has none. */
  hasOtherWriter?: boolean
}

/**
 * A snapshot in Redis: each content under its name, and the state in one hash. The keys of the site itself (role of the writer,
 * generation, withdrawals, history) are the same for all versions; those of the snapshot name its formats and settings.
 */
export class RedisStore implements SnapshotStore {
  readonly prefix: string

  constructor(
    readonly redis: Redis,
    /** What all keys of the site begin with. */
    readonly site: string,
    /** Formats and settings of this snapshot, as a part of its keys. */
    readonly variant = '',
    /** The value of the role key while this process is the writer; empty where none has the role. */
    readonly writer = '',
  ) {
    this.prefix = `${site}snapshot:${variant}:`
  }

  /** The newest generation of the site; 0: none. */
  async generation(): Promise<number> {
    return Number((await this.redis.get(`${this.site}generation`)) ?? 0)
  }

  /** Removes and logs keys of the site that have an unexpected type. Returns whether there were any. */
  async removeForeignKeys(): Promise<boolean> {
    const types = [
      ...Object.entries(TYPES).map(([name, type]) => [this.site + name, type]),
      [this.#key('state'), 'hash'],
    ]
    const [keys, args] = [0, 1].map((at) => types.map((each) => each[at] ?? ''))
    const removed = (await this.redis.eval(REMOVE_FOREIGN, { keys, arguments: args })) as Buffer[]
    for (const key of removed) {
      console.error(`The key ${key} in Redis was of another type: it was removed, and is created again`)
    }
    return removed.length > 0
  }

  /** Returns, in one round trip, the state of Redis compared with a generation. */
  async compareWith(since: number): Promise<RedisState> {
    const [newest, loadable, withdrawn, writers] = await this.redis
      .multi()
      .get(`${this.site}generation`)
      .hGet(this.#key('state'), 'generation')
      .zRangeByScore(`${this.site}withdrawals`, `(${since}`, '+inf')
      .exists(`${this.site}writer`)
      .exec()
    return {
      servedGeneration: since,
      newest: Number(newest ?? 0),
      loadable: Number(loadable ?? 0),
      withdrawn: (withdrawn as unknown as Buffer[]).map(String),
      hasWriter: Number(writers) === 1,
    }
  }

  /** Whether a writer of another site is running. Looks at the names of all keys. */
  async hasOtherWriter(): Promise<boolean> {
    for await (const keys of this.redis.scanIterator({ MATCH: ALL_WRITERS, COUNT: NAMES_COUNT })) {
      if (keys.some((key) => String(key) !== `${this.site}writer`)) return true
    }
    return false
  }

  /** The last published history of paths, from any version. */
  async history(): Promise<unknown> {
    const bytes = await this.redis.get(`${this.site}history`)
    return bytes ? await parseCompressed(bytes) : await this.derived('history')
  }

  async manifest(): Promise<Manifest | undefined> {
    return await readSharedManifest(await this.redis.hGet(this.#key('state'), 'manifest'))
  }

  async page(id: Id, hash: string): Promise<StoredPage> {
    return (await this.#read(getContentName('pages', id, hash))) as StoredPage
  }

  async collection(id: Id, hash: string): Promise<StoredCollection> {
    return (await this.#read(getContentName('collections', id, hash))) as StoredCollection
  }

  async derived(name: string): Promise<unknown> {
    const bytes = await this.redis.hGet(this.#key('state'), name)
    return bytes ? await parseCompressed(bytes) : undefined
  }

  async missing(names: readonly string[]): Promise<string[]> {
    const types = await Promise.all(names.map((name) => this.redis.type(this.#key(name))))
    return names.filter((_, at) => String(types[at]) !== 'string')
  }

  async contents(names: readonly string[]): Promise<(Buffer | undefined)[]> {
    if (names.length === 0) return []
    const found = await this.redis.mGet(names.map((name) => this.#key(name)))
    return await Promise.all(
      names.map(async (name, at) => {
        const bytes = found[at]
        if (!bytes) return undefined
        if (await isContentOf(name, bytes)) return bytes
        // Without the key, the content counts as missing, and the writer stores it again.
        await this.redis.unlink(this.#key(name))
        return undefined
      }),
    )
  }

  async putContents(contents: readonly (readonly [name: string, content: Buffer])[]): Promise<void> {
    await this.#write(Promise.all(contents.map(([name, content]) => this.redis.set(this.#key(name), content))))
  }

  async state(): Promise<SnapshotState | undefined> {
    return (await this.published())?.state
  }

  /** Returns the state with its generation, read atomically, because another state may be published at any time. */
  async published(): Promise<{ generation: number; state: SnapshotState } | undefined> {
    const [number, first, ...fields] = await this.redis.hmGet(this.#key('state'), [
      'generation',
      'manifest',
      ...STATE_NAMES,
    ])
    const manifest = await readSharedManifest(first)
    if (manifest === undefined) return undefined
    const derived = STATE_NAMES.map((name, at) => [name, fields[at] ?? undefined] as const)
    const state = { manifest, derived: Object.fromEntries(derived.filter(([, bytes]) => bytes !== undefined)) }
    return { generation: Number(number), state }
  }

  /** Whether the newest generation of the site has this digest, and nothing was withdrawn after it. */
  async isNewest(digest: string): Promise<boolean> {
    const [known, generation] = await this.redis.hmGet(this.#key('state'), ['digest', 'generation'])
    const newest = await this.generation()
    if (String(known) !== digest || Number(generation) !== newest) return false
    // Readers hide what `withdraw` added until a later generation is published, even if nothing else changed.
    return (await this.redis.zCount(`${this.site}withdrawals`, `(${newest}`, '+inf')) === 0
  }

  /**
   * Throws {@link SnapshotError} if another writer holds the role, or Redis is full.
   * @param digest The digest of the sources of the state; see {@link isNewest}.
   */
  async putState({ manifest, derived }: SnapshotState, digest = ''): Promise<void> {
    const before = await this.#visibility()
    const after = derived.index === undefined ? (before ?? {}) : getVisibility(await parseCompressed(derived.index))
    const fields = { manifest: await compress(JSON.stringify(manifest)), digest, ...derived }
    const keys = PUT_STATE_KEYS.map((name) => (name === 'state' ? this.#key(name) : this.site + name))
    const withdrawn = JSON.stringify(findWithdrawn(before ?? {}, after))
    const visibility = await compress(JSON.stringify(after))
    const args = [this.writer, `${this.site}news`, withdrawn, visibility, ...Object.entries(fields).flat()]
    const generation = await this.#write(this.redis.eval(PUT_STATE, { keys, arguments: args }))
    if (generation === 0) throw new SnapshotError('Another writer has the role now')
  }

  /** Makes readers hide what was visible and is not by `newest`, until a later state is published. */
  async withdraw(newest: Visibility): Promise<void> {
    const withdrawn = findWithdrawn((await this.#visibility()) ?? {}, newest)
    if (withdrawn.length === 0) return
    const keys = WITHDRAW_KEYS.map((name) => this.site + name)
    const args = [this.writer, `${this.site}news`, JSON.stringify(withdrawn)]
    await this.#write(this.redis.eval(WITHDRAW, { keys, arguments: args }))
  }

  /** The manifests of the last two generations, newest first. */
  async lastManifests(): Promise<Manifest[]> {
    const fields = await this.redis.hmGet(this.#key('state'), ['manifest', 'previous'])
    const manifests = await Promise.all(fields.map(readSharedManifest))
    return manifests.filter((manifest) => manifest !== undefined)
  }

  async sweep(kept: readonly Manifest[]): Promise<void> {
    const named = new Set(kept.flatMap(listContents))
    for (const kind of ['pages', 'collections', 'files']) {
      await this.removeKeys(`${this.prefix}${kind}/`, (key) => !named.has(key.slice(this.prefix.length)))
    }
  }

  /** Removes unwanted keys with this prefix. */
  async removeKeys(beginning: string, isUnwanted: (key: string) => boolean): Promise<void> {
    for await (const keys of this.redis.scanIterator({ MATCH: `${beginning}*`, COUNT: SCAN_COUNT })) {
      const unwanted = keys.map(String).filter(isUnwanted)
      if (unwanted.length === 0) continue
      await this.redis.eval(REMOVE_KEYS, { keys: [`${this.site}writer`, ...unwanted], arguments: [this.writer] })
    }
  }

  /**
   * Calls `receive` with each message that a process sends with {@link send}, while there is a connection. Returns a
   * function that stops this.
   */
  listen(receive: (news: string) => void): () => void {
    const listener = this.redis.duplicate()
    listener.on('error', () => {})
    listener
      .connect()
      .then(() => listener.subscribe(`${this.site}news`, (news) => receive(String(news))))
      .catch(() => {})
    return () => listener.destroy()
  }

  async send(news: string): Promise<void> {
    await this.redis.publish(`${this.site}news`, news)
  }

  async #visibility(): Promise<Visibility | undefined> {
    const stored = await this.redis.get(`${this.site}visibility`)
    return (stored ? await parseCompressed(stored) : getVisibility(await this.derived('index'))) as
      | Visibility
      | undefined
  }

  #key(name: string): string {
    return this.prefix + name
  }

  async #read(name: string): Promise<unknown> {
    const [bytes] = await this.contents([name])
    if (bytes === undefined) throw new IncompleteError([name])
    return JSON.parse(await expand(bytes))
  }

  /** Waits for a write. If Redis refuses it, throws an error with what to do. */
  async #write<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!/^(-?OOM|ERR.*OOM|READONLY|MISCONF)/.test(message)) throw error
      throw new SnapshotError(
        `Redis refuses writes (${message}): give it more memory (maxmemory), or publish fewer pages and files`,
      )
    }
  }
}
