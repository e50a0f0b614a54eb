import { OLDER_POSTS, writeBlogWorkspace } from '../support/blog-workspace'
import { SECRET } from '../support/closed-workspace'
import { type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

let site: RunningSite

// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({
    workspaceDir: writeBlogWorkspace('zh-CN'),
    env: { SITE_LOCALE: 'zh-CN', SITE_SECRET: 'a secret for tests' },
  })
})
test.afterAll(() => site.kill())

test('redirects NotionNext addresses, with or without a file extension, and the addresses of the Redirects table', async () => {
  const moved: [from: string, to: string][] = [
    ['/article/low-water', '/low-water'],
    ['/article/low-water.html', '/low-water'],
    ['/low-water.html', '/low-water'],
    ['/tag/Sea', '/tags/sea'],
    ['/category/Harbour%20news', '/categories/harbour-news'],
    ['/tags/harbour-news', '/categories/harbour-news'],
    ['/archive.html', '/archive'],
    ['/page/2', '/2'],
    ['/article/low-water/', '/low-water'],
    ['/rss/feed.xml', '/feed.xml'],
    ['/rss/feed.json', '/feed.json'],
    ['/feed/', '/feed.xml'],
    ['/2025/03/01/low-water', '/low-water'],
    ['/Harbour%20news/low-water.html', '/low-water'],
    ['/search/low%20water', '/search'],
    ['/search?s=low%20water', '/search'],
    ['/once-about/', '/about'],
    ['/ONCE-ABOUT', '/about'],
  ]
  for (const [from, to] of moved) {
    expect((await fetch(site.url + from, { redirect: 'manual' })).status, from).toBe(308)
    const { status, url } = await fetch(site.url + from)
    expect([from, status, new URL(url).pathname]).toEqual([from, 200, to])
  }
  const redirects = [
    ['/once-about', 308, `${site.url}/about`],
    ['/elsewhere', 307, 'https://example.com/a?b=c'],
  ] as const
  for (const [from, status, to] of redirects) {
    const response = await fetch(site.url + from, { redirect: 'manual' })
    expect([response.status, new URL(response.headers.get('location') ?? '', site.url).href]).toEqual([status, to])
  }
  for (const from of ['/article/none', '/none.html']) expect((await fetch(site.url + from)).status, from).toBe(404)
})

test('the menu of the workspace is the navigation, and none of its links is broken', async ({ page }) => {
  await page.goto(site.url)
  const links = await page.locator('header a, nav a').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  for (const href of ['/archive', '/about', '/categories/harbour-news', 'https://example.com/a?b=c'])
    expect(links).toContain(href)
  for (const href of links.filter((each) => each?.startsWith('/')))
    expect((await fetch(site.url + href)).status, String(href)).toBe(200)
  expect(await page.content()).not.toMatch(new RegExp(`${SECRET}|quiet`, 'i'))
  // Every page shows the newest notice.
  await expect(page.locator('.site-announcement')).toHaveText('Harbour closed No boats on Sunday')
  expect(await (await fetch(`${site.url}/low-water`)).text()).toContain('Harbour closed')
})

test('no page or format contains a draft, a password or an unlisted page', async () => {
  const posts = ['low-water', 'high-water', 'locked', ...OLDER_POSTS.map((title) => title.replace(' ', '-'))]
  const lists = [
    '',
    '2',
    'archive',
    'archive/2',
    'tags',
    'tags/sea',
    'tags/sea/2',
    'categories',
    'categories/tides',
    'authors',
    'authors/林一',
  ]
  const texts = ['feed.xml', 'feed.json', 'sitemap.xml', 'llms.txt', 'llms-full.txt', 'low-water.md', 'search?q=quiet']
  for (const path of [...posts, 'about', ...lists, ...texts]) {
    const response = await fetch(`${site.url}/${encodeURI(path)}`)
    expect(response.status, path).toBe(200)
    const body = path.startsWith('search') ? (await response.text()).replaceAll(/quiet/g, '') : await response.text()
    expect(body, path).not.toMatch(new RegExp(`${SECRET}|quiet`, 'i'))
  }
})

test('the lists and posts are accessible, and no wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/2', '/authors/ann-lee', '/low-water']) {
    await page.goto(site.url + path)
    await expectNoViolations(page, undefined, path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
})
