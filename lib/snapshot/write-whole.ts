import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What a file of which only a part was written is called meanwhile. */
export const UNFINISHED = '.tmp'

/** Some file systems cannot flush a folder. */
const CANNOT_FLUSH: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EBADF'])

export interface WriteOptions {
  /**
   * What is on the disk when the file is written. `file`: its content, so that after a power cut the file is whole or absent; its name
   * follows with {@link flushFolder}. `nothing`: for what may also be lost.
   */
  flush?: 'file and folder' | 'file' | 'nothing'
  /** Where the file is written before it is moved to its place: an existing folder on the same disk; by default the file's own. */
  staging?: string
}

/**
 * Writes a whole file or nothing: beside it first, then renamed over it. Throws what the file system throws (`ENOSPC`, `EACCES`…) and
 * leaves nothing behind then.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { flush = 'file and folder', staging }: WriteOptions = {},
): Promise<void> {
  const folder = path.dirname(path.resolve(file))
  const name = `${path.basename(file)}.${process.pid}-${randomUUID()}${UNFINISHED}`
  const temporary = path.join(staging ?? folder, name)
  try {
    await makeFolder(folder)
    await writeFile(temporary, content, { flush: flush !== 'nothing' })
    await rename(temporary, file)
    if (flush === 'file and folder') await flushFolder(folder)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/** Makes a folder, and those above it, that are there after a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let at = path.resolve(folder); at.length >= first.length; at = path.dirname(at)) {
    await flushFolder(path.dirname(at))
  }
}

/** Flushes the names in a folder, so that files that were moved there are found after a power cut. */
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
