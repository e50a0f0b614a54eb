import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { SnapshotError, StateWriteError } from './store'
import {
  createFolder,
  flushFile,
  flushFolder,
  UNFINISHED,
  type WriteOptions,
  writeFileAtomically,
} from './write-file-atomically'

/** Content that no manifest names is kept this long, because another process may be about to name it. */
const SWEEP_AFTER = 10 * 60_000
const FLUSHED_AT_ONCE = 32

/**
 * Writes the files of a store: contents first, and the files that name them when the contents are on disk. So a power cut leaves the
 * previous state or the new one.
 */
export class OwnedFolder {
  /** Contents and folders that have to be flushed before the next publication. */
  readonly #unflushed = { contents: new Set<string>(), folders: new Set<string>() }
  #staging: string | undefined
  /** Why this process could not become the owner. */
  #failure: unknown

  constructor(
    readonly dir: string,
    /** The folder in which each owner has a folder, relative to `dir`. */
    readonly owners = 'owners',
  ) {}

  /**
   * Makes this process the owner. An owner writes each file to a folder of its own, and moves it into place from there. This moves the
   * folders of all other owners away, so their writes fail, however long they were paused.
   */
  async takeOwnership(): Promise<void> {
    const owners = path.join(this.dir, this.owners)
    const own = randomUUID()
    this.#staging = path.join(owners, own)
    const parentError = await createFolder(owners).catch((error: unknown) => error)
    // If this fails, each later write fails with the reason.
    await mkdir(this.#staging).catch((error: NodeJS.ErrnoException) => {
      this.#failure = error.code === 'ENOENT' ? parentError : error
    })
    // Create the folder before listing: otherwise two processes could list at the same time and miss each other.
    const others = (await readdir(owners).catch(() => [])).filter((name) => name !== own)
    for (const other of others) {
      const aside = path.join(owners, `${other}.former`)
      // Moving is atomic, and removing is not. If the disk cannot be written to, no owner can publish anyway.
      await rename(path.join(owners, other), aside).catch(() => {})
      await rm(aside, { recursive: true, force: true }).catch(() => {})
    }
  }

  /** Ends the ownership that {@link takeOwnership} began. */
  async release(): Promise<void> {
    if (this.#staging !== undefined) await rm(this.#staging, { recursive: true, force: true }).catch(() => {})
  }

  /** Writes content that is published by a later {@link publish}. */
  async put(name: string, content: string | Buffer): Promise<void> {
    await this.#runWrite(() => this.#write(name, content, 'file'))
    this.#unflushed.folders.add(path.dirname(path.join(this.dir, name)))
  }

  /**
   * Writes content that {@link publish} flushes together with all other such content, which takes less than half the time. A power cut
   * before that may leave a file with other content, so its readers must verify it.
   */
  async putVerified(name: string, content: string | Buffer): Promise<void> {
    await this.#runWrite(() => this.#write(name, content, 'nothing'))
    this.flushLater(name)
  }

  /** Makes the next {@link publish} flush a file that exists. */
  flushLater(name: string): void {
    const file = path.join(this.dir, name)
    this.#unflushed.contents.add(file)
    this.#unflushed.folders.add(path.dirname(file))
  }

  /** Returns a path that the caller may write content to, for {@link move}. */
  temporary(name: string): string {
    return path.join(this.#staging ?? this.dir, name + UNFINISHED)
  }

  /** Moves content that was written to a {@link temporary} file into place. A later {@link publish} publishes it. */
  async move(temporary: string, name: string): Promise<void> {
    const file = path.join(this.dir, name)
    await this.#runWrite(async () => {
      await flushFile(temporary)
      await rename(temporary, file)
    })
    this.#unflushed.folders.add(path.dirname(file))
  }

  /** Writes a file that names contents, after all contents so far are on disk. */
  async publish(name: string, content: string | Buffer): Promise<void> {
    const contents = [...this.#unflushed.contents]
    const folders = [...this.#unflushed.folders]
    this.#unflushed.contents.clear()
    this.#unflushed.folders.clear()
    try {
      await this.#runWrite(async () => {
        for (let at = 0; at < contents.length; at += FLUSHED_AT_ONCE) {
          await Promise.all(contents.slice(at, at + FLUSHED_AT_ONCE).map(flushContent))
        }
        for (const folder of folders) await flushFolder(folder)
      })
    } catch (error) {
      for (const file of contents) this.#unflushed.contents.add(file)
      for (const folder of folders) this.#unflushed.folders.add(folder)
      throw error
    }
    await this.replace(name, content)
  }

  /** Writes a file at once. It may name contents that a power cut loses. */
  replace(name: string, content: string | Buffer): Promise<void> {
    return this.#runWrite(() => this.#write(name, content, 'file and folder'))
  }

  /** Removes unwanted files of a folder that are older than `afterMs`. */
  async sweep(folder: string, isUnwanted: (name: string) => boolean, afterMs = SWEEP_AFTER): Promise<void> {
    for (const name of await this.names(folder)) {
      if (!isUnwanted(name)) continue
      // The comments keep the bundler from tracing the whole project for a folder that only the process knows.
      const file = path.join(/*turbopackIgnore: true*/ this.dir, folder, name)
      const found = await stat(/*turbopackIgnore: true*/ file).catch(() => undefined)
      if (found === undefined || Date.now() - found.mtimeMs <= afterMs) continue
      // Another owner may need the file.
      if (!(await this.#isOwner())) return
      await rm(file, { force: true })
    }
  }

  /** Removes incomplete files. */
  sweepUnfinished(): Promise<void> {
    return this.sweep('.', (name) => name.endsWith(UNFINISHED))
  }

  names(folder: string): Promise<string[]> {
    return readdir(/*turbopackIgnore: true*/ path.join(/*turbopackIgnore: true*/ this.dir, folder)).catch(() => [])
  }

  #write(name: string, content: string | Buffer, flush: WriteOptions['flush']): Promise<void> {
    return writeFileAtomically(path.join(this.dir, name), content, { flush, staging: this.#staging })
  }

  async #isOwner(): Promise<boolean> {
    return this.#staging === undefined || (await stat(this.#staging).catch(() => undefined)) !== undefined
  }

  async #runWrite(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      const error = this.#failure ?? thrown
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (isMissing && !(await this.#isOwner())) {
        throw new SnapshotError(`Another process writes to ${this.dir} now: this one publishes nothing`)
      }
      throw new StateWriteError(this.dir, error)
    }
  }
}

/** Flushes content. It may have been removed meanwhile because it was damaged, and is restored then. */
async function flushContent(file: string): Promise<void> {
  await flushFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
