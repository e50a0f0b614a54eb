import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageId } from '@/cli/sample/ids'
import { getPageContent } from '@/lib/page/content'
import { getFirstPart } from '@/lib/page/rows'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { LiveIndex } from '@/lib/search/live-index'
import { type Env, readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import type { Block } from '@/lib/workspace/record-map'
import { SECRET } from '../../support/closed-workspace'
import { PASSWORD, writeLockedWorkspace } from '../../support/locked-workspace'
import { createFolder } from '../../support/site'

let env: Env
let site: Site
const before = getRuntime().site

beforeAll(async () => {
  const dir = createFolder('locked-view')
  writeLockedWorkspace(dir)
  env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: createFolder('locked-state'), SITE_SECRET: 'a secret for tests' }, '/')
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
const createUnlockedViewer = (): Viewer => {
  const { access } = getPage('diary')
  return { ...PUBLIC, unlocked: access.kind === 'locked' ? access.locks : [] }
}
const SECRETS = new RegExp(`${SECRET}|${PASSWORD}|diary|chapter`, 'i')

test('a public page contains nothing of a page with a password or of an unlisted row', async () => {
  for (const key of ['home', 'open', 'quiet']) {
    const contents = [await getPageView(site, getPage(key), PUBLIC), await getPageContent(site, getPage(key), PUBLIC)]
    expect(JSON.stringify(contents), key).not.toMatch(SECRETS)
    if (key !== 'quiet') expect(JSON.stringify(contents), key).not.toMatch(/quiet|hush/i)
  }
  expect(JSON.stringify(await getPageView(site, getPage('home'), PUBLIC))).toContain('Open')
})

test('a page does not show an unlisted page below it, but an unlisted page shows its own child pages', async () => {
  const createUnlisted = (id: string, where: 'self' | 'above') => ({
    ...getPage(id),
    access: { kind: 'public', unlisted: where } as const,
  })
  const createChangedSite = (changed: ReturnType<typeof createUnlisted>[]) =>
    new Site({ ...site.index, pages: site.index.pages.map((each) => changed.find(({ id }) => id === each.id) ?? each) })
  const readDiary = async (changedSite: Site) => {
    const diary = changedSite.page(pageId('diary'), PUBLIC)
    if (diary === undefined) throw new Error('no diary')
    return JSON.stringify([
      (await getPageView(changedSite, diary, PUBLIC)).html,
      (await getPageContent(changedSite, diary, PUBLIC)).body,
    ])
  }
  const open = { ...createUnlisted('diary', 'self'), access: { kind: 'public' } as const }
  expect(await readDiary(createChangedSite([open as never, createUnlisted('chapter', 'self')]))).not.toContain(
    '/chapter',
  )
  expect(
    await readDiary(createChangedSite([createUnlisted('diary', 'self'), createUnlisted('chapter', 'above')])),
  ).toContain('/chapter')
})

test('visitors who entered the password get the page, with addresses below /unlock', async () => {
  const view = JSON.stringify(await getPageView(site, getPage('diary'), createUnlockedViewer()))
  expect(view).toContain(`${SECRET}text`)
  expect(view).toContain('/unlock/chapter')
  expect(view).toMatch(/"\/unlock\/files\/[0-9a-f-]{36}\/[0-9a-f]{64}-/)
  const part = getFirstPart(getPage('diary'), { id: pageId('inner') } as Block, createUnlockedViewer())
  expect(part.rest('view')).toEqual({ data: `/api/rows/${pageId('inner').slice(0, 8)}/unlock/diary.json` })
  expect(view).not.toMatch(/"pages":"\/rows|"\/files\//)
  // A tag that only this page has is not a link.
  expect(view).not.toMatch(/\/tags\/zqx/)
  // A row with another password stays closed.
  expect(view).not.toContain(`${SECRET}twice`)
})

test('no viewer finds a page with a password or an unlisted page', async () => {
  // A page for members adds an index for members.
  const { pages } = site.index
  const membersPage = { ...getPage('home'), access: { kind: 'members', organizations: 'any' } as const }
  const mixedSite = new Site({
    ...site.index,
    pages: pages.map((each) => (each.id === membersPage.id ? membersPage : each)),
  })
  const index = new LiveIndex(openWorkingCopy(env), async () => mixedSite, { locale: 'en', timeZone: 'UTC' })
  await index.load()
  await index.update()
  for (const viewer of [
    PUBLIC,
    createUnlockedViewer(),
    { ...createUnlockedViewer(), signedIn: true },
    { ...PUBLIC, signedIn: true },
  ]) {
    for (const query of [SECRET, 'diary', 'chapter', 'quiet', 'found address', 'hush'])
      expect((await index.search({ query, limit: 50 }, viewer)).hits, query).toEqual([])
    expect((await index.search({ query: 'everyone', limit: 50 }, viewer)).total).toBe(1)
  }
})
