import { expect, test } from 'vitest'
import { ASSISTANT_CRAWLERS, renderRobots } from '@/lib/formats/robots'
import { renderSitemap } from '@/lib/formats/sitemap'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { SiteIndex } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '@/tests/support/build-input'
import { collection, createId, page, row } from '@/tests/support/records'
import { validateSitemap } from '@/tests/support/schemas'
import { createIndex as createPageIndex, sitePage } from './support'

const SITE = 'https://example.test'
const SMALL_LIMIT = { addresses: 3, bytes: 10_000 }
const status = { type: 'select', options: [{ id: 'p', value: 'Published' }] }
const rows = collection('Rows', 'Root', { Status: status })
const records = [
  page('Root', undefined, { collections: [rows.id] }),
  page("Tom & Jerry's <b>", 'Root'),
  page('页面', 'Root'),
  row('Shown', 'Rows', { Status: 'Published' }),
  row('Draft', 'Rows', { Status: 'Idea' }),
]

function buildIndex(root: string | undefined): SiteIndex {
  return buildSite(buildInput(records, [rows], { root: root === undefined ? undefined : createId(root) }), SETTINGS)
}

/** Parses a sitemap as XML, and returns its addresses. */
function parseAddresses(xml: string | undefined): (string | null)[] {
  expect(validateSitemap(xml ?? '')).toEqual([])
  const document = new DOMParser().parseFromString(xml ?? '', 'application/xml')
  return [...document.querySelectorAll('loc')].map((each) => each.textContent)
}

test('renderSitemap returns the public translations of a page, and the first language as default', () => {
  const languages = [
    { tag: 'en', page: createId('Root') },
    { tag: 'de', page: createId('Start') },
  ]
  const hidden = { [createId('Über')]: '' }
  const all = [
    page('Root', undefined, { languages, accessTable: hidden }),
    page('About', 'Root'),
    page('Start', undefined),
    page('Über', 'Start', { block: { properties: { title: [['About']] } } }),
  ]
  const sitemap = renderSitemap(buildSite(buildInput(all), SETTINGS), SITE, undefined) ?? ''
  expect(validateSitemap(sitemap)).toEqual([])
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

test('renderSitemap returns all public pages and no others', () => {
  const addresses = parseAddresses(renderSitemap(buildIndex('Root'), SITE, undefined))
  expect(addresses).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/${encodeURI('页面')}`, `${SITE}/shown`]))
  expect(addresses).toHaveLength(4)
  expect(addresses.join()).not.toContain('draft')
})

test('renderSitemap returns the time of the last edit of a page', () => {
  const index = buildIndex('Root')
  const edited = Date.UTC(2026, 4, 1)
  const pages = index.pages.map((each) => ({ ...each, edited: each.path === 'shown' ? edited : 0 }))
  const xml = renderSitemap({ ...index, pages }, SITE, undefined)
  expect(xml).toContain(`<loc>${SITE}/shown</loc><lastmod>2026-05-01T00:00:00.000Z</lastmod>`)
  expect(xml?.match(/<lastmod>/g)).toHaveLength(1)
})

test('renderSitemap returns a generated home page', () => {
  expect(parseAddresses(renderSitemap(buildIndex(undefined), SITE, undefined))).toContain(`${SITE}/`)
})

test('renderSitemap splits a long sitemap into parts that together contain every page once', () => {
  const index = buildIndex('Root')
  const parts = parseAddresses(renderSitemap(index, SITE, undefined, SMALL_LIMIT))
  expect(parts).toEqual([`${SITE}/sitemap.xml?part=1`, `${SITE}/sitemap.xml?part=2`])
  const partAddresses = [1, 2].flatMap((part) => parseAddresses(renderSitemap(index, SITE, part, SMALL_LIMIT)))
  expect(partAddresses.toSorted()).toEqual(parseAddresses(renderSitemap(index, SITE, undefined)).toSorted())
})

test('renderSitemap fills each part up to the limit of bytes', () => {
  const index = buildIndex('Root')
  const bytes = Buffer.byteLength(renderSitemap(index, SITE, undefined) ?? '')
  const createLimits = (bytes: number) => ({ addresses: 50_000, bytes })
  expect(parseAddresses(renderSitemap(index, SITE, undefined, createLimits(bytes)))).toHaveLength(4)
  const limits = createLimits(bytes - 1)
  const parts = parseAddresses(renderSitemap(index, SITE, undefined, limits))
  expect(parts).toEqual([`${SITE}/sitemap.xml?part=1`, `${SITE}/sitemap.xml?part=2`])
  expect([1, 2].map((part) => parseAddresses(renderSitemap(index, SITE, part, limits)).length)).toEqual([3, 1])
  // A part always contains at least one address, or nothing would ever fit.
  expect(parseAddresses(renderSitemap(index, SITE, undefined, createLimits(1)))).toHaveLength(4)
})

test('renderSitemap keeps parts with the longest addresses below 10 MB', () => {
  // Each of these characters takes twelve bytes in an address.
  const pages = Array.from({ length: 8000 }, (_, index) =>
    sitePage(`${index}-${'𠀀'.repeat(130)}`, { edited: index + 1 }),
  )
  const index = createPageIndex(pages)
  const parts = parseAddresses(renderSitemap(index, SITE, undefined)).length
  const files = Array.from({ length: parts }, (_, part) => renderSitemap(index, SITE, part + 1) ?? '')
  expect(files.map((file) => Buffer.byteLength(file) <= 10_000_000)).toEqual(files.map(() => true))
  expect(parts).toBe(2)
  const numbers = files.flatMap((file) =>
    [...file.matchAll(/<loc>[^<]*\/(\d+)-%/g)].map(([, number]) => Number(number)),
  )
  expect(numbers).toEqual(pages.map((_, index) => index))
})

test.each([0, 3, -1, 1.5, Number.NaN])('renderSitemap returns undefined for part %d', (part) => {
  expect(renderSitemap(buildIndex('Root'), SITE, part, SMALL_LIMIT)).toBeUndefined()
})

test('renderSitemap returns the lists by tag and date with the last edit of their pages', () => {
  const membersPage = {
    access: { kind: 'members', organizations: 'any' },
    tags: ['Secret', 'Sea'],
    edited: 9e11,
  } as const
  const index = createPageIndex([
    sitePage('one', { tags: ['Sea'], edited: Date.UTC(2026, 0, 1), published: 1 }),
    sitePage('two', { tags: ['A/B 🎉', 'Sea'], edited: Date.UTC(2026, 0, 2) }),
    sitePage('closed', { ...membersPage, tags: [...membersPage.tags], published: 2 }),
  ])
  const xml = renderSitemap(index, SITE, undefined)
  const lists = parseAddresses(xml).filter((address) => /\/(?:tags|archive)/.test(address ?? ''))
  expect(lists).toEqual([
    `${SITE}/archive`,
    `${SITE}/tags`,
    expect.stringMatching(`^${SITE}/tags/ab-[0-9a-f]{8}$`),
    `${SITE}/tags/sea`,
  ])
  expect(xml).toContain(`<loc>${SITE}/tags/sea</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>`)
  expect(xml).toContain(`<loc>${SITE}/archive</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>`)
  expect(parseAddresses(renderSitemap(createPageIndex([sitePage('one')]), SITE, undefined))).toEqual([
    `${SITE}/`,
    `${SITE}/one`,
  ])
})

test('renderSitemap returns undefined for a site without public pages', () => {
  const root = sitePage('root', { path: '', access: { kind: 'members', organizations: 'any' } })
  expect(renderSitemap({ ...createPageIndex([]), pages: [root] }, SITE, undefined)).toBeUndefined()
})

test('renderRobots disallows routes that must not be crawled, and contains the address of the sitemap', () => {
  const lines = renderRobots(SITE).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toEqual(expect.arrayContaining(['Disallow: /members/', 'Disallow: /search?', 'Disallow: /account$']))
  // Pages may have titles such as “Authors” or “Search engines”.
  const disallowed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
  for (const path of ['/authors', '/search-engines', '/organization-of-work', '/apis'])
    expect(disallowed.filter((start) => path.startsWith(start))).toEqual([])
  expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})

test.each<[Parameters<typeof renderRobots>[1], string[], string[]]>([
  ['allow', [], ['GPTBot', 'ChatGPT-User']],
  ['no training', ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended'], ['ChatGPT-User', 'OAI-SearchBot']],
  ['refuse', ['GPTBot', 'ChatGPT-User', 'PerplexityBot', 'Claude-User'], ['Googlebot', 'bingbot']],
])('renderRobots refuses crawlers of assistants by choice: %s', (rule, refused, allowed) => {
  // Groups are separated by empty lines. The last one is for all other crawlers.
  const groups = renderRobots(SITE, rule).split('\n\n')
  const group = groups.find((each) => each.endsWith('\nDisallow: /')) ?? ''
  expect(refused.filter((name) => !group.includes(`User-agent: ${name}\n`))).toEqual([])
  expect(allowed.filter((name) => groups.join('\n').includes(name))).toEqual([])
  expect(groups.filter((each) => each.startsWith('User-agent: *\nAllow: /\n'))).toHaveLength(1)
})

test('no crawler of assistants is listed twice', () => {
  const names = Object.values(ASSISTANT_CRAWLERS)
    .flat()
    .map((name) => name.toLowerCase())
  expect(names).toHaveLength(new Set(names).size)
})
