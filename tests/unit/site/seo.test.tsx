import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { StructuredData } from '@/app/screen'
import { renderAtomFeed } from '@/lib/formats/feeds'
import { describeExplanation, describeFinding } from '@/lib/formats/findings'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderMarkdown } from '@/lib/formats/markdown'
import { renderSitemap } from '@/lib/formats/sitemap'
import { prepareProperties } from '@/lib/page/collection/properties'
import { createViewContext } from '@/lib/page/create-view-context'
import type { OpenedView } from '@/lib/page/page-view'
import { getPageChrome } from '@/lib/screens/chrome'
import { getMetadata } from '@/lib/screens/metadata'
import type { ScreenOf } from '@/lib/screens/open-screen'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { explainAccess } from '@/lib/site/prepare/explain-access'
import { findFindings } from '@/lib/site/prepare/lint'
import { getSearchedProperties } from '@/lib/site/searched-properties'
import { Site } from '@/lib/site/site'
import { getAssistantRule } from '@/lib/site/site-settings'
import { findSeoName, getSeoLabel, SEO_NAMES } from '@/lib/workspace/page-seo'
import type { PageRecord } from '@/lib/workspace/stored'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const URL = 'https://tides.example'
const settings = { ...SETTINGS, siteUrl: URL }
const posts = collection('Posts', 'Root', {
  'Canonical URL': { type: 'url' },
  No_Index: { type: 'checkbox' },
  'SEO title': {},
  'Meta Description': {},
  'OG image': { type: 'file' },
  Summary: {},
  Length: {},
})
const mention = (name: string) => `https://www.notion.so/${createId(name).replaceAll('-', '')}`

function build(rows: PageRecord[], root: Partial<PageRecord> = {}) {
  const pages = [page('Root', undefined, root), page('About', 'Root'), page('Closed', 'Root'), ...rows]
  const accessTable = { [createId('Closed')]: 'Members' }
  const input = buildInput(
    pages.map((each) => (each.id === createId('Root') ? { ...each, accessTable } : each)),
    [posts],
  )
  const index = buildSite(input, settings)
  const site = new Site(index)
  const find = (name: string) => {
    const found = index.pages.find(({ id }) => id === createId(name))
    if (found === undefined) throw new Error(`no page ${name}`)
    return found
  }
  return { input, index, site, find }
}

async function open(site: Site, name: string, more: Partial<OpenedView> = {}): Promise<ScreenOf<'page'>> {
  const found = site.page(createId(name), PUBLIC)
  if (found === undefined) throw new Error(`no page ${name}`)
  const view = { plainTitle: found.title, description: found.description, ancestors: [], authors: [], ...more }
  return { kind: 'page', chrome: await getPageChrome(site, found, PUBLIC), page: found, view: view as never }
}

const FULL = row('Tides', 'Posts', {
  'Canonical URL': 'https://Elsewhere.example/tides',
  'SEO title': 'Tide tables  of 2026',
  'Meta Description': 'When the water comes',
  Summary: 'The summary',
})
const HIDDEN = row('Draft notes', 'Posts', { No_Index: 'Yes' })

describe('properties for search engines', () => {
  const { index, site, find } = build([FULL, HIDDEN, row('Quay', 'Posts', { No_Index: 'No' })])

  test('are read under the names of other services too', () => {
    expect(find('Tides').seo).toEqual({
      canonical: 'https://elsewhere.example/tides',
      title: 'Tide tables of 2026',
      description: 'When the water comes',
    })
    expect([find('Draft notes').seo, find('Quay').seo]).toEqual([{ noindex: true }, undefined])
  })

  test('are in the metadata of a page and in its structured data', async () => {
    const screen = await open(site, 'Tides')
    const { title, description, alternates, openGraph, robots } = getMetadata(screen)
    expect([title, description, alternates?.canonical, robots]).toEqual([
      'Tide tables of 2026',
      'When the water comes',
      'https://elsewhere.example/tides',
      undefined,
    ])
    expect(openGraph).toMatchObject({ title: 'Tide tables of 2026', url: 'https://elsewhere.example/tides' })
    const data = renderToStaticMarkup(<StructuredData screen={screen} />)
    expect(data).toContain('"headline":"Tide tables of 2026","description":"When the water comes"')
    expect(data).toContain('"mainEntityOfPage":"https://elsewhere.example/tides"')
    expect(getMetadata(await open(site, 'Draft notes')).robots).toEqual({ index: false })
    expect(getMetadata(await open(site, 'Quay')).robots).toBeUndefined()
  })

  test('replace the social image', async () => {
    const screen = await open(site, 'Quay', { socialImage: '/files/abc/share.png' })
    expect(getMetadata(screen).openGraph?.images).toEqual([`http://localhost:3000/files/abc/share.png`])
    expect(renderToStaticMarkup(<StructuredData screen={screen} />)).toContain('/files/abc/share.png"')
    expect(JSON.stringify(getMetadata(await open(site, 'Quay')).openGraph?.images)).toContain('/social/quay.jpg')
  })

  test('keep a page out of the sitemap, and only Noindex out of llms.txt', () => {
    const sitemap = renderSitemap(index, URL, undefined) ?? ''
    expect([...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
      `${URL}/`,
      `${URL}/about`,
      `${URL}/quay`,
    ])
    const llms = renderLlmsText(index, URL, 'Other')
    expect(llms).toContain('/tides.md')
    expect(llms).not.toContain('draft-notes')
  })

  test('name the canonical address in feeds and in Markdown copies', () => {
    const feed = {
      title: 'S',
      description: '',
      author: 'S',
      siteUrl: URL,
      pagesUrl: URL,
      home: URL,
      prefix: '',
      language: 'en',
    }
    const more = { atom: `${URL}/feed.xml`, json: `${URL}/feed.json`, updated: 0 }
    const atom = renderAtomFeed({ ...feed, ...more, entries: [{ page: find('Tides') }, { page: find('Draft notes') }] })
    expect(atom.match(/rel="canonical"[^>]*/g)).toEqual(['rel="canonical" href="https://elsewhere.example/tides"/'])
    expect(atom).toContain(`${URL}/draft-notes`)
    const write = (name: string) =>
      renderMarkdown(find(name), { properties: [], body: [] }, { siteUrl: URL, locale: 'en' })
    expect(write('Tides')).toContain(
      'canonical: "https://elsewhere.example/tides"\ndescription: "When the water comes"',
    )
    expect(write('Draft notes')).toContain('noindex: true')
  })

  test('are not shown on pages and not searched', () => {
    expect(getSearchedProperties(posts).map(({ id }) => id)).toEqual(['Summary', 'Length'])
    const context = createViewContext(site, find('Tides'), PUBLIC, {}, {})
    const prepareText = () => 'text'
    const properties = prepareProperties({ row: FULL.block, collection: posts, context, prepareText, now: 0 })
    expect(properties.map(({ column }) => column.name)).toEqual(['Summary'])
  })

  test('change the version of the page', () => {
    const before = build([row('Quay', 'Posts')], {}).find('About').version
    expect(
      build([row('Quay', 'Posts')], { seo: { [createId('About')]: { noindex: 'yes' } } }).find('About').version,
    ).not.toBe(before)
  })
})

describe('a canonical address of the site itself', () => {
  const getCanonical = (text: string) =>
    build([row('Copy', 'Posts', { 'Canonical URL': text })]).find('Copy').seo?.canonical

  test.each([
    [mention('About'), `${URL}/about`],
    [`${URL}/about`, `${URL}/about`],
    [`${URL}/About?a=b`, `${URL}/about`],
    [`${URL}/`, `${URL}/`],
    // Its own address, which it has anyway.
    [`${URL}/copy`, undefined],
    // Not public, or not there.
    [`${URL}/closed`, undefined],
    [mention('Closed'), undefined],
    [mention('Nowhere'), undefined],
    [`${URL}/nowhere`, undefined],
    ['https://www.notion.so/team', undefined],
    // Not an https address.
    ['/about', undefined],
    ['http://other.example/', undefined],
    ['https://ann:secret@other.example/', undefined],
    ['javascript:alert(1)', undefined],
    [`https://other.example/${'a'.repeat(3000)}`, undefined],
  ])('%s is %s', (text, canonical) => expect(getCanonical(text)).toBe(canonical))
})

describe('wrong values', () => {
  const wrong = row('Wrong', 'Posts', {
    'Canonical URL': 'http://other.example/',
    'SEO title': 'long '.repeat(50),
    'Meta Description': 'long '.repeat(150),
    'OG image': [['picture', [['a', 'ftp://example.com/a.png']]]],
  })
  const { input, index } = build([wrong, row('Copy', 'Posts', { 'Canonical URL': `${URL}/closed` })], {
    seo: { [createId('About')]: { noindex: 'perhaps', translations: [createId('Quay'), createId('Wrong')] } },
  })
  const found = findFindings(input, index, [], settings).filter(({ kind }) => kind === 'wrong-seo')

  test('are reported with the page and not used', () => {
    const names = found.map((each) => [
      index.pages.find(({ id }) => id === each.page)?.title,
      'name' in each && each.name,
    ])
    expect(names).toEqual([
      ['About', 'noindex'],
      ['About', 'translation'],
      ['About', 'translation'],
      ['Wrong', 'canonical'],
      ['Wrong', 'title'],
      ['Wrong', 'description'],
      ['Wrong', 'image'],
      ['Copy', 'canonical'],
    ])
    expect(index.pages.filter(({ seo }) => seo !== undefined)).toEqual([])
    const texts = found.map((each) => describeFinding(each, new Map(), getEditorsMessages('en')))
    expect(texts[0]).toBe('Noindex is “perhaps”: use yes or no')
    // A page that the site does not have, and one in the same language.
    expect(texts[1]).toMatch(/^The Translation is “https:\/\/www\.notion\.so\/\w+”, which is no page of the site/)
    expect(texts[2]).toBe('The Translation is “Wrong”, which is no page of the site in another language')
  })
})

test('explainAccess lists what is set for search engines', () => {
  const { input, index } = build([FULL])
  const explanation = explainAccess(createId('Tides'), input, index, settings)
  expect(explanation && describeExplanation(explanation, getEditorsMessages('en')).slice(1, 5)).toEqual([
    'For search engines:',
    '  Canonical: https://elsewhere.example/tides',
    '  SEO title: Tide tables of 2026',
    '  SEO description: When the water comes',
  ])
})

describe('a table on the home page', () => {
  const languages = [
    { tag: 'en', page: createId('Root') },
    { tag: 'de', page: createId('Start') },
  ]
  const german = [page('Start', undefined), page('Watt', 'Start'), page('Ebbe', 'Start')]

  test('sets them for pages that are not rows, below the values of a row', () => {
    const { find } = build([FULL], {
      seo: {
        [createId('About')]: { canonical: 'https://other.example/about', title: 'Who we are' },
        [createId('Tides')]: { title: 'Not this', noindex: 'yes' },
      },
    })
    expect(find('About').seo).toEqual({ canonical: 'https://other.example/about', title: 'Who we are' })
    expect(find('Tides').seo).toMatchObject({ title: 'Tide tables of 2026', noindex: true })
  })

  test('connects translations, of which search engines are told in both directions', async () => {
    const { site, index } = build(german, {
      languages,
      seo: { [createId('About')]: { translations: [createId('Watt')] } },
    })
    for (const name of ['About', 'Watt']) {
      expect(getMetadata(await open(site, name)).alternates?.languages).toEqual({
        en: 'http://localhost:3000/about',
        de: 'http://localhost:3000/de/watt',
        'x-default': 'http://localhost:3000/about',
      })
    }
    expect(renderSitemap(index, URL, undefined)?.match(/hreflang="de" href="[^"]*watt"/g)).toHaveLength(2)
  })

  test('names no translation that search engines do not index', async () => {
    const { site, index } = build(german, {
      languages,
      seo: { [createId('About')]: { translations: [createId('Watt')] }, [createId('Watt')]: { noindex: 'yes' } },
    })
    for (const name of ['About', 'Watt'])
      expect(getMetadata(await open(site, name)).alternates?.languages, name).toBeUndefined()
    expect(renderSitemap(index, URL, undefined)).not.toContain('watt')
  })
})

test('the documentation lists all names, and no others', () => {
  const [, table = ''] = readFileSync('docs/publishing.md', 'utf8').split('| property | other names | type | value |')
  const rows = table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('| `'))
    .slice(0, SEO_NAMES.length)
  const documented = rows.map((line) =>
    [
      ...line
        .split('|')
        .slice(1, 3)
        .join()
        .matchAll(/`([^`]+)`/g),
    ].map(([, name = '']) => name),
  )
  for (const [at, names] of documented.entries()) {
    expect(names[0]).toBe(getSeoLabel(SEO_NAMES[at] ?? 'title'))
    expect(names.map(findSeoName)).toEqual(names.map(() => SEO_NAMES[at]))
  }
  expect(documented.flat()).toHaveLength(25)
})

test('the codes of search consoles are in the document of the home page only', async () => {
  const look = { googleVerification: 'google-code', bingVerification: 'bing-code', naverVerification: 'a"><script>' }
  const { site } = build([], { look })
  expect(getMetadata(await open(site, 'Root')).verification).toEqual({
    google: 'google-code',
    yandex: undefined,
    other: { 'msvalidate.01': 'bing-code' },
  })
  expect(getMetadata(await open(site, 'About')).verification).toBeUndefined()
  expect(getMetadata(await open(build([]).site, 'Root')).verification).toBeUndefined()
})

test('the root page chooses which crawlers of assistants may read the site, if it is public', () => {
  const look = { assistants: 'No training' }
  expect(getAssistantRule(build([], { look }).site)).toBe('no training')
  const closed = buildInput([page('Root', undefined, { look, accessTable: { [createId('Root')]: 'Members' } })])
  expect(getAssistantRule(new Site(buildSite(closed, { ...settings, signIn: true })))).toBeUndefined()
})
