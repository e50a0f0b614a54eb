import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

/** Counts the navigation links that are visible in the header. */
const countVisibleLinks = (page: Page) =>
  page.locator('.navigation > ul a').evaluateAll((links) => {
    const header = document.querySelector('.site-header')?.getBoundingClientRect()
    return links.filter((link) => link.getBoundingClientRect().bottom <= (header?.bottom ?? 0)).length
  })

test('the header shows as many links as fit, and "More" opens the others', async ({ page, sample }) => {
  const counts: number[] = []
  await page.goto(sample.url + ARTICLE)
  await page.evaluate(() => document.fonts.ready)
  const more = page.locator('.navigation > button')
  const count = await page.locator('.navigation > ul a').count()
  for (const width of [768, 1024, 1440, 2000]) {
    await page.setViewportSize({ width, height: 700 })
    counts.push(await countVisibleLinks(page))
    expect(await page.locator('.site-header').evaluate((header) => header.clientHeight)).toBe(56)
    await expect(more).toHaveCSS('opacity', counts.at(-1) === count ? '0' : '1')
  }
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(counts[0]).toBeLessThan(count)
  expect([counts[0], counts.at(-1)]).toEqual([expect.any(Number), count])
  expect(counts[0]).toBeGreaterThan(0)

  await page.setViewportSize({ width: 1024, height: 700 })
  const last = page.locator('.navigation > ul a').last()
  await last.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(last).toBeInViewport({ ratio: 1 })
  const shown = await countVisibleLinks(page)
  await more.click()
  await expect(page.locator('#navigation:popover-open li:visible')).toHaveCount(count - shown)
  await expect(page.locator('#navigation a').last()).toBeInViewport({ ratio: 1 })
  expect(await countVisibleLinks(page)).toBe(shown)
  await expectNoViolations(page, '.site-header')
})

test('the name of the site and the links of the header are in the same place on every page', async ({
  page,
  sample,
}) => {
  // Loads five pages at three widths.
  test.setTimeout(90_000)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    const places: unknown[] = []
    for (const path of ['/', ARTICLE, '/long-words-and-addresses', '/equations-and-code', '/tags']) {
      await page.goto(sample.url + path)
      await page.evaluate(() => document.fonts.ready)
      await expect(page.locator('.site-name')).toBeInViewport({ ratio: 1 })
      places.push(
        await page.locator('.site-name, .navigation > ul a:visible, .navigation > button').evaluateAll((elements) =>
          elements.map((element) => {
            const { x, y, width } = element.getBoundingClientRect()
            return [x, y, width].map(Math.round)
          }),
        ),
      )
    }
    for (const place of places) expect(place, `${width} px`).toEqual(places[0])
  }
})

test('the breadcrumb is above the title, and wraps instead of being truncated', async ({ page, sample }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`${sample.url}/equations-and-code`)
    const breadcrumbs = page.locator('.breadcrumbs')
    await expect(breadcrumbs.locator('a').last()).toHaveText('Blocks at a glance')
    await expect(breadcrumbs.locator('[aria-current]')).toHaveText('Equations and code')
    const [box, title] = [await breadcrumbs.boundingBox(), await page.locator('h1').boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0)
    expect(box?.x).toBe(title?.x)
    expect(await breadcrumbs.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  }
  await expectNoViolations(page, '.page-header')
})

test('the header marks the section of a page', async ({ page, sample }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto(sample.url + ARTICLE)
  await expect(page.locator('.navigation > ul [aria-current="true"]')).toHaveText('Journal')
})

/** Returns the pairs of controls of the header that overlap. */
const listOverlaps = (page: Page) =>
  page.locator('.site-header :is(a, button, summary):visible').evaluateAll((controls) =>
    controls.flatMap((first, index) =>
      controls.slice(index + 1).flatMap((second) => {
        const [a, b] = [first.getBoundingClientRect(), second.getBoundingClientRect()]
        const overlaps = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        return overlaps ? [[first.className, second.className]] : []
      }),
    ),
  )

test('the controls of the header do not overlap, at any width', async ({ page, sample }) => {
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${sample.url}/organise`)
    await expect(page.locator('.theme-toggle')).toBeVisible()
    expect(await listOverlaps(page), `${width} px`).toEqual([])
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('an error page has a menu of the main pages', async ({ page, sample, expectConsole }) => {
    expectConsole(/Failed to load resource.*404/)
    await page.goto(`${sample.url}/no-such-page`)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Organise' })
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectNoViolations(page)
    await link.click()
    await expect(page).toHaveURL(`${sample.url}/organise`)
  })

  test('a list of pages shows the date of each', async ({ page, sample }) => {
    await page.goto(`${sample.url}/archive`)
    await expect(page.locator('.page-list time').first()).toBeVisible()
  })

  test('scrolling up shows the current section, the contents and a link to the top', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    const bar = page.locator('.contents')
    const top = page.getByRole('link', { name: 'Back to top' })
    await expect(top).toBeHidden()
    await page.evaluate(() => window.scrollTo(0, 4000))
    await expect(bar).not.toBeInViewport()
    await page.evaluate(() => window.scrollBy(0, -300))
    await expect(bar).toBeInViewport({ ratio: 1 })
    const summary = bar.locator('summary')
    await expect(async () => {
      const current = await bar.locator('[aria-current]').textContent()
      await expect(summary).toHaveText(`Contents${current}`, { timeout: 1000 })
    }).toPass()
    await expectNoViolations(page, '.contents')

    await summary.click()
    await bar.getByRole('link', { name: 'Line by line' }).click()
    await expect(page.getByRole('heading', { name: 'Line by line' })).toBeInViewport({ ratio: 1 })
    await expect(bar.locator('ol')).toBeHidden()
    await expect(async () => {
      await page.evaluate(() => window.scrollBy(0, -100))
      await expect(top).toBeVisible({ timeout: 1000 })
    }).toPass()
    await top.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(100)
  })

  test('a link focused with Shift+Tab is not covered by the contents', async ({ page, gallery }) => {
    await page.goto(`${gallery.url}/long`)
    const [link, next] = [page.locator('.heading-anchor').nth(2), page.locator('.heading-anchor').nth(3)]
    const bar = page.locator('.contents')
    await next.evaluate((element) => element.focus())
    // Several scrolls before the next paint would count as one scroll down.
    await expect(bar).not.toBeInViewport()
    // The bar appears when the page is scrolled up, and covers the link.
    await link.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top + 100))
    await link.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 60))
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Shift+Tab')
    await expect(link).toBeFocused()
    const bottom = await bar.evaluate((element) => element.getBoundingClientRect().bottom)
    await expect.poll(() => link.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(bottom)
  })

  test('the search dialog suggests pages for an empty query, and shows no shortcuts', async ({ page, sample }) => {
    await page.goto(sample.url)
    await page.getByRole('button', { name: 'Search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(dialog.getByRole('group', { name: 'Sections' }).getByRole('option').first()).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Newest pages' }).getByRole('option')).toHaveCount(5)
    await expectNoViolations(page, 'dialog')
    await dialog.getByRole('combobox').fill('paragraph')
    await expect(dialog.getByText(/^\d+ results?$/).first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Keys' })).toBeHidden()
  })
})

test('the search page suggests pages for an empty query', async ({ page, sample }) => {
  await page.goto(`${sample.url}/search`)
  const lists = page.locator('.search-page section')
  await expect(lists.locator('h2')).toHaveText(['Sections', 'Newest pages'])
  await expectNoViolations(page, 'main')
})

test('the interface of a page is in the language of the page', async ({ request, sample }) => {
  const chinese = sample.index().pages.find(({ language, access }) => language === 'zh' && access.kind === 'public')
  const html = await (await request.get(`${sample.url}/${encodeURI(chinese?.path ?? '')}`)).text()
  const [article = ''] = /<article.*<\/article>/s.exec(html) ?? []
  expect(article).toContain('复制链接')
  expect(article).not.toContain('Copy link')
  expect(html).toContain('aria-label="Search"')
})

test('arrow keys move between the enlarged pictures of a page', async ({ page, sample }) => {
  await page.goto(`${sample.url}/pictures-sound-and-files`)
  await page.locator('.picture > button').first().focus()
  await page.keyboard.press('Enter')
  const enlarged = page.locator('dialog[open] img:visible')
  await expect(enlarged).toHaveCount(1)
  await expect(page.locator('[data-rmiz-modal-overlay=visible]')).toBeVisible()
  const first = (await enlarged.getAttribute('alt')) ?? ''
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(enlarged).not.toHaveAttribute('alt', first)
  await page.keyboard.press('ArrowLeft')
  await expect(enlarged).toHaveAttribute('alt', first)
  await page.keyboard.press('Escape')
  await expect(enlarged).toHaveCount(0)
  await expect(page.locator('[data-rmiz-btn-zoom]').first()).toBeFocused()
})
