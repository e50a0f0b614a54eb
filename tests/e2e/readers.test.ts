import { expectNoViolations } from './axe'
import { loadFonts, observeShifts, sumShifts } from './shifts'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

for (const [width, colorScheme] of [
  [390, 'light'],
  [1440, 'dark'],
] as const) {
  test(`the menu of a page opens the share dialog of the device, ${width} px wide, ${colorScheme}`, async ({
    page,
    sample,
  }) => {
    await loadFonts(page, sample.url + ARTICLE)
    await observeShifts(page)
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] })
      // The browser of the tests has no dialog of its own.
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => void Reflect.get(window, 'shared').push(data.url),
      })
    })
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.goto(sample.url + ARTICLE)
    const share = page.locator('.page-actions [data-share]')
    await expect(share).toBeHidden()
    await page.locator('.page-actions summary').click()
    await expect(share).toBeVisible()
    await expectNoViolations(page, '.page-header')
    await share.click()
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([canonical])
    expect(await sumShifts(page)).toBeLessThan(0.01)
    await expect(page.locator('script[src*="react"], link[href*="react"]')).toHaveCount(0)
  })
}

test('a site without books has neither links to them nor their addresses', async ({ page, request, sample }) => {
  await page.goto(sample.url + ARTICLE)
  await expect(page.locator('a[href$=".epub"]')).toHaveCount(0)
  expect((await request.get(`${sample.url}${ARTICLE}.epub`)).status()).toBe(404)
})
