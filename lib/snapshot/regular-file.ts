import 'server-only'
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Without `O_NONBLOCK`, opening a pipe waits for its writer, and occupies one of the few threads of the file system meanwhile. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

interface ReadOptions {
  /** For workspace folders. In the site's own folders, symbolic links are refused, because they may lead anywhere. */
  followLinks?: boolean
}

const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Whether a file could not be read because the system lacks resources, which does not mean that the file is damaged. */
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
export const readTextOrEmpty = (file: string): Promise<string> => readRegularFile(file).then(String, () => '')

/** Returns the text of a file; undefined if it does not exist. Throws if it cannot be read. */
export const readTextIfPresent = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Returns the SHA-256 of an open file, in hexadecimal. The caller closes the file. */
export async function hashOpenFile(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(handle.createReadStream({ start: 0, autoClose: false }), hash)
  return hash.digest('hex')
}

/** Returns the SHA-256 of a regular file, in hexadecimal. Throws as {@link openRegularFile} does. */
export async function hashFile(file: string): Promise<string> {
  const { handle } = await openRegularFile(file)
  try {
    return await hashOpenFile(handle)
  } finally {
    await handle.close()
  }
}

/** Returns a text that changes with each write of a file. The time alone does not suffice, because some file systems store seconds. */
export const getFileFingerprint = ({ ino, mtimeMs, size }: Stats): string => `${ino}-${mtimeMs}-${size}`
