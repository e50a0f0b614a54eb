import 'server-only'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Redis } from '../redis/connection'
import { findDamaged, getContentKind, getFileContentName, listContents, parseCompressed } from '../snapshot/contents'
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

/** Larger files are not stored in Redis, which keeps everything in memory. Pages link to their original addresses. */
const MAX_FILE = 16 * 1024 * 1024

/** Publishes the working copy of the writer in Redis if it changed. */
export class Publisher {
  constructor(
    readonly working: SnapshotStore,
    readonly shared: RedisStore,
  ) {}

  /**
   * Stores the contents by hash first, then publishes the state that names them. Calls must not overlap. With `again`, an unchanged state
   * is published again, because Redis lost some of it. Throws {@link SnapshotError}, or errors of Redis.
   */
  async publish({ again = false } = {}): Promise<void> {
    const { working, shared } = this
    const state = await working.state()
    if (state === undefined || !(await isComplete(state))) return
    const digest = getDigest(state)
    if (!again && (await shared.isNewest(digest))) return
    const manifest = await this.#copy(await omitLargeFiles(state.manifest))
    await shared.putState({ ...state, manifest }, digest)
  }

  /** Removes the contents that neither of the last two generations names. Never while {@link publish} runs. */
  async sweep(): Promise<void> {
    const kept = await this.shared.lastManifests()
    if (kept.length > 0) await this.shared.sweep(kept)
  }

  /** Copies the contents of a manifest, as far as Redis lacks them. Files without content are marked. */
  async #copy(manifest: Manifest): Promise<Manifest> {
    try {
      await copyContents(listContents(manifest), this.working, this.shared)
      return manifest
    } catch (error) {
      if (!(error instanceof IncompleteError && error.names.every((name) => getContentKind(name) === 'files')))
        throw error
      return this.#copy(markMissing(manifest, new Set(error.names)))
    }
  }
}

/** Marks these files in a manifest as missing, and adds them to its problems. Pages link to them, so readers must know them. */
function markMissing(manifest: Manifest, names: ReadonlySet<string>): Manifest {
  const isMissing = ({ hash }: FileEntry) => names.has(getFileContentName(hash))
  const entries = Object.entries(manifest.files)
  const reason = 'its content is missing, or does not match the manifest'
  const found = entries.flatMap(([file, entry]) => (isMissing(entry) ? [{ file, reason }] : []))
  const files = entries.map(([address, entry]) => [address, isMissing(entry) ? { ...entry, path: '' } : entry])
  return { ...manifest, files: Object.fromEntries(files), problems: [...manifest.problems, ...found] }
}

/** Returns false during a preparation and after a failed one, when manifest and index do not belong together. */
async function isComplete(state: SnapshotState): Promise<boolean> {
  const prepared = state.derived.prepared && (await parseCompressed(state.derived.prepared))
  return isObject(prepared) && prepared.snapshot === state.manifest.version && (await findDamaged(state)).length === 0
}

function getDigest({ manifest, derived }: SnapshotState): string {
  const hash = createHash('sha256').update(JSON.stringify(manifest))
  for (const bytes of Object.values(derived)) hash.update(bytes)
  return hash.digest('hex')
}

/** Returns the manifest without large files, and with the paths of Redis. Missing files stay, because Redis may have their content. */
async function omitLargeFiles(manifest: Manifest): Promise<Manifest> {
  const isKept = async ({ path }: FileEntry) => ((await stat(path).catch(() => undefined))?.size ?? 0) <= MAX_FILE
  const entries = Object.entries(manifest.files)
  const kept = await Promise.all(entries.map(([, entry]) => isKept(entry)))
  const shared = entries.map(
    ([address, entry]) => [address, { ...entry, path: getFileContentName(entry.hash) }] as const,
  )
  return { ...manifest, files: Object.fromEntries(shared.filter((_, at) => kept[at])) }
}

/** Matches keys of a snapshot in this layout and in the former one, which had no `snapshot:`. They contain settings and two formats. */
const SNAPSHOT = /^(?:snapshot:)?[0-9a-f]{12}\.\d+\.\d+:/

/**
 * Returns the compressed history of paths from the former layout, in which each snapshot had its own history and a sorted set listed the
 * snapshots by their last use. The history is the only part that cannot be rebuilt.
 */
export async function readFormerHistory(redis: Redis, site: string): Promise<Buffer | undefined> {
  for (const prefix of (await redis.zRange(`${site}snapshots`, 0, -1, { REV: true })).map(String)) {
    const history = prefix.startsWith(site) ? await redis.hGet(`${prefix}state`, 'history') : null
    if (history) return history
  }
  return undefined
}

/** Removes snapshots of other versions and settings, once there are two generations of the current ones. */
export async function sweepFormerSnapshots(shared: RedisStore): Promise<void> {
  const { site, prefix, redis } = shared
  if ((await shared.lastManifests()).length < 2) return
  await shared.removeKeys(site, (key) => SNAPSHOT.test(key.slice(site.length)) && !key.startsWith(prefix))
  await redis.del(`${site}snapshots`)
}
