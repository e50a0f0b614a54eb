import { expect, test } from 'vitest'
import { renderRobots } from '@/lib/formats/robots'
import { renderSitemap } from '@/lib/formats/sitemap'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { SiteIndex } from '@/lib/site/site-index'
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

test('names the public translations of a page, and the first language for all others', () => {
  const languages = [
    { words: 'en', page: idOf('Root') },
    { words: 'de', page: idOf('Start') },
  ]
  const hidden = { [idOf('Über')]: '' }
  const all = [
    page('Root', undefined, { languages, accessTable: hidden }),
    page('About', 'Root'),
    page('Start', undefined),
    page('Über', 'Start', { block: { properties: { title: [['About']] } } }),
  ]
  const sitemap = renderSitemap(buildSite(buildInput(all), SETTINGS), SITE, undefined) ?? ''
  expect(faultsOfSitemap(sitemap)).toEqual([])
  const alternates = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>([^\n]*)/g)].map(([, url, rest = '']) => [
    url,
    [...rest.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, tag, href]) => `${tag} ${href}`),
  ])
  const both = [`en ${SITE}/`, `de ${SITE}/de`, `x-default ${SITE}/`]
  expect(alternates).toEqual([
    [`${SITE}/`, both],
    [`${SITE}/about`, []],
    [`${SITE}/de`, both],
  ])
})

test('contains all public pages and no others', () => {
  const addresses = addressesIn(renderSitemap(indexOf('Root'), SITE, undefined))
  expect(addresses).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/${encodeURI('页面')}`, `${SITE}/shown`]))
  expect(addresses).toHaveLength(4)
  expect(addresses.join()).not.toContain('draft')
})

test('contains the time of the last edit of a page', () => {
  const index = indexOf('Root')
  const edited = Date.UTC(2026, 4, 1)
  const pages = index.pages.map((each) => ({ ...each, edited: each.path === 'shown' ? edited : 0 }))
  const xml = renderSitemap({ ...index, pages }, SITE, undefined)
  expect(xml).toContain(`<loc>${SITE}/shown</loc><lastmod>2026-05-01T00:00:00.000Z</lastmod>`)
  expect(xml?.match(/<lastmod>/g)).toHaveLength(1)
})

test('contains a generated home page', () => {
  expect(addressesIn(renderSitemap(indexOf(undefined), SITE, undefined))).toContain(`${SITE}/`)
})

test('splits a long sitemap into parts that together contain every page once', () => {
  const index = indexOf('Root')
  const parts = addressesIn(renderSitemap(index, SITE, undefined, THREE))
  expect(parts).toEqual([`${SITE}/sitemap.xml?part=1`, `${SITE}/sitemap.xml?part=2`])
  const named = [1, 2].flatMap((part) => addressesIn(renderSitemap(index, SITE, part, THREE)))
  expect(named.toSorted()).toEqual(addressesIn(renderSitemap(index, SITE, undefined)).toSorted())
})

test('fills each part up to the limit of bytes', () => {
  const index = indexOf('Root')
  const whole = Buffer.byteLength(renderSitemap(index, SITE, undefined) ?? '')
  const limit = (bytes: number) => ({ addresses: 50_000, bytes })
  expect(addressesIn(renderSitemap(index, SITE, undefined, limit(whole)))).toHaveLength(4)
  const less = limit(whole - 1)
  const parts = addressesIn(renderSitemap(index, SITE, undefined, less))
  expect(parts).toEqual([`${SITE}/sitemap.xml?part=1`, `${SITE}/sitemap.xml?part=2`])
  expect([1, 2].map((part) => addressesIn(renderSitemap(index, SITE, part, less)).length)).toEqual([3, 1])
  // One address always stands, or nothing ever would.
  expect(addressesIn(renderSitemap(index, SITE, undefined, limit(1)))).toHaveLength(4)
})

test('keeps parts with the longest addresses below 50 MB', () => {
  // In an address each of these takes twelve bytes.
  const pages = Array.from({ length: 8000 }, (_, at) => sitePage(`${at}-${'𠀀'.repeat(130)}`, { edited: at + 1 }))
  const index = listedIn(pages)
  const parts = addressesIn(renderSitemap(index, SITE, undefined)).length
  const files = Array.from({ length: parts }, (_, at) => renderSitemap(index, SITE, at + 1) ?? '')
  expect(files.map((file) => Buffer.byteLength(file) <= 10_000_000)).toEqual(files.map(() => true))
  expect(parts).toBe(2)
  const numbers = files.flatMap((file) =>
    [...file.matchAll(/<loc>[^<]*\/(\d+)-%/g)].map(([, number]) => Number(number)),
  )
  expect(numbers).toEqual(pages.map((_, at) => at))
})

test.each([0, 3, -1, 1.5, Number.NaN])('returns undefined for part %d', (part) => {
  expect(renderSitemap(indexOf('Root'), SITE, part, THREE)).toBeUndefined()
})

test('contains the lists by tag and date with the last edit of their pages', () => {
  const closed = { access: { kind: 'members', organizations: 'any' }, tags: ['Secret', 'Sea'], edited: 9e11 } as const
  const index = listedIn([
    sitePage('one', { tags: ['Sea'], edited: Date.UTC(2026, 0, 1), published: 1 }),
    sitePage('two', { tags: ['A/B 🎉', 'Sea'], edited: Date.UTC(2026, 0, 2) }),
    sitePage('closed', { ...closed, tags: [...closed.tags], published: 2 }),
  ])
  const xml = renderSitemap(index, SITE, undefined)
  const lists = addressesIn(xml).filter((address) => /\/(?:tags|archive)/.test(address ?? ''))
  expect(lists).toEqual([
    `${SITE}/archive`,
    `${SITE}/tags`,
    expect.stringMatching(`^${SITE}/tags/ab-[0-9a-f]{8}$`),
    `${SITE}/tags/sea`,
  ])
  expect(xml).toContain(`<loc>${SITE}/tags/sea</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>`)
  expect(xml).toContain(`<loc>${SITE}/archive</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>`)
  expect(addressesIn(renderSitemap(listedIn([sitePage('one')]), SITE, undefined))).toEqual([`${SITE}/`, `${SITE}/one`])
})

test('returns undefined for a site without public pages', () => {
  const root = sitePage('root', { path: '', access: { kind: 'members', organizations: 'any' } })
  expect(renderSitemap({ ...listedIn([]), pages: [root] }, SITE, undefined)).toBeUndefined()
})

test('robots.txt disallows routes that are not crawlable, and names the sitemap', () => {
  const lines = renderRobots(SITE).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toEqual(expect.arrayContaining(['Disallow: /members/', 'Disallow: /search?', 'Disallow: /account$']))
  // A page may be called “Authors”, or “Search engines”.
  const closed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
  for (const path of ['/authors', '/search-engines', '/organization-of-work', '/apis'])
    expect(closed.filter((start) => path.startsWith(start))).toEqual([])
  expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})
