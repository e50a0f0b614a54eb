import 'server-only'
import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { SyncError } from './errors'

const BEAT_MS = 10_000
/** A lock that has not been touched for so long was left behind. */
const STALE_MS = 60_000
/** The content of a lock is there so soon after the file; a power cut leaves a file without it. */
const WRITTEN_WITHIN_MS = 2000

/**
 * Makes this process the only one that syncs into a folder; answers what lets it go. A lock whose process has ended is taken over
 * at once. Throws {@link SyncError} when another sync is at work.
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const file = path.join(dir, 'lock')
  const own = JSON.stringify({ pid: process.pid, host: hostname(), key: randomUUID() })
  await mkdir(dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SyncError(`Cannot write to ${dir} (${error.code}): set WORKSPACE_DIR to a folder that can be written to`)
  })
  while (!(await create(file, own))) {
    if (await removeForeign(file)) continue
    const left = await readFile(file, 'utf8').catch(() => undefined)
    if (left === undefined) continue
    const holder = holderOf(left)
    if (await isHeld(file, holder)) {
      throw new SyncError(
        `Another sync is at work in ${path.dirname(dir)} (process ${holder?.pid}): wait until it ends, or stop it`,
      )
    }
    // Of several that find it, one takes the old lock away: by moving it, and by looking at what it moved.
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

/** Removes what is no file of ours: a link, which may lead nowhere, or a folder. Returns whether there was one. */
async function removeForeign(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined || found.isFile()) return false
  console.error(`${file} is no lock of a sync: it was removed`)
  await rm(file, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SyncError(`Cannot remove ${file} (${error.code}): remove it`)
  })
  return true
}

async function create(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return false
    throw new SyncError(
      `Cannot write to ${path.dirname(file)} (${code}): set WORKSPACE_DIR to a folder that can be written to`,
    )
  }
}

interface Holder {
  pid: number
  host: string
}

function holderOf(content: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(content) as Partial<Holder>
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined
  } catch {
    return undefined
  }
}

/** A lock is held when it is fresh and its process, as far as can be seen from here, lives. */
async function isHeld(file: string, holder: Holder | undefined): Promise<boolean> {
  const touched = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
  // After the clock was set back, the lock of a process on another host looks new for as long.
  if (Math.abs(Date.now() - touched) > (holder === undefined ? WRITTEN_WITHIN_MS : STALE_MS)) return false
  if (holder?.host !== hostname()) return true
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
