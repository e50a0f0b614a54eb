import { expect } from '../../e2e/base'
import { createRows, type Section } from '../row'
import { open, type PageFixtures, stopTime } from './fixtures'

export const CODE: Section<PageFixtures> = {
  name: 'Copying code',
  rows: createRows({
    copied: {
      statement: 'The copy button copies the code and confirms it for 1.2 seconds.',
      check: async (fixtures) => {
        const { page } = fixtures
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await open(fixtures, 'gallery')
        await stopTime(page)
        const code = page.locator('.block-code').first()
        const button = code.getByRole('button')
        await button.click()
        await expect(button).toHaveText('Copied')
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.locator('code').textContent())
        await page.clock.runFor(1100)
        await expect(button).toHaveText('Copied')
        await page.clock.runFor(200)
        await expect(button).toHaveText('Copy')
      },
    },
    refused: {
      statement: 'If the browser refuses, the button reports the failure, also to screen readers.',
      check: async (fixtures) => {
        const { page } = fixtures
        await page.addInitScript(() => {
          Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('refused')) })
        })
        await open(fixtures, 'gallery')
        const button = page.locator('.block-code').first().getByRole('button')
        await button.click()
        await expect(button.locator('[aria-live=polite]')).toHaveText('Copy failed')
      },
    },
  }),
}

export const VIEWS: Section<PageFixtures> = {
  name: 'Choosing a view',
  rows: createRows({
    remembered: {
      statement: 'The browser remembers the chosen view of each database block and applies it after the first render.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'two-databases')
        const list = page.getByRole('tab', { name: 'First list' })
        const gallery = page.getByRole('tab', { name: 'Second gallery' })
        await gallery.click()
        await expect(page.locator('.collection-gallery')).toBeVisible()
        await list.click()
        await expect(page.locator('.collection-list')).toBeVisible()
        await page.reload()
        for (const tab of [list, gallery]) await expect(tab).toHaveAttribute('aria-selected', 'true')
        await expect(page.locator('.collection-list')).toHaveCount(1)
        await expect(page.locator('.collection-gallery')).toHaveCount(1)
        const sent = await (await page.request.get(`${fixtures.site.url}/two-databases`)).text()
        expect(sent).toContain('collection-table')
        expect(sent).not.toMatch(/collection-(?:list|gallery)/)
        expect(
          await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('collection')).length),
        ).toBe(2)
      },
    },
  }),
}
