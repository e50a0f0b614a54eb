import { expectNoViolations, getThemes } from './axe'
import { expectNoLayoutFaults, scrollThrough } from './layout'
import { expect, test } from './test'

const WIDTHS = [390, 768, 1440]

test('all blocks are laid out without faults at every width', async ({ page, gallery }) => {
  test.setTimeout(300_000)
  await page.goto(`${gallery.url}/gallery`)
  const expectNoFaults = async (state: string) => {
    for (const width of WIDTHS) {
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

for (const [at, width] of [390, 1440].entries()) {
  for (const colorScheme of getThemes(at)) {
    test(`all blocks are accessible at ${width} px, ${colorScheme}`, async ({ page, gallery }) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`${gallery.url}/gallery`)
      await expectNoViolations(page)
    })
  }
}

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
