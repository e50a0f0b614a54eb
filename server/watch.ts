import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { SYNC_OWNERS } from '../lib/snapshot/verified-file'

/** The maximum share of the time that scans may take. A large folder is scanned less often. */
const SCAN_SHARE = 0.02
/** The minimum pause between two scans. */
const MIN_PAUSE_MS = 1000
/** A change is reported after the folder has been unchanged for this long, because files may still be written. */
const UNCHANGED_MS = 100
/** Deeper folders are not scanned. */
const MAX_DEPTH = 8

/**
 * Calls `changed` after files in a folder have changed, until the signal aborts. Scans the folder at intervals, because some file systems
 * send no events, and immediately after an event. `ignored` is a folder that is not scanned.
 */
export async function watchFolder(
  dir: string,
  ignored: string,
  signal: AbortSignal,
  changed: () => void,
): Promise<void> {
  const timer = new EventTimer()
  signal.addEventListener('abort', timer.wake)
  let known = scan(dir, ignored)
  timer.watch(known.folders)
  while (!signal.aborted) {
    const started = performance.now()
    let found = scan(dir, ignored)
    const took = performance.now() - started
    if (found.files === known.files) {
      await timer.wait(Math.max(MIN_PAUSE_MS, took / SCAN_SHARE))
      continue
    }
    while (found.files !== known.files) {
      known = found
      await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS))
      found = scan(dir, ignored)
    }
    timer.watch(known.folders)
    if (!signal.aborted) changed()
  }
  timer.watch([])
}

/** A timer that ends early if something changes in one of the watched folders. */
class EventTimer {
  readonly #watchers = new Map<string, FSWatcher>()
  #end: () => void = () => {}

  readonly wake = (): void => this.#end()

  /** Replaces the watched folders. */
  watch(folders: readonly string[]): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue
      try {
        this.#watchers.set(folder, watch(folder, this.wake).on('error', this.wake))
      } catch {
        // The folder was removed, or the system has no more watchers. Scans at intervals still find changes.
      }
    }
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

interface Scan {
  /** All files with their sizes and modification times. */
  files: string
  folders: string[]
}

function scan(dir: string, ignored: string): Scan {
  const result: Scan = { files: '', folders: [] }
  const visit = (folder: string, depth: number): void => {
    result.folders.push(folder)
    const names = readNames(folder)
    // A sync writes the manifest after all other files, so the manifest alone shows whether there is a new snapshot.
    const isSynced = existsSync(path.join(folder, SYNC_OWNERS))
    for (const name of isSynced ? ['manifest.json'] : names) {
      const full = path.join(folder, name)
      if (full === ignored || name.startsWith('.') || name === 'node_modules') continue
      const found = statSync(full, { throwIfNoEntry: false })
      if (found?.isDirectory()) {
        if (depth < MAX_DEPTH) visit(full, depth + 1)
      } else if (found !== undefined) result.files += `${full}\0${found.size}\0${found.mtimeMs}\n`
    }
  }
  visit(dir, 0)
  return result
}

/** Returns the names in a folder. A folder that was removed during the scan is empty, and the next scan reports the change. */
function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
