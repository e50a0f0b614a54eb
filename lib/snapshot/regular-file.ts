import 'server-only'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'

/** A symbolic link may lead anywhere, and a pipe or a device may never end. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Whether a file could not be read for reasons that say nothing about the file. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && SHORTAGES.has(error.code)

/** Opens a file that is none of those. Throws what the file system throws, `ENOENT` among it. */
export async function openRegularFile(file: string): Promise<{ handle: FileHandle; stats: Stats }> {
  const handle = await open(file, FLAGS)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Error(`${file} is not a regular file`)
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads such a file. Throws as {@link openRegularFile} does. */
export async function readRegularFile(file: string): Promise<Buffer> {
  const { handle } = await openRegularFile(file)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Reads a file that is no symbolic link, within the deadline of the caller: a pipe may take any time. Throws what the file system throws. */
export const readUnlessLink = (file: string): Promise<Buffer> =>
  readFile(file, { flag: constants.O_RDONLY | constants.O_NOFOLLOW })

/** Names the content of a file, another one after each write: times alone may be as coarse as seconds. */
export const markOf = ({ ino, mtimeMs, size }: Stats): string => `${ino}-${mtimeMs}-${size}`
