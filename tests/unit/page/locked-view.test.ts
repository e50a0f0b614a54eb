import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageId } from '@/cli/sample/ids'
import { type Env, readEnv } from '@/lib/env'
import { getPageContent } from '@/lib/page/content'
import { getFirstPart } from '@/lib/page/rows'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { LiveIndex } from '@/lib/search/live-index'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import type { Block } from '@/lib/workspace/record-map'
import { SECRET } from '../../support/closed-workspace'
import { PASSWORD, writeLockedWorkspace } from '../../support/locked-workspace'
import { newFolder } from '../../support/site'

let env: Env
let site: Site
const before = getRuntime().site

beforeAll(async () => {
  const dir = newFolder('locked-view')
  writeLockedWorkspace(dir)
  env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: newFolder('locked-state'), SITE_SECRET: 'secret' }, '/')
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

const pageOf = (key: string) => {
  const found = site.index.pages.find(({ id }) => id === pageId(key))
  if (found === undefined) throw new Error(`no page ${key}`)
  return found
}
const holder = (): Viewer => {
  const { access } = pageOf('diary')
  return { ...PUBLIC, unlocked: access.kind === 'locked' ? access.locks : [] }
}
const SECRETS = new RegExp(`${SECRET}|${PASSWORD}|diary|chapter`, 'i')

test('a public page shows nothing of a page with a password, nor of an unlisted row', async () => {
  for (const key of ['home', 'open', 'quiet']) {
    const made = [await getPageView(site, pageOf(key), PUBLIC), await getPageContent(site, pageOf(key), PUBLIC)]
    expect(JSON.stringify(made), key).not.toMatch(SECRETS)
    if (key !== 'quiet') expect(JSON.stringify(made), key).not.toMatch(/quiet|hush/i)
  }
  expect(JSON.stringify(await getPageView(site, pageOf('home'), PUBLIC))).toContain('Open')
})

test('an unlisted page below a page is not shown where it stands, and one below it is', async () => {
  const unlisted = (id: string, where: 'self' | 'above') => ({
    ...pageOf(id),
    access: { kind: 'public', unlisted: where } as const,
  })
  const change = (changed: ReturnType<typeof unlisted>[]) =>
    new Site({ ...site.index, pages: site.index.pages.map((each) => changed.find(({ id }) => id === each.id) ?? each) })
  const view = async (of: Site) => {
    const diary = of.page(pageId('diary'), PUBLIC)
    if (diary === undefined) throw new Error('no diary')
    return JSON.stringify([(await getPageView(of, diary, PUBLIC)).body, (await getPageContent(of, diary, PUBLIC)).body])
  }
  const open = { ...unlisted('diary', 'self'), access: { kind: 'public' } as const }
  expect(await view(change([open as never, unlisted('chapter', 'self')]))).not.toContain('/chapter')
  expect(await view(change([unlisted('diary', 'self'), unlisted('chapter', 'above')]))).toContain('/chapter')
})

test('those who gave the password get the page, with addresses below /unlock', async () => {
  const view = JSON.stringify(await getPageView(site, pageOf('diary'), holder()))
  expect(view).toContain(`${SECRET}text`)
  expect(view).toContain('/unlock/chapter')
  expect(view).toMatch(/"\/unlock\/files\/[0-9a-f-]{36}\/[0-9a-f]{64}-/)
  const part = getFirstPart(pageOf('diary'), { id: pageId('inner') } as Block, holder())
  expect(part.rest('view')).toEqual({ data: `/api/rows/${pageId('inner').slice(0, 8)}/unlock/diary` })
  expect(view).not.toMatch(/"pages":"\/rows|"\/files\//)
  // A tag that only the page has leads nowhere.
  expect(view).not.toMatch(/\/tags\/zqx/)
  // A row with another password stays closed.
  expect(view).not.toContain(`${SECRET}twice`)
})

test('nobody finds a page with a password or an unlisted one', async () => {
  // With a page for members there is an index of theirs, too.
  const { pages } = site.index
  const ofMembers = { ...pageOf('home'), access: { kind: 'members', organizations: 'any' } as const }
  const mixed = new Site({ ...site.index, pages: pages.map((each) => (each.id === ofMembers.id ? ofMembers : each)) })
  const index = new LiveIndex(openWorkingCopy(env), async () => mixed, { locale: 'en', timeZone: 'UTC' })
  await index.load()
  await index.update()
  for (const viewer of [PUBLIC, holder(), { ...holder(), signedIn: true }, { ...PUBLIC, signedIn: true }]) {
    for (const query of [SECRET, 'diary', 'chapter', 'quiet', 'found address', 'hush'])
      expect((await index.search({ query, limit: 50 }, viewer)).hits, query).toEqual([])
    expect((await index.search({ query: 'everyone', limit: 50 }, viewer)).total).toBe(1)
  }
})
