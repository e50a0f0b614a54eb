import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { open, type PageFixtures } from './fixtures'

export const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
export const findField = (page: Page) => findDialog(page).getByRole('combobox')
export const findSearchButton = (page: Page) => page.getByRole('button', { name: 'Search' })

/** Opens the dialog with its button, and returns the page. */
export async function openSearch(fixtures: PageFixtures): Promise<Page> {
  await open(fixtures, 'two-sections')
  await findSearchButton(fixtures.page).click()
  await expect(findField(fixtures.page)).toBeFocused()
  return fixtures.page
}

/** Creates a result, as the search API returns it. */
export const createResult = (id: string, title: string) => ({
  id,
  title,
  path: '/two-sections',
  ancestors: [],
  highlight: { text: 'a <mark>b</mark> <i>c' },
})

/** Responds to every search with a body. Adds the query of each search to the returned list. */
export async function mockSearch(page: Page, body: unknown, status = 200): Promise<string[]> {
  const queries: string[] = []
  await page.route('**/api/search', async (route) => {
    queries.push(route.request().postDataJSON().query)
    await route.fulfill({ status, json: body })
  })
  return queries
}

/** Waits until all requests that the page has sent so far are reported to the test. Playwright reports requests in order. */
export async function waitForRequests(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/api/health')))
}
