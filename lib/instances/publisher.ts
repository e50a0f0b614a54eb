import 'server-only'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { damagedIn, fileNameOf, kindOf, namesIn, parsed } from '../snapshot/contents'
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

/** Publishes the working copy of the writer in Redis, whenever there is something new in it. */
export class Publisher {
  constructor(
    readonly working: SnapshotStore,
    readonly shared: RedisStore,
  ) {}

  /**
   * Stores the contents by hash first, then publishes the state that names them. One call at a time. With `again`, what was published
   * before is published again, because Redis lost some of it. Throws SnapshotError, or what Redis responds.
   */
  async publish({ again = false } = {}): Promise<void> {
    const { working, shared } = this
    const state = await working.state()
    if (state === undefined || !(await isWhole(state))) return
    const digest = digestOf(state)
    if (!again && (await shared.isNewest(digest))) return
    const manifest = await this.#copied(await withoutLargeFiles(state.manifest))
    await shared.putState({ ...state, manifest }, digest)
  }

  /** Removes the contents that neither of the last two generations names. Never while {@link publish} runs. */
  async sweep(): Promise<void> {
    const kept = await this.shared.lastManifests()
    if (kept.length > 0) await this.shared.sweep(kept)
  }

  /** Copies what a manifest names. A broken file is left out, as a large one is, and reported. */
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

/** The manifest without these files, which it lists as problems instead. */
function withoutFiles(manifest: Manifest, names: ReadonlySet<string>): Manifest {
  const isOut = ([, { hash }]: [string, FileEntry]) => names.has(fileNameOf(hash))
  const entries = Object.entries(manifest.files)
  const reason = 'its content is not what the manifest says'
  const problems = [...manifest.problems, ...entries.filter(isOut).map(([file]) => ({ file, reason }))]
  return { ...manifest, files: Object.fromEntries(entries.filter((each) => !isOut(each))), problems }
}

/** False while a preparation runs, and after one that failed: its manifest does not belong to its index. */
async function isWhole(state: SnapshotState): Promise<boolean> {
  const prepared = state.derived.prepared && (await parsed(state.derived.prepared))
  return isObject(prepared) && prepared.snapshot === state.manifest.version && (await damagedIn(state)).length === 0
}

function digestOf({ manifest, derived }: SnapshotState): string {
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
