import { axeFindings } from './axe'
import { layoutFaults, readThrough } from './layout'
import { expect, test } from './test'

const WIDTHS = [390, 768, 1440]

for (const width of WIDTHS) {
  test(`everything that a page can hold has its place at ${width} px`, async ({ page, gallery }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${gallery.url}/gallery`)
    await readThrough(page)
    expect(await layoutFaults(page)).toEqual([])
    // And with all that was folded away.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
      for (const panel of document.querySelectorAll<HTMLElement>('.block-tabs [role=tabpanel]')) panel.hidden = false
    })
    expect(await layoutFaults(page)).toEqual([])
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`everything that a page can hold is accessible at ${width} px, ${colorScheme}`, async ({ page, gallery }) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${gallery.url}/gallery`)
      expect(await axeFindings(page)).toEqual([])
    })
  }
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every tab of a page is open, and no button is shown that would do nothing', async ({ page, gallery }) => {
    await page.goto(`${gallery.url}/gallery`)
    const panels = page.locator('.block-tabs [role=tabpanel]')
    expect(await panels.count()).toBeGreaterThan(1)
    for (const panel of await panels.all()) await expect(panel).toBeVisible()
    // The names of tabs and of columns are there to be read.
    const others = page.locator('button:not([popovertarget], .block-tabs *, .collection-table *)')
    await expect(others.filter({ visible: true })).toHaveCount(0)
  })
})
