import { expect, test } from 'vitest'
import { getChrome } from '@/lib/page/routes/site-chrome'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const BOARD: Viewer = { signedIn: true, organizations: ['board'] }

function homeFor(viewer: Viewer, words: string) {
  const root = page('Root', undefined, { accessTable: { [idOf('Root')]: words } })
  root.block.format.page_icon = '⚓'
  const site = new Site(buildSite(buildInput([root]), { ...SETTINGS, signIn: true }))
  return getChrome(site, viewer).then(({ home }) => home)
}

test('the root page’s title and icon are around a page only for those who may read the root page', async () => {
  const named = { title: 'Root', icon: '⚓' }
  expect(await homeFor(PUBLIC, 'Public')).toMatchObject(named)
  expect(await homeFor(BOARD, 'board')).toMatchObject(named)
  for (const [viewer, words] of [
    [PUBLIC, 'Members'],
    [PUBLIC, 'board'],
    [MEMBER, 'board'],
  ] as const) {
    expect(await homeFor(viewer, words)).toMatchObject({ title: 'localhost:3000', icon: undefined })
  }
})

test('only editors have a link to the editor dashboard', async () => {
  const site = new Site(buildSite(buildInput([page('Root', undefined)]), { ...SETTINGS, signIn: true }))
  const deskFor = async (viewer: Viewer) => (await getChrome(site, viewer)).desk
  expect(await deskFor({ ...MEMBER, role: 'editor' })).toEqual({ path: '/members/desk', title: 'Editor dashboard' })
  expect([await deskFor(MEMBER), await deskFor(PUBLIC)]).toEqual([undefined, undefined])
})

test('a site without a root page gets the default name of the interface', async () => {
  const input = buildInput([page('A', undefined), page('B', undefined)], [], { root: undefined })
  const site = new Site(
    buildSite(input, { timeZone: 'UTC', now: 0, untitled: '', unnamed: '工作区', signIn: true, locale: 'en' }),
  )
  expect((await getChrome(site, PUBLIC)).home.title).toBe('工作区')
})
