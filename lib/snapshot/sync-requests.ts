import 'server-only'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { objectIn } from '../workspace/values'
import { readTextOrNothing } from './regular-file'
import { writeWhole } from './write-whole'

/** What someone wants refreshed now: some pages, or everything that changed. */
export type SyncRequest = { pages: readonly string[] } | { all: true }

/** All requests that waited, joined. */
export interface SyncWanted {
  pages: Id[]
  all: boolean
}

/** Where requests wait; made by the first one. */
export const syncRequestsDir = (stateDir: string) => path.join(stateDir, 'sync', 'requests')

const isRequest = (name: string) => name.endsWith('.json')

/** Leaves a request for a sync, which survives a restart of the site. Ids that are none are left out. */
export async function requestSync(stateDir: string, request: SyncRequest): Promise<void> {
  // One request for everything is as good as many.
  const name = 'all' in request ? 'all' : `${Date.now()}-${randomUUID()}`
  await writeWhole(path.join(syncRequestsDir(stateDir), `${name}.json`), JSON.stringify(request))
}

/** Whether a sync has something to do. */
export async function areSyncRequestsWaiting(stateDir: string): Promise<boolean> {
  return (await readdir(syncRequestsDir(stateDir)).catch(() => [])).some(isRequest)
}

/** Takes away all requests that wait; undefined when there are none. What cannot be read is dropped. */
export async function takeSyncRequests(stateDir: string): Promise<SyncWanted | undefined> {
  const dir = syncRequestsDir(stateDir)
  const names = (await readdir(dir).catch(() => [])).filter(isRequest).sort()
  if (names.length === 0) return undefined
  const wanted = { pages: new Set<Id>(), all: false }
  for (const name of names) {
    const file = path.join(dir, name)
    const request = objectIn(await readTextOrNothing(file))
    await rm(file, { force: true })
    if (request.all === true) wanted.all = true
    for (const page of Array.isArray(request.pages) ? request.pages : []) {
      const id = toUuid(page)
      if (id !== undefined) wanted.pages.add(id)
    }
  }
  return { pages: [...wanted.pages], all: wanted.all }
}
