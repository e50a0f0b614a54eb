import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import type { List } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { convertBlocks } from '@/lib/formats/document'
import { getFeedPages, getNewestPages } from '@/lib/formats/feed-pages'
import { type Feed, renderAtomFeed, renderJsonFeed } from '@/lib/formats/feeds'
import { renderHtml } from '@/lib/formats/html'
import { renderLlmsText } from '@/lib/formats/llms'
import { createMarkdownTree } from '@/lib/formats/markdown'
import { renderSitemap } from '@/lib/formats/sitemap'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { toPath } from '@/lib/site/paths'
import type { SitePage } from '@/lib/site/site-index'
import { cleanString } from '@/lib/workspace/clean/string'
import { faultsOfAtom, faultsOfJsonFeed, faultsOfSitemap } from '@/tests/support/schemas'
import { hostile, indexOf, moments, SITE, sitePage, wordsOf } from './support'

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

function feedOf(pages: SitePage[], body: WireBlock[] = [], more: Partial<Feed> = {}): Feed {
  const html = (page: SitePage) => renderHtml(createMarkdownTree(page, { properties: [], body }, settings))
  return {
    title: 'Site',
    description: '',
    author: 'Site',
    siteUrl: SITE,
    home: `${SITE}/`,
    prefix: '',
    atom: `${SITE}/feed.xml`,
    json: `${SITE}/feed.json`,
    language: 'en',
    updated: 0,
    entries: pages.map((page) => ({ page, html: html(page) })),
    ...more,
  }
}

/** Holds a document to the schema of Atom; answers with its entries. */
function validAtom(xml: string): Record<string, never>[] {
  expect(faultsOfAtom(xml)).toEqual([])
  const entries = parser.parse(xml).feed.entry ?? []
  const ids = entries.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  return entries
}

/** Whatever is published has a name. */
const named = hostile.map((words) => `${words}x`)
const pages = fc
  .uniqueArray(
    fc.record({
      title: named,
      description: hostile,
      // Addresses are made of tags, which are cleaned of halves of letters before.
      tags: fc.array(named.map(cleanString), { maxLength: 3 }),
      published: fc.option(moments, { nil: undefined }),
      edited: moments,
      language: fc.constantFrom('en', 'zh', '', 'ar'),
    }),
    { maxLength: 3, selector: JSON.stringify },
  )
  .map((all) => all.map((more, at) => sitePage(`page-${at}`, more)))
const body = hostile.map((words): WireBlock[] => [
  ['text', words],
  ['code', '', 0, { html: '', source: words, language: 'html' }],
  ['text', [[words || 'x', ['a', 'javascript:alert(1)']]]],
])

describe('a feed', () => {
  it('is valid for any content', () => {
    fc.assert(
      fc.property(pages, body, named, (made, content, title) => {
        const entries = validAtom(renderAtomFeed(feedOf(made, content, { title, author: title, description: title })))
        expect(entries).toHaveLength(made.length)
        const json = renderJsonFeed(feedOf(made, content, { title }))
        expect(faultsOfJsonFeed(json)).toEqual([])
        expect(JSON.parse(json).title).toBe(title)
      }),
      { numRuns: 100 },
    )
  })

  it('contains the whole content with absolute addresses', () => {
    const content: WireBlock[] = [
      ['heading', 'Ends & means', 0, { id: 'a', level: 2 }],
      ['text', [['a page', ['p', '/other']], ' and ', ['x < y', ['e', '']]]],
      ['image', 'A <caption>', 0, { src: '/files/a/b.png', alt: 'It "says"' }],
    ]
    const [entry] = validAtom(renderAtomFeed(feedOf([sitePage('one')], content)))
    expect(entry?.content?.['#text']).toBe(
      [
        '<h2>Ends &#x26; means</h2>',
        '<p><a href="https://example.test/other">a page</a> and <code>x &#x3C; y</code></p>',
        '<p><img src="https://example.test/files/a/b.png" alt="It &#x22;says&#x22;"><br>\nA &#x3C;caption></p>',
      ].join('\n'),
    )
  })

  it('marks right-to-left content', () => {
    const feed = feedOf([sitePage('one'), sitePage('عربي', { direction: 'rtl', language: 'ar' })], [['text', 'نص']])
    const whole = ['<p>نص</p>', '<div dir="rtl"><p>نص</p></div>']
    expect(validAtom(renderAtomFeed(feed)).map(({ content }) => content?.['#text'])).toEqual(whole)
    expect(JSON.parse(renderJsonFeed(feed)).items.map((item: Record<string, string>) => item.content_html)).toEqual(
      whole,
    )
  })

  it('escapes text', () => {
    fc.assert(
      fc.property(body, (content) => {
        const html = renderHtml(createMarkdownTree(sitePage('one'), { properties: [], body: content }, settings))
        const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name)
        expect(tags.filter((name) => !['p', 'br', 'pre', 'code', 'a'].includes(name ?? ''))).toEqual([])
        expect(html.replace(/<[^>]*>/g, '')).not.toContain('<')
      }),
    )
  })
})

describe('the pages of a feed', () => {
  const now = Date.UTC(2026, 5, 1)
  const titles = (index: ReturnType<typeof indexOf>) => getFeedPages(index, now).map(({ title }) => title)

  it('are the pages with a past date, newest first', () => {
    const index = indexOf([
      sitePage('about'),
      sitePage('old', { published: Date.UTC(2025, 0, 1) }),
      sitePage('new', { published: Date.UTC(2026, 0, 1) }),
      sitePage('next', { published: Date.UTC(2026, 6, 1) }),
      sitePage('secret', { published: Date.UTC(2026, 0, 2), access: { kind: 'members', organizations: 'any' } }),
    ])
    expect(titles(index)).toEqual(['new', 'old'])
  })

  it('are all pages except the home page and databases if none has a date', () => {
    const index = indexOf([
      sitePage('first', { created: 1 }),
      sitePage('second', { created: 2 }),
      sitePage('rows', { collections: ['c'], words: 0 }),
    ])
    expect(titles(index)).toEqual(['second', 'first'])
  })

  it('are limited in number', () => {
    expect(
      getNewestPages(
        Array.from({ length: 80 }, (_, at) => sitePage(`p${at}`)),
        now,
      ),
    ).toHaveLength(50)
  })
})

/** Without what no Markdown holds. */
const compared = (text: string) => text.replace(/[\s\0\uFFFD\p{Cs}]/gu, '')

describe('llms.txt', () => {
  const titled = (name: string, parent: string, more: Partial<SitePage> = {}) =>
    sitePage(name, { parent: sitePage(parent).id, ...more })

  it('has a section for each main page with subpages', () => {
    const index = indexOf(
      [
        titled('guide', 'root', { children: [sitePage('b').id, sitePage('a').id], description: 'How to.' }),
        titled('a', 'guide'),
        titled('b', 'guide'),
        titled('hidden', 'guide', { access: { kind: 'members', organizations: 'any' } }),
        titled('about', 'root'),
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

  it('is a list of links for any content', () => {
    fc.assert(
      fc.property(pages, hostile, (made, name) => {
        const root = fromMarkdown(
          renderLlmsText(indexOf(made, { name: name.trim() || 'Site', description: name }), SITE, 'Other'),
        )
        const kinds = root.children.map(({ type }) => type)
        expect(kinds.filter((type) => !['heading', 'blockquote', 'list'].includes(type))).toEqual([])
        const lists = root.children.filter((node): node is List => node.type === 'list')
        expect(lists.map(({ children }) => children.length)).toEqual([made.length + 1])
        for (const [at, { title, path }] of made.entries()) {
          const item = lists[0]?.children[at + 1]
          expect(compared(item ? wordsOf(item) : '')).toContain(compared(title).slice(0, 20))
          expect(JSON.stringify(item)).toContain(`"url":"${SITE}/${path}.md"`)
        }
      }),
    )
  })
})

describe('a page or site with very many', () => {
  const MANY = 150_000
  it('sibling blocks is written completely', () => {
    const rows = Array.from({ length: MANY }, (): WireBlock => ['divider'])
    expect(convertBlocks([['column_list', 0, rows]], (address) => address)).toHaveLength(MANY)
  })

  it('sibling pages is written completely', () => {
    const section = sitePage('section')
    const inside = Array.from({ length: MANY }, (_, at) => ({ ...section, id: `${at}`, parent: section.id }))
    expect(renderLlmsText(indexOf([section, ...inside]), SITE, 'Other').split('\n- ').length - 1).toBe(MANY + 2)
  })
})

describe('the sitemap', () => {
  it('is valid for any content of pages', () => {
    fc.assert(
      fc.property(pages, hostile, (made, path) => {
        const named = made.map((page, at) => ({ ...page, path: `${toPath(cleanString(path))}${at}` }))
        expect(faultsOfSitemap(renderSitemap(indexOf(named), SITE, undefined) ?? '')).toEqual([])
      }),
    )
  })
})
