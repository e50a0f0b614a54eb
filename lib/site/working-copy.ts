import 'server-only'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Env } from '../env'
import { FilesStore } from '../snapshot/files-store'
import { STORE_FORMAT } from '../snapshot/store'
import { pageIdIn } from '../workspace/ids'
import type { SiteIndex } from './types'

/** Bump when the meaning or the shape of the saved index changes. */
export const INDEX_FORMAT = 10

/** The working copy of a workspace folder below one root, in the state folder: what the serving process reads. */
export function workingCopy(env: Env): FilesStore {
  return new FilesStore(path.join(env.stateDir, 'workspaces', digest([env.workspaceDir, env.rootPage])))
}

/** The index that was saved last, or undefined when there is none that this version understands. */
export async function savedIndex(store: FilesStore): Promise<SiteIndex | undefined> {
  const index = (await store.derived('index')) as SiteIndex | undefined
  return index?.format === INDEX_FORMAT ? index : undefined
}

/** What all keys of a site begin with in a Redis that instances share, whatever their version and settings. */
export function sharedSite({ rootPage, workspaceDir }: Env): string {
  return `colophon:${digest(rootPage === undefined ? workspaceDir : pageIdIn(rootPage))}:`
}

/**
 * What the keys of its snapshot begin with: the same for instances that publish the same pages in the same way, and another for a
 * version of the site that stores them otherwise.
 */
export function sharedPrefix(env: Env): string {
  const settings = digest([env.timeZone, env.locale, env.signIn !== undefined])
  return `${sharedSite(env)}${settings}.${STORE_FORMAT}.${INDEX_FORMAT}:`
}

const digest = (made: unknown) => createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 12)
