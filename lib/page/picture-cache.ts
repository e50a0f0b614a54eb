import 'server-only'
import { createHash } from 'node:crypto'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { getEnv } from '../settings/env'
import { isShortage, openRegularFile, readRegularFile } from '../snapshot/regular-file'
import { IncompleteError } from '../snapshot/store'
import type { VerifiedFile } from '../snapshot/verified-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { isWorkerNotReady } from '../workers/job-queue'

const PICTURES_BETWEEN_SIZE_CHECKS = 500
/** A picture that failed is tried again after this time, because the disk may have been full. */
const RETRY_AFTER_MS = 3_600_000
const MAX_FAILED = 10_000

/** Each file ends with the hash of its picture, because its name identifies only the source. */
const HASH_BYTES = 32

/** The verified files, with a mark that changes if a file is replaced. With `max`, it would allocate the memory for all of them at once. */
const verified = new LRUCache<string, string>({ maxSize: 20_000, sizeCalculation: () => 1 })

/** `failed`: no picture can be created from the source. `not ready`: the picture process is not ready. */
type Outcome = 'created' | 'failed' | 'not ready'

/** Generated pictures in a subfolder of the state folder. Each is made at its first request, and the least recently used are evicted. */
export class PictureCache {
  readonly #pending = new Map<string, Promise<Outcome>>()
  /** Names that failed, with the time until which they are not tried again. */
  readonly #failed = new Map<string, number>()
  #sinceSizeCheck = Number.POSITIVE_INFINITY

  constructor(
    readonly name: string,
    readonly maxBytes: number,
    readonly maxWaiting = Number.POSITIVE_INFINITY,
  ) {}

  get folder(): string {
    return path.join(getEnv().stateDir, this.name)
  }

  /**
   * Returns the file of a picture. Returns undefined if `make` fails or returns none, or if too many pictures are waiting. A failed
   * picture is not tried again for a while, unless the picture process was not ready. `failureKey` groups failures of the same source.
   */
  async file(
    name: string,
    make: () => Promise<Uint8Array | undefined>,
    failureKey = name,
  ): Promise<string | undefined> {
    const file = path.join(this.folder, name)
    if (await isIntact(file)) return file
    if (performance.now() < (this.#failed.get(failureKey) ?? 0)) return undefined
    if (!this.#pending.has(file) && this.#pending.size >= this.maxWaiting) return undefined
    const outcome = await this.#makeOnce(file, make)
    if (outcome === 'failed') {
      if (this.#failed.size >= MAX_FAILED) this.#failed.clear()
      this.#failed.set(failureKey, performance.now() + RETRY_AFTER_MS)
    }
    if (outcome !== 'created') return undefined
    await this.#dropOldest().catch(() => undefined)
    return file
  }

  /** Simultaneous requests for a picture share one call of `make`. */
  #makeOnce(file: string, make: () => Promise<Uint8Array | undefined>): Promise<Outcome> {
    const known = this.#pending.get(file)
    if (known !== undefined) return known
    const made = write(file, make).finally(() => this.#pending.delete(file))
    this.#pending.set(file, made)
    return made
  }

  /** Checks the size of the folder the first time, and then once in `PICTURES_BETWEEN_SIZE_CHECKS` pictures. */
  async #dropOldest(): Promise<void> {
    this.#sinceSizeCheck += 1
    if (this.#sinceSizeCheck < PICTURES_BETWEEN_SIZE_CHECKS) return
    this.#sinceSizeCheck = 0
    const names = await readdir(this.folder)
    const files = (
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(this.folder, name)
          // A file may disappear meanwhile, such as a temporary one.
          const found = await stat(file).catch(() => undefined)
          return found === undefined ? [] : [{ file, size: found.size, mtimeMs: found.mtimeMs }]
        }),
      )
    ).flat()
    let left = files.reduce((sum, { size }) => sum + size, 0)
    for (const { file, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (left <= this.maxBytes) return
      await rm(file, { force: true })
      left -= size
    }
  }
}

async function write(file: string, make: () => Promise<Uint8Array | undefined>): Promise<Outcome> {
  try {
    const picture = await make()
    if (picture === undefined) return 'failed'
    await writeFileAtomically(file, Buffer.concat([picture, hashPicture(picture)]), { flush: 'file' })
    return 'created'
  } catch (error) {
    return isWorkerNotReady(error) || error instanceof IncompleteError || isShortage(error) ? 'not ready' : 'failed'
  }
}

/** Opens a file that {@link PictureCache.file} returned. Throws what the file system throws. */
export async function openCachedPicture(file: string): Promise<VerifiedFile> {
  const { handle, stats } = await openRegularFile(file)
  return { handle, size: Math.max(0, stats.size - HASH_BYTES) }
}

/** Reads a file that {@link PictureCache.file} returned. Throws what the file system throws. */
export async function readCachedPicture(file: string): Promise<Buffer> {
  return (await readRegularFile(file)).subarray(0, -HASH_BYTES)
}

/** Whether a picture exists and is not damaged. Updates its modification time, so that it is evicted later. */
async function isIntact(file: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(file, now, now)
    const { ino, size } = await stat(file)
    const mark = `${ino} ${size}`
    if (verified.get(file) === mark) return true
    const bytes = await readRegularFile(file)
    const [picture, hash] = [bytes.subarray(0, -HASH_BYTES), bytes.subarray(-HASH_BYTES)]
    if (picture.length === 0 || !hashPicture(picture).equals(hash)) {
      console.error(`${file} is damaged; it will be created again`)
      return false
    }
    verified.set(file, mark)
    return true
  } catch {
    return false
  }
}

const hashPicture = (picture: Uint8Array): Buffer => createHash('sha256').update(picture).digest()
