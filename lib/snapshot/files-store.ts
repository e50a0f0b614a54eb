import 'server-only'
import { existsSync, type Stats, unwatchFile, watchFile } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import {
  compress,
  type Digests,
  findDamaged,
  getContentKind,
  getContentName,
  getDigests,
  getFileContentName,
  hashText,
  isContentOf,
  listContents,
  parseCompressed,
  parseManifest,
  readContentText,
  stringifyManifest,
} from './contents'
import { Damage } from './damage'
import { OwnedFolder } from './owned-folder'
import { getFileFingerprint, isShortage, readRegularFile, readTextOrEmpty } from './regular-file'
import {
  type FileEntry,
  IncompleteError,
  type Manifest,
  type Put,
  SnapshotError,
  type SnapshotState,
  STATE_NAMES,
  type WorkingStore,
} from './store'
import { openVerified, removeSynced, type VerifiedFile } from './verified-file'

/** A collection is read with each of its rows, so the last few are cached for some seconds. */
const RECENT = { max: 4, ttl: 10_000, ttlAutopurge: true }

const REBUILT = 'it is rebuilt'
/** Contents that are verified concurrently. */
const VERIFIED_AT_ONCE = 32

/** A snapshot in a folder: `manifest.json`, `pages/`, `collections/` (compressed, named by id and hash) and derived values. */
export class FilesStore implements WorkingStore {
  readonly #recent = new LRUCache<string, Promise<StoredCollection>>(RECENT)
  #manifest: { fingerprint: string; value: Manifest; files: ReadonlyMap<string, FileEntry> } | undefined

  readonly #folder: OwnedFolder
  readonly damage: Damage

  constructor(readonly dir: string) {
    this.#folder = new OwnedFolder(dir)
    this.damage = new Damage(dir)
  }

  /** Runs some work as the owner of this store: a process that became the owner earlier can no longer publish. */
  async owned<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#folder.takeOwnership()
    try {
      return await work()
    } finally {
      await this.#folder.release()
    }
  }

  async manifest(): Promise<Manifest | undefined> {
    const file = path.join(this.dir, 'manifest.json')
    const found = await stat(file).catch(() => undefined)
    if (found === undefined) return undefined
    const fingerprint = getFileFingerprint(found)
    if (this.#manifest?.fingerprint === fingerprint) return this.#manifest.value
    const value = parseManifest(await readTextOrEmpty(file))
    if (value === undefined || value === 'foreign') {
      await (value === undefined ? this.damage.report('manifest.json', REBUILT) : this.damage.createMarker())
      return undefined
    }
    const files = new Map(Object.values(value.files).map((entry) => [entry.hash, entry]))
    this.#manifest = { fingerprint, value, files }
    return value
  }

  async page(id: Id, hash: string): Promise<StoredPage> {
    return (await this.#read(getContentName('pages', id, hash))) as StoredPage
  }

  collection(id: Id, hash: string): Promise<StoredCollection> {
    const name = getContentName('collections', id, hash)
    const read = this.#recent.get(name) ?? (this.#read(name) as Promise<StoredCollection>)
    this.#recent.set(name, read)
    read.catch(() => this.#recent.delete(name))
    return read
  }

  async file(hash: string): Promise<FileEntry | undefined> {
    await this.manifest()
    return this.#manifest?.files.get(hash)
  }

  getPath(name: string): string {
    return path.join(this.dir, name)
  }

  putPage(page: StoredPage, present?: string): Put {
    return this.#put('pages', page.id, page, present)
  }

  async putCollection(stored: StoredCollection): Promise<string> {
    const { hash, written } = this.#put('collections', stored.collection.id, stored)
    await written
    return hash
  }

  async putManifest(manifest: Manifest): Promise<void> {
    await this.#folder.publish('manifest.json', stringifyManifest(manifest))
  }

  async derived(name: string): Promise<unknown> {
    const bytes = await this.#derivedBytes(name)
    const value = bytes && (await parseCompressed(bytes))
    if (bytes !== undefined && value === undefined) await this.damage.report(`${name}.json.gz`, REBUILT)
    return value
  }

  /** Returns a text that identifies the file of a derived value and changes with each write; undefined if there is none. */
  async derivedFingerprint(name: string): Promise<string | undefined> {
    const found = await stat(this.#derivedFile(name)).catch(() => undefined)
    return found && getFileFingerprint(found)
  }

  async irreplaceable<Value>(
    name: string,
    isValid: (value: unknown) => value is Value,
  ): Promise<Value | 'damaged' | undefined> {
    const file = this.#derivedFile(name)
    try {
      const value = await parseCompressed(await readRegularFile(file))
      return isValid(value) ? value : 'damaged'
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      // With a file in place of the store's folder, the next write fails.
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      // A link or a folder is in its place.
      if (code === undefined || code === 'ELOOP') return 'damaged'
      throw new SnapshotError(`${file} cannot be read (${code}): make it readable, or restore it`)
    }
  }

  async putDerived(name: string, value: unknown): Promise<void> {
    await this.#folder.publish(`${name}.json.gz`, await compress(JSON.stringify(value)))
  }

  async missing(names: readonly string[]): Promise<string[]> {
    const kinds = new Set(names.map(getContentKind))
    const listed = await Promise.all(
      [...kinds].map(async (kind) => (await this.#folder.names(kind)).map((name) => `${kind}/${name}`)),
    )
    const present = new Set(listed.flat())
    return names.filter((name) => !present.has(name))
  }

  async contents(names: readonly string[]): Promise<(Buffer | undefined)[]> {
    await this.manifest()
    return await Promise.all(
      names.map(async (name) => {
        const file = this.#manifest?.files.get(name.slice('files/'.length))?.path ?? path.join(this.dir, name)
        const bytes = await readIfPresent(file)
        if (bytes !== undefined && (await isContentOf(name, bytes))) return bytes
        const isCopy = bytes !== undefined && file === this.getPath(name)
        if (isCopy || getContentKind(name) !== 'files') await this.#discard(name)
        return undefined
      }),
    )
  }

  /** Returns the names of the contents of a manifest that are in this store. Other files are in the workspace folder. */
  listOwn(manifest: Manifest): string[] {
    const own = Object.entries(manifest.files).filter(([, entry]) => entry.path.startsWith(this.getPath('files/')))
    return listContents({ ...manifest, files: Object.fromEntries(own) })
  }

  /** Verifies all pages and collections of a manifest. Removes damaged ones, and returns the names of those and of missing ones. */
  async verify(manifest: Manifest): Promise<string[]> {
    const names = this.listOwn(manifest)
    const damaged: string[] = []
    for (let at = 0; at < names.length; at += VERIFIED_AT_ONCE) {
      const batch = names.slice(at, at + VERIFIED_AT_ONCE)
      const contents = await this.contents(batch)
      damaged.push(...batch.filter((_, index) => contents[index] === undefined))
    }
    return damaged
  }

  /** Opens a file of the snapshot after its hash was verified; undefined if it is missing or damaged. */
  async openFile(entry: FileEntry): Promise<VerifiedFile | undefined> {
    if (entry.path === '') return undefined
    const opened = await openVerified(entry.path, entry.hash)
    if (opened !== undefined) return opened
    const name = path.relative(this.dir, entry.path)
    const isCopy = !name.startsWith('..')
    if (isCopy) await this.#discard(name)
    else await this.damage.report(name, await removeSynced(entry.path))
    return undefined
  }

  async putContents(contents: readonly (readonly [name: string, content: Buffer])[]): Promise<void> {
    await Promise.all(contents.map(([name, content]) => this.#folder.putVerified(name, content)))
  }

  async state(): Promise<SnapshotState | undefined> {
    const manifest = await this.manifest()
    if (manifest === undefined) return undefined
    const derived = await Promise.all(STATE_NAMES.map(async (name) => [name, await this.#derivedBytes(name)] as const))
    return { manifest, derived: Object.fromEntries(derived.filter(([, bytes]) => bytes !== undefined)) }
  }

  /** Whether all derived values match the last preparation. Logs those that do not and can be rebuilt. */
  async hasWholeState(): Promise<boolean> {
    const state = await this.state()
    const damaged = state && (await findDamaged(state))
    for (const name of damaged ?? []) if (name !== 'history') await this.damage.report(`${name}.json.gz`, REBUILT)
    return damaged?.length === 0
  }

  /** The digests of the current derived values. */
  async digests(): Promise<Digests> {
    const state = await this.state()
    return state ? getDigests(state) : {}
  }

  /** Writes a state. Its manifest gets the paths that files have in this store. */
  async putState({ manifest, derived }: SnapshotState): Promise<void> {
    const locate = (entry: FileEntry) => ({
      ...entry,
      path: entry.path && path.join(this.dir, getFileContentName(entry.hash)),
    })
    const files = Object.fromEntries(Object.entries(manifest.files).map(([address, entry]) => [address, locate(entry)]))
    await this.putManifest({ ...manifest, files })
    for (const name of STATE_NAMES) {
      const bytes = derived[name]
      if (bytes !== undefined) await this.#folder.publish(`${name}.json.gz`, bytes)
    }
  }

  /** Removes the state, but not the contents. Nothing is served from this store until a state is written again. */
  async withdraw(): Promise<void> {
    for (const name of ['index', 'prepared']) await rm(path.join(this.dir, `${name}.json.gz`), { force: true })
  }

  async sweep(kept: readonly Manifest[]): Promise<void> {
    const named = new Set(kept.flatMap(listContents))
    for (const kind of ['pages', 'collections', 'files'] as const) {
      await this.#folder.sweep(kind, (name) => !named.has(`${kind}/${name}`))
    }
    await this.#folder.sweepUnfinished()
  }

  /** Calls `changed` after a new state was written; returns a function that stops watching. */
  watch(changed: () => void): () => void {
    const file = path.join(this.dir, 'index.json.gz')
    // Polls the path, because the folder may be absent or deleted, or on a disk that sends no events.
    const listener = (now: Stats, before: Stats) => {
      if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) changed()
    }
    watchFile(file, { persistent: false, interval: 200 }, listener)
    return () => unwatchFile(file, listener)
  }

  async #read(name: string): Promise<unknown> {
    const bytes = await readIfPresent(path.join(this.dir, name))
    const text = bytes && (await readContentText(name, bytes))
    if (text !== undefined) return JSON.parse(text)
    // Not damage if the current manifest does not list it: the caller may use an old index, whose contents were removed.
    const manifest = bytes === undefined ? await this.manifest() : undefined
    const isSwept = manifest !== undefined && !this.listOwn(manifest).includes(name)
    if (!isSwept) await this.#discard(name)
    throw new IncompleteError([name])
  }

  /** Removes damaged content. It counts as missing then, and is rebuilt. */
  async #discard(name: string): Promise<void> {
    await rm(path.join(this.dir, name), { recursive: true, force: true }).catch(() => {})
    await this.damage.report(name, REBUILT)
  }

  #derivedBytes(name: string): Promise<Buffer | undefined> {
    return readRegularFile(this.#derivedFile(name)).catch(() => undefined)
  }

  #derivedFile(name: string): string {
    return path.join(this.dir, `${name}.json.gz`)
  }

  #put(kind: 'pages' | 'collections', id: Id, value: unknown, present?: string): Put {
    const text = Buffer.from(JSON.stringify(value))
    const hash = hashText(text)
    const isPresent = hash === present
    return { hash, written: isPresent ? Promise.resolve() : this.#putText(getContentName(kind, id, hash), text) }
  }

  async #putText(name: string, text: Buffer): Promise<void> {
    const file = path.join(this.dir, name)
    // Opening a file that does not exist takes several times as long.
    const written = existsSync(file) ? await readRegularFile(file).catch(() => undefined) : undefined
    if (written === undefined || !(await isContentOf(name, written))) {
      await this.#folder.putVerified(name, await compress(text))
    } else {
      // The process that wrote it may have ended before it was flushed.
      this.#folder.flushLater(name)
    }
  }
}

/** Returns undefined if there is no such file, or something else in its place. */
async function readIfPresent(file: string): Promise<Buffer | undefined> {
  return await readRegularFile(file).catch((error: unknown) => {
    if (isShortage(error)) throw error
    return undefined
  })
}

/** A working copy that is read but not written: what a preparation writes is discarded, so it can be run on a full disk. */
export class UnwrittenStore extends FilesStore {
  override putPage(page: StoredPage): Put {
    return { hash: hashText(JSON.stringify(page)), written: Promise.resolve() }
  }

  override async putCollection(collection: StoredCollection): Promise<string> {
    return hashText(JSON.stringify(collection))
  }

  override async putManifest(): Promise<void> {}

  override async putDerived(): Promise<void> {}
}
