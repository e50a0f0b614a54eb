import 'server-only'
import { createHash } from 'node:crypto'
import { type Stats, unwatchFile, watchFile } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import { type FileEntry, type Manifest, SnapshotError, type SnapshotStore } from './store'
import { UNFINISHED, writeWhole } from './write-whole'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Bump when the shape of the stored content changes; older copies are then made anew. */
export const STORE_FORMAT = 5

/** Content that no manifest names is kept this long, because another process may be about to name it. */
const SWEEP_AFTER = 10 * 60_000

/** A snapshot in a folder: `manifest.json`, `pages/`, `collections/` (compressed, named by id and hash) and derived values. */
export class FilesStore implements SnapshotStore {
  #manifest: { mtimeMs: number; value: Manifest; files: ReadonlyMap<string, FileEntry> } | undefined

  constructor(readonly dir: string) {}

  async manifest(): Promise<Manifest | undefined> {
    const file = path.join(this.dir, 'manifest.json')
    const found = await stat(file).catch(() => undefined)
    if (found === undefined) return undefined
    if (this.#manifest?.mtimeMs === found.mtimeMs) return this.#manifest.value
    const value = await readJson(file)
    if (!isManifest(value)) return undefined
    const files = new Map(Object.values(value.files).map((entry) => [entry.hash, entry]))
    this.#manifest = { mtimeMs: found.mtimeMs, value, files }
    return value
  }

  async page(id: Id, hash: string): Promise<StoredPage> {
    return (await this.#read('pages', id, hash)) as StoredPage
  }

  async collection(id: Id, hash: string): Promise<StoredCollection> {
    return (await this.#read('collections', id, hash)) as StoredCollection
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
    const bytes = await readFile(path.join(this.dir, `${name}.json.gz`)).catch(() => undefined)
    if (bytes === undefined) return undefined
    try {
      return JSON.parse((await expand(bytes)).toString('utf8'))
    } catch {
      // A broken derived value is made again.
      return undefined
    }
  }

  async putDerived(name: string, value: unknown): Promise<void> {
    await this.#write(`${name}.json.gz`, await compress(JSON.stringify(value), { level: 1 }))
  }

  async sweep(kept: Manifest[]): Promise<void> {
    for (const kind of ['pages', 'collections'] as const) {
      const named = new Set(
        kept.flatMap((manifest) => Object.entries(manifest[kind]).map(([id, hash]) => fileName(id, hash))),
      )
      await this.#sweepFolder(kind, (name) => !named.has(name))
    }
    await this.#sweepFolder('.', (name) => name.endsWith(UNFINISHED))
  }

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
    for (const each of await readdir(/*turbopackIgnore: true*/ folder).catch(() => [])) {
      if (!isUnwanted(each)) continue
      const file = path.join(/*turbopackIgnore: true*/ folder, each)
      const found = await stat(/*turbopackIgnore: true*/ file).catch(() => undefined)
      if (found !== undefined && Date.now() - found.mtimeMs > SWEEP_AFTER) await rm(file, { force: true })
    }
  }

  async #read(kind: string, id: Id, hash: string): Promise<unknown> {
    const bytes = await readFile(path.join(this.dir, kind, fileName(id, hash)))
    return JSON.parse((await expand(bytes)).toString('utf8'))
  }

  async #put(kind: string, id: Id, value: unknown): Promise<string> {
    const text = JSON.stringify(value)
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
    const name = path.join(kind, fileName(id, hash))
    // Content never changes under its name, so what is there already is right; it is only kept from being swept.
    if ((await stat(path.join(this.dir, name)).catch(() => undefined)) === undefined) {
      await this.#write(name, await compress(text, { level: 1 }), { flush: false })
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

const fileName = (id: Id, hash: string) => `${id}-${hash}.json.gz`

/** Parsed JSON, or undefined when the file is absent or broken. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === STORE_FORMAT
}
