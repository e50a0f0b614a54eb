import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderFirstPosts, renderPageEnd } from '@/components/content/render'
import { ListScreen } from '@/components/site/screens/list-screen'
import { getPageEnd } from '@/lib/page/page-end'
import { describePosts } from '@/lib/page/post-list'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { openScreen } from '@/lib/screens/open-screen'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { SitePage } from '@/lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { getSiteMessages } from '@/messages/languages'
import { SECRET } from '../../support/closed-workspace'
import { writePostWorkspace } from '../../support/post-workspace'
import { createFolder } from '../../support/site'

const POSTS = 26
const before = getRuntime().site
const NO_FILES = { fileAddress: () => undefined, fileSize: () => undefined, locale: 'en' }

async function openBlog(options: Partial<Parameters<typeof writePostWorkspace>[0]> = {}): Promise<Site> {
  const workspaceDir = writePostWorkspace({ posts: POSTS, ...options })
  const env = readEnv(
    { WORKSPACE_DIR: workspaceDir, STATE_DIR: createFolder('state'), SITE_SECRET: 'a secret for tests' },
    '/',
  )
  await prepareSite(env, Date.UTC(2026, 0, 1))
  const store = openWorkingCopy(env)
  const index = await readSavedIndex(store)
  if (index === undefined) throw new Error('no index was saved')
  const site = new Site(index)
  getRuntime().site = { store, site: Promise.resolve(site), last: site }
  return site
}

const getHome = (site: Site): SitePage => {
  const home = site.page(site.index.root ?? '', PUBLIC)
  if (home === undefined) throw new Error('no home page')
  return home
}

/** Returns the markup of the list on the home page, or undefined if the page shows a database. */
async function openHomeList(site: Site): Promise<string | undefined> {
  const { html } = await getPageView(site, getHome(site), PUBLIC)
  return /<div>(<ul class="post-list">.*|<p class="page-note">.*)<\/div>/.exec(html)?.[1]
}

const renderItems = (site: Site, pages: SitePage[]) =>
  renderFirstPosts({ posts: describePosts(site, pages, PUBLIC, NO_FILES), empty: '' })
const openList = (path: string) => openScreen(`/${path}`, PUBLIC)
const listTitles = (markup = '') => [...markup.matchAll(/<h[23]><a [^>]*>([^<]*)</g)].map(([, title]) => title)
const findItem = (markup: string, title: string) =>
  markup.split('<li><div>').find((item) => item.includes(`>${title}</a>`)) ?? ''

describe.each([true, false])('a blog (home page is the database: %s)', (isDatabase) => {
  let site: Site
  let first = ''
  beforeAll(async () => {
    site = await openBlog({ isDatabase })
    first = (await openHomeList(site)) ?? ''
  })
  afterAll(() => {
    getRuntime().site = before
  })

  it('lists all posts on the home page and the following pages, pinned posts first, then the newest', async () => {
    const { paths } = site.posts(PUBLIC)
    expect(paths).toEqual(['', '2', '3'])
    const parts = await Promise.all(paths.slice(1).map((path) => openList(path)))
    const later = parts.flatMap((part) => (part.kind === 'list' && 'pages' in part.view ? part.view.pages : []))
    const datedPosts = Array.from({ length: POSTS }, (_, index) => `Post ${index + 1}`)
    expect([...listTitles(first), ...later.map(({ title }) => title)]).toEqual([
      'Pinned',
      'Tomorrow',
      ...datedPosts,
      'Locked',
      'Undated',
    ])
    expect(first).toContain('<a href="/2" rel="next">Older posts</a>')
  })

  it('shows the date, reading time, tags and summary of a post, and its cover or first image', () => {
    const post = findItem(first, 'Post 1')
    expect(post).toContain('<time dateTime="2025-01-01T00:00:00.000Z">January 1, 2025</time>')
    expect(post).toContain('min read')
    expect(post).toMatch(/\/categories\/harbour" rel="tag" dir="auto">Harbour<.*\/tags\/sea" rel="tag" dir="auto">Sea</)
    expect(post).toContain('>Summary of Post 1</p>')
    expect(post).toMatch(/<img [^>]*srcSet="\/files\/[^"]*\.w384\.webp 384w/)
    expect(findItem(first, 'Post 2')).toContain('<img ')
    expect(findItem(first, 'Post 3')).not.toContain('<img ')
    expect(findItem(first, 'Pinned')).toContain('<li>Pinned</li>')
  })

  it('shows only the title and the date of a post with a password', () => {
    const locked = site.posts(PUBLIC).pages.filter(({ title }) => title === 'Locked')
    expect(renderItems(site, locked)).toBe(
      '<ul class="post-list"><li><div><h2><a href="/unlock/locked" dir="auto">Locked</a></h2><ul class="page-facts">' +
        '<li><time dateTime="2020-01-01T00:00:00.000Z">January 1, 2020</time></li></ul></div></li></ul>',
    )
  })

  it('escapes markup in titles and summaries', () => {
    const [post] = site.posts(PUBLIC).pages.filter(({ title }) => title === 'Post 1')
    const hostile = { ...(post as SitePage), title: '<i onclick=a()>', description: '<b>' }
    const item = renderItems(site, [hostile])
    expect(item).toContain('&lt;i onclick=a()&gt;')
    expect(item).not.toMatch(/<i |<b>/)
  })

  it('uses the creation time of a post without a date', () => {
    const undated = site.posts(PUBLIC).pages.filter(({ title }) => title === 'Undated')
    expect(renderItems(site, undated)).toContain('>January 1, 2018</time>')
  })

  it('does not list drafts, unlisted posts and pages that are not posts', async () => {
    const all = await Promise.all(['2', '3', 'tags/sea', 'archive'].map((path) => openList(path)))
    const shown = first + JSON.stringify(all.map((each) => (each.kind === 'list' ? each.view : each)))
    expect(shown).not.toContain(SECRET)
    expect(site.posts(PUBLIC).pages.map(({ title }) => title)).not.toContain('About')
  })

  it('lists twelve posts on a page of a tag, and years above the posts of the archive', async () => {
    const tag = await openList('tags/sea')
    const archive = await openList('archive')
    if (tag.kind !== 'list' || tag.view.kind === 'terms' || archive.kind !== 'list' || archive.view.kind === 'terms')
      throw new Error('no list')
    expect(tag.view.pages).toHaveLength(12)
    const renderScreen = (screen: typeof tag) =>
      renderToStaticMarkup(ListScreen({ chrome: screen.chrome, view: screen.view, messages: getSiteMessages('en') }))
    expect(renderScreen(tag)).toContain('<div><h2><a ')
    expect(renderScreen(archive)).toMatch(/<h2 class="list-year">.*<div><h3><a /)
  })

  it('ends a post with links to share its public address, and with pictures of related posts', () => {
    const post = site.posts(PUBLIC).pages.find(({ title }) => title === 'Post 6')
    const files = { fileAddress: () => '/files/a/b.webp', fileSize: () => undefined }
    const end = post && renderPageEnd(getPageEnd(site, post, PUBLIC, files))
    expect(end).toContain('mailto:?subject=Post%206&amp;body=http%3A%2F%2Flocalhost%3A3000%2Fpost-6')
    expect(end).toContain('<span class="post-picture"><img ')
    const siteWithCopyright = new Site({ ...site.index, look: { copyright: '© <Harbour>' } })
    expect(post && renderPageEnd(getPageEnd(siteWithCopyright, post, PUBLIC, files))).toContain(
      '>© &lt;Harbour&gt;</p>',
    )
    const about = site.index.pages.find(({ title }) => title === 'About')
    expect(about && renderPageEnd(getPageEnd(site, about, PUBLIC, files))).not.toContain('mailto:')
  })
})

describe('the first view of a blog database', () => {
  it.each([
    [{ type: 'gallery', show: ['title', 'date'] }, false],
    [{ type: 'board', by: 'category', show: ['title'] }, false],
    // A board by status is for editors.
    [{ type: 'board', by: 'status', show: ['title'] }, true],
    [{ type: 'list', show: ['title', 'type'] }, true],
    [{ type: 'table', show: ['title', 'date'] }, true],
  ] as const)('%o is replaced by a list of posts: %s', async (view, isReplaced) => {
    const site = await openBlog({ posts: 1, view: { ...view, show: [...view.show] } })
    expect((await openHomeList(site)) !== undefined).toBe(isReplaced)
    expect(site.posts(PUBLIC).pages.length > 0).toBe(isReplaced)
    getRuntime().site = before
  })
})
