import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import type { SharedSite } from './base'
import { expectNoLayoutFaults } from './layout'
import { loadFonts, observeShifts, sumShifts } from './shifts'
import { expect, test } from './test'

/** Returns the address of the page with a calendar: an entry from March 1 to 4, 2026, one on February 3, and one without a date. */
function getCalendarAddress(sample: SharedSite): string {
  const page = sample.index().pages.find(({ title }) => title === 'Views')
  return `${sample.url}/${page?.path}`
}

const findMonth = (page: Page) => page.getByRole('region', { name: /: Casting$/ })
const findMonthList = (page: Page) => page.locator('.calendar-list .collection-group')

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('a calendar shows a month without layout shift, and has buttons to other months', async ({ page, sample }) => {
    await loadFonts(page, getCalendarAddress(sample))
    await observeShifts(page)
    await page.goto(getCalendarAddress(sample))
    const region = findMonth(page)
    await region.scrollIntoViewIfNeeded()
    await expect(region.locator('.calendar-title')).toHaveText('March 2026')
    const entry = region.getByRole('link', { name: /^Two-line Fat Face/ })
    const [month, bar] = [await region.boundingBox(), await entry.boundingBox()]
    // The week begins on Sunday, March 1.
    expect(bar?.x).toBeCloseTo(month?.x ?? 0, -1)
    expect((bar?.width ?? 0) / (month?.width ?? 1)).toBeCloseTo(4 / 7, 1)
    await expect(findMonthList(page).filter({ hasText: 'No Cast' })).toBeVisible()
    await expect(findMonthList(page).filter({ hasText: '2026' }).first()).toBeHidden()
    const getHeight = async () => (await page.locator('.calendar').boundingBox())?.height
    const before = await getHeight()
    await page.getByRole('button', { name: 'Previous month' }).press('Enter')
    await expect(region.locator('.calendar-title')).toHaveText('February 2026')
    await expect.poll(getHeight).toBe(before)
    expect(await sumShifts(page)).toBeLessThan(0.01)
    await expectNoLayoutFaults(page)
    await expectNoViolations(page)
    await region.getByRole('link', { name: /^Great Primer/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Great Primer/)
  })

  test('a calendar shows the chosen month after a reload and Back, and the current one on a new visit', async ({
    page,
    sample,
  }) => {
    await page.goto(getCalendarAddress(sample))
    const title = findMonth(page).locator('.calendar-title')
    await expect(title).toHaveText('March 2026')
    await page.getByRole('button', { name: 'Previous month' }).press('Enter')
    await expect(title).toHaveText('February 2026')
    await page.reload()
    await expect(title).toHaveText('February 2026')
    await page.goto(`${sample.url}/organise`)
    await page.goBack()
    await expect(title).toHaveText('February 2026')
    await page.goForward()
    await page.goto(getCalendarAddress(sample))
    await expect(title).toHaveText('March 2026')
  })

  test('a calendar is printed as a list', async ({ page, sample }) => {
    await page.goto(getCalendarAddress(sample))
    await expect(findMonth(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(findMonth(page)).toBeHidden()
    await expect(findMonthList(page)).toHaveText([/February 2026/, /March 2026/, /No Cast/])
    for (const group of await findMonthList(page).all()) await expect(group).toBeVisible()
  })
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a calendar is a list by month, without the grid', async ({ page, sample }) => {
    await page.goto(getCalendarAddress(sample))
    await expect(findMonthList(page)).toHaveText([/February 2026/, /March 2026/, /No Cast/])
    for (const group of await findMonthList(page).all()) await expect(group).toBeVisible()
    await expect(findMonth(page)).toHaveCount(0)
    await expectNoLayoutFaults(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } })

  test('a calendar is a list by month', async ({ page, sample }) => {
    await page.goto(getCalendarAddress(sample))
    await expect(findMonthList(page)).toHaveText([/February 2026/, /March 2026/, /No Cast/])
    for (const group of await findMonthList(page).all()) await expect(group).toBeVisible()
  })
})
