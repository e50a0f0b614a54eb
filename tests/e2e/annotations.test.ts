import { expectNoViolations } from './axe'
import { expect, test } from './test'

const PAGE = '/two-sections'

test.describe('footnotes', () => {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    test(`lead to their notes and back, ${width} px wide, ${colorScheme}`, async ({ page, gallery }) => {
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.setViewportSize({ width, height: 600 })
      await page.emulateMedia({ colorScheme })
      await page.goto(gallery.url + PAGE)
      const notes = page.locator('[role=doc-endnotes]')
      await expect(notes.getByRole('listitem')).toHaveCount(2)
      await expect(notes.getByRole('listitem').first()).toContainText('The first note.')
      await expect(notes).not.toBeInViewport()
      const marker = page.locator('[role=doc-noteref]', { hasText: '1' }).nth(1)
      await marker.focus()
      await page.keyboard.press('Enter')
      await expect(notes.getByRole('listitem').first()).toBeInViewport()
      await expectNoViolations(page, '.page-body')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.locator('[role=doc-backlink][aria-label="Back to reference 1-2"]')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(marker).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.01)
      await expect(page.locator('script[src*="react"], link[href*="react"]')).toHaveCount(0)
    })
  }

  test('do not make lines higher', async ({ page, gallery }) => {
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.goto(gallery.url + PAGE)
    const line = page.locator('.block-text', { hasText: 'A sentence with a note' })
    const { height } = (await line.boundingBox()) ?? { height: 0 }
    expect(height).toBe((await page.getByText('A paragraph.').first().boundingBox())?.height)
  })

  test('are footnotes in the Markdown copy, and other pages do not load their style', async ({ request, gallery }) => {
    const markdown = await (await request.get(`${gallery.url}${PAGE}.md`)).text()
    expect(markdown).toContain('A sentence with a note[^b], one with another[^a], and the first again[^b].')
    expect(markdown).toContain('[^b]: The first note.\n\n    It has two paragraphs.\n\n[^a]: The other note.')
    expect(await (await request.get(gallery.url + PAGE)).text()).toContain('/footnotes.css')
    expect(await (await request.get(`${gallery.url}/three-sections`)).text()).not.toContain('footnotes')
  })
})
