import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { createRows, type Section } from '../row'
import { open, type PageFixtures } from './fixtures'
import {
  createResult,
  findDialog,
  findField,
  findSearchButton,
  mockSearch,
  openSearch,
  waitForRequests,
} from './search-dialog'
import { SEARCH_REQUESTS } from './search-requests'

export const SEARCH: Section<PageFixtures> = {
  name: 'The search dialog',
  rows: [
    ...createRows<PageFixtures>({
      opens: {
        statement: 'The search button opens a dialog labeled Search, with a field of the same name; Escape closes it.',
        check: async (fixtures) => {
          const page = await openSearch(fixtures)
          await expect(findField(page)).toHaveAttribute('placeholder', 'Search')
          await page.keyboard.press('Escape')
          await expectClosed(page)
        },
      },
      'closed by the button': {
        statement: 'The close button closes the dialog.',
        check: async (fixtures) => {
          const page = await openSearch(fixtures)
          await findDialog(page).getByRole('button', { name: 'Close', exact: true }).click()
          await expectClosed(page)
        },
      },
      'closed by the overlay': {
        statement: 'A click beside the dialog, on its overlay, closes it; a click within it does not.',
        check: async (fixtures) => {
          const page = await openSearch(fixtures)
          await findDialog(page)
            .locator('.search-panel')
            .click({ position: { x: 5, y: 5 } })
          await expect(findDialog(page)).toBeVisible()
          await page.mouse.click(5, 400)
          await expectClosed(page)
        },
      },
      shortcuts: {
        statement: 'Cmd+K and Cmd+P open the dialog.',
        check: async (fixtures) => {
          const { page } = fixtures
          await open(fixtures, 'two-sections')
          for (const keys of ['Meta+k', 'Meta+p']) {
            await page.keyboard.press(keys)
            await expect(findField(page)).toBeFocused()
            await page.keyboard.press('Escape')
            await expect(findDialog(page)).toHaveCount(0)
          }
        },
      },
      'shortcuts elsewhere': {
        statement: 'On a keyboard without a Cmd key, Ctrl+K opens the dialog.',
        check: async (fixtures) => {
          const { page } = fixtures
          await open(fixtures, 'two-sections')
          await page.keyboard.press('Control+k')
          await expect(findField(page)).toBeFocused()
        },
      },
      'print shortcut': {
        statement: 'Ctrl+P prints the page, with the dialog open or closed.',
        reason: 'Ctrl+P is the browser’s own shortcut for printing, and Ctrl+K opens the dialog.',
        check: async (fixtures) => {
          const { page } = fixtures
          await open(fixtures, 'two-sections')
          // Added last, so that it runs after all listeners of the page.
          await page.evaluate(() => {
            addEventListener('keydown', ({ key, ctrlKey, defaultPrevented }) => {
              if (key === 'p' && ctrlKey) document.title += ` prevented: ${defaultPrevented}`
            })
          })
          await page.keyboard.press('Control+p')
          await expect(page).toHaveTitle(/ prevented: false$/)
          await expect(findDialog(page)).toHaveCount(0)
          await findSearchButton(page).click()
          await expect(findField(page)).toBeFocused()
          await expect(findDialog(page).getByRole('button', { name: 'Close', exact: true })).toBeVisible()
          await page.keyboard.press('Control+p')
          await expect(page).toHaveTitle(/ prevented: false prevented: false$/)
        },
      },
      results: {
        statement: 'Results are a list with the matches marked, shown as text, and a footer with their number.',
        needsServer: true,
        check: async (fixtures) => {
          await mockSearch(fixtures.page, {
            results: [createResult('1', 'One'), createResult('2', 'Two')],
            total: 2,
            throttle: 0,
          })
          const page = await openSearch(fixtures)
          await findField(page).fill('b')
          await expect(findDialog(page).getByRole('option')).toHaveCount(2)
          await expect(findDialog(page).locator('mark').first()).toHaveText('b')
          await expect(findDialog(page).getByRole('option').first()).toContainText('<i>c')
          await expect(findDialog(page).locator('footer')).toContainText('2 results')
        },
      },
      'one result': {
        statement: 'A single result is counted in the singular.',
        needsServer: true,
        check: async (fixtures) => {
          await mockSearch(fixtures.page, { results: [createResult('1', 'One')], total: 1, throttle: 0 })
          const page = await openSearch(fixtures)
          await findField(page).fill('b')
          await expect(findDialog(page).locator('footer')).toContainText(/1 result(?!s)/)
        },
      },
      dropped: {
        statement: 'A result without a title is dropped, and a page is named once.',
        needsServer: true,
        check: async (fixtures) => {
          await mockSearch(fixtures.page, {
            results: [createResult('1', 'One'), createResult('2', ' '), createResult('1', 'Again')],
            total: 3,
            throttle: 0,
          })
          const page = await openSearch(fixtures)
          await findField(page).fill('b')
          await expect(findDialog(page).getByRole('option')).toHaveText(/One/)
          await expect(findDialog(page).locator('footer')).toContainText(/1 result(?!s)/)
        },
      },
      none: {
        statement: 'A search without results shows a message and a hint.',
        check: async (fixtures) => {
          const page = await openSearch(fixtures)
          await findField(page).fill('zzzzqqqq')
          await expect(findDialog(page).getByRole('status')).toHaveText(/No results\s*Try different search terms/)
        },
      },
      blank: {
        statement: 'A blank query sends no request except the one that warms up the index. It clears the results.',
        needsServer: true,
        check: async (fixtures) => {
          const queries = await mockSearch(fixtures.page, { error: 'broken' })
          const page = await openSearch(fixtures)
          await expect.poll(() => queries).toEqual([''])
          await findField(page).fill('b')
          await expect(findDialog(page).getByText('Search error')).toBeVisible()
          await findField(page).fill('  ')
          await expect(findDialog(page).getByText('Search error')).toHaveCount(0)
          await waitForRequests(page)
          expect(queries).toEqual(['', 'b'])
        },
      },
      clear: {
        statement: 'A button clears the query.',
        check: async (fixtures) => {
          const page = await openSearch(fixtures)
          await findField(page).fill('b')
          await findDialog(page).getByRole('button', { name: 'Clear', exact: true }).click()
          await expect(findField(page)).toHaveValue('')
        },
      },
    }),
    ...SEARCH_REQUESTS.map((row) => ({ ...row, needsServer: true })),
  ],
}

/** Waits until the dialog is closed and its button has the focus again. */
async function expectClosed(page: Page): Promise<void> {
  await expect(findDialog(page)).toHaveCount(0)
  await expect(findSearchButton(page)).toBeFocused()
}
