import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import type { SharedSite } from './base'
import { expectNoLayoutFaults } from './layout'
import { expect, test } from './test'

function getChartsAddress(sample: SharedSite): string {
  const page = sample.index().pages.find(({ title }) => title === 'Charts')
  return `${sample.url}/${page?.path}`
}

const findTable = (page: Page, name: string) => page.getByRole('table', { name })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('charts are drawn, also on paper, and have a table of their values [N-409]', async ({ page, sample }) => {
    await page.goto(getChartsAddress(sample))
    await expect(page.locator('.chart svg[viewBox] path').first()).toBeVisible()
    await expect(findTable(page, 'Pieces by drawer').getByRole('row', { name: 'Lower 11,400' })).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.chart-area').first()).toBeVisible()
    await expect(page.getByText('11,400').first()).toBeVisible()
  })
})

for (const width of [390, 768, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} pixels wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme })

      test('charts and dashboards fit, and have no accessibility faults', async ({ page, sample }) => {
        await page.goto(getChartsAddress(sample))
        await expectNoLayoutFaults(page)
        await expectNoViolations(page)
      })
    })
  }
}

test('a selected chart replaces the one before', async ({ page, sample }) => {
  await page.goto(getChartsAddress(sample))
  await page.getByRole('tab', { name: 'Share of each state' }).click()
  await expect(findTable(page, 'Share of each state').getByRole('row')).toHaveText([/State/, /Mixed/, /In place/])
  await expect(findTable(page, 'Pieces by drawer')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Pieces by drawer' }).click()
  await expect(page.locator('.chart-area').first()).toBeVisible()
})

test('the widgets of a dashboard are beside each other, as wide as in Notion [N-412]', async ({ page, sample }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(getChartsAddress(sample))
  const box = async (name: string) => {
    const heading = page.getByRole('heading', { name, exact: true })
    const found = await page.locator('section.collection').filter({ has: heading }).boundingBox()
    return found ?? { x: 0, y: 0, width: 0 }
  }
  const [number, line] = [await box('Entries'), await box('Entries so far')]
  expect(line.width / number.width).toBeGreaterThan(1.5)
  expect(line.x).toBeGreaterThan(number.x)
})
