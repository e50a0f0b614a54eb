import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { SnapshotError } from './store'
import { flushFile, flushFolder, makeFolder, UNFINISHED, writeWhole } from './write-whole'

/** Content that no manifest names is kept this long, because another process may be about to name it. */
const SWEEP_AFTER = 10 * 60_000

/**
 * The files of a store, as they are written: contents first, and what names them only when the contents are on the disk. So a power cut
 * leaves the former state or the new one.
 */
export class OwnedFolder {
  /** Folders with contents whose names may not be on the disk yet. */
  readonly #unflushed = new Set<string>()
  #staging: string | undefined

  constructor(
    readonly dir: string,
    /** Relative to it: the folder in which each owner has a folder. */
    readonly owners = 'owners',
  ) {}

  /**
   * Makes this process the only one that writes here. An owner writes each file into a folder of its own and moves it to its place from
   * there. This moves the folders of all other owners away, so that none of them can publish any more, however long it was stopped.
   */
  async own(): Promise<void> {
    const owners = path.join(this.dir, this.owners)
    const own = randomUUID()
    this.#staging = path.join(owners, own)
    await makeFolder(owners).catch(() => {})
    // Without it every later write fails, and says why.
    await mkdir(this.#staging).catch(() => {})
    // Of two that begin at once, each that looked before it created its folder would miss the other.
    const others = (await readdir(owners).catch(() => [])).filter((name) => name !== own)
    for (const other of others) {
      const aside = path.join(owners, `${other}.former`)
      // At once, where removing takes several steps. On a disk that cannot be written to, no owner can publish.
      await rename(path.join(owners, other), aside).catch(() => {})
      await rm(aside, { recursive: true, force: true }).catch(() => {})
    }
  }

  /** Ends what {@link own} began. */
  async release(): Promise<void> {
    if (this.#staging !== undefined) await rm(this.#staging, { recursive: true, force: true }).catch(() => {})
  }

  /** Writes content that is published by a later {@link publish}. */
  async put(name: string, content: string | Buffer): Promise<void> {
    await this.#writing(() => this.#write(name, content, 'file'))
    this.#unflushed.add(path.dirname(path.join(this.dir, name)))
  }

  /** Where the owner may write content itself, which {@link move} puts in its place. */
  temporary(name: string): string {
    return path.join(this.#staging ?? this.dir, name + UNFINISHED)
  }

  /** Puts content that was written to a {@link temporary} file, as {@link put} does. */
  async move(temporary: string, name: string): Promise<void> {
    const file = path.join(this.dir, name)
    await this.#writing(async () => {
      await flushFile(temporary)
      await rename(temporary, file)
    })
    this.#unflushed.add(path.dirname(file))
  }

  /** Writes a file that may name contents, when all that were put before are on the disk. */
  async publish(name: string, content: string | Buffer): Promise<void> {
    const folders = [...this.#unflushed]
    this.#unflushed.clear()
    await this.#writing(async () => {
      for (const folder of folders) await flushFolder(folder)
      await this.#write(name, content, 'file and folder')
    })
  }

  /** Removes the files of a folder that are not wanted and were written long enough ago. */
  async sweep(folder: string, isUnwanted: (name: string) => boolean, afterMs = SWEEP_AFTER): Promise<void> {
    for (const name of await this.names(folder)) {
      if (!isUnwanted(name)) continue
      // The comments keep the bundler from tracing the whole project for a folder that only the process knows.
      const file = path.join(/*turbopackIgnore: true*/ this.dir, folder, name)
      const found = await stat(/*turbopackIgnore: true*/ file).catch(() => undefined)
      if (found === undefined || Date.now() - found.mtimeMs <= afterMs) continue
      // Another owner may name again what is not wanted here.
      if (!(await this.#isOwner())) return
      await rm(file, { force: true })
    }
  }

  /** Removes what was left half written. */
  sweepUnfinished(): Promise<void> {
    return this.sweep('.', (name) => name.endsWith(UNFINISHED))
  }

  names(folder: string): Promise<string[]> {
    return readdir(/*turbopackIgnore: true*/ path.join(/*turbopackIgnore: true*/ this.dir, folder)).catch(() => [])
  }

  #write(name: string, content: string | Buffer, flush: 'file' | 'file and folder'): Promise<void> {
    return writeWhole(path.join(this.dir, name), content, { flush, staging: this.#staging })
  }

  async #isOwner(): Promise<boolean> {
    return this.#staging === undefined || (await stat(this.#staging).catch(() => undefined)) !== undefined
  }

  async #writing(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error
      if (reason === 'ENOENT' && !(await this.#isOwner())) {
        throw new SnapshotError(`Another process writes to ${this.dir} now: this one publishes nothing`)
      }
      throw new SnapshotError(
        `Cannot write to ${this.dir} (${reason}): set STATE_DIR to a folder with room to write in`,
        { cause: error },
      )
    }
  }
}
