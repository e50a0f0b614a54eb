import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { fixtureSets, fixturesDir } from '@/tests/support/fixtures'
import { createFolder } from '@/tests/support/site'
import { copyWorkspace, wrapNesting } from '@/tests/support/workspaces'

/** Prepares a folder and returns the index and the content hash of each page, which determine everything that a visitor sees.
 * The date of the files is not included.
 */
async function prepareFolder(folder: string) {
  const state = createFolder('nesting')
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: state }, state)
  await prepareSite(env, 0)
  const store = openWorkingCopy(env)
  const index = await readSavedIndex(store)
  const result = { index: { ...index, syncedAt: 0 }, pages: (await store.manifest())?.pages }
  rmSync(state, { recursive: true })
  return result
}

describe.skipIf(fixturesDir === undefined)('record maps with the newer nesting', () => {
  it.each(fixtureSets)('produce the same site as those with the older nesting: %s', async (set) => {
    const folder = path.join(fixturesDir ?? '', set)
    const wrapped = copyWorkspace(folder, wrapNesting)
    const [older, newer] = [await prepareFolder(folder), await prepareFolder(wrapped)]
    rmSync(wrapped, { recursive: true })
    expect(Object.keys(older.pages ?? {}).length).toBeGreaterThan(0)
    expect(newer).toEqual(older)
  })
})
