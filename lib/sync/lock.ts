import 'server-only'
import { randomUUID } from 'node:crypto'
import { lstat, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { createFolder } from '../snapshot/write-file-atomically'
import { SyncError, SyncWriteError } from './errors'

const BEAT_MS = 10_000
/** A lock whose file was not touched for this long is stale. */
const STALE_MS = 60_000
/** A lock's content is written this soon after its file is created. A power cut leaves an empty file. */
const WRITTEN_WITHIN_MS = 2000

/** What is done in a folder, for messages, and what to do if it cannot be written to. */
interface Work {
  name: string
  remedy?: string
}

const SYNC: Work = { name: 'sync' }

/**
 * Locks a folder for this sync, or for other work; returns a function that unlocks it. A lock whose process has ended is replaced at
 * once. Throws {@link SyncError} if the same work is running.
 */
export async function lockFolder(dir: string, work = SYNC): Promise<() => Promise<void>> {
  const file = path.join(dir, 'lock')
  const own = JSON.stringify({ pid: process.pid, host: hostname(), key: randomUUID() })
  await createFolder(dir).catch((error: unknown) => {
    throw new SyncWriteError(dir, error, work.remedy)
  })
  while (!(await create(file, own, work))) {
    if (await removeForeign(file)) continue
    const left = await readFile(file, 'utf8').catch(() => undefined)
    if (left === undefined) continue
    const holder = parseHolder(left)
    if (await isHeld(file, holder)) {
      throw new SyncError(
        `Another ${work.name} is at work in ${path.dirname(dir)} (process ${holder?.pid}): wait until it ends, or stop it`,
      )
    }
    // If several processes find the stale lock, only one removes it: it moves the file and verifies what it moved.
    const aside = `${file}.${randomUUID()}`
    await rename(file, aside).catch(() => {})
    const moved = await readFile(aside, 'utf8').catch(() => undefined)
    if (moved !== undefined && moved !== left) await rename(aside, file)
    await rm(aside, { force: true })
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), BEAT_MS)
  beat.unref()
  return async () => {
    clearInterval(beat)
    if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true })
  }
}

/** Removes a link or folder at the path of the lock, which is always a regular file. Returns whether there was one. */
async function removeForeign(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined || found.isFile()) return false
  console.error(`${file} is not a lock: it was removed`)
  await rm(file, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SyncError(`Cannot remove ${file} (${error.code}): remove it`)
  })
  return true
}

async function create(file: string, content: string, { remedy }: Work): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new SyncWriteError(path.dirname(file), error, remedy)
  }
}

interface LockHolder {
  pid: number
  host: string
}

function parseHolder(content: string): LockHolder | undefined {
  try {
    const { pid, host } = JSON.parse(content) as Partial<LockHolder>
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined
  } catch {
    return undefined
  }
}

/** A lock is held if it is fresh and its process is alive, as far as this host can see. */
async function isHeld(file: string, holder: LockHolder | undefined): Promise<boolean> {
  const touched = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
  // After the clock was set back, the time of a lock from another host is in the future.
  if (Math.abs(Date.now() - touched) > (holder === undefined ? WRITTEN_WITHIN_MS : STALE_MS)) return false
  if (holder?.host !== hostname()) return true
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
