import 'server-only'
import { type FSWatcher, mkdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/** A folder that cannot be watched, or was deleted, is read and watched again after this time. */
const RETRY_MS = 1000
/** The folder is also read at this interval, because queues of events may overflow, and other machines cause none. */
const INTERVAL_MS = 10_000

/** Returns the folder of the requests to bring a working copy up to date. */
export const getPreparationRequestsDir = (workingDir: string) => path.join(workingDir, 'requests')

/**
 * Watches a folder in which other processes write their requests as files, until the signal aborts. Calls `changed` at once, and whenever
 * the folder may contain another request. Returns a function that checks the folder and calls `changed` once more. Never throws.
 */
export function watchRequests(dir: string, signal: AbortSignal, changed: () => void): () => void {
  let watcher: FSWatcher | undefined
  let watched = ''
  let retry: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(retry)
    watcher?.close()
    watcher = undefined
    watched = ''
  }
  const check = () => {
    if (signal.aborted) return
    try {
      // The inode number of a deleted folder may belong to the next one.
      const { ino, birthtimeMs } = statSync(dir)
      const found = `${ino} ${birthtimeMs}`
      if (found !== watched) {
        stop()
        watcher = watch(dir, { persistent: false }, check).on('error', restart)
        watched = found
      }
    } catch {
      restart()
    }
    changed()
  }
  const create = () => {
    try {
      mkdirSync(dir, { recursive: true })
    } catch {
      // The state folder cannot be written to now.
    }
    check()
  }
  // Not at once: creating the folder while its parent is being deleted would make that fail.
  const restart = () => {
    stop()
    if (!signal.aborted) retry = setTimeout(create, RETRY_MS).unref()
  }
  const interval = setInterval(check, INTERVAL_MS).unref()
  signal.addEventListener('abort', () => {
    clearInterval(interval)
    stop()
  })
  create()
  return check
}
