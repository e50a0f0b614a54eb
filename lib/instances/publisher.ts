import 'server-only'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { fileNameOf, kindOf, namesIn, parsed } from '../snapshot/contents'
import { copyContents } from '../snapshot/copy'
import type { RedisStore } from '../snapshot/redis-store'
import {
  type FileEntry,
  IncompleteError,
  type Manifest,
  type SnapshotState,
  type SnapshotStore,
} from '../snapshot/store'
import { isObject } from '../workspace/values'

/** Larger files stay out of Redis, which holds everything in memory: pages then name them by their own address. */
const LARGEST_FILE = 16 * 1024 * 1024

/** Puts the working copy of the instance that writes into Redis, as often as it is asked to, when there is something new in it. */
export class Publisher {
  #published = ''
  /** The last two that were put: an instance may be at the former one. */
  #kept: Manifest[] = []

  constructor(
    readonly working: SnapshotStore,
    readonly shared: RedisStore,
  ) {}

  /** One call at a time. `anew`: also what was put before, of which something was lost. Throws SnapshotError, or what Redis says. */
  async publish({ anew = false } = {}): Promise<void> {
    const { working, shared } = this
    const state = await working.state()
    if (state === undefined || !(await isWhole(state))) return
    const print = printOf(state)
    if (!anew && print === this.#published && (await shared.generation()) === shared.written) return
    const manifest = await this.#copied(await withoutLargeFiles(state.manifest))
    await shared.putState({ ...state, manifest })
    if (print !== this.#published) this.#kept = [manifest, ...this.#kept.slice(0, 1)]
    this.#published = print
  }

  /** Lets go what only earlier snapshots name. */
  async sweep(): Promise<void> {
    if (this.#kept.length > 0) await this.shared.sweep(this.#kept)
  }

  /** Copies what a manifest names. A file that is broken keeps back nothing else: it is left out, as a large one is, and reported. */
  async #copied(manifest: Manifest): Promise<Manifest> {
    try {
      await copyContents(namesIn(manifest), this.working, this.shared)
      return manifest
    } catch (error) {
      if (!(error instanceof IncompleteError && error.names.every((name) => kindOf(name) === 'files'))) throw error
      return this.#copied(withoutFiles(manifest, new Set(error.names)))
    }
  }
}

/** The manifest without these pieces, and with word of them. */
function withoutFiles(manifest: Manifest, names: ReadonlySet<string>): Manifest {
  const isOut = ([, { hash }]: [string, FileEntry]) => names.has(fileNameOf(hash))
  const entries = Object.entries(manifest.files)
  const reason = 'its content is not what the manifest says'
  const problems = [...manifest.problems, ...entries.filter(isOut).map(([file]) => ({ file, reason }))]
  return { ...manifest, files: Object.fromEntries(entries.filter((each) => !isOut(each))), problems }
}

/** Not while a preparation is at work, or when one has failed: what it has written then does not fit together. */
async function isWhole({ manifest, derived }: SnapshotState): Promise<boolean> {
  const prepared = derived.prepared && (await parsed(derived.prepared))
  return derived.index !== undefined && isObject(prepared) && prepared.snapshot === manifest.version
}

function printOf({ manifest, derived }: SnapshotState): string {
  const hash = createHash('sha256').update(JSON.stringify(manifest))
  for (const bytes of Object.values(derived)) hash.update(bytes)
  return hash.digest('hex')
}

async function withoutLargeFiles(manifest: Manifest): Promise<Manifest> {
  const isKept = async ({ path }: FileEntry) =>
    ((await stat(path).catch(() => undefined))?.size ?? Number.POSITIVE_INFINITY) <= LARGEST_FILE
  const entries = Object.entries(manifest.files)
  const kept = await Promise.all(entries.map(([, entry]) => isKept(entry)))
  return { ...manifest, files: Object.fromEntries(entries.filter((_, at) => kept[at])) }
}
