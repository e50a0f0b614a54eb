import 'server-only'
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'

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

/** Returns the SHA-256 of an open file, in hexadecimal. The caller closes the file. */
async function hashOpenFile(handle: FileHandle): Promise<string> {
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

/** The sync's own folder in a workspace folder. Hidden folders are not read as content. */
export const SYNC_FOLDER = '.sync'
/** Exists once a sync has started. Other programs use the name `.sync`, too. */
export const SYNC_OWNERS = path.join(SYNC_FOLDER, 'owners')

/** An open file, which the caller closes. */
export interface VerifiedFile {
  handle: FileHandle
  size: number
}

/** Whether files have the expected hashes, by hash and fingerprint of the file. So a process reads each version of a file only once. */
const verdicts = new LRUCache<string, Promise<boolean>>({ max: 20_000 })

/** Opens a file whose content has this hash; undefined if it is missing, not a regular file, or has another hash. */
export async function openVerified(file: string, hash: string): Promise<VerifiedFile | undefined> {
  const opened = await openRegularFile(file).catch((error: unknown) => {
    if (isShortage(error)) throw error
  })
  if (opened === undefined) return undefined
  const { handle, stats } = opened
  const key = `${hash} ${getFileFingerprint(stats)}`
  const verdict = verdicts.get(key) ?? hashOpenFile(handle).then((found) => found === hash)
  verdicts.set(key, verdict)
  const isWhole = await verdict.catch(() => {
    verdicts.delete(key)
    return false
  })
  if (isWhole) return { handle, size: stats.size }
  await handle.close()
  return undefined
}

/** Removes a damaged file that a sync downloaded, so that the next one downloads it again. Returns a sentence part for the log. */
export async function removeSynced(file: string): Promise<string> {
  const folder = path.dirname(path.dirname(file))
  const isSynced = (await stat(path.join(folder, SYNC_OWNERS)).catch(() => undefined)) !== undefined
  if (!isSynced) return 'it is not served until it is restored'
  await rm(file, { force: true }).catch(() => {})
  return 'it was removed, and the next sync loads it again'
}
