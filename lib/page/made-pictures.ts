import 'server-only'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { getEnv } from '../env'
import { writeWhole } from '../snapshot/write-whole'
import { isWorkerNotReady } from '../workers/errors'

const PICTURES_BETWEEN_LOOKS = 500
/** What could not be made may be made once there is room on the disk again. */
const UNFIT_MS = 3_600_000
const MOST_UNFIT = 10_000

/** `not now`: the picture process is not ready. */
type Outcome = 'made' | 'unfit' | 'not now'

/** Pictures in a folder of the state folder, each made when it is first asked for; the ones not asked for longest go first. */
export class MadePictures {
  readonly #making = new Map<string, Promise<Outcome>>()
  /** Names of which no picture could be made, which would take as long to find out again, and until when that is believed. */
  readonly #unfit = new Map<string, number>()
  #sinceLooked = Number.POSITIVE_INFINITY

  constructor(
    readonly name: string,
    readonly mostBytes: number,
    readonly mostWaiting = Number.POSITIVE_INFINITY,
  ) {}

  get folder(): string {
    return path.join(getEnv().stateDir, this.name)
  }

  /**
   * The file of a picture; undefined when `make` fails or has none to give, and when too many others wait to be made. What is known to
   * be `unfit` is not tried again for a while, unless the picture process was not ready.
   */
  async file(name: string, make: () => Promise<Uint8Array | undefined>, unfit = name): Promise<string | undefined> {
    const file = path.join(this.folder, name)
    if (await isThere(file)) return file
    if (performance.now() < (this.#unfit.get(unfit) ?? 0)) return undefined
    if (!this.#making.has(file) && this.#making.size >= this.mostWaiting) return undefined
    const outcome = await this.#makeOnce(file, make)
    if (outcome === 'unfit') {
      if (this.#unfit.size >= MOST_UNFIT) this.#unfit.clear()
      this.#unfit.set(unfit, performance.now() + UNFIT_MS)
    }
    if (outcome !== 'made') return undefined
    await this.#dropOldest().catch(() => undefined)
    return file
  }

  /** Whoever asks for the same picture waits for the same one. */
  #makeOnce(file: string, make: () => Promise<Uint8Array | undefined>): Promise<Outcome> {
    const known = this.#making.get(file)
    if (known !== undefined) return known
    const made = write(file, make).finally(() => this.#making.delete(file))
    this.#making.set(file, made)
    return made
  }

  /** Looks at the folder once in a while, and the first time. */
  async #dropOldest(): Promise<void> {
    this.#sinceLooked += 1
    if (this.#sinceLooked < PICTURES_BETWEEN_LOOKS) return
    this.#sinceLooked = 0
    const names = await readdir(this.folder)
    const files = (
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(this.folder, name)
          // What went away meanwhile, such as the beginning of a picture, takes no room.
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
    await writeWhole(file, picture, { flush: false })
    return 'made'
  } catch (error) {
    return isWorkerNotReady(error) ? 'not now' : 'unfit'
  }
}

/** A picture that is used is young again. */
async function isThere(file: string): Promise<boolean> {
  const now = new Date()
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}
