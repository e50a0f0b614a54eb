import 'server-only'
import { type FileHandle, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { getFileFingerprint, hashOpenFile, isShortage, openRegularFile } from './regular-file'

/** The sync's own folder in a workspace folder. Hidden folders are not read as content. */
export const SYNC_FOLDER = '.sync'
/** Exists once a sync has started. Other programs use the name `.sync`, too. */
export const SYNC_OWNERS = path.join(SYNC_FOLDER, 'owners')

/** An open file, which the caller closes. */
export interface VerifiedFile {
  handle: FileHandle
  size: number
}

/**
 * Whether files have the expected hashes, by hash and fingerprint of the file. So a process reads each version of a file only once. With
 * `max`, the cache would allocate the memory for all entries at once, in each bundle.
 */
const verdicts = new LRUCache<string, Promise<boolean>>({ maxSize: 20_000, sizeCalculation: () => 1 })

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
