import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import type { List } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { convertBlocks } from '@/blocks/markdown'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { type Feed, getFeedPages, getNewestPages, renderAtomFeed, renderJsonFeed } from '@/lib/formats/feeds'
import { renderHtml } from '@/lib/formats/html'
import { renderLlmsText } from '@/lib/formats/llms'
import { createMarkdownTree } from '@/lib/formats/markdown'
import { renderSitemap } from '@/lib/formats/sitemap'
import { PUBLIC } from '@/lib/site/access'
import { toPath } from '@/lib/site/paths'
import type { SitePage } from '@/lib/site/site-index'
import { cleanString } from '@/lib/workspace/clean/string'
import { shareRuns } from '@/tests/support/complete'
import { validateAtom, validateJsonFeed, validateSitemap } from '@/tests/support/schemas'
import { createIndex, getTreeText, hostile, SITE, sitePage, timestamps } from './support'

const settings = { siteUrl: SITE, locale: 'en' }
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  isArray: (name) => ['entry', 'link', 'category'].includes(name),
  parseTagValue: false,
  trimValues: false,
  htmlEntities: false,
  processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
})

function createFeed(pages: SitePage[], body: PreparedBlock[] = [], more: Partial<Feed> = {}): Feed {
  const renderPage = (page: SitePage) =>
    renderHtml(createMarkdownTree(page, { properties: [], body }, settings), { locale: 'en', page: page.id })
  return {
    title: 'Site',
    description: '',
    author: 'Site',
    siteUrl: SITE,
    pagesUrl: SITE,
    home: `${SITE}/`,
    prefix: '',
    atom: `${SITE}/feed.xml`,
    json: `${SITE}/feed.json`,
    language: 'en',
    updated: 0,
    entries: pages.map((page) => ({ page, html: renderPage(page) })),
    ...more,
  }
}

/** Validates a document against the Atom schema, and returns its entries. */
function parseValidAtom(xml: string): Record<string, never>[] {
  expect(validateAtom(xml)).toEqual([])
  const entries = parser.parse(xml).feed.entry ?? []
  const ids = entries.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  return entries
}

/** Titles, which are never empty on a published page. */
const hostileTitle = hostile.map((text) => `${text}x`)
const pages = fc
  .uniqueArray(
    fc.record({
      title: hostileTitle,
      description: hostile,
      // Tags become addresses, so that they contain no lone surrogates.
      tags: fc.array(hostileTitle.map(cleanString), { maxLength: 3 }),
      published: fc.option(timestamps, { nil: undefined }),
      edited: timestamps,
      language: fc.constantFrom('en', 'zh', '', 'ar'),
    }),
    { maxLength: 3, selector: JSON.stringify },
  )
  .map((all) => all.map((more, index) => sitePage(`page-${index}`, more)))
const body = hostile.map((text): PreparedBlock[] => [
  { type: 'text', text: text },
  { type: 'code', html: '', source: text, language: 'html' },
  { type: 'text', text: [[text || 'x', ['a', 'javascript:alert(1)']]] },
])

describe('renderAtomFeed and renderJsonFeed', () => {
  it('return valid feeds for any content', () => {
    fc.assert(
      fc.property(pages, body, hostileTitle, (sitePages, content, title) => {
        const entries = parseValidAtom(
          renderAtomFeed(createFeed(sitePages, content, { title, author: title, description: title })),
        )
        expect(entries).toHaveLength(sitePages.length)
        const json = renderJsonFeed(createFeed(sitePages, content, { title }))
        expect(validateJsonFeed(json)).toEqual([])
        expect(JSON.parse(json).title).toBe(title)
      }),
      { numRuns: shareRuns(100) },
    )
  })

  it('return the whole content with absolute addresses', () => {
    const content: PreparedBlock[] = [
      { type: 'heading', text: 'Ends & means', id: 'a', level: 2 },
      { type: 'text', text: [['a page', ['p', '/other']], ' and ', ['x < y', ['e', '']]] },
      { type: 'image', caption: 'A <caption>', src: '/files/a/b.png', alt: 'It "says"' },
    ]
    const [entry] = parseValidAtom(renderAtomFeed(createFeed([sitePage('one')], content)))
    expect(entry?.content?.['#text']).toBe(
      [
        '<h2>Ends &#x26; means</h2>',
        '<p><a href="https://example.test/other">a page</a> and <code>x &#x3C; y</code></p>',
        '<p><img src="https://example.test/files/a/b.png" alt="It &#x22;says&#x22;"><br>\nA &#x3C;caption></p>',
      ].join('\n'),
    )
  })

  it('mark right-to-left content', () => {
    const feed = createFeed(
      [sitePage('one'), sitePage('عربي', { direction: 'rtl', language: 'ar' })],
      [{ type: 'text', text: 'نص' }],
    )
    const expectedContent = ['<p>نص</p>', '<div dir="rtl"><p>نص</p></div>']
    expect(parseValidAtom(renderAtomFeed(feed)).map(({ content }) => content?.['#text'])).toEqual(expectedContent)
    expect(JSON.parse(renderJsonFeed(feed)).items.map((item: Record<string, string>) => item.content_html)).toEqual(
      expectedContent,
    )
  })

  it('escape text', () => {
    fc.assert(
      fc.property(body, (content) => {
        const html = renderHtml(createMarkdownTree(sitePage('one'), { properties: [], body: content }, settings), {
          locale: 'en',
          page: 'one',
        })
        const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name)
        expect(tags.filter((name) => !['p', 'br', 'pre', 'code', 'a'].includes(name ?? ''))).toEqual([])
        expect(html.replace(/<[^>]*>/g, '')).not.toContain('<')
      }),
    )
  })
})

describe('getFeedPages', () => {
  const now = Date.UTC(2026, 5, 1)
  const getTitles = (index: ReturnType<typeof createIndex>) =>
    getFeedPages(index, PUBLIC, now).map(({ title }) => title)

  it('returns the pages with a past date, newest first', () => {
    const index = createIndex([
      sitePage('about'),
      sitePage('old', { published: Date.UTC(2025, 0, 1) }),
      sitePage('new', { published: Date.UTC(2026, 0, 1) }),
      sitePage('next', { published: Date.UTC(2026, 6, 1) }),
      sitePage('secret', { published: Date.UTC(2026, 0, 2), access: { kind: 'members', organizations: 'any' } }),
    ])
    expect(getTitles(index)).toEqual(['new', 'old'])
  })

  it('returns all pages except the home page and databases if no page has a date', () => {
    const index = createIndex([
      sitePage('first', { created: 1 }),
      sitePage('second', { created: 2 }),
      sitePage('rows', { collections: ['c'], words: 0 }),
    ])
    expect(getTitles(index)).toEqual(['second', 'first'])
  })

  it('getNewestPages limits the number of pages', () => {
    expect(
      getNewestPages(
        Array.from({ length: 80 }, (_, index) => sitePage(`p${index}`)),
        now,
      ),
    ).toHaveLength(50)
  })
})

/** Removes white space and characters that Markdown cannot contain. */
const normalize = (text: string) => text.replace(/[\s\0\uFFFD\p{Cs}]/gu, '')

describe('renderLlmsText', () => {
  const createPage = (name: string, parent: string, more: Partial<SitePage> = {}) =>
    sitePage(name, { parent: sitePage(parent).id, ...more })

  it('returns a section for each main page with subpages', () => {
    const index = createIndex(
      [
        createPage('guide', 'root', { children: [sitePage('b').id, sitePage('a').id], description: 'How to.' }),
        createPage('a', 'guide'),
        createPage('b', 'guide'),
        createPage('hidden', 'guide', { access: { kind: 'members', organizations: 'any' } }),
        createPage('about', 'root'),
      ],
      { description: 'What it is.' },
    )
    expect(renderLlmsText(index, SITE, 'Other')).toBe(`# Site

> What it is.

## guide

- [guide](https://example.test/guide.md): How to.
- [b](https://example.test/b.md)
- [a](https://example.test/a.md)

## Other

- [root](https://example.test/index.md)
- [about](https://example.test/about.md)
`)
  })

  it('returns lists of links for any content', () => {
    fc.assert(
      fc.property(pages, hostile, (sitePages, name) => {
        const root = fromMarkdown(
          renderLlmsText(createIndex(sitePages, { name: name.trim() || 'Site', description: name }), SITE, 'Other'),
        )
        const kinds = root.children.map(({ type }) => type)
        expect(kinds.filter((type) => !['heading', 'blockquote', 'list'].includes(type))).toEqual([])
        const lists = root.children.filter((node): node is List => node.type === 'list')
        expect(lists.map(({ children }) => children.length)).toEqual([sitePages.length + 1])
        for (const [index, { title, path }] of sitePages.entries()) {
          const item = lists[0]?.children[index + 1]
          expect(normalize(item ? getTreeText(item) : '')).toContain(normalize(title).slice(0, 20))
          expect(JSON.stringify(item)).toContain(`"url":"${SITE}/${path}.md"`)
        }
      }),
    )
  })
})

describe('150,000 siblings', () => {
  const MANY = 150_000
  it('are converted completely if they are blocks', () => {
    const rows = Array.from({ length: MANY }, (): PreparedBlock => ({ type: 'divider' }))
    expect(convertBlocks([{ type: 'column_list', children: rows }], (address) => address)).toHaveLength(MANY)
  })

  it('are listed completely if they are pages', () => {
    const section = sitePage('section')
    const childPages = Array.from({ length: MANY }, (_, index) => ({ ...section, id: `${index}`, parent: section.id }))
    expect(renderLlmsText(createIndex([section, ...childPages]), SITE, 'Other').split('\n- ').length - 1).toBe(MANY + 2)
  })
})

describe('renderSitemap', () => {
  it('returns a valid sitemap for any content of pages', () => {
    fc.assert(
      fc.property(pages, hostile, (sitePages, path) => {
        const pagesWithPath = sitePages.map((page, index) => ({
          ...page,
          path: `${toPath(cleanString(path))}${index}`,
        }))
        expect(validateSitemap(renderSitemap(createIndex(pagesWithPath), SITE, undefined) ?? '')).toEqual([])
      }),
    )
  })
})
