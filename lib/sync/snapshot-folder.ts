import 'server-only'
import { createHash } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openRegularFile, readRegularFile, readTextOrNothing } from '../snapshot/regular-file'
import { SYNC_FOLDER } from '../snapshot/verified-file'
import { flushFile, flushFolder, makeFolder, writeWhole } from '../snapshot/write-whole'
import type { Id } from '../workspace/record-map'
import { isObject, parseObject } from '../workspace/values'
import { cannotWrite } from './errors'

/** What precedes the content of a manifest. */
const HEAD = /^\{"format":1,"syncedAt":"[^"]*",/
const KINDS = ['pages', 'files'] as const

/** A page of the manifest. */
export interface ListedPage {
  file: string
  edited: number
  /** Of its content; empty if that was found damaged. */
  hash: string
}

export interface ListedFile {
  file: string
  name: string
  hash: string
  type: string
  width?: number
  height?: number
}

/** What `manifest.json` says; everything else is found through it. */
export interface SnapshotManifest {
  root: Id
  /** Whether a sync has gone through the whole workspace; if not, pages that it found to be gone. */
  isWhole: boolean
  removed: Id[]
  /** Pages, or blocks that may be pages, that exist and could not be fetched yet. */
  missing: Id[]
  pages: Record<Id, ListedPage>
  files: Record<string, ListedFile>
}

/**
 * The snapshot as the sync writes it: into a staging folder first, which nobody watches, then all that is staged is moved into
 * place, and the manifest is written last. So a reader meets no half page, and is woken once for many.
 */
export class SnapshotFolder {
  readonly ownDir: string
  readonly #staged = new Set<string>()
  #lastManifest = ''

  constructor(readonly dir: string) {
    this.ownDir = path.join(dir, SYNC_FOLDER)
  }

  /** Whether the folder is a sync's to write into: new, empty, or written by one before. */
  async isOurs(): Promise<boolean> {
    const names: string[] = await readdir(this.dir).catch(() => [])
    return names.includes(SYNC_FOLDER) || names.every((name) => name.startsWith('.'))
  }

  /** Takes up what an earlier run had staged. */
  async open(): Promise<void> {
    await this.#writing(async () => {
      for (const kind of KINDS) {
        const folder = path.join(this.#stage, kind)
        await makeFolder(folder)
        await makeFolder(path.join(this.dir, kind))
        for (const name of await readdir(folder)) {
          if (name.endsWith('.tmp')) await rm(path.join(folder, name), { force: true })
          else this.#staged.add(`${kind}/${name}`)
        }
        await flushFolder(folder)
      }
    })
    this.#lastManifest = await readTextOrNothing(path.join(this.dir, 'manifest.json'))
  }

  /** Where a file that is being loaded may lie. */
  temporary(name: string): string {
    return path.join(this.#stage, 'files', `${name}.tmp`)
  }

  /** The text of a page as it is now, staged or not. */
  async readPage(id: Id): Promise<string | undefined> {
    return await readRegularFile(this.pathOf(pageFile(id))).then(String, () => undefined)
  }

  /** Where a page or file lies now, staged or not. */
  pathOf(name: string): string {
    return path.join(this.#staged.has(name) ? this.#stage : this.dir, name)
  }

  /** Names a page or file as it is now, staged or not; another name after each write. Undefined if it is not there. */
  async markOf(name: string): Promise<string | undefined> {
    const found = await stat(this.pathOf(name)).catch(() => undefined)
    return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeMs}` : undefined
  }

  async stagePage(id: Id, text: string): Promise<void> {
    const name = pageFile(id)
    await this.#writing(() => writeWhole(path.join(this.#stage, name), text, { flush: 'file' }))
    this.#staged.add(name)
  }

  /** Goes back to the page as it was published last. */
  async unstagePage(id: Id): Promise<void> {
    const name = pageFile(id)
    await this.#writing(() => rm(path.join(this.#stage, name), { force: true }))
    this.#staged.delete(name)
  }

  /** Stages a loaded file under a name of its own. */
  async stageFile(temporary: string, name: string): Promise<void> {
    await this.#writing(async () => {
      await flushFile(temporary)
      await rename(temporary, path.join(this.#stage, name))
    })
    this.#staged.add(name)
  }

  /** Moves everything that is staged into place and lists it. Answers whether the snapshot changed. */
  async commit(made: SnapshotManifest): Promise<boolean> {
    const staged = [...this.#staged]
    await this.#writing(async () => {
      for (const name of staged) {
        await rename(path.join(this.#stage, name), path.join(this.dir, name))
        this.#staged.delete(name)
      }
      // The manifest may name only what is on the disk.
      if (staged.length > 0) for (const kind of KINDS) await flushFolder(path.join(this.dir, kind))
    })
    const content = made.isWhole ? contentOf(made) : this.#fillingContent(made)
    const isListed = this.#lastManifest.replace(HEAD, '') === content
    if (isListed && staged.length === 0) return false
    const manifest = `{"format":1,"syncedAt":"${new Date().toISOString()}",${content}`
    await this.#writing(() => writeWhole(path.join(this.dir, 'manifest.json'), manifest))
    this.#lastManifest = manifest
    return true
  }

  /** Removes pages and files that the manifest, as it is on the disk, does not list; answers what is left, staged included. */
  async sweep(): Promise<ReadonlySet<string> | undefined> {
    const manifest = manifestIn(this.#lastManifest)
    if (manifest === undefined) return undefined
    const listed = new Set([...Object.values(manifest.pages), ...Object.values(manifest.files)].map(({ file }) => file))
    for (const kind of KINDS) {
      for (const name of await readdir(path.join(this.dir, kind)).catch(() => [])) {
        if (!listed.has(`${kind}/${name}`)) await rm(path.join(this.dir, kind, name), { force: true })
      }
    }
    return new Set([...listed, ...this.#staged])
  }

  /** A sync that lost its state knows a part of what is listed: the rest stays until it has seen the whole workspace. */
  #fillingContent(made: SnapshotManifest): string {
    const last = manifestIn(this.#lastManifest)
    const { pages = {}, files = {} } = last?.root === made.root ? last : {}
    const removed = new Set(made.removed)
    const kept = Object.fromEntries(Object.entries(pages).filter(([id]) => !removed.has(id)))
    const all = { ...made, pages: { ...kept, ...made.pages }, files: { ...files, ...made.files } }
    return `"isFilling":true,"removed":${JSON.stringify(made.removed)},${contentOf(all)}`
  }

  get #stage() {
    return path.join(this.ownDir, 'staged')
  }

  async #writing(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      throw cannotWrite(this.dir, error)
    }
  }
}

export const pageFile = (id: Id) => `pages/${id}.json`

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  const { handle } = await openRegularFile(file)
  await pipeline(handle.createReadStream(), hash)
  return hash.digest('hex')
}

/** The manifest that a text holds; undefined if it is damaged. */
function manifestIn(text: string): Pick<SnapshotManifest, 'root' | 'pages' | 'files'> | undefined {
  const manifest = parseObject(text)
  const isListing = (value: unknown) =>
    isObject(value) && Object.values(value).every((entry) => isObject(entry) && typeof entry.file === 'string')
  if (!isListing(manifest.pages) || !isListing(manifest.files)) return undefined
  return manifest as unknown as SnapshotManifest
}

function contentOf({ root, missing, pages, files }: SnapshotManifest): string {
  const lacking = missing.length === 0 ? '' : `"missing":${JSON.stringify(missing)},`
  return `"root":${JSON.stringify(root)},${lacking}"pages":${linewise(pages)},"files":${linewise(files)}}\n`
}

/** JSON with one line for each entry, in an order that does not depend on how they were found. */
function linewise(entries: Record<string, unknown>): string {
  const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = sorted.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}
