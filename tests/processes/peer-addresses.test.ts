import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ExtendedRecordMap } from 'notion-types'
import { getCanonicalPageId } from 'notion-utils'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { mayList, PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { getPublishedAt } from '@/lib/site/terms'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { writeBlogWorkspace } from '../support/blog-workspace'
import { startHosts } from '../support/exported-hosts'
import { fixturesDir } from '../support/fixtures'
import { createFolder } from '../support/site'

async function openSite(workspaceDir: string): Promise<Site> {
  const settings = { WORKSPACE_DIR: workspaceDir, STATE_DIR: createFolder('state'), SITE_URL: 'https://a.example' }
  const env = readEnv({ ...settings, STATIC_EXPORT: '1' }, '/')
  await prepareSite(env, Date.now())
  const index = await readSavedIndex(openWorkingCopy(env))
  if (index === undefined) throw new Error('No index was saved')
  return new Site(index)
}

const listPages = (site: Site) => site.index.pages.filter(({ access }) => mayList(access, PUBLIC))

/** The addresses of NotionNext for a post, by its own rules: `generateCustomizeSlug` with and without `PSEUDO_STATIC`. */
function listBlogAddresses(site: Site): string[] {
  const posts = listPages(site).filter(({ isPost }) => isPost)
  const ofPosts = posts.flatMap((post) => {
    const date = new Date(getPublishedAt(post)).toISOString().slice(0, 10).replaceAll('-', '/')
    const prefixes = ['article', date, ...(post.categories ?? [])]
    return [...prefixes.map((prefix) => `${prefix}/${post.path}`), `article/${post.path}.html`]
  })
  const terms = (['tags', 'categories'] as const).flatMap((taxonomy) =>
    [...site.terms(taxonomy, PUBLIC).values()].flatMap(({ name, pages }) => {
      const list = `${taxonomy === 'tags' ? 'tag' : 'category'}/${name}`
      return [list, `${list}/page/1`, ...(pages.length > 12 ? [`${list}/page/2`] : [])]
    }),
  )
  const fixed = [
    'archive',
    'tag',
    'category',
    'page/1',
    'page/2',
    'feed',
    'rss/feed.xml',
    'rss/atom.xml',
    'rss/feed.json',
  ]
  return [...fixed, ...ofPosts, ...terms, ...listPages(site).map(({ path }) => path)].map((each) =>
    encodeURI(`/${each}`),
  )
}

/** The addresses of nextjs-notion-starter-kit, by its own function, with and without ids. */
function listStarterKitAddresses(site: Site, maps: readonly ExtendedRecordMap[]): string[] {
  return listPages(site).flatMap(({ id }) => {
    const map = maps.find((each) => each.block[id] !== undefined)
    const names = [true, false].map((uuid) => map && getCanonicalPageId(id, map, { uuid }))
    return [...names, id.replaceAll('-', '')].flatMap((name) => (name ? [encodeURI(`/${name}`)] : []))
  })
}

/** Checks that each host responds to an address with 200, or with one redirect to an address with 200. */
async function expectNothingLost(site: Site, addresses: readonly string[]): Promise<void> {
  const { matchers, stop } = await startHosts(site)
  const lost: string[] = []
  for (const [host, match] of Object.entries(matchers)) {
    for (const address of new Set(addresses)) {
      const first = await match(address)
      const last = first.location?.startsWith('/') ? await match(first.location) : { status: 200 }
      const isFound = first.status === 200 || (first.status === (host === 'netlify' ? 301 : 308) && last.status === 200)
      if (!isFound) lost.push(`${host} ${address} ${first.status} ${first.location} ${last.status}`)
    }
  }
  await stop()
  expect(lost).toEqual([])
}

const readMaps = (dir: string): ExtendedRecordMap[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${dir}/${name}`, 'utf8')))

const SETS = ['jackhpark-starter', 'kjk-notionapi', 'react-notion-x-fixtures', 'react-notion-x-testsuite']

test('no address of NotionNext is lost, on the server and on each static host', async () => {
  const site = await openSite(writeBlogWorkspace('en'))
  const addresses = listBlogAddresses(site)
  expect(addresses.length).toBeGreaterThan(80)
  await expectNothingLost(site, addresses)
}, 120_000)

test('no address of nextjs-notion-starter-kit is lost for the sample', async () => {
  const site = await openSite(path.resolve('workspace'))
  const addresses = listStarterKitAddresses(site, readMaps('workspace/pages'))
  expect(addresses.length).toBeGreaterThan(200)
  await expectNothingLost(site, addresses)
}, 120_000)

test.skipIf(fixturesDir === undefined).each(SETS)(
  'no address of nextjs-notion-starter-kit is lost for the recorded pages of %s',
  async (set) => {
    const dir = `${fixturesDir}/${set}`
    const site = await openSite(dir)
    const addresses = listStarterKitAddresses(site, readMaps(dir))
    expect(addresses.length).toBeGreaterThan(2)
    await expectNothingLost(site, addresses)
  },
  120_000,
)
