import 'server-only'
import { createHash } from 'node:crypto'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { getEnv } from '../env'
import { isShortage, openRegularFile, readRegularFile } from '../snapshot/regular-file'
import { IncompleteError } from '../snapshot/store'
import type { VerifiedFile } from '../snapshot/verified-file'
import { writeWhole } from '../snapshot/write-whole'
import { isWorkerNotReady } from '../workers/errors'

const PICTURES_BETWEEN_SIZE_CHECKS = 500
/** A picture that failed is tried again after this time, because the disk may have been full. */
const UNFIT_MS = 3_600_000
const MAX_UNFIT = 10_000

/** Each file ends with the hash of its picture, because its name identifies only the source. */
const HASH_BYTES = 32

/** The verified files, with a mark that changes if a file is replaced. */
const whole = new LRUCache<string, string>({ max: 20_000 })

/** `unfit`: no picture can be made of the source. `not now`: the picture process is not ready. */
type Outcome = 'made' | 'unfit' | 'not now'

/** Generated pictures in a subfolder of the state folder. Each is made at its first request, and the least recently used are evicted. */
export class PictureCache {
  readonly #making = new Map<string, Promise<Outcome>>()
  /** Names that failed, with the time until which they are not tried again. */
  readonly #unfit = new Map<string, number>()
  #sinceSizeCheck = Number.POSITIVE_INFINITY

  constructor(
    readonly name: string,
    readonly mostBytes: number,
    readonly mostWaiting = Number.POSITIVE_INFINITY,
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
    if (await isWhole(file)) return file
    if (performance.now() < (this.#unfit.get(failureKey) ?? 0)) return undefined
    if (!this.#making.has(file) && this.#making.size >= this.mostWaiting) return undefined
    const outcome = await this.#makeOnce(file, make)
    if (outcome === 'unfit') {
      if (this.#unfit.size >= MAX_UNFIT) this.#unfit.clear()
      this.#unfit.set(failureKey, performance.now() + UNFIT_MS)
    }
    if (outcome !== 'made') return undefined
    await this.#dropOldest().catch(() => undefined)
    return file
  }

  /** Simultaneous requests for a picture share one call of `make`. */
  #makeOnce(file: string, make: () => Promise<Uint8Array | undefined>): Promise<Outcome> {
    const known = this.#making.get(file)
    if (known !== undefined) return known
    const made = write(file, make).finally(() => this.#making.delete(file))
    this.#making.set(file, made)
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
      if (left <= this.mostBytes) return
      await rm(file, { force: true })
      left -= size
    }
  }
}

async function write(file: string, make: () => Promise<Uint8Array | undefined>): Promise<Outcome> {
  try {
    const picture = await make()
    if (picture === undefined) return 'unfit'
    await writeWhole(file, Buffer.concat([picture, hashPicture(picture)]), { flush: 'file' })
    return 'made'
  } catch (error) {
    return isWorkerNotReady(error) || error instanceof IncompleteError || isShortage(error) ? 'not now' : 'unfit'
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
async function isWhole(file: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(file, now, now)
    const { ino, size } = await stat(file)
    const mark = `${ino} ${size}`
    if (whole.get(file) === mark) return true
    const bytes = await readRegularFile(file)
    const [picture, hash] = [bytes.subarray(0, -HASH_BYTES), bytes.subarray(-HASH_BYTES)]
    if (picture.length === 0 || !hashPicture(picture).equals(hash)) {
      console.error(`${file} is damaged; it will be created again`)
      return false
    }
    whole.set(file, mark)
    return true
  } catch {
    return false
  }
}

const hashPicture = (picture: Uint8Array): Buffer => createHash('sha256').update(picture).digest()
