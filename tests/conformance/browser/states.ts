import { expect } from '@playwright/test'
import { rowsFor, type Section } from '../row'
import { type InBrowser, open, stopTime } from './world'

export const CODE: Section<InBrowser> = {
  name: 'Copying code',
  rows: rowsFor({
    copied: {
      says: 'The copy button copies the code, and says so for 1.2 seconds.',
      holds: async (world) => {
        const { page } = world
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await open(world, 'gallery')
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
      says: 'When the browser refuses, the button says that, and so that it is heard.',
      holds: async (world) => {
        const { page } = world
        await page.addInitScript(() => {
          Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('refused')) })
        })
        await open(world, 'gallery')
        const button = page.locator('.block-code').first().getByRole('button')
        await button.click()
        await expect(button.locator('[aria-live=polite]')).toHaveText('Copy failed')
      },
    },
  }),
}

export const VIEWS: Section<InBrowser> = {
  name: 'Choosing a view',
  rows: rowsFor({
    remembered: {
      says: 'The chosen view of each database is remembered by the browser and taken up again after the first drawing.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'gallery')
        const tab = page.locator('.collection').getByRole('tab', { name: 'By state' })
        await tab.click()
        await expect(page.locator('.collection-board')).toBeVisible()
        await page.reload()
        await expect(tab).toHaveAttribute('aria-selected', 'true')
        await expect(page.locator('.collection-board')).toBeVisible()
        const first = await (await page.request.get(`${world.site.url}/gallery`)).text()
        expect(first).not.toContain('collection-board')
        expect(
          await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('collection')).length),
        ).toBe(1)
      },
    },
  }),
}

export const FRAMEWORK: Section<InBrowser> = {
  name: 'Answers that are no page',
  rows: rowsFor({
    404: status(404, 'This page could not be found', '/nowhere'),
    400: status(400, 'Bad Request', '/%E0%A4%A'),
    405: {
      says: 'Sending something to a page is answered 405.',
      holds: async ({ page, site }) => {
        const response = await page.request.post(`${site.url}/two-sections`)
        expect(response.status()).toBe(405)
        expect(await response.text()).toContain('Method Not Allowed')
      },
    },
  }),
}

function status(code: number, words: string, path: string) {
  return {
    says: `An address that calls for it is answered ${code}, with a page that says so.`,
    holds: async ({ page, site }: InBrowser) => {
      const response = await page.request.get(site.url + path)
      expect(response.status()).toBe(code)
      expect(await response.text()).toContain(words)
    },
  }
}
