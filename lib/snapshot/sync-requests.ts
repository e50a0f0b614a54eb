import 'server-only'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { type Fields, parseObject } from '../workspace/values'
import { readTextOrEmpty } from './regular-file'
import { StateWriteError } from './store'
import { writeFileAtomically } from './write-file-atomically'

/** A request to refresh some pages, or everything that changed. `deleted` contains those of the pages that an event reported as deleted. */
export type SyncRequest = { pages: readonly string[]; deleted?: readonly string[]; all?: true } | { all: true }

/** All waiting requests combined. */
export interface CombinedSyncRequest {
  pages: Id[]
  deleted: Id[]
  all: boolean
}

/** Returns the folder of waiting requests, which the first one creates. */
export const getSyncRequestsDir = (stateDir: string) => path.join(stateDir, 'sync', 'requests')

const isRequest = (name: string) => name.endsWith('.json')

/** Requests a sync. The request survives a restart of the site. Invalid ids are ignored. Throws {@link StateWriteError}. */
export async function requestSync(stateDir: string, request: SyncRequest): Promise<void> {
  // One request for everything replaces all others.
  const name = !('pages' in request) ? 'all' : `${Date.now()}-${randomUUID()}`
  const dir = getSyncRequestsDir(stateDir)
  await writeFileAtomically(path.join(dir, `${name}.json`), JSON.stringify(request)).catch((error: unknown) => {
    throw new StateWriteError(dir, error)
  })
}

/** Whether any requests are waiting. */
export async function hasSyncRequests(stateDir: string): Promise<boolean> {
  return (await readdir(getSyncRequestsDir(stateDir)).catch(() => [])).some(isRequest)
}

/** Removes and returns all waiting requests; undefined if there are none. Unreadable ones are dropped. Throws {@link StateWriteError}. */
export async function takeSyncRequests(stateDir: string): Promise<CombinedSyncRequest | undefined> {
  const dir = getSyncRequestsDir(stateDir)
  const names = (await readdir(dir).catch(() => [])).filter(isRequest).sort()
  if (names.length === 0) return undefined
  const requests: Fields[] = []
  for (const name of names) {
    const file = path.join(dir, name)
    requests.push(parseObject(await readTextOrEmpty(file)))
    await rm(file, { force: true }).catch((error: unknown) => {
      throw new StateWriteError(dir, error)
    })
  }
  return combineSyncRequests(requests)
}

/** Combines requests of any origin. Invalid ids are ignored. */
export function combineSyncRequests(requests: readonly Fields[]): CombinedSyncRequest {
  const readIds = (list: (request: Fields) => unknown): Id[] => {
    const ids = requests.flatMap((request) => {
      const values = list(request)
      return Array.isArray(values) ? values.map(toUuid) : []
    })
    return [...new Set(ids.filter((id) => id !== undefined))]
  }
  return {
    pages: readIds(({ pages }) => pages),
    deleted: readIds(({ deleted }) => deleted),
    all: requests.some(({ all }) => all === true),
  }
}
