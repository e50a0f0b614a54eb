import 'server-only'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** To open a pipe waits for its writer, and occupies one of the few threads of the file system meanwhile. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

export interface ReadOptions {
  /** For folders of others. In our own, a symbolic link is refused, because it may lead anywhere. */
  followLinks?: boolean
}

const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Whether a file could not be read for reasons that say nothing about the file. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && SHORTAGES.has(error.code)

/** Opens a regular file. Throws what the file system throws, and an error without a code for a pipe, a device or a folder. */
export async function openRegularFile(
  file: string,
  { followLinks = false }: ReadOptions = {},
): Promise<{ handle: FileHandle; stats: Stats }> {
  const handle = await open(file, followLinks ? FLAGS : FLAGS | constants.O_NOFOLLOW)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Error(`${file} is not a regular file`)
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads a regular file. Throws as {@link openRegularFile} does. */
export async function readRegularFile(file: string, options?: ReadOptions): Promise<Buffer> {
  const { handle } = await openRegularFile(file, options)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Reads the text of a regular file; returns an empty one if it cannot be read. */
export const readTextOrNothing = (file: string): Promise<string> => readRegularFile(file).then(String, () => '')

/** Returns a text that changes with each write of a file. The time alone is not enough, because some file systems store seconds. */
export const getFileMark = ({ ino, mtimeMs, size }: Stats): string => `${ino}-${mtimeMs}-${size}`
