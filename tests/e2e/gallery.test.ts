import { sampleItems } from '@/tests/support/complete'
import { expectNoViolations, getThemes } from './axe'
import { expectNoLayoutFaults, scrollThrough } from './layout'
import { expect, test } from './test'

const WIDTHS = [390, 768, 1440]

test('all blocks are accessible, and laid out without faults at every width', async ({ page, gallery }) => {
  // The longest page of all tests: axe and the check of the layout visit every element.
  test.setTimeout(180_000)
  await page.goto(`${gallery.url}/gallery`)
  for (const [at, width] of [390, 1440].entries()) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of getThemes(at)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoViolations(page, undefined, `${width} px, ${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  const expectNoFaults = async (state: string) => {
    for (const width of sampleItems(WIDTHS, 2)) {
      await page.setViewportSize({ width, height: 900 })
      await scrollThrough(page)
      await expectNoLayoutFaults(page, `${state}, ${width} px`)
    }
  }
  await expectNoFaults('folded')
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    for (const panel of document.querySelectorAll<HTMLElement>('.block-tabs [role=tabpanel]')) panel.hidden = false
  })
  await expectNoFaults('unfolded')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all tab panels are visible, and buttons that need JavaScript are hidden', async ({ page, gallery }) => {
    await page.goto(`${gallery.url}/gallery`)
    const panels = page.locator('.block-tabs [role=tabpanel]')
    await expect(panels.nth(1)).toBeVisible()
    for (const panel of await panels.all()) await expect(panel).toBeVisible()
    // The names of tabs and columns are buttons that stay visible, because they are content.
    const others = page.locator('button:not([popovertarget], .block-tabs *, .collection-table *)')
    await expect(others.filter({ visible: true })).toHaveCount(0)
  })
})
