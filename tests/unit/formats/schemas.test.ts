import { expect, test } from 'vitest'
import { validateAtom, validateJsonFeed, validateSitemap } from '@/tests/support/schemas'

const ENTRY = `<entry>
<id>urn:uuid:00000000-0000-4000-8000-000000000001</id><title>One</title>
<link rel="alternate" type="text/html" href="https://example.test/one"/>
<published>2026-02-28T00:00:00Z</published><updated>2026-03-01T10:00:00.000Z</updated>
<category term="a tag"/><content type="html">&lt;p&gt;words&lt;/p&gt;</content></entry>`
const ATOM = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>https://example.test/feed.xml</id><title>Site</title>
<link rel="self" href="https://example.test/feed.xml"/><link rel="alternate" href="https://example.test/"/>
<updated>2026-03-01T10:00:00Z</updated><author><name>Site</name></author>
${ENTRY}
</feed>`

const NOT_ATOM: [what: string, from: string | RegExp, to: string][] = [
  ['another vocabulary', 'http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'],
  ['no id', '<id>https://example.test/feed.xml</id>', ''],
  ['two titles', '<title>Site</title>', '<title>Site</title><title>Site</title>'],
  ['an empty title', '<title>One</title>', '<title></title>'],
  ['no author', '<author><name>Site</name></author>', ''],
  ['an author without a name', '<name>Site</name>', ''],
  ['no date', '<updated>2026-03-01T10:00:00Z</updated>', ''],
  ['a day that does not exist', '2026-02-28', '2026-02-30'],
  ['a date without a time', '2026-02-28T00:00:00Z', '2026-02-28'],
  ['a time without a zone', '2026-02-28T00:00:00Z', '2026-02-28T00:00:00'],
  ['a year of six digits', '2026-02-28', '+012026-02-28'],
  ['an id that is not an address', 'urn:uuid:00000000-0000-4000-8000-000000000001', '1'],
  ['a relative address', 'href="https://example.test/one"', 'href="/one"'],
  ['an address with a space', 'https://example.test/one', 'https://example.test/o ne'],
  ['an address that is not encoded', 'https://example.test/one', 'https://example.test/页'],
  ['an empty tag', 'term="a tag"', 'term=""'],
  ['markup in a title', '<title>One</title>', '<title><b>One</b></title>'],
  ['markup in the content', '&lt;p&gt;', '<p/>'],
  ['neither content nor an address', /<content.*<\/content>|<link rel="alternate" type.*\/>/g, ''],
  ['an element that is not in Atom', '<category', '<pubDate>today</pubDate><category'],
  ['a language without a name', 'xml:lang="en"', 'xml:lang=""'],
  ['a control character', 'words', 'wo\u0007rds'],
  ['an entity that is not in XML', 'words', '&nbsp;'],
  ['a truncated element', '</feed>', ''],
]

test('the Atom schema accepts a valid feed', () => {
  expect(validateAtom(ATOM)).toEqual([])
  expect(validateAtom(ATOM.replace(ENTRY, ''))).toEqual([])
  const author = '<author><name>Ann</name></author>'
  expect(
    validateAtom(ATOM.replace('<author><name>Site</name></author>', '').replace('<entry>', `<entry>${author}`)),
  ).toEqual([])
})

test.each(NOT_ATOM)('the Atom schema rejects %s', (_, from, to) => {
  const invalid = ATOM.replaceAll(typeof from === 'string' ? from : new RegExp(from), to)
  expect(invalid).not.toBe(ATOM)
  expect(validateAtom(invalid)).not.toEqual([])
})

const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.test/</loc></url>
<url><loc>https://example.test/%E9%A1%B5?a&amp;b</loc><lastmod>2026-02-28T10:00:00.000Z</lastmod></url>
</urlset>`

const LINK = '<xhtml:link rel="alternate" hreflang="zh-CN" href="https://example.test/zh-CN"/>'
const DEFAULT_LINK = '<xhtml:link rel="alternate" hreflang="x-default" href="https://example.test/"/>'
const TRANSLATED = SITEMAP.replace('<urlset', '<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"').replace(
  '</loc>',
  `</loc>${LINK}${DEFAULT_LINK}`,
)

const NOT_TRANSLATED: [what: string, from: string, to: string][] = [
  ['a relative address', 'https://example.test/zh-CN', '/zh-CN'],
  ['no language', ' hreflang="zh-CN"', ''],
  ['an invalid language tag', 'zh-CN"', '中文"'],
  ['a language twice', 'x-default', 'zh-CN'],
  ['another relation', 'alternate', 'canonical'],
  ['another element', 'xhtml:link', 'xhtml:meta'],
]

const NOT_SITEMAPS: [what: string, from: string, to: string][] = [
  ['another vocabulary', 'sitemap/0.9', 'sitemap/0.8'],
  ['a relative address', 'https://example.test/<', '/<'],
  ['an address that is not encoded', '%E9%A1%B5', '页'],
  ['an address of 2,049 characters', '%E9', 'x'.repeat(2049)],
  ['no address', '<loc>https://example.test/</loc>', ''],
  ['an address twice', '%E9%A1%B5?a&amp;b', ''],
  ['a day that does not exist', '2026-02-28T10:00:00.000Z', '2026-02-29'],
  ['a time without a zone', '10:00:00.000Z', '10:00:00'],
  ['an empty date', '2026-02-28T10:00:00.000Z', ''],
  ['an element that is not in sitemaps', '<lastmod>', '<title>T</title><lastmod>'],
  ['an incomplete entity', '&amp;', '&'],
]

test('the sitemap schema accepts valid sitemaps', () => {
  expect(validateSitemap(SITEMAP)).toEqual([])
  expect(validateSitemap(SITEMAP.replaceAll('urlset', 'sitemapindex').replaceAll('url>', 'sitemap>'))).toEqual([])
})

test.each(NOT_TRANSLATED)('the sitemap schema rejects %s of a translation', (_, from, to) => {
  expect(validateSitemap(TRANSLATED)).toEqual([])
  const invalid = TRANSLATED.replace(from, to)
  expect(invalid).not.toBe(TRANSLATED)
  expect(validateSitemap(invalid)).not.toEqual([])
})

test.each(NOT_SITEMAPS)('the sitemap schema rejects %s', (_, from, to) => {
  const invalid = SITEMAP.replace(from, to)
  expect(invalid).not.toBe(SITEMAP)
  expect(validateSitemap(invalid)).not.toEqual([])
})

test('the sitemap schema rejects an empty or too long sitemap', { timeout: 60_000 }, () => {
  expect(validateSitemap(SITEMAP.replaceAll(/<url>.*<\/url>/g, ''))).not.toEqual([])
  const createSitemap = (size: number) =>
    SITEMAP.replaceAll(/<url>.*<\/url>/g, '').replace(
      '</urlset',
      `${Array.from({ length: size }, (_, index) => `<url><loc>https://example.test/${index}</loc></url>`).join('')}</urlset`,
    )
  expect(validateSitemap(createSitemap(50_000))).toEqual([])
  expect(validateSitemap(createSitemap(50_001))).not.toEqual([])
})

const item = {
  id: '1',
  url: 'https://example.test/one',
  title: 'One',
  content_html: '<p>words</p>',
  date_published: '2026-02-28T00:00:00Z',
  tags: ['a tag'],
  language: 'zh-Hans',
}
const JSON_FEED = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Site',
  home_page_url: 'https://example.test/',
  feed_url: 'https://example.test/feed.json',
  authors: [{ name: 'Site', url: 'https://example.test/' }],
  language: 'en',
}
const createJsonFeed = (more: object = {}, itemFields: object = {}) =>
  JSON.stringify({ ...JSON_FEED, items: [{ ...item, ...itemFields }], ...more })

const NOT_JSON_FEEDS: [what: string, feed: string][] = [
  ['another version', createJsonFeed({ version: 'https://jsonfeed.org/version/1' })],
  ['no title', createJsonFeed({ title: undefined })],
  ['no items', createJsonFeed({ items: undefined })],
  ['a relative address', createJsonFeed({ home_page_url: '/' })],
  ['an empty author', createJsonFeed({ authors: [{}] })],
  ['a language without a name', createJsonFeed({ language: '' })],
  ['an unknown field', createJsonFeed({ updated: '2026-02-28T00:00:00Z' })],
  ['an item without an id', createJsonFeed({}, { id: undefined })],
  ['an id that is a number', createJsonFeed({}, { id: 1 })],
  ['an item without content', createJsonFeed({}, { content_html: undefined })],
  ['a day that does not exist', createJsonFeed({}, { date_published: '2026-02-30T00:00:00Z' })],
  ['a date without a time', createJsonFeed({}, { date_modified: '2026-02-28' })],
  ['an address that is not encoded', createJsonFeed({}, { url: 'https://example.test/页' })],
  ['tags as a string', createJsonFeed({}, { tags: 'a tag' })],
  ['a blank tag', createJsonFeed({}, { tags: [' '] })],
]

test('the JSON Feed schema accepts a valid feed', () => {
  expect(validateJsonFeed(createJsonFeed())).toEqual([])
  expect(validateJsonFeed(createJsonFeed({ items: [] }))).toEqual([])
  expect(validateJsonFeed(createJsonFeed({}, { content_html: undefined, content_text: '' }))).toEqual([])
})

test.each(NOT_JSON_FEEDS)('the JSON Feed schema rejects %s', (_, feed) => {
  expect(validateJsonFeed(feed)).not.toEqual([])
})
