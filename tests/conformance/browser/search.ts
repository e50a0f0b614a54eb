import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { rowsFor, type Section } from '../row'
import { SEARCH_REQUESTS } from './search-requests'
import { dialog, field, openSearch, respondWith, result, searchButton, settled } from './search-world'
import { type InBrowser, open } from './world'

export const SEARCH: Section<InBrowser> = {
  name: 'The search dialog',
  rows: [
    ...rowsFor<InBrowser>({
      opens: {
        says: 'The search button opens a dialog labelled Search, with a field of the same name; Escape closes it.',
        holds: async (world) => {
          const page = await openSearch(world)
          await expect(field(page)).toHaveAttribute('placeholder', 'Search')
          await page.keyboard.press('Escape')
          await expectClosed(page)
        },
      },
      'closed by the button': {
        says: 'The close button closes the dialog.',
        holds: async (world) => {
          const page = await openSearch(world)
          await dialog(page).getByRole('button', { name: 'Close', exact: true }).click()
          await expectClosed(page)
        },
      },
      'closed by the overlay': {
        says: 'A click beside the dialog, on its overlay, closes it; a click within it does not.',
        holds: async (world) => {
          const page = await openSearch(world)
          await dialog(page)
            .locator('.search-panel')
            .click({ position: { x: 5, y: 5 } })
          await expect(dialog(page)).toBeVisible()
          await page.mouse.click(5, 400)
          await expectClosed(page)
        },
      },
      shortcuts: {
        says: 'Cmd+K and Cmd+P open the dialog.',
        holds: async (world) => {
          const { page } = world
          await open(world, 'two-sections')
          for (const keys of ['Meta+k', 'Meta+p']) {
            await page.keyboard.press(keys)
            await expect(field(page)).toBeFocused()
            await page.keyboard.press('Escape')
            await expect(dialog(page)).toHaveCount(0)
          }
        },
      },
      'shortcuts elsewhere': {
        says: 'On a keyboard without a Cmd key, Ctrl+K opens the dialog.',
        holds: async (world) => {
          const { page } = world
          await open(world, 'two-sections')
          await page.keyboard.press('Control+k')
          await expect(field(page)).toBeFocused()
        },
      },
      'print shortcut': {
        says: 'Ctrl+P prints the page, with the dialog open or closed.',
        because: 'Ctrl+P is the browser’s own shortcut for printing, and Ctrl+K opens the dialog.',
        holds: async (world) => {
          const { page } = world
          await open(world, 'two-sections')
          // Added last, so it runs after all listeners of the page.
          await page.evaluate(() => {
            addEventListener('keydown', ({ key, ctrlKey, defaultPrevented }) => {
              if (key === 'p' && ctrlKey) document.title += ` prevented: ${defaultPrevented}`
            })
          })
          await page.keyboard.press('Control+p')
          await expect(page).toHaveTitle(/ prevented: false$/)
          await expect(dialog(page)).toHaveCount(0)
          await searchButton(page).click()
          await expect(field(page)).toBeFocused()
          await expect(dialog(page).getByRole('button', { name: 'Close', exact: true })).toBeVisible()
          await page.keyboard.press('Control+p')
          await expect(page).toHaveTitle(/ prevented: false prevented: false$/)
        },
      },
      results: {
        says: 'Results are a list with the matches marked, shown as text, and a footer with their number.',
        needsServer: true,
        holds: async (world) => {
          await respondWith(world.page, { results: [result('1', 'One'), result('2', 'Two')], total: 2, throttle: 0 })
          const page = await openSearch(world)
          await field(page).fill('b')
          await expect(dialog(page).getByRole('option')).toHaveCount(2)
          await expect(dialog(page).locator('mark').first()).toHaveText('b')
          await expect(dialog(page).getByRole('option').first()).toContainText('<i>c')
          await expect(dialog(page).locator('footer')).toContainText('2 results')
        },
      },
      'one result': {
        says: 'A single result is counted in the singular.',
        needsServer: true,
        holds: async (world) => {
          await respondWith(world.page, { results: [result('1', 'One')], total: 1, throttle: 0 })
          const page = await openSearch(world)
          await field(page).fill('b')
          await expect(dialog(page).locator('footer')).toContainText(/1 result(?!s)/)
        },
      },
      dropped: {
        says: 'A result without a title is dropped, and a page is named once.',
        needsServer: true,
        holds: async (world) => {
          await respondWith(world.page, {
            results: [result('1', 'One'), result('2', ' '), result('1', 'Again')],
            total: 3,
            throttle: 0,
          })
          const page = await openSearch(world)
          await field(page).fill('b')
          await expect(dialog(page).getByRole('option')).toHaveText(/One/)
          await expect(dialog(page).locator('footer')).toContainText(/1 result(?!s)/)
        },
      },
      none: {
        says: 'A search without results shows a message and a hint.',
        holds: async (world) => {
          const page = await openSearch(world)
          await field(page).fill('zzzzqqqq')
          await expect(dialog(page).getByRole('status')).toHaveText(/No results\s*Try different search terms/)
        },
      },
      blank: {
        says: 'A blank query sends no request except the one that warms up the index. It clears the results.',
        needsServer: true,
        holds: async (world) => {
          const asked = await respondWith(world.page, { error: 'broken' })
          const page = await openSearch(world)
          await expect.poll(() => asked).toEqual([''])
          await field(page).fill('b')
          await expect(dialog(page).getByText('Search error')).toBeVisible()
          await field(page).fill('  ')
          await expect(dialog(page).getByText('Search error')).toHaveCount(0)
          await settled(page)
          expect(asked).toEqual(['', 'b'])
        },
      },
      clear: {
        says: 'A button clears the query.',
        holds: async (world) => {
          const page = await openSearch(world)
          await field(page).fill('b')
          await dialog(page).getByRole('button', { name: 'Clear', exact: true }).click()
          await expect(field(page)).toHaveValue('')
        },
      },
    }),
    ...SEARCH_REQUESTS.map((row) => ({ ...row, needsServer: true })),
  ],
}

/** Waits until the dialog is closed and its button has the focus again. */
async function expectClosed(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0)
  await expect(searchButton(page)).toBeFocused()
}
