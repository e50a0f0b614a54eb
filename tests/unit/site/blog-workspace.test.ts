import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageId } from '@/cli/sample/ids'
import { renderFirstPosts } from '@/components/content/render'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { getPageChrome } from '@/lib/screens/chrome'
import { openScreen } from '@/lib/screens/open-screen'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import type { Finding } from '@/lib/site/prepare/lint'
import { prepareSite, readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { TAXONOMIES } from '@/lib/site/terms'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { OLDER_POSTS, writeBlogWorkspace } from '../../support/blog-workspace'
import { SECRET } from '../../support/closed-workspace'
import { createFolder } from '../../support/site'

describe.each(['en', 'zh-CN'] as const)('a NotionNext workspace in %s', (language) => {
  let site: Site
  let findings: Finding[]
  const before = getRuntime().site
  beforeAll(async () => {
    const settings = {
      WORKSPACE_DIR: writeBlogWorkspace(language),
      STATE_DIR: createFolder('state'),
      SITE_SECRET: 'a secret for tests',
    }
    const env = readEnv(settings, '/')
    await prepareSite(env, Date.now())
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no index was saved')
    site = new Site(index)
    findings = await readSavedFindings(env)
    getRuntime().site = { store, site: Promise.resolve(site), last: site }
  })
  afterAll(() => {
    getRuntime().site = before
  })

  it('publishes posts and pages', () => {
    const kinds = Object.fromEntries(
      ['', 'low-water', 'high-water', 'about', 'quiet', 'locked', 'the-archive'].map((path) => [
        path,
        site.resolve(path, PUBLIC).kind,
      ]),
    )
    expect(kinds).toEqual({
      ...{ '': 'page', 'low-water': 'page', 'high-water': 'page', about: 'page', quiet: 'page' },
      ...{ locked: 'locked', 'the-archive': 'missing' },
    })
    expect(
      site
        .dated(PUBLIC)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['High water', 'Low water', ...OLDER_POSTS].sort())
    expect(TAXONOMIES.map((each) => [...site.terms(each, PUBLIC).keys()])).toEqual([
      ['sea'],
      ['harbour-news', 'tides'],
      ['ann-lee', '林一'],
    ])
  })

  it('lists all posts with their summaries on the home page and the following pages, newest first', async () => {
    const home = site.page(site.index.root ?? '', PUBLIC)
    if (home === undefined) throw new Error('no home page')
    const { paths } = site.posts(PUBLIC)
    expect(paths).toEqual(['', '2'])
    const first = JSON.stringify(await getPageView(site, home, PUBLIC)).replaceAll(/\\+"/g, '"')
    const later = await Promise.all(paths.slice(1).map((path) => openScreen(`/${path}`, PUBLIC)))
    const pages = later.flatMap((each) => (each.kind === 'list' && 'pages' in each.view ? each.view.pages : []))
    const posts = pages.flatMap(({ post }) => post ?? [])
    const html = first + renderFirstPosts({ posts, empty: '' })
    const items = html.split('<h2>').slice(1)
    const titles = items.map((item) => /^<a [^>]*>([^<]*)</.exec(item)?.[1])
    expect(titles.slice(0, 3).sort()).toEqual(['High water', 'Locked', 'Low water'])
    expect(titles.slice(3)).toEqual(OLDER_POSTS.toReversed())
    for (const [at, item] of items.entries()) {
      expect(item, titles[at]).toMatch(/<time dateTime="2025-0[23]-/)
      // The list shows only the title and date of a post with a password.
      expect(item.includes(`>Summary of ${titles[at]}</p>`), titles[at]).toBe(titles[at] !== 'Locked')
    }
    expect(html).not.toMatch(new RegExp(`${SECRET}|quiet|(?:summary|text) of locked`, 'i'))
  })

  it('uses the menu as navigation and drops links without a target', () => {
    expect(site.navigation(PUBLIC)).toEqual([
      { path: '/archive', title: 'The archive' },
      { path: '/about', title: 'Who we are' },
      { path: '/categories/harbour-news', title: 'News' },
      { path: 'https://example.com/a?b=c', title: 'Elsewhere' },
      { path: '/unlock/locked', title: 'For friends' },
    ])
    expect(site.navigation({ signedIn: true, organizations: [] }).map(({ path }) => path)).toEqual([
      '/members/archive',
      '/members/about',
      '/members/categories/harbour-news',
      'https://example.com/a?b=c',
      '/unlock/locked',
    ])
  })

  it('announces its newest published notice on every page', async () => {
    const announcement = { title: 'Harbour closed', text: 'No boats on Sunday', language: 'en' }
    expect(site.index.announcements).toEqual([announcement])
    const find = (path: string) => site.index.pages.find((page) => page.path === path)
    const [home, post] = await Promise.all(['', 'low-water'].map((path) => getPageChrome(site, find(path), PUBLIC)))
    const list = await getPageChrome(site, undefined, PUBLIC)
    for (const chrome of [home, post, list]) expect(chrome?.parts?.announcement).toMatchObject(announcement)
  })

  it('uses the settings of the Config row unless the Look table sets them', () => {
    expect(site.index.look).toEqual({ font: 'sans', copyright: '© Ann Lee' })
  })

  it('shows the picture and text of an author from the Authors table', async () => {
    const ann = { picture: 'https://pictures.example/ann.png', about: 'Keeps the lighthouse' }
    expect(site.index.authors).toMatchObject({ 'ann-lee': ann })
    expect(findings.filter(({ kind }) => kind === 'author-picture')).toHaveLength(1)
    const open = (path: string) => openScreen(`/${path}`, PUBLIC)
    expect(await open('authors/ann-lee')).toMatchObject({ view: { author: ann } })
    expect(await open('authors/林一')).toMatchObject({ view: { author: {} } })
    expect(await open('tags/sea')).not.toHaveProperty('view.author')
  })

  it('redirects the URLs of NotionNext', () => {
    const moved = [
      ...['article/low-water', 'low-water.html', 'tag/Sea', 'category/Tides'],
      ...['tags/harbour-news', 'tags/Harbour News', 'archive.html', 'article/quiet'],
    ]
    expect(moved.map((path) => site.resolve(path, PUBLIC))).toEqual(
      [
        ...['low-water', 'low-water', 'tags/sea', 'categories/tides'],
        ...['categories/harbour-news', 'categories/harbour-news', 'archive', 'quiet'],
      ].map((path) => ({
        kind: 'redirect',
        path,
      })),
    )
    expect(site.resolve('page/2', PUBLIC)).toEqual({ kind: 'redirect', path: '2' })
    expect(site.resolve('page/9', PUBLIC)).toEqual({ kind: 'redirect', path: '' })
    for (const path of ['article/nothing', 'tag/nothing', `article/${SECRET}-draft`])
      expect(site.resolve(path, PUBLIC).kind, path).toBe('missing')
    const other = new Site({ ...site.index, hasBlogDatabase: false })
    expect(other.resolve('article/low-water', PUBLIC).kind).toBe('missing')
  })

  it('uses the redirects of the root page, which never replace a page', () => {
    expect(site.index.redirects.exact).toEqual({
      'once-about': { id: pageId('About') },
      elsewhere: { address: 'https://example.com/a?b=c', status: 307 },
    })
    const refused = findings.flatMap((finding) => (finding.kind === 'redirect' ? [finding.why] : []))
    expect(refused).toEqual(['taken', 'loop'])
  })

  it('reports each unusable setting and row once', () => {
    const filterFindings = (kind: string) => findings.filter((finding) => finding.kind === kind)
    expect(filterFindings('unused-config')).toEqual([{ kind: 'unused-config', names: ['THEME', 'accent'] }])
    expect(
      filterFindings('menu-target')
        .map(({ page }) => page)
        .sort(),
    ).toEqual(['nowhere', 'script', 'host', 'blank'].map((name) => pageId(`${SECRET} ${name}`)).sort())
    expect(filterFindings('wrong-access').map(({ page }) => page)).toEqual([pageId(`${SECRET} untyped`)])
  })
})
