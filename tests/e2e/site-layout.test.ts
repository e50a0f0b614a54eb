import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

/** Counts the navigation links that are visible in the header. */
const countVisibleLinks = (page: Page) =>
  page.locator('.navigation li a').evaluateAll((links) => {
    const header = document.querySelector('.site-header')?.getBoundingClientRect()
    return links.filter((link) => link.getBoundingClientRect().bottom <= (header?.bottom ?? 0)).length
  })

test('the header shows as many links as fit, and "More" opens all of them', async ({ page, sample }) => {
  const counts: number[] = []
  await page.goto(sample.url + ARTICLE)
  await page.evaluate(() => document.fonts.ready)
  const more = page.locator('.navigation > button')
  const count = await page.locator('.navigation li').count()
  for (const width of [768, 1024, 1440, 2000]) {
    await page.setViewportSize({ width, height: 700 })
    counts.push(await countVisibleLinks(page))
    expect(await page.locator('.site-header').evaluate((header) => header.clientHeight)).toBe(56)
    await expect(more).toHaveCSS('opacity', counts.at(-1) === count ? '0' : '1')
  }
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b))
  expect([counts[0], counts.at(-1)]).toEqual([expect.any(Number), count])
  expect(counts[0]).toBeGreaterThan(0)

  await page.setViewportSize({ width: 1024, height: 700 })
  const last = page.locator('.navigation li a').last()
  await last.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(last).toBeInViewport({ ratio: 1 })
  await more.click()
  await expect(page.locator('#navigation:popover-open li')).toHaveCount(count)
  await expect(last).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page, '.site-header')
})

/** Returns the visible names of the breadcrumb, and whether each is truncated, even by a fraction of a pixel. */
const readBreadcrumb = (page: Page) =>
  page.locator('.breadcrumbs li:visible > :not(.breadcrumbs-separator)').evaluateAll((items) => {
    const isCut = (item: Element) => {
      const range = document.createRange()
      range.selectNodeContents(item)
      return range.getBoundingClientRect().width > item.getBoundingClientRect().width + 0.001
    }
    return items.map((item) => [item.textContent, isCut(item)])
  })

test('the breadcrumb truncates the title of the page, not the names of its ancestors', async ({ page, sample }) => {
  await page.setViewportSize({ width: 768, height: 700 })
  await page.goto(`${sample.url}/long-words-and-addresses`)
  await expect
    .poll(() => readBreadcrumb(page))
    .toEqual([
      ['Colophon', false],
      ['Kitchen sink', false],
      ['Long words and addresses', true],
    ])
})

test('a long breadcrumb shows only the site, the parent and the page', async ({ page, sample }) => {
  await page.setViewportSize({ width: 768, height: 700 })
  await page.goto(`${sample.url}/equations-and-code`)
  await expect
    .poll(() => readBreadcrumb(page))
    .toEqual([
      ['Colophon', false],
      ['Blocks at a glance', false],
      ['Equations and code', true],
    ])
  await page.setViewportSize({ width: 1440, height: 700 })
  await expect(page.locator('.breadcrumbs li:visible')).toHaveCount(5)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('the breadcrumb shows only the parent and the page', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    await expect(page.locator('.breadcrumbs li:visible')).toHaveText(['/Journal', '/How a paragraph is set'])
    for (const name of ['Journal', 'How a paragraph is set']) {
      const item = page.locator('.breadcrumbs').getByText(name, { exact: true })
      await expect.poll(() => item.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    }
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
  const enlarged = page.locator('dialog[open] [data-rmiz-modal-img]')
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
