import 'server-only'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Suffix of a file that is being written. */
export const UNFINISHED = '.tmp'

/** Some file systems cannot flush a folder. */
const CANNOT_FLUSH: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EBADF'])

export interface WriteOptions {
  /**
   * What is flushed. `file`: the content, so that after a power cut the file is complete or missing; {@link flushFolder} flushes its name.
   * `nothing`: for files that may be lost, or that are flushed later.
   */
  flush?: 'file and folder' | 'file' | 'nothing'
  /**
   * An existing folder on the same disk, in which the file is written before it is moved into place. The default is the
   * file's own folder.
   */
  staging?: string
  /** The permissions of the file, also if it existed with others. */
  mode?: number
}

/**
 * Writes a file atomically: to a temporary file first, which then replaces it. Throws errors of the file system (`ENOSPC`, `EACCES`…), and
 * leaves no temporary file then.
 */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array,
  { flush = 'file and folder', staging, mode }: WriteOptions = {},
): Promise<void> {
  const folder = path.dirname(path.resolve(file))
  const name = `${path.basename(file)}.${process.pid}-${randomUUID()}${UNFINISHED}`
  const temporary = path.join(staging ?? folder, name)
  try {
    const write = async () => {
      await writeFile(temporary, content, { flush: flush !== 'nothing', mode })
      await rename(temporary, file)
    }
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await createFolder(folder)
      await write()
    })
    if (flush === 'file and folder') await flushFolder(folder)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/** Creates a folder and its parents, and flushes them, so that they exist after a power cut. */
export async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    // Node.js reports a read-only file system as a missing folder. Creating only the first missing folder fails with the reason.
    let missing = path.resolve(folder)
    while (!existsSync(path.dirname(missing))) missing = path.dirname(missing)
    await mkdir(missing)
    throw error
  })
  if (first === undefined) return
  for (let at = path.resolve(folder); at.length >= first.length; at = path.dirname(at)) {
    await flushFolder(path.dirname(at))
  }
}

/** Flushes the names in a folder, so that files that were moved there exist after a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    await flushFile(folder)
  } catch (error) {
    if (!CANNOT_FLUSH.has((error as NodeJS.ErrnoException).code)) throw error
  }
}

/** Flushes the content of a file. */
export async function flushFile(file: string): Promise<void> {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
