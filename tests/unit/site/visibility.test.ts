import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { mayRead, PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { SIGN_IN_VARIABLES } from '@/tests/support/sign-in/variables'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from '../snapshot/support'

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const [OPEN_FILE, CLOSED_FILE] = ['a'.repeat(64), 'b'.repeat(64)]

/** A public page and a members page, each with a database, a file and a synced block that the other page shows. */
const root = { ...page('Root', undefined), accessTable: { [createId('Board')]: 'Members' } }
const getContainerId = (name: string) => createId(`container on ${name}`)
const pages = [
  root,
  page('Open', 'Root', { holders: [createId('Open'), getContainerId('Open')], synced: [getContainerId('Board')] }),
  page('Board', 'Root', { holders: [createId('Board'), getContainerId('Board')], synced: [getContainerId('Open')] }),
]
const files = new Map([
  [createId('Open'), [OPEN_FILE]],
  [createId('Board'), [CLOSED_FILE]],
])
const databases = [collection('Open rows', 'Open', {}), collection('Board rows', 'Board', {})]
const site = new Site(buildSite(buildInput(pages, databases, { files }), { ...SETTINGS, signIn: true }))

test.each([
  ['a visitor', PUBLIC, false],
  ['a member', MEMBER, true],
] as const)(
  '%s gets the content of a public page, and of a members page only if they may read it',
  (_, viewer, maySee) => {
    expect(site.page(createId('Board'), viewer) !== undefined).toBe(maySee)
    expect(site.collection(createId('Board rows'), viewer) !== undefined).toBe(maySee)
    expect(site.showsFile(CLOSED_FILE, viewer)).toBe(maySee)
    expect(site.fileAddress(CLOSED_FILE, 'a.png', viewer)).toBe(
      maySee ? `/members/files/${createId('Board')}/${CLOSED_FILE}-a.png` : undefined,
    )
    expect(site.mayShowSynced(getContainerId('Board'), viewer)).toBe(maySee)
    expect(site.resolve('board', viewer).kind).toBe(maySee ? 'page' : 'missing')

    expect(site.collection(createId('Open rows'), viewer)).toBeDefined()
    expect(site.showsFile(OPEN_FILE, viewer)).toBe(true)
    expect(site.fileAddress(OPEN_FILE, 'a.png', viewer)).toBe(`/files/${OPEN_FILE}/a.png`)
    expect(site.mayShowSynced(getContainerId('Open'), viewer)).toBe(true)
  },
)

test('the next preparation hides members pages when sign-in is disabled', async () => {
  const map = createRawMap({ Home: 'Welcome', Board: 'Minutes' }, { Board: 'Home' })
  const { env, prepare } = workspace({
    'manifest.json': createSourceManifest('Home', ['Home']),
    [`pages/${pageFile('Home')}`]: map,
  })
  env.signIn = readEnv(SIGN_IN_VARIABLES, '/').signIn
  expect((await prepare()).changed).toBe(true)
  expect((await prepare()).changed).toBe(false)
  env.signIn = undefined
  const { changed, index } = await prepare()
  expect([changed, index.pages.every(({ access }) => mayRead(access, PUBLIC))]).toEqual([true, true])
})
