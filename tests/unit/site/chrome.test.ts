import { afterEach, describe, expect, test } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { getChrome } from '@/lib/screens/chrome'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const BOARD: Viewer = { signedIn: true, organizations: ['board'] }

function getHome(viewer: Viewer, words: string) {
  const root = page('Root', undefined, { accessTable: { [createId('Root')]: words } })
  root.block.format.page_icon = '⚓'
  const site = new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true }))
  return getChrome(site, viewer).then(({ home }) => home)
}

test('shows the title and icon of the root page only to viewers who may read it', async () => {
  const named = { title: 'Root', icon: '⚓' }
  expect(await getHome(PUBLIC, 'Public')).toMatchObject(named)
  expect(await getHome(BOARD, 'board')).toMatchObject(named)
  for (const [viewer, words] of [
    [PUBLIC, 'Members'],
    [PUBLIC, 'board'],
    [MEMBER, 'board'],
  ] as const) {
    expect(await getHome(viewer, words)).toMatchObject({ title: 'localhost:3000', icon: undefined })
  }
})

test('links only editors to the editor dashboard', async () => {
  const site = new Site(buildSite(buildInput([page('Root', undefined)]), { ...SETTINGS, signIn: true }))
  const getDashboardLink = async (viewer: Viewer) => (await getChrome(site, viewer)).desk
  expect(await getDashboardLink({ ...MEMBER, role: 'editor' })).toEqual({
    path: '/members/desk',
    title: 'Editor dashboard',
  })
  expect([await getDashboardLink(MEMBER), await getDashboardLink(PUBLIC)]).toEqual([undefined, undefined])
})

test('uses the default name of the interface language for a site without a root page', async () => {
  const input = buildInput([page('A', undefined), page('B', undefined)], [], { root: undefined })
  const site = new Site(buildSite(input, { ...SETTINGS, unnamed: '工作区', signIn: true }))
  expect((await getChrome(site, PUBLIC)).home.title).toBe('工作区')
})

describe('the place that is kept for continueReading', () => {
  afterEach(() => {
    delete getRuntime().siteFolder
  })

  function getReading(name: string, viewer: Viewer = PUBLIC, access: Record<string, string> = {}, hasRoot = true) {
    getRuntime().siteFolder = { ...getSiteFolder(), settings: { continueReading: true } }
    const accessTable = Object.fromEntries(Object.entries(access).map(([title, value]) => [createId(title), value]))
    const input = hasRoot
      ? buildInput([page('Root', undefined, { accessTable, children: [createId('Page')] }), page('Page', 'Root')])
      : buildInput([page('Page', undefined), page('Other', undefined)], [], { root: undefined })
    const site = new Site(buildSite(input, { ...SETTINGS, signIn: true }))
    const current = site.index.pages.find(({ id }) => id === createId(name))
    expect(current).toBeDefined()
    return getChrome(site, viewer, current).then(({ reading }) => reading)
  }

  test('is that of public listed pages, for visitors', async () => {
    expect([await getReading('Root'), await getReading('Page')]).toEqual(['continue', 'keep'])
    const others: [access: string, viewer: Viewer][] = [
      ['Unlisted', PUBLIC],
      ['Members', PUBLIC],
      ['Members', MEMBER],
      ['Public', MEMBER],
      ['Public', { ...PUBLIC, unlocked: [] }],
      ['Public', { ...PUBLIC, preview: { page: createId('Page'), hasSubpages: true, token: '' } }],
    ]
    for (const [access, viewer] of others) expect(await getReading('Page', viewer, { Page: access })).toBeUndefined()
  })

  test('is none on a site with a generated home page', async () => {
    expect(await getReading('Page', PUBLIC, {}, false)).toBeUndefined()
  })
})
