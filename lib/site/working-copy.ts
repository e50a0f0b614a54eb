import 'server-only'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Env } from '../settings/env'
import { FilesStore } from '../snapshot/files-store'
import { STORE_FORMAT } from '../snapshot/store'
import { getSealing } from './page-locks'
import type { SiteIndex } from './site-index'

/** Increase this when the meaning or the form of the saved index changes. */
export const INDEX_FORMAT = 32

/** Opens the working copy of a workspace folder and root page in the state folder. The serving process reads only this copy. */
export function openWorkingCopy(env: Env): FilesStore {
  return new FilesStore(path.join(env.stateDir, 'workspaces', hashShort([env.workspaceDir, env.rootPage])))
}

/** Reads the saved index; undefined if there is none of this version's format. */
export async function readSavedIndex(store: FilesStore): Promise<SiteIndex | undefined> {
  const index = (await store.derived('index')) as SiteIndex | undefined
  return index?.format === INDEX_FORMAT ? index : undefined
}

/** Identifies a site, whatever its version and settings are. */
export const getSiteKey = ({ rootId, workspaceDir }: Pick<Env, 'rootId' | 'workspaceDir'>): string =>
  hashShort(rootId ?? workspaceDir)

/** Returns the prefix of all keys of a site in Redis. */
export const getRedisPrefix = (env: Pick<Env, 'rootId' | 'workspaceDir'>): string => `colophon:${getSiteKey(env)}:`

/** Identifies the formats and settings on which a stored snapshot depends. Instances with another variant must not read it. */
export function getSnapshotVariant(env: Env): string {
  return `${hashShort([env.timeZone, env.locale, env.signIn !== undefined, getSealing(env)?.key, env.languages, env.comments?.service === 'notion'])}.${STORE_FORMAT}.${INDEX_FORMAT}`
}

const hashShort = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
