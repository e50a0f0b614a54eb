import { createHash } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '../../../lib/sync/lock'
import { isObject } from '../../../lib/workspace/values'

/** Prefix of versions of files that no document links to. They may be removed without breaking links. */
export const UNLINKED = 'unlinked '
/** A folder that holds only this file counts as empty, see `redirects.ts`. */
export const REDIRECTS = 'redirects.json'

const LOCK = { name: 'export', remedy: 'name a folder that can be written to' }

/**
 * The folder that an export writes: new files are collected in a hidden folder beside it, which replaces it at the end. Until then the
 * previous export stays as it is.
 */
export class OutputFolder {
  readonly #written = new Map<string, string>()
  readonly #reused = new Map<string, string>()
  /** The folders of the new export that exist. */
  readonly #folders = new Set<string>()

  private constructor(
    readonly dir: string,
    readonly workDir: string,
    readonly unlock: () => Promise<void>,
    /** The versions of the files of the previous export, by hashes of their paths. */
    readonly listed: ReadonlyMap<string, string>,
    /** The versions of those files that are still there, by their paths. */
    readonly previous: ReadonlyMap<string, string>,
  ) {}

  /** Locks the folder and reads its list of files. `force` replaces any content. Throws {@link ExportError} if it may not be replaced. */
  static async open(named: string, force: boolean): Promise<OutputFolder> {
    // A link stays, and the folder that it leads to is replaced.
    const dir = await realpath(named).catch(() => named)
    const workDir = path.join(path.dirname(dir), `.${path.basename(dir)}.export`)
    const unlock = await lockFolder(workDir, LOCK)
    try {
      await finishSwap(dir, workDir)
      const listed = await readList(dir)
      if (listed === undefined && !force && !(await isEmpty(dir))) {
        throw new ExportError(
          `${dir} is not empty and was not written by an export: name another folder, or add --force to replace all that it contains`,
        )
      }
      const versions = listed ?? new Map<string, string>()
      return new OutputFolder(dir, workDir, unlock, versions, await findListedFiles(dir, versions))
    } catch (error) {
      await unlock()
      await rmdir(workDir).catch(() => {})
      throw error
    }
  }

  /** The files of the new export. */
  get files(): string[] {
    return [...this.#written.keys(), ...this.#reused.keys()]
  }

  /** Whether the new export has a file. */
  contains(file: string): boolean {
    return this.#written.has(file) || this.#reused.has(file)
  }

  /** Returns the version of a file of the new export; undefined if it has no such file. */
  getVersion(file: string): string | undefined {
    return this.#written.get(file) ?? this.#reused.get(file)
  }

  /** Whether the previous export has this version of a file. */
  has(file: string, version: string): boolean {
    return this.previous.get(file) === version
  }

  /** Reuses a file of the previous export; returns false if it has none of this name, or none whose version begins with the subject. */
  reuse(file: string, subject = ''): boolean {
    const version = this.previous.get(file)
    if (!version?.startsWith(subject)) return false
    this.#setReused(file, version)
    return true
  }

  /** Writes a file, unless the previous export has this version of it. The default version is a hash of the content. */
  async writeVersion(file: string, content: Uint8Array | string, version = hashContent(content)): Promise<void> {
    if (this.has(file, version)) this.reuse(file)
    else await this.write(file, content, version)
  }

  /** Writes a file, or reuses that of the previous export if it has the same content. */
  async write(file: string, content: Uint8Array | string, version: string): Promise<void> {
    const bytes = Buffer.from(content as Uint8Array)
    const before = this.previous.has(file)
      ? await readFile(path.join(this.dir, file)).catch(() => undefined)
      : undefined
    if (before?.equals(bytes)) {
      this.#setReused(file, version)
      return
    }
    const target = this.#getNewPath(file)
    await this.#writing(async () => {
      // Synchronous calls, as in `#linkReused`.
      const folder = path.dirname(target)
      if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true })
      this.#folders.add(folder)
      writeFileSync(target, bytes)
    })
    this.#written.set(file, version)
    this.#reused.delete(file)
  }

  /** Reads a file of the new export. */
  read(file: string): Promise<Buffer> {
    return readFile(this.#written.has(file) ? this.#getNewPath(file) : path.join(this.dir, file))
  }

  /** Returns the size of a file of the new export in bytes. */
  async size(file: string): Promise<number> {
    return (await stat(this.#written.has(file) ? this.#getNewPath(file) : path.join(this.dir, file))).size
  }

  /** Returns the files of the previous export in a folder, and below it. */
  listPrevious(folder: string): string[] {
    return [...this.previous.keys()].filter((file) => file.startsWith(`${folder}/`))
  }

  /** Whether the new export lacks a file of the previous one to which a document may link. */
  get breaksLinks(): boolean {
    const hashes = new Set(this.files.map(hashPath))
    return [...this.listed].some(([hash, version]) => !version.startsWith(UNLINKED) && !hashes.has(hash))
  }

  /** Replaces the previous export. Returns how many files were written, and leaves the folder as it is if nothing changed. */
  async finish(): Promise<{ written: number; removed: number }> {
    const all = [...this.#reused, ...this.#written].map(([file, version]): [string, string] => [
      hashPath(file),
      version,
    ])
    const list = new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)))
    const removed = [...this.listed.keys()].filter((hash) => !list.has(hash)).length
    const isSame = [...list].every(([hash, version]) => this.listed.get(hash) === version)
    if (this.#written.size === 0 && removed === 0 && isSame) return { written: 0, removed: 0 }
    await this.#writing(async () => {
      this.#linkReused()
      await mkdir(this.#getNewPath('.'), { recursive: true })
      await writeFile(this.#getNewPath(LIST), JSON.stringify({ format: LIST_FORMAT, files: Object.fromEntries(list) }))
      if (await isThere(this.dir)) await rename(this.dir, this.#former)
      await rename(this.#getNewPath('.'), this.dir)
      await finishSwap(this.dir, this.workDir)
    })
    return { written: this.#written.size, removed }
  }

  /** Removes what is unfinished and unlocks the folder. */
  async close(): Promise<void> {
    await rm(this.#getNewPath('.'), { recursive: true, force: true }).catch(() => {})
    await this.unlock()
    await rmdir(this.workDir).catch(() => {})
  }

  get #former(): string {
    return path.join(this.workDir, 'former')
  }

  #getNewPath(file: string): string {
    return path.join(this.workDir, 'new', file)
  }

  #setReused(file: string, version: string): void {
    this.#reused.set(file, version)
    this.#written.delete(file)
  }

  /**
   * Files that did not change keep their modification time, so that a deployment can skip them. For thousands of files, synchronous calls
   * take a fraction of the time of promises.
   */
  #linkReused(): void {
    const files = [...this.#reused.keys()]
    for (const folder of new Set(files.map(path.dirname))) mkdirSync(this.#getNewPath(folder), { recursive: true })
    for (const file of files) {
      const [from, to] = [path.join(this.dir, file), this.#getNewPath(file)]
      try {
        linkSync(from, to)
      } catch {
        copyFileSync(from, to)
      }
    }
  }

  async #writing(work: () => Promise<void>): Promise<void> {
    await work().catch(async (error: unknown) => {
      throw explainFailedWrite(this.dir, error, await isThere(this.#former))
    })
  }
}

async function isEmpty(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).every((name) => name === REDIRECTS)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw new ExportError(`${dir} cannot be read (${(error as NodeJS.ErrnoException).code}): name a folder`)
  }
}

/**
 * Lists the versions of the files of an export, by hashes of their paths: visitors can read it, and some pages are in no list. Its presence
 * marks a folder as an earlier export.
 */
export const LIST = 'colophon-export.json'
const LIST_FORMAT = 1

/**
 * Completes a replacement that may have been interrupted: puts the previous folder back if there is none, or else keeps what no export
 * wrote, and removes it.
 */
async function finishSwap(dir: string, work: string): Promise<void> {
  const former = path.join(work, 'former')
  const hasFormer = await isThere(former)
  if (hasFormer && !(await isThere(dir))) await rename(former, dir)
  else if (hasFormer) {
    await keepForeignFiles(former, dir)
    rmSync(former, { recursive: true })
  }
  rmSync(path.join(work, 'new'), { recursive: true, force: true })
}

/**
 * Moves files that no export wrote, such as a repository in `.git`, `CNAME` or `ads.txt`, from the previous folder into the new one. Of a
 * folder that no export wrote, which was replaced by force, only hidden files are kept. A file of the export has priority.
 */
async function keepForeignFiles(former: string, dir: string): Promise<void> {
  const list = await readList(former)
  const keep = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(former, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name)
      const target = path.join(dir, file)
      if (file === LIST || list?.has(hashPath(file)) || (await isFile(target))) continue
      const isHidden = folder === '' && file.startsWith('.')
      if (entry.isDirectory() && !(isHidden && !(await isThere(target)))) await keep(file)
      else if ((isHidden || list !== undefined) && !(await isThere(target))) {
        await mkdir(path.dirname(target), { recursive: true })
        await rename(path.join(former, file), target)
      }
    }
  }
  await keep('')
}

/** Returns the version of a file that depends on its content only. */
export const hashContent = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

const hashPath = (file: string) => hashContent(file)

/** Returns the versions of the files of an earlier export by hash; undefined if the folder is none. */
async function readList(dir: string): Promise<Map<string, string> | undefined> {
  try {
    const list: unknown = JSON.parse(await readFile(path.join(dir, LIST), 'utf8'))
    if (!isObject(list) || list.format !== LIST_FORMAT || !isObject(list.files)) return undefined
    return new Map(
      Object.entries(list.files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return undefined
  }
}

/** Returns the versions of the listed files that are there, by their paths. */
async function findListedFiles(dir: string, listed: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const visit = async (folder: string): Promise<void> => {
    // A folder that cannot be read is not of an export.
    for (const entry of await readdir(path.join(dir, folder), { withFileTypes: true }).catch(() => [])) {
      const file = path.posix.join(folder, entry.name)
      const version = entry.isFile() ? listed.get(hashPath(file)) : undefined
      if (version !== undefined) found.set(file, version)
      else if (entry.isDirectory()) await visit(file)
    }
  }
  if (listed.size > 0) await visit('')
  return found
}

const isThere = async (file: string) => (await lstat(file).catch(() => undefined)) !== undefined
const isFile = async (file: string) => (await lstat(file).catch(() => undefined))?.isFile() === true

/** The maximum number of bytes that file systems allow in a name. */
const MAX_NAME_BYTES = 255
/** Characters that a name cannot contain, or that some hosts treat as separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names from a workspace may contain them
const FORBIDDEN = /[/\\\u0000-\u001f]/

/**
 * Returns the path of the file from which a static host serves a site-absolute address without query, or the reason why there can be none.
 * @example getFileName('/guides/%E6%8E%92') // { file: 'guides/排.html' }
 */
export function getFileName(address: string): { file: string } | { problem: string } {
  const segments = address.slice(1).split('/').map(decodeURIComponent)
  const last = segments.pop() ?? ''
  const name = last === '' ? 'index.html' : last.includes('.') ? last : `${last}.html`
  const path = [...segments, name]
  for (const segment of path) {
    if (segment === '' || segment === '.' || segment === '..' || FORBIDDEN.test(segment)) {
      return { problem: 'its name cannot be the name of a file' }
    }
    const bytes = Buffer.byteLength(segment)
    if (bytes > MAX_NAME_BYTES) {
      return {
        problem: `its name has ${bytes} bytes, and a file name may have ${MAX_NAME_BYTES}: give it a shorter one`,
      }
    }
  }
  return { file: path.join('/') }
}

/** Thrown if a site cannot be exported. The message contains the fault, the place and the remedy. */
export class ExportError extends Error {
  override name = 'ExportError'
}

/**
 * Returns the error to throw if the folder cannot be written: an {@link ExportError} if the file system refused. `isHalfway`: the folder
 * was being replaced.
 */
export function explainFailedWrite(dir: string, error: unknown, isHalfway: boolean): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== undefined && isHalfway) {
    return new ExportError(
      `Replacing ${dir} was interrupted (${code}), so it may be missing: run the export again, which puts it back`,
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ExportError(`The disk is full, so ${dir} was left as it was: make room, or name another folder`)
  }
  if (code === undefined) return error
  return new ExportError(`Cannot write ${dir} (${code}): name a folder that can be written to and replaced`)
}
