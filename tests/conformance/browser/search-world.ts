import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { type InBrowser, open } from './world'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
export const field = (page: Page) => dialog(page).getByRole('combobox')
export const searchButton = (page: Page) => page.getByRole('button', { name: 'Search' })

/** Opens the dialog by its button, and returns the page. */
export async function openSearch(world: InBrowser): Promise<Page> {
  await open(world, 'two-sections')
  await searchButton(world.page).click()
  await expect(field(world.page)).toBeFocused()
  return world.page
}

/** One result, as the search API returns it. */
export const result = (id: string, title: string) => ({
  id,
  title,
  path: '/two-sections',
  ancestors: [],
  highlight: { text: 'a <mark>b</mark> <i>c' },
})

/** Responds to every search with this body, and returns the list of queries, which grows with each. */
export async function respondWith(page: Page, body: unknown, status = 200): Promise<string[]> {
  const queries: string[] = []
  await page.route('**/api/search', async (route) => {
    queries.push(route.request().postDataJSON().query)
    await route.fulfill({ status, json: body })
  })
  return queries
}

/** Waits until every request that the page has sent so far is known to the test: requests are reported in order. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/api/health')))
}
