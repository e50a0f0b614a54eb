import path from 'node:path'
import { expect } from 'vitest'
import { LiveIndex } from '@/lib/search/live-index'
import { type Env, readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createTemporaryFolder } from '../../support/folders'

export function createEnv(workspaceDir: string, more: Record<string, string> = {}): Env {
  return readEnv({ WORKSPACE_DIR: workspaceDir, STATE_DIR: createTemporaryFolder(), ...more }, '/')
}

/** Opens an index of the current state of a workspace, from the saved index if there is one, and lists the pages that it reads. */
export async function openIndex(env: Env) {
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const reads: string[] = []
  const countingStore = {
    page: (id: string, hash: string) => {
      reads.push(id)
      return store.page(id, hash)
    },
    collection: store.collection.bind(store),
    derived: store.derived.bind(store),
    putDerived: store.putDerived.bind(store),
  }
  const loadSite = async () => {
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no site')
    return new Site(index)
  }
  const index = new LiveIndex(countingStore, loadSite, { locale: 'en', timeZone: 'UTC' })
  await index.load()
  await index.update()
  reads.length = 0
  const findIds = async (query: string, viewer = PUBLIC, ancestorId?: string) => {
    const { hits, total } = await index.search({ query, ancestorId, limit: 50 }, viewer)
    expect(total).toBe(hits.length)
    return hits.map(({ id }) => id).sort()
  }
  return { index, findIds, reads, savedFile: path.join(store.dir, 'search.json.gz') }
}
