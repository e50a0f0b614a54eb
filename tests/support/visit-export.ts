import { type Page, expect as playwrightExpect } from '@playwright/test'
import { ROWS } from './export-workspace'

/** The timeout of the Playwright configuration, because this file is also used without Playwright's runner. */
const expect = playwrightExpect.configure({ timeout: 15_000 })

/** Uses the exported site of `createExportWorkspace` as visitors do. `url` includes the base path; `title` is the title of one of its pages. */
export async function visitExport(page: Page, url: string, title: string) {
  await page.goto(`${url}/`)
  await expect(page.locator('html')).toHaveAttribute('data-static')
  const image = page.locator('.block-image img').nth(1)
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  // The placeholder of an image that is being loaded has a width, too.
  await expect(page.locator('.picture button').last()).toBeVisible()
  await page.locator('.picture button').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog[open] img')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('tab').nth(1).click()
  const list = page.locator('.collection-list li')
  await expect(list).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list).toHaveCount(ROWS)

  await page.goto(`${url}/once-quay`)
  await expect(page).toHaveURL(`${url}/${title.toLowerCase()}`)
  await page.goto(`${url}/`)
  await page.locator('.page a', { hasText: '排版指南' }).first().click()
  await expect(page.locator('h1')).toHaveText('排版指南')
  await expect(page).toHaveURL(encodeURI(`${url}/排版指南`))
  await page.goto(encodeURI(`${url}/دليل-الميناء`))
  await expect(page.locator('h1')).toHaveText('دليل الميناء')

  await page.keyboard.press('Control+k')
  await expect(page.locator('dialog input')).toBeFocused()
  await page.keyboard.insertText('water')
  await expect(page.locator('dialog [role="option"]').first()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/${title.toLowerCase()}`)
  await page.locator('.theme-toggle').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await page.goto(`${url}/search?q=water`)
  await expect(page.locator('main')).toContainText(title)
}
