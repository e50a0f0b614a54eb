import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { fixtureSets, fixturesDir } from '@/tests/support/fixtures'
import { newFolder } from '@/tests/support/site'
import { copyWorkspace, wrapNesting } from '@/tests/support/workspaces'

/**
 * What a folder becomes: the site's index and, by its hash, the content of each page. Everything that a visitor can see is made of both.
 * The date of the files is no part of it.
 */
async function prepared(folder: string) {
  const state = newFolder('nesting')
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: state }, state)
  await prepareSite(env, 0)
  const store = openWorkingCopy(env)
  const index = await readSavedIndex(store)
  const result = { index: { ...index, syncedAt: 0 }, pages: (await store.manifest())?.pages }
  rmSync(state, { recursive: true })
  return result
}

describe.skipIf(fixturesDir === undefined)('record maps of the newer nesting', () => {
  it.each(fixtureSets)('become the same site as those of the older one: %s', async (set) => {
    const folder = path.join(fixturesDir ?? '', set)
    const wrapped = copyWorkspace(folder, wrapNesting)
    const [older, newer] = [await prepared(folder), await prepared(wrapped)]
    rmSync(wrapped, { recursive: true })
    expect(Object.keys(older.pages ?? {}).length).toBeGreaterThan(0)
    expect(newer).toEqual(older)
  })
})
