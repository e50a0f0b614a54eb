import 'server-only'
import { type Stats, unwatchFile, watchFile } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import { compress, expand, fileNameOf, hashOf, isContentOf, kindOf, nameOf, namesIn, parsed } from './contents'
import {
  type FileEntry,
  isManifest,
  type Manifest,
  SnapshotError,
  type SnapshotState,
  STATE_NAMES,
  type WorkingStore,
} from './store'
import { UNFINISHED, writeWhole } from './write-whole'

/** A database is read with each of its rows: the last few stay at hand for some milliseconds. */
const RECENT = { max: 4, ttl: 10_000, ttlAutopurge: true }

/** Content that no manifest names is kept this long, because another process may be about to name it. */
const SWEEP_AFTER = 10 * 60_000

/** A snapshot in a folder: `manifest.json`, `pages/`, `collections/` (compressed, named by id and hash) and derived values. */
export class FilesStore implements WorkingStore {
  readonly #recent = new LRUCache<string, Promise<StoredCollection>>(RECENT)
  #manifest: { stamp: string; value: Manifest; files: ReadonlyMap<string, FileEntry> } | undefined

  constructor(readonly dir: string) {}

  async manifest(): Promise<Manifest | undefined> {
    const file = path.join(this.dir, 'manifest.json')
    const found = await stat(file).catch(() => undefined)
    if (found === undefined) return undefined
    const stamp = markOf(found)
    if (this.#manifest?.stamp === stamp) return this.#manifest.value
    const value = await readJson(file)
    if (!isManifest(value)) return undefined
    const files = new Map(Object.values(value.files).map((entry) => [entry.hash, entry]))
    this.#manifest = { stamp, value, files }
    return value
  }

  async page(id: Id, hash: string): Promise<StoredPage> {
    return (await this.#read(nameOf('pages', id, hash))) as StoredPage
  }

  collection(id: Id, hash: string): Promise<StoredCollection> {
    const name = nameOf('collections', id, hash)
    const read = this.#recent.get(name) ?? (this.#read(name) as Promise<StoredCollection>)
    this.#recent.set(name, read)
    read.catch(() => this.#recent.delete(name))
    return read
  }

  async file(hash: string): Promise<FileEntry | undefined> {
    await this.manifest()
    return this.#manifest?.files.get(hash)
  }

  putPage(page: StoredPage): Promise<string> {
    return this.#put('pages', page.id, page)
  }

  putCollection(stored: StoredCollection): Promise<string> {
    return this.#put('collections', stored.collection.id, stored)
  }

  async putManifest(manifest: Manifest): Promise<void> {
    await this.#write('manifest.json', JSON.stringify(manifest))
  }

  async derived(name: string): Promise<unknown> {
    const bytes = await this.#derivedBytes(name)
    // A broken derived value is made again.
    return bytes && parsed(bytes)
  }

  /** Names the file that holds a derived value, another one after each write; undefined if there is none. */
  async derivedMark(name: string): Promise<string | undefined> {
    const found = await stat(this.#derivedFile(name)).catch(() => undefined)
    return found && markOf(found)
  }

  async memory(name: string): Promise<unknown> {
    const file = this.#derivedFile(name)
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw cannotRead(file)
    })
    if (bytes === undefined) return undefined
    const value = await parsed(bytes)
    if (value === undefined) throw cannotRead(file)
    return value
  }

  async putDerived(name: string, value: unknown): Promise<void> {
    await this.#write(`${name}.json.gz`, await compress(JSON.stringify(value)))
  }

  async missing(names: readonly string[]): Promise<string[]> {
    const kinds = new Set(names.map(kindOf))
    const listed = await Promise.all(
      [...kinds].map(async (kind) => (await this.#namesIn(kind)).map((name) => `${kind}/${name}`)),
    )
    const held = new Set(listed.flat())
    return names.filter((name) => !held.has(name))
  }

  async contents(names: readonly string[]): Promise<(Buffer | undefined)[]> {
    await this.manifest()
    return await Promise.all(
      names.map(async (name) => {
        const lies = this.#manifest?.files.get(name.slice('files/'.length))?.path ?? path.join(this.dir, name)
        const bytes = await readFile(lies).catch(() => undefined)
        return bytes !== undefined && (await isContentOf(name, bytes)) ? bytes : undefined
      }),
    )
  }

  async putContents(contents: readonly (readonly [name: string, content: Buffer])[]): Promise<void> {
    await Promise.all(contents.map(([name, content]) => this.#write(name, content, { flush: false })))
  }

  async state(): Promise<SnapshotState | undefined> {
    const manifest = await this.manifest()
    if (manifest === undefined) return undefined
    const derived = await Promise.all(STATE_NAMES.map(async (name) => [name, await this.#derivedBytes(name)] as const))
    return { manifest, derived: Object.fromEntries(derived.filter(([, bytes]) => bytes !== undefined)) }
  }

  /** The files of the manifest are those that were put here. */
  async putState({ manifest, derived }: SnapshotState): Promise<void> {
    const here = (entry: FileEntry) => ({ ...entry, path: path.join(this.dir, fileNameOf(entry.hash)) })
    const files = Object.fromEntries(Object.entries(manifest.files).map(([address, entry]) => [address, here(entry)]))
    await this.putManifest({ ...manifest, files })
    for (const name of STATE_NAMES) {
      const bytes = derived[name]
      if (bytes !== undefined) await this.#write(`${name}.json.gz`, bytes)
    }
  }

  /** Takes the state away, but not the contents: nothing is served from here until a state is put again. */
  async withdraw(): Promise<void> {
    for (const name of ['index', 'prepared']) await rm(path.join(this.dir, `${name}.json.gz`), { force: true })
  }

  async sweep(kept: readonly Manifest[]): Promise<void> {
    const named = new Set(kept.flatMap(namesIn))
    for (const kind of ['pages', 'collections', 'files'] as const) {
      await this.#sweepFolder(kind, (name) => !named.has(`${kind}/${name}`))
    }
    await this.#sweepFolder('.', (name) => name.endsWith(UNFINISHED))
  }

  /** Calls `changed` after a new state was written; returns a function that stops watching. */
  watch(changed: () => void): () => void {
    const file = path.join(this.dir, 'index.json.gz')
    // By path and by polling, because the folder may be absent, deleted or on a disk that sends no events.
    const listener = (now: Stats, before: Stats) => {
      if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) changed()
    }
    watchFile(file, { persistent: false, interval: 200 }, listener)
    return () => unwatchFile(file, listener)
  }

  /** Removes the old files of a folder that are not wanted. */
  async #sweepFolder(name: string, isUnwanted: (name: string) => boolean): Promise<void> {
    // The comments keep the bundler from tracing the whole project for a folder that only the process knows.
    const folder = path.join(/*turbopackIgnore: true*/ this.dir, name)
    for (const each of await this.#namesIn(name)) {
      if (!isUnwanted(each)) continue
      const file = path.join(/*turbopackIgnore: true*/ folder, each)
      const found = await stat(/*turbopackIgnore: true*/ file).catch(() => undefined)
      if (found !== undefined && Date.now() - found.mtimeMs > SWEEP_AFTER) await rm(file, { force: true })
    }
  }

  #namesIn(folder: string): Promise<string[]> {
    return readdir(/*turbopackIgnore: true*/ path.join(/*turbopackIgnore: true*/ this.dir, folder)).catch(() => [])
  }

  async #read(name: string): Promise<unknown> {
    return JSON.parse(await expand(await readFile(path.join(this.dir, name))))
  }

  #derivedBytes(name: string): Promise<Buffer | undefined> {
    return readFile(this.#derivedFile(name)).catch(() => undefined)
  }

  #derivedFile(name: string): string {
    return path.join(this.dir, `${name}.json.gz`)
  }

  async #put(kind: 'pages' | 'collections', id: Id, value: unknown): Promise<string> {
    const text = JSON.stringify(value)
    const hash = hashOf(text)
    const name = nameOf(kind, id, hash)
    // Content never changes under its name, so what is there already is right; it is only kept from being swept.
    if ((await stat(path.join(this.dir, name)).catch(() => undefined)) === undefined) {
      await this.#write(name, await compress(text), { flush: false })
    }
    return hash
  }

  async #write(name: string, content: string | Buffer, options?: { flush: boolean }): Promise<void> {
    try {
      await writeWhole(path.join(this.dir, name), content, options)
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error
      throw new SnapshotError(
        `Cannot write to ${this.dir} (${reason}): set STATE_DIR to a folder with room to write in`,
      )
    }
  }
}

/** Each write puts another file in the place of the one before; not every disk tells two moments apart. */
const markOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`

/** Parsed JSON, or undefined when the file is absent or broken. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

const cannotRead = (file: string) =>
  new SnapshotError(`${file} cannot be read: restore it, or remove it to do without what it remembers`)
