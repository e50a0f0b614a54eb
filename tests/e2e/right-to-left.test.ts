import type { Locator, Page } from '@playwright/test'
import { searchFor } from '@/tests/support/search-request'
import { type RunningSite, startSite } from '@/tests/support/site'
import { expectNoViolations } from './axe'
import { expectNoLayoutFaults } from './layout'
import { expect, test } from './test'

const ARABIC = encodeURI('/الدليل-بالعربية')
const ENGLISH = '/journal/how-a-paragraph-is-set'
const SCREENS = ['/', '/journal', ARABIC, '/no-such-page']

test('a search result has the direction of its title', async ({ page, sample }) => {
  // The index may not be loaded.
  await searchFor(sample, 'paragraph')
  await page.goto(`${sample.url}/search?q=${encodeURIComponent('الدليل')}`)
  const result = page.locator('.search-page .result').first()
  for (const part of ['.result-title', '.result-place'])
    await expect(result.locator(part)).toHaveCSS('direction', 'rtl')
  const [icon, title] = [
    await result.locator('.result-icon').boundingBox(),
    await result.locator('.result-title').boundingBox(),
  ]
  expect(icon?.x).toBeGreaterThanOrEqual((title?.x ?? 0) + (title?.width ?? 0))
  await page.goto(`${sample.url}/search?q=paragraph`)
  await expect(result.locator('.result-title')).toHaveCSS('direction', 'ltr')
})

test.describe('a site in Arabic', () => {
  test.describe.configure({ mode: 'default' })
  let site: RunningSite
  test.beforeAll(async () => {
    // Long enough for the start of a site on a busy machine.
    test.setTimeout(180_000)
    site = await startSite({ workspaceDir: 'workspace', env: { SITE_LOCALE: 'ar' } })
  })
  test.afterAll(() => site.kill())

  const getBox = async (locator: Locator) => {
    const found = await locator.boundingBox()
    if (found === null) throw new Error(`${locator} is not visible`)
    return { ...found, right: found.x + found.width }
  }
  const getWidth = (page: Page) => page.evaluate(() => document.documentElement.clientWidth)

  test('is laid out from right to left on all screens, 390 and 1440 px wide', async ({ page, expectConsole }) => {
    // Axe checks four screens at two widths.
    test.setTimeout(90_000)
    expectConsole(/Failed to load resource.*404/)
    for (const path of SCREENS) {
      await page.goto(site.url + path)
      await expect(page.locator('html'), path).toHaveAttribute('dir', 'rtl')
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'ar')
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expectNoLayoutFaults(page, `${path}, ${width} px`)
        await expectNoViolations(page, undefined, `${path}, ${width} px`)
      }
    }
  })

  test('mirrors the header and the article', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(site.url + ARABIC)
    const width = await getWidth(page)
    const home = await getBox(page.locator('.site-name'))
    const theme = await getBox(page.locator('.theme-toggle'))
    expect(home.right).toBeGreaterThan(width * 0.9)
    expect(theme.x).toBeLessThan(width * 0.1)
    await expect(page.getByRole('button', { name: 'بحث' }).first()).toBeVisible()
    const title = await getBox(page.locator('h1'))
    const text = await getBox(page.locator('.page-body p, .page-body .block-text').first())
    expect(Math.abs(title.right - text.right)).toBeLessThan(2)
  })

  test('lays out an English page from left to right, with English texts and left-aligned tables', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(site.url + ENGLISH)
    const article = page.locator('article')
    await expect(article).toHaveCSS('direction', 'ltr')
    await expect(page.locator('.site-header')).toHaveCSS('direction', 'rtl')
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeAttached()
    await expect(article.locator('.page-actions summary')).toHaveAttribute('title', 'Actions on this page')
    const table = page.locator('.block-table td').first()
    await expect(table).toHaveCSS('text-align', 'start')
  })

  test('lays out the weeks of a calendar from right to left', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const views = site.index().pages.find(({ title }) => title === 'Views')
    await page.goto(`${site.url}/${views?.path}`)
    const grid = page.locator('.calendar-month section')
    // The page and its calendar are in English, so the test forces only the direction.
    await page.locator('article').evaluate((article) => article.setAttribute('dir', 'rtl'))
    await expect(grid.locator('.calendar-entry').first()).toBeVisible()
    const week = await getBox(grid.locator('.calendar-week').first())
    const entry = await getBox(grid.locator('.calendar-entry').first())
    expect(Math.abs(entry.right - week.right)).toBeLessThan(8)
    expect(entry.width / week.width).toBeGreaterThan(0.5)
    const [previous, next] = [
      await getBox(grid.getByRole('button', { name: 'Previous month' })),
      await getBox(grid.getByRole('button', { name: 'Next month' })),
    ]
    expect(previous.x).toBeGreaterThan(next.x)
  })

  test('shows the search page in Arabic', async ({ page }) => {
    // The site may have no index yet.
    await searchFor(site, 'الدليل')
    await page.goto(`${site.url}/search?q=${encodeURIComponent('الدليل')}`)
    await expect(page.locator('h1')).toHaveText('بحث')
    await expect(page.locator('main')).toContainText('نتيجة')
  })
})
