import { SECRET } from '../support/closed-workspace'
import { writeLanguagesWorkspace } from '../support/languages-workspace'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { type RunningSite, startSite } from '../support/site'
import { expectNoViolations, THEMES } from './axe'
import { expectNoLayoutFaults } from './layout'
import { expect, test } from './test'

let site: RunningSite
const keys = createServiceKeys()

// One worker runs these tests, because its site is expensive to start. Its first requests take long on a busy machine.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({ workspaceDir: writeLanguagesWorkspace(), env: getSignInEnv(keys) })
})
test.afterAll(() => site.kill())

const request = (path: string) => fetch(site.url + path)
const read = async (path: string) => (await request(path)).text()
const readDocumentLanguage = (html: string) => /<html[^>]* lang="([^"]*)" dir="([^"]*)"/.exec(html)?.slice(1)

test('each language has its own document language, texts, dates, navigation and lists', async () => {
  for (const [path, ...language] of [
    ['/about', 'en', 'ltr'],
    ['/zh-CN', 'zh-CN', 'ltr'],
    ['/zh-CN/tags', 'zh-CN', 'ltr'],
    ['/ar', 'ar', 'rtl'],
  ] as const) {
    const response = await request(path)
    expect([path, response.status, readDocumentLanguage(await response.text())]).toEqual([path, 200, language])
  }
  const chinese = await read('/zh-CN/chaoxi')
  for (const text of ['2025年2月2日', '跳到正文', '>联系<', '"inLanguage":"zh-CN"']) expect(chinese).toContain(text)
  expect(chinese).not.toContain('>Moorings<')
  expect(chinese).toMatch(/最近修订于 \d{4}年\d+月\d+日/)
  expect(await read('/zh-CN/tags/海')).toContain('潮汐')
  // The list of posts on a home page has its later pages below the tag.
  expect(await read('/zh-CN')).toContain('href="/zh-CN/2" rel="next"')
  expect(await read('/zh-CN/2')).toContain('<ul class="post-list">')
  expect(await read('/zh-CN/archive')).not.toContain('Tides')
})

test('pages that are rendered on request have the language of the page in their HTML', async () => {
  const headers = { accept: 'text/html', cookie: createCookies(keys, createToken(keys, site.url)) }
  for (const [path, text, ...language] of [
    ['/members/about', 'Skip to the text', 'en', 'ltr'],
    ['/members/zh-CN', '跳到正文', 'zh-CN', 'ltr'],
    ['/members/zh-CN/tags', '跳到正文', 'zh-CN', 'ltr'],
    ['/members/ar', 'مرحبا', 'ar', 'rtl'],
    ['/search?q=about&lang=ar', 'بحث', 'ar', 'rtl'],
    ['/search?q=about&lang=de', 'About', 'en', 'ltr'],
  ] as const) {
    const html = await (await fetch(site.url + path, { headers })).text()
    expect([path, readDocumentLanguage(html)]).toEqual([path, language])
    expect(html, path).toContain(text)
    // The sign-in service uses the same language.
    if (path.startsWith('/members')) expect(html, path).toContain(`\\"locale\\":\\"${language[0]}\\"`)
  }
})

test('other spellings of a language tag redirect, and 404 pages are in the language of their path', async () => {
  expect(new URL((await request('/zh-cn/about')).url).pathname).toBe('/zh-CN/about')
  const missing = await request('/zh-CN/nowhere')
  const html = await missing.text()
  expect([missing.status, /<html lang="([^"]*)"/.exec(html)?.[1]]).toEqual([404, 'zh-CN'])
  expect(html).toContain('href="/zh-CN"')
})

test('pages and the sitemap link to public translations only', async () => {
  const readAlternates = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/hrefLang="([^"]*)" href="http:\/\/[^/]*([^"]*)"/g)].map(([, tag, path]) => [tag, path]),
    )
  expect(readAlternates(await read('/tides'))).toEqual({
    en: '/tides',
    'zh-CN': '/zh-CN/chaoxi',
    'x-default': '/tides',
  })
  expect(readAlternates(await read('/moorings'))).toEqual({})
  const sitemap = await read('/sitemap.xml')
  expect(sitemap).toContain(`hreflang="x-default" href="${site.url}/tides"`)
  for (const path of ['/', '/moorings', '/sitemap.xml', '/llms.txt', '/llms-full.txt', '/zh-CN', '/feed.xml']) {
    expect(await read(path), path).not.toMatch(new RegExp(`${SECRET}|秘密|"de"|/de\\b|zh-CN/moorings`, 'i'))
  }
  for (const path of ['/de', '/de/moorings', '/zh-CN/moorings', '/de/feed.xml', '/de/tags']) {
    expect((await request(path)).status, path).toBe(404)
  }
  // A language without a public home page gets the same response as an unknown language.
  expect((await read('/de/x')).replaceAll(/(\/|%2F)de(?=\1)/g, '$1xx')).toBe(await read('/xx/x'))
})

test('feeds and Markdown contain pages of one language', async () => {
  const feed = await read('/zh-CN/feed.xml')
  expect(feed).toContain('xml:lang="zh-CN"')
  expect(feed).toContain('<title>潮汐</title>')
  expect(feed).not.toContain('<title>Tides</title>')
  expect(await read('/feed.xml')).not.toContain('潮汐')
  expect((await request('/zh-CN/tags/海/feed.json')).status).toBe(200)
  expect((await request('/fr/feed.xml')).status).toBe(404)
  expect(await read('/zh-CN/chaoxi.md')).toContain('潮汐表')
  const summary = await read('/llms.txt')
  expect(summary.indexOf('/tides.md')).toBeLessThan(summary.indexOf('/zh-CN/chaoxi.md'))
})

test('the search finds pages of the requested language', async () => {
  const search = async (language?: string) => {
    const body = JSON.stringify({ query: 'about', language })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${site.url}/api/search`, { method: 'POST', headers, body })
    const { results = [] } = (await response.json()) as { results?: { path: string }[] }
    return results.map(({ path }) => path)
  }
  await expect.poll(() => search('en')).toEqual(['/about'])
  expect(await search('zh-CN')).toEqual(['/zh-CN/about'])
  expect((await search()).sort()).toEqual(['/about', '/zh-CN/about'])
  for (const none of ['xx', 'de']) expect((await search(none)).sort()).toEqual(['/about', '/zh-CN/about'])
})

test('links and forms of the search page keep the language', async () => {
  for (const [path, language] of [
    ['/about', 'en'],
    ['/zh-CN/about', 'zh-CN'],
    ['/zh-CN/nowhere', 'zh-CN'],
    ['/members/zh-CN', 'zh-CN'],
  ] as const) {
    const headers = { accept: 'text/html', cookie: createCookies(keys, createToken(keys, site.url)) }
    const html = await (await fetch(site.url + path, { headers })).text()
    expect(html, path).toContain(`href="/search?lang=${language}"`)
    expect(html, path).not.toContain('href="/search"')
  }
  for (const language of ['en', 'zh-CN']) {
    const html = await read(`/search?lang=${language}&q=about`)
    expect(html).toContain(`<input type="hidden" name="lang" value="${language}"/>`)
    expect(html).toContain(`href="/${language === 'en' ? '' : 'zh-CN/'}about"`)
    expect(html).not.toContain(`href="/${language === 'en' ? 'zh-CN/' : ''}about"`)
  }
})

test('the language menu links to the translation, or to the home page with a note', async ({ page }) => {
  await page.goto(`${site.url}/tides`)
  const menu = page.locator('.language-menu')
  await menu.locator('summary').click()
  await expect(menu.getByRole('listitem')).toHaveText(['English', '中文（中国）', 'العربيةhome page'])
  await menu.getByRole('link', { name: '中文' }).click()
  await expect(page).toHaveURL(`${site.url}/zh-CN/chaoxi`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  // A link in the content opens a page of another language.
  await page.goto(`${site.url}/zh-CN/about`)
  await page.getByRole('main').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(`${site.url}/about`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the menu, diagram and calendar of an Arabic page are laid out from right to left at every width', async ({
  page,
}) => {
  // Axe checks two pages at two widths.
  test.slow()
  const english = page.getByRole('link', { name: 'English' })
  for (const [at, path] of ['/ar/دليل-الميناء', '/ar/المواعيد'].entries()) {
    await page.emulateMedia({ colorScheme: THEMES[at] })
    await page.goto(site.url + encodeURI(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const summary = page.locator('.language-menu summary')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await summary.press('Enter')
      await expect(english).toBeVisible()
      await expectNoLayoutFaults(page, `${path}, ${width} px`)
      await expectNoViolations(page, undefined, `${path}, ${width} px`)
      await page.keyboard.press('Tab')
      await expect(english).toBeFocused()
      await summary.press('Enter')
      await expect(english).toBeHidden()
    }
  }
  await expect(page.locator('.calendar-title')).toHaveText('مارس 2026')
  await page.locator('.language-menu summary').press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.url}/`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
})
