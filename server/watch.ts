import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SYNC_OWNERS } from '../lib/snapshot/verified-file'

/** Looking at every file takes at most this share of the time, however large the folder. */
const SHARE = 0.02
const LEAST_MS = 1000
/** A change is reported once the folder has been still this long, so that files are seen whole. */
const STILL_MS = 100
const DEEPEST = 8

/**
 * Calls `changed` after files under a folder changed, from now until the signal aborts. It looks at regular intervals, which
 * works on any file system, and at once when the system says that something happened. `ignored` is a folder not looked into.
 */
export async function watchFolder(
  dir: string,
  ignored: string,
  signal: AbortSignal,
  changed: () => void,
): Promise<void> {
  const alarm = new Alarm()
  signal.addEventListener('abort', alarm.ring)
  let known = look(dir, ignored)
  alarm.follow(known.folders)
  while (!signal.aborted) {
    const started = performance.now()
    let seen = look(dir, ignored)
    const took = performance.now() - started
    if (seen.files === known.files) {
      await alarm.wait(Math.max(LEAST_MS, took / SHARE))
      continue
    }
    while (seen.files !== known.files) {
      known = seen
      await pause(STILL_MS)
      seen = look(dir, ignored)
    }
    alarm.follow(known.folders)
    if (!signal.aborted) changed()
  }
  alarm.follow([])
}

/** A sleep that ends early when the system reports something in one of the folders. */
class Alarm {
  readonly #watchers = new Map<string, FSWatcher>()
  #wake: () => void = () => {}

  readonly ring = (): void => this.#wake()

  follow(folders: readonly string[]): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue
      try {
        this.#watchers.set(folder, watch(folder, this.ring).on('error', this.ring))
      } catch {
        // The folder went away again, or the system has no more watchers to give: looking at intervals remains.
      }
    }
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

interface Sight {
  /** Every file with its size and time of change. */
  files: string
  folders: string[]
}

function look(dir: string, ignored: string): Sight {
  const sight: Sight = { files: '', folders: [] }
  const visit = (folder: string, depth: number): void => {
    sight.folders.push(folder)
    const names = namesIn(folder)
    // A sync writes contents at any time, and last the manifest that names them.
    const isSynced = existsSync(path.join(folder, SYNC_OWNERS))
    for (const name of isSynced ? ['manifest.json'] : names) {
      const full = path.join(folder, name)
      if (full === ignored || name.startsWith('.') || name === 'node_modules') continue
      const found = statSync(full, { throwIfNoEntry: false })
      if (found?.isDirectory()) {
        if (depth < DEEPEST) visit(full, depth + 1)
      } else if (found !== undefined) sight.files += `${full}\0${found.size}\0${found.mtimeMs}\n`
    }
  }
  visit(dir, 0)
  return sight
}

/** What disappears while it is looked at is empty now, and a change at the next look. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
