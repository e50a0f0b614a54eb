import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { writeBigWorkspace } from '@/tests/bench/workspace'
import { searchFor } from '@/tests/support/search-request'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { expectNoViolations } from './axe'
import { expectNoLayoutFaults } from './layout'
import { loadFonts, observeShifts, sumShifts } from './shifts'
import { expect, test } from './test'

const PAGES = 2400
const FAN = 14

test.describe('a tree of 2,400 pages', () => {
  test.describe.configure({ mode: 'default' })
  let site: RunningSite
  /** The paths of the ancestors of the last page, and its own path. It has no child pages. */
  let branchPaths: string[]

  test.beforeAll(async () => {
    // The site prepares 2,400 pages.
    test.setTimeout(90_000)
    const dir = createFolder('tree')
    mkdirSync(`${dir}/workspace`)
    writeBigWorkspace(`${dir}/workspace/map.json`, { pages: PAGES, least: 17, spread: 3, fan: FAN })
    site = await startSite({ workspaceDir: `${dir}/workspace` })
    const { pages } = site.index()
    const byId = new Map(pages.map((each) => [each.id, each]))
    branchPaths = []
    for (let at = pages.at(-1); at !== undefined && at.path !== ''; at = byId.get(at.parent ?? ''))
      branchPaths.unshift(at.path)
    expect([pages.length, branchPaths.length]).toEqual([PAGES, 3])
  })
  test.afterAll(() => site.kill())

  const findLink = (page: Page, path: string | undefined) => page.locator(`.sidebar a[href="/${path}"]`)
  const findBranch = (page: Page, path: string | undefined) => page.locator(`.sidebar a[href="/${path}"] + details`)

  test('branches can be opened to find a page, and stay open on the next page', async ({ page }) => {
    const [part, chapter, last] = branchPaths
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(site.url)
    await expect(page.locator('.sidebar li a')).toHaveCount(FAN)
    await findBranch(page, part).locator('> summary').click()
    await findBranch(page, chapter).locator('> summary').focus()
    await page.keyboard.press('Enter')
    await findLink(page, last).click()
    await expect(page.locator('h1')).toHaveText((await findLink(page, last).textContent()) ?? '')
    await expect(page.locator('.sidebar [aria-current]')).toHaveAttribute('href', `/${last}`)
    await expect(findLink(page, last)).toBeInViewport()

    const other = page.locator('.sidebar > div > ul > li > a').first()
    await other.click()
    await expect(page.locator('.sidebar [aria-current]')).toHaveAttribute(
      'href',
      (await other.getAttribute('href')) ?? '',
    )
    await expect(findLink(page, last)).toBeVisible()
    await page.goBack()
    await expect(page.locator('.sidebar [aria-current]')).toHaveAttribute('href', `/${last}`)
    await expectNoViolations(page, '.sidebar')
  })

  test('opening the search moves nothing if the scroll bar takes space', async ({ playwright, launchOptions }) => {
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 400 } })
      await page.goto(`${site.url}/${branchPaths[0]}`)
      await expect(page.locator('.page[data-contents]')).toBeVisible()
      const left = () => page.locator('h1').evaluate((element) => element.getBoundingClientRect().left)
      const before = await left()
      expect(await page.evaluate(() => window.innerWidth - document.documentElement.offsetWidth)).toBeGreaterThan(0)
      await page.locator('button.search-button').click()
      await expect(page.locator('dialog')).toBeVisible()
      expect(await left()).toBe(before)
    } finally {
      await browser.close()
    }
  })

  test('pages are at most three clicks away, and the first result of a search for their title', async () => {
    // The first search waits for an index of 2,400 pages.
    test.setTimeout(90_000)
    const { pages, root } = site.index()
    const byId = new Map(pages.map((each) => [each.id, each]))
    for (const { id, title, path } of pages.filter((_, index) => index % (PAGES / 10) === 7)) {
      let clicks = 0
      for (let at = byId.get(id); at !== undefined && at.id !== root; at = byId.get(at.parent ?? '')) clicks++
      expect(clicks, path).toBeLessThanOrEqual(3)
      const { results } = await searchFor(site, title)
      expect(results[0], path).toMatchObject({ id, ancestors: { length: clicks - 1 } })
    }
  })

  test('the HTML of a page contains the branches that lead to it, which work without JavaScript', async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.url}/${branchPaths[1]}`)
    await expect(page.locator('.sidebar [aria-current]')).toHaveAttribute('href', `/${branchPaths[1]}`)
    await expect(findLink(page, branchPaths[2])).toBeVisible()
    expect(await page.locator('.sidebar li a').count()).toBeLessThanOrEqual(3 * FAN)
    // A branch whose pages are not in the HTML cannot be opened without JavaScript.
    await expect(page.locator('.sidebar details:not([open]) > summary').first()).toBeHidden()
    await findBranch(page, branchPaths[0]).locator('> summary').click()
    await expect(findLink(page, branchPaths[2])).toBeHidden()
    await context.close()
  })

  test('on a phone, the sidebar is a drawer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${site.url}/${branchPaths[0]}`)
    await page.goto(`${site.url}/${branchPaths[1]}`)
    const drawer = page.locator('.sidebar')
    await expect(drawer).toBeHidden()
    await page.locator('.sidebar-button').click()
    await expect(drawer).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
    await page.goBack()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(`${site.url}/${branchPaths[1]}`)
    await page.locator('.sidebar-button').click()
    await expect(drawer).toBeVisible()
    await expect(findLink(page, branchPaths[1])).toBeInViewport()
    await expectNoViolations(page, '.sidebar')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await page.locator('.sidebar-button').click()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    await page.locator('.sidebar-button').click()
    await expect(drawer.locator('.sidebar-head a')).toHaveAttribute('href', '/')
    await findLink(page, branchPaths[2]).click()
    await expect(page).toHaveURL(`${site.url}/${branchPaths[2]}`)
    await expect(drawer).toBeHidden()
    for (const path of [branchPaths[1], branchPaths[0]]) {
      await page.goBack()
      await expect(page).toHaveURL(`${site.url}/${path}`)
      await expect(drawer).toBeHidden()
    }
  })

  test('titles of both directions share one edge', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(site.url)
    const getEdges = (direction: 'ltr' | 'rtl') =>
      page.evaluate((dir) => {
        document.documentElement.dir = dir
        const links = [...document.querySelectorAll('.sidebar > div > ul > li > a')].slice(0, 2)
        const [first, second] = links
        if (first && second) [first.textContent, second.textContent] = ['Latin', 'عربي']
        return links.map((link) => {
          const range = document.createRange()
          range.selectNodeContents(link)
          const { left, right } = range.getBoundingClientRect()
          return Math.round(dir === 'ltr' ? left : right)
        })
      }, direction)
    for (const direction of ['ltr', 'rtl'] as const) {
      const [latin, arabic] = await getEdges(direction)
      expect(latin, direction).toBe(arabic)
    }
  })

  test('there is no overlap or layout shift at any width', async ({ page }) => {
    await loadFonts(page, `${site.url}/${branchPaths[1]}`)
    await observeShifts(page)
    for (const width of [390, 768, 1024, 1200, 1440, 2000]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${site.url}/${branchPaths[1]}`)
      await expectNoLayoutFaults(page, `${width}`)
      expect(await sumShifts(page), `${width}`).toBeLessThan(0.001)
    }
  })
})
