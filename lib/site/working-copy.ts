import 'server-only'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Env } from '../env'
import { FilesStore } from '../snapshot/files-store'
import { STORE_FORMAT } from '../snapshot/store'
import { pageIdIn } from '../workspace/ids'
import type { SiteIndex } from './site-index'

/** Bump when the meaning or the shape of the saved index changes. */
export const INDEX_FORMAT = 12

/** The working copy of a workspace folder below one root, in the state folder: what the serving process reads. */
export function openWorkingCopy(env: Env): FilesStore {
  return new FilesStore(path.join(env.stateDir, 'workspaces', hashShort([env.workspaceDir, env.rootPage])))
}

/** The index that was saved last, or undefined when there is none that this version understands. */
export async function readSavedIndex(store: FilesStore): Promise<SiteIndex | undefined> {
  const index = (await store.derived('index')) as SiteIndex | undefined
  return index?.format === INDEX_FORMAT ? index : undefined
}

/** What all keys of a site in Redis begin with, whatever the version and the settings. */
export function getRedisPrefix({ rootPage, workspaceDir }: Env): string {
  return `colophon:${hashShort(rootPage === undefined ? workspaceDir : pageIdIn(rootPage))}:`
}

/** Names what the meaning of a stored snapshot depends on: versions and settings that differ in it must not read each other's. */
export function getSnapshotVariant(env: Env): string {
  return `${hashShort([env.timeZone, env.locale, env.signIn !== undefined])}.${STORE_FORMAT}.${INDEX_FORMAT}`
}

const hashShort = (made: unknown) => createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 12)
