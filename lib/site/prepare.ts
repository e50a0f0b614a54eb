import 'server-only'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Env } from '../env'
import { FilesStore } from '../snapshot/files-store'
import { takeIn } from '../snapshot/intake'
import type { Problem } from '../snapshot/store'
import { toUuid } from '../workspace/ids'
import { buildSite, INDEX_FORMAT } from './build'
import { advance, type History, NO_HISTORY } from './history'
import type { SiteIndex } from './types'

/** The working copy of a workspace folder, in the state folder: what the serving process reads. */
export function workingCopy(env: Env): FilesStore {
  const name = createHash('sha256').update(env.workspaceDir).digest('hex').slice(0, 12)
  return new FilesStore(path.join(env.stateDir, 'workspaces', name))
}

export interface Prepared {
  index: SiteIndex
  problems: Problem[]
  /** False when the saved index still held. */
  changed: boolean
}

/**
 * Brings the working copy up to date with the workspace folder and the clock, and saves the site's index last.
 * Throws SnapshotError or NoRootError when there is nothing that can be served.
 */
export async function prepare(env: Env, now: number): Promise<Prepared> {
  const store = workingCopy(env)
  const before = await store.manifest()
  const intake = await takeIn(env.workspaceDir, store)
  const { manifest } = intake
  const root = toUuid(env.rootPage) ?? manifest.root
  const key = [INDEX_FORMAT, manifest.version, root, env.timeZone, env.clerk !== undefined].join(' ')
  const saved = await savedIndex(store)
  if (saved?.key === key && (saved.due === null || saved.due > now)) {
    return { index: saved, problems: manifest.problems, changed: false }
  }
  const index = buildSite(
    {
      ...intake,
      snapshot: manifest.version,
      syncedAt: manifest.syncedAt,
      root,
      collectionHashes: manifest.collections,
    },
    { timeZone: env.timeZone, signIn: env.clerk !== undefined, now },
  )
  const history = advance(((await store.derived('history')) as History | undefined) ?? NO_HISTORY, index)
  const complete: SiteIndex = {
    ...index,
    key,
    formerPaths: { ...index.formerPaths, ...history.former },
    gone: history.gone,
  }
  await store.putDerived('history', history)
  await store.putDerived('index', complete)
  await store.sweep(before === undefined ? [manifest] : [manifest, before])
  return { index: complete, problems: manifest.problems, changed: true }
}

/** The index that was saved last, or undefined when there is none that this version understands. */
export async function savedIndex(store: FilesStore): Promise<SiteIndex | undefined> {
  const index = (await store.derived('index')) as SiteIndex | undefined
  return index?.format === INDEX_FORMAT ? index : undefined
}
