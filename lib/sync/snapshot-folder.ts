import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SYNC_FOLDER } from '../snapshot/verified-file'
import { flushFile, flushFolder, makeFolder, writeWhole } from '../snapshot/write-whole'
import type { Id } from '../workspace/record-map'
import { cannotWrite } from './errors'

const KINDS = ['pages', 'files'] as const

/** A page of the manifest. */
export interface ListedPage {
  file: string
  edited: number
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
    this.#lastManifest = await readFile(path.join(this.dir, 'manifest.json'), 'utf8').catch(() => '')
  }

  /** Where a file that is being loaded may lie. */
  temporary(name: string): string {
    return path.join(this.#stage, 'files', `${name}.tmp`)
  }

  /** The text of a page as it is now, staged or not. */
  async readPage(id: Id): Promise<string | undefined> {
    const name = pageFile(id)
    const from = this.#staged.has(name) ? this.#stage : this.dir
    return await readFile(path.join(from, name), 'utf8').catch(() => undefined)
  }

  async stagePage(id: Id, text: string): Promise<void> {
    const name = pageFile(id)
    await this.#writing(() => writeWhole(path.join(this.#stage, name), text, { flush: 'file' }))
    this.#staged.add(name)
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
  async commit({ root, pages, files }: SnapshotManifest): Promise<boolean> {
    const staged = [...this.#staged]
    await this.#writing(async () => {
      for (const name of staged) {
        await rename(path.join(this.#stage, name), path.join(this.dir, name))
        this.#staged.delete(name)
      }
      // The manifest may name only what is on the disk.
      if (staged.length > 0) for (const kind of KINDS) await flushFolder(path.join(this.dir, kind))
    })
    const content = `"root":${JSON.stringify(root)},"pages":${linewise(pages)},"files":${linewise(files)}}\n`
    const isListed = this.#lastManifest.endsWith(content)
    if (isListed && staged.length === 0) return false
    const manifest = `{"format":1,"syncedAt":"${new Date().toISOString()}",${content}`
    await this.#writing(() => writeWhole(path.join(this.dir, 'manifest.json'), manifest))
    this.#lastManifest = manifest
    return true
  }

  /** Forgets what is staged. */
  async discard(): Promise<void> {
    await rm(this.#stage, { recursive: true, force: true })
    this.#staged.clear()
    await this.open()
  }

  /** Removes pages and files that the manifest, as it is on the disk, does not list; answers what is left, staged included. */
  async sweep(): Promise<ReadonlySet<string> | undefined> {
    const listed = listedIn(this.#lastManifest)
    if (listed === undefined) return undefined
    for (const kind of KINDS) {
      for (const name of await readdir(path.join(this.dir, kind)).catch(() => [])) {
        if (!listed.has(`${kind}/${name}`)) await rm(path.join(this.dir, kind, name), { force: true })
      }
    }
    return new Set([...listed, ...this.#staged])
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
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The files that the text of a manifest lists. */
function listedIn(manifest: string): Set<string> | undefined {
  try {
    const { pages, files } = JSON.parse(manifest) as SnapshotManifest
    return new Set([...Object.values(pages), ...Object.values(files)].map(({ file }) => file))
  } catch {
    return undefined
  }
}

/** JSON with one line for each entry. */
function linewise(entries: Record<string, unknown>): string {
  const lines = Object.entries(entries).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}
