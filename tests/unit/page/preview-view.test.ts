import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageId } from '@/cli/sample/ids'
import { getPageContent } from '@/lib/page/content'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { matchCanaries, writeCanaryWorkspace } from '../../support/canary-workspace'
import { createFolder } from '../../support/site'

let site: Site
const before = getRuntime().site

beforeAll(async () => {
  const { dir } = writeCanaryWorkspace()
  const env = readEnv(
    { WORKSPACE_DIR: dir, STATE_DIR: createFolder('preview-view'), SITE_SECRET: 'a secret for tests' },
    '/',
  )
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const index = await readSavedIndex(store)
  if (index === undefined) throw new Error('no index was saved')
  site = new Site(index)
  getRuntime().site = { store, site: Promise.resolve(site), last: site }
})
afterAll(() => {
  getRuntime().site = before
})

const getPage = (key: string) => {
  const found = site.index.pages.find(({ id }) => id === pageId(key))
  if (found === undefined) throw new Error(`no page ${key}`)
  return found
}
const hold = (hasSubpages: boolean): Viewer => ({
  ...PUBLIC,
  preview: { page: pageId('draft'), hasSubpages, token: 'token' },
})
const readAll = async (key: string, viewer: Viewer) =>
  JSON.stringify([await getPageView(site, getPage(key), viewer), await getPageContent(site, getPage(key), viewer)])

test('a preview shows its draft, and nothing of other closed pages', async () => {
  const others = matchCanaries(['locked', 'members', 'staff', 'deleted', 'hidden', 'unshown'])
  for (const hasSubpages of [false, true]) {
    const content = await readAll('draft', hold(hasSubpages))
    expect(content).toContain('zqdrafttext')
    expect(content.includes('zqdraftchild')).toBe(hasSubpages)
    expect(content).toContain(`/preview/token/files/${pageId('draft')}/`)
    expect(content).not.toMatch(others)
  }
})

test('a public page shows the draft to the holder of its preview only', async () => {
  const draft = matchCanaries(['draft'])
  expect(await readAll('open', PUBLIC)).not.toMatch(draft)
  expect(await readAll('open', hold(true))).toContain('/preview/token')
})
