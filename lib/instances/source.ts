import 'server-only'
import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { fileNameOf } from '../snapshot/contents'
import type { RedisStore } from '../snapshot/redis-store'
import { writeWhole } from '../snapshot/write-whole'
import type { SnapshotFolder, SnapshotManifest } from '../sync/snapshot-folder'

const deflate = promisify(gzip)
const inflate = promisify(gunzip)

const LISTING = 'manifest.json'
/** What the sync remembers, before the pages: it must know of none that is newer than what is saved. */
const MEMORY = ['.sync/state.json.gz', '.sync/journal.jsonl']
const NAME = /^(?:manifest\.json|\.sync\/(?:state\.json\.gz|journal\.jsonl)|pages\/[0-9a-f-]{36}\.json)$/
const FILE = /^files\/[\w-]+(?:\.\w+)?$/
const AT_ONCE = 200

/** Replaces the tree unless another instance holds the right to write. */
const PUT_TREE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
return 1`

/** Hash by name, relative to the folder. */
type Tree = Record<string, string>

/**
 * The sync's own folder (what it fetched, and what it remembers of it) in Redis, so that another machine goes on where one left off.
 * Its pictures and other files are there already, for the site.
 */
export class SharedSource {
  readonly #known = new Map<string, { stamp: string; hash: string }>()

  constructor(
    readonly folder: SnapshotFolder,
    readonly shared: RedisStore,
  ) {}

  async isSaved(): Promise<boolean> {
    return (await this.shared.redis.exists(this.#key())) === 1
  }

  /** Saves the folder as it is now; what only the former state names is let go. */
  async save(): Promise<void> {
    const { redis, writer } = this.shared
    const listing = await this.#read(LISTING)
    if (listing === undefined) return
    const { pages } = JSON.parse(listing.toString()) as SnapshotManifest
    const tree: Tree = {}
    const names = [LISTING, ...MEMORY, ...Object.values(pages).map(({ file }) => file)].filter((name) =>
      NAME.test(name),
    )
    for (const batch of batches(names)) {
      await Promise.all(
        batch.map(async (name) => {
          const hash = await this.#put(name)
          if (hash !== undefined) tree[name] = hash
        }),
      )
    }
    const before = Object.values(await this.#tree())
    const bytes = await deflate(JSON.stringify(tree))
    const keys = [`${this.shared.prefix}lock`, this.#key()]
    const isPut = await redis.eval(PUT_TREE, { keys, arguments: [writer, bytes] })
    const kept = new Set(Object.values(tree))
    const gone = before.filter((hash) => !kept.has(hash)).map((hash) => this.#key(hash))
    if (isPut === 1 && gone.length > 0) await redis.unlink(gone)
  }

  /** Lets go what a save that was cut short left behind: pieces that nothing names. */
  async sweep(): Promise<void> {
    const kept = new Set(Object.values(await this.#tree()))
    await this.shared.letGo('source/', (name) => !kept.has(name.slice('source/'.length)))
  }

  /** Makes the folder what was saved last, its listing last. What cannot be read is left as it is, for the sync to fetch anew. */
  async restore(): Promise<void> {
    const tree = await this.#tree()
    const { [LISTING]: _, ...others } = tree
    await rm(path.join(this.folder.ownDir, 'staged'), { recursive: true, force: true })
    for (const name of MEMORY) if (tree[name] === undefined) await rm(path.join(this.folder.dir, name), { force: true })
    for (const batch of batches(Object.keys(others))) await this.#bring(batch, tree)
    const bytes = tree[LISTING] === undefined ? undefined : await this.#saved(tree[LISTING])
    if (bytes === undefined) return
    await this.#bringFiles(JSON.parse(bytes.toString()) as SnapshotManifest)
    await writeWhole(path.join(this.folder.dir, LISTING), bytes)
  }

  async #bring(names: readonly string[], tree: Tree): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        const hash = tree[name] ?? ''
        if (!NAME.test(name) || (await this.#hash(name))?.hash === hash) return
        const bytes = await this.#saved(hash)
        if (bytes !== undefined) await writeWhole(path.join(this.folder.dir, name), bytes)
      }),
    )
  }

  async #bringFiles({ files }: SnapshotManifest): Promise<void> {
    for (const { file, hash } of Object.values(files)) {
      const target = path.join(this.folder.dir, file)
      if (!FILE.test(file) || (await stat(target).catch(() => undefined)) !== undefined) continue
      const [bytes] = await this.shared.contents([fileNameOf(hash)])
      if (bytes !== undefined) await writeWhole(target, bytes)
    }
  }

  /** Puts a file of the folder when it is not there yet; answers its hash. */
  async #put(name: string): Promise<string | undefined> {
    const { redis } = this.shared
    const found = await this.#hash(name)
    if (found === undefined) return undefined
    if ((await redis.exists(this.#key(found.hash))) === 1) return found.hash
    const bytes = found.bytes ?? (await this.#read(name))
    // It was replaced meanwhile, and is saved the next time.
    if (bytes === undefined || hashOf(bytes) !== found.hash) return undefined
    await redis.set(this.#key(found.hash), await deflate(bytes))
    return found.hash
  }

  /** The hash of a file, which is read only when it changed. */
  async #hash(name: string): Promise<{ hash: string; bytes?: Buffer } | undefined> {
    const found = await stat(path.join(this.folder.dir, name)).catch(() => undefined)
    if (found === undefined) return undefined
    const stamp = `${found.size}-${found.mtimeMs}-${found.ino}`
    const known = this.#known.get(name)
    if (known?.stamp === stamp) return { hash: known.hash }
    const bytes = await this.#read(name)
    if (bytes === undefined) return undefined
    const hash = hashOf(bytes)
    this.#known.set(name, { stamp, hash })
    return { hash, bytes }
  }

  async #saved(hash: string): Promise<Buffer | undefined> {
    const bytes = await this.shared.redis.get(this.#key(hash))
    const content = bytes === null ? undefined : await inflate(bytes).catch(() => undefined)
    return content !== undefined && hashOf(content) === hash ? content : undefined
  }

  async #tree(): Promise<Tree> {
    const bytes = await this.shared.redis.get(this.#key())
    const text = bytes === null ? undefined : await inflate(bytes).then(String, () => undefined)
    return text === undefined ? {} : (JSON.parse(text) as Tree)
  }

  #read(name: string): Promise<Buffer | undefined> {
    return readFile(path.join(this.folder.dir, name)).catch(() => undefined)
  }

  #key(hash?: string): string {
    return `${this.shared.prefix}source${hash === undefined ? '' : `/${hash}`}`
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

function* batches(names: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < names.length; at += AT_ONCE) yield names.slice(at, at + AT_ONCE)
}
