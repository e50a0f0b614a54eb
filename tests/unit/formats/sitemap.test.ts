import { expect, test } from 'vitest'
import { robotsOf } from '@/lib/formats/robots'
import { sitemapOf } from '@/lib/formats/sitemap'
import { buildSite } from '@/lib/site/prepare/build'
import type { SiteIndex } from '@/lib/site/types'
import { buildInput, SETTINGS } from '@/tests/support/build-input'
import { collection, idOf, page, row } from '@/tests/support/records'
import { faultsOfSitemap } from '@/tests/support/schemas'
import { indexOf as listedIn, sitePage } from './support'

const SITE = 'https://example.test'
const THREE = { addresses: 3, bytes: 10_000 }
const status = { type: 'select', options: [{ id: 'p', value: 'Published' }] }
const rows = collection('Rows', 'Root', { Status: status })
const records = [
  page('Root', undefined, { collections: [rows.id] }),
  page("Tom & Jerry's <b>", 'Root'),
  page('页面', 'Root'),
  row('Shown', 'Rows', { Status: 'Published' }),
  row('Draft', 'Rows', { Status: 'Idea' }),
]

function indexOf(root: string | undefined): SiteIndex {
  return buildSite(buildInput(records, [rows], { root: root === undefined ? undefined : idOf(root) }), SETTINGS)
}

/** The addresses of a sitemap, as a parser of XML reads them. */
function addressesIn(xml: string | undefined): (string | null)[] {
  expect(faultsOfSitemap(xml ?? '')).toEqual([])
  const document = new DOMParser().parseFromString(xml ?? '', 'application/xml')
  return [...document.querySelectorAll('loc')].map((each) => each.textContent)
}

test('a sitemap names every public page, and no other', () => {
  const addresses = addressesIn(sitemapOf(indexOf('Root'), SITE, undefined))
  expect(addresses).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/${encodeURI('页面')}`, `${SITE}/shown`]))
  expect(addresses).toHaveLength(4)
  expect(addresses.join()).not.toContain('draft')
})

test('a page says when it was edited', () => {
  const index = indexOf('Root')
  const edited = Date.UTC(2026, 4, 1)
  const pages = index.pages.map((each) => ({ ...each, edited: each.path === 'shown' ? edited : 0 }))
  const xml = sitemapOf({ ...index, pages }, SITE, undefined)
  expect(xml).toContain(`<loc>${SITE}/shown</loc><lastmod>2026-05-01T00:00:00.000Z</lastmod>`)
  expect(xml?.match(/<lastmod>/g)).toHaveLength(1)
})

test('a generated home page is named too', () => {
  expect(addressesIn(sitemapOf(indexOf(undefined), SITE, undefined))).toContain(`${SITE}/`)
})

test('a long sitemap is an index of parts, which together name every page once', () => {
  const index = indexOf('Root')
  const parts = addressesIn(sitemapOf(index, SITE, undefined, THREE))
  expect(parts).toEqual([`${SITE}/sitemap.xml?part=1`, `${SITE}/sitemap.xml?part=2`])
  const named = [1, 2].flatMap((part) => addressesIn(sitemapOf(index, SITE, part, THREE)))
  expect(named.toSorted()).toEqual(addressesIn(sitemapOf(index, SITE, undefined)).toSorted())
})

test('a part is as full as its bytes allow, and never fuller', () => {
  const index = indexOf('Root')
  const whole = Buffer.byteLength(sitemapOf(index, SITE, undefined) ?? '')
  const limit = (bytes: number) => ({ addresses: 50_000, bytes })
  expect(addressesIn(sitemapOf(index, SITE, undefined, limit(whole)))).toHaveLength(4)
  const less = limit(whole - 1)
  const parts = addressesIn(sitemapOf(index, SITE, undefined, less))
  expect(parts).toEqual([`${SITE}/sitemap.xml?part=1`, `${SITE}/sitemap.xml?part=2`])
  expect([1, 2].map((part) => addressesIn(sitemapOf(index, SITE, part, less)).length)).toEqual([3, 1])
  // One address always stands, or nothing ever would.
  expect(addressesIn(sitemapOf(index, SITE, undefined, limit(1)))).toHaveLength(4)
})

test('addresses as long as they can be make parts of less than the 50 MB that a file may have', () => {
  // In an address each of these takes twelve bytes.
  const pages = Array.from({ length: 8000 }, (_, at) => sitePage(`${at}-${'𠀀'.repeat(130)}`, { edited: at + 1 }))
  const index = listedIn(pages)
  const parts = addressesIn(sitemapOf(index, SITE, undefined)).length
  const files = Array.from({ length: parts }, (_, at) => sitemapOf(index, SITE, at + 1) ?? '')
  expect(files.map((file) => Buffer.byteLength(file) <= 10_000_000)).toEqual(files.map(() => true))
  expect(parts).toBe(2)
  const numbers = files.flatMap((file) =>
    [...file.matchAll(/<loc>[^<]*\/(\d+)-%/g)].map(([, number]) => Number(number)),
  )
  expect(numbers).toEqual(pages.map((_, at) => at))
})

test.each([0, 3, -1, 1.5, Number.NaN])('there is no part %d', (part) => {
  expect(sitemapOf(indexOf('Root'), SITE, part, THREE)).toBeUndefined()
})

test('the lists by tag and by date are named where there are any, as new as what they list', () => {
  const closed = { access: { kind: 'members', organizations: 'any' }, tags: ['Secret', 'Sea'], edited: 9e11 } as const
  const index = listedIn([
    sitePage('one', { tags: ['Sea'], edited: Date.UTC(2026, 0, 1), published: 1 }),
    sitePage('two', { tags: ['A/B 🎉', 'Sea'], edited: Date.UTC(2026, 0, 2) }),
    sitePage('closed', { ...closed, tags: [...closed.tags], published: 2 }),
  ])
  const xml = sitemapOf(index, SITE, undefined)
  const lists = addressesIn(xml).filter((address) => /\/(?:tags|archive)/.test(address ?? ''))
  expect(lists).toEqual([
    `${SITE}/tags`,
    `${SITE}/archive`,
    expect.stringMatching(`^${SITE}/tags/ab-[0-9a-f]{8}$`),
    `${SITE}/tags/sea`,
  ])
  expect(xml).toContain(`<loc>${SITE}/tags/sea</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>`)
  expect(xml).toContain(`<loc>${SITE}/archive</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>`)
  expect(addressesIn(sitemapOf(listedIn([sitePage('one')]), SITE, undefined))).toEqual([`${SITE}/`, `${SITE}/one`])
})

test('a site without anything public has no sitemap, rather than an empty one', () => {
  const root = sitePage('root', { path: '', access: { kind: 'members', organizations: 'any' } })
  expect(sitemapOf({ ...listedIn([]), pages: [root] }, SITE, undefined)).toBeUndefined()
})

test('crawlers are kept from what answers one reader, and told of the sitemap', () => {
  const lines = robotsOf(SITE).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toEqual(expect.arrayContaining(['Disallow: /members/', 'Disallow: /search?', 'Disallow: /account$']))
  // A page may be called “Authors”, or “Search engines”.
  const closed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
  for (const path of ['/authors', '/search-engines', '/organization-of-work', '/apis'])
    expect(closed.filter((start) => path.startsWith(start))).toEqual([])
  expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})
