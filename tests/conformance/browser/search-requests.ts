import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { rowsFor } from '../row'
import { dialog, field, openSearch, respondWith, result, settled } from './search-world'
import { type InBrowser, stopTime } from './world'

const loadingIcon = (page: Page) => dialog(page).locator('.search-loading')

/** The list of queries that a page sends to the server, which grows with each. */
function queriesOf(page: Page): string[] {
  const queries: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/search')) queries.push(request.postDataJSON().query)
  })
  return queries
}

/** Opens the dialog, waits for the response to the warm-up search, and stops the clock. */
async function openAtRest(world: InBrowser): Promise<Page> {
  const { page } = world
  const warmUp = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/search'))
  await openSearch(world)
  await warmUp
  // The dialog reads the response in a task after the last bytes.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  await stopTime(page)
  return page
}

/** Types three queries, and expects the last to be sent `wait` milliseconds after the first. */
async function expectThrottle(page: Page, queries: string[], wait: number): Promise<void> {
  await field(page).fill('a')
  await page.clock.runFor(10)
  await expect.poll(() => queries).toEqual(['', 'a'])
  await field(page).fill('ab')
  await field(page).fill('abc')
  await page.clock.runFor(wait - 30)
  await settled(page)
  expect(queries).toEqual(['', 'a'])
  await page.clock.runFor(40)
  await expect.poll(() => queries).toEqual(['', 'a', 'abc'])
}

/** What the search dialog sends to the server, and what it makes of the response. */
export const SEARCH_REQUESTS = rowsFor<InBrowser>({
  payload: {
    says: 'A search sends the query alone, without the id of an ancestor.',
    because:
      'The index covers the whole site, which has one root page. The search API accepts an ancestor from other clients.',
    holds: async (world) => {
      const { page } = world
      const sent: unknown[] = []
      page.on('request', (request) => request.url().endsWith('/api/search') && sent.push(request.postDataJSON()))
      await openSearch(world)
      await field(page).fill('b')
      await expect.poll(() => sent).toEqual([{ query: '' }, { query: 'b' }])
    },
  },
  'error, in the answer': {
    says: 'A response with error and errorId shows Search error.',
    holds: (world) => expectError(world, { error: 'broken', errorId: '1' }),
  },
  'error without an id': {
    says: 'A response with error and no errorId shows Search error.',
    holds: (world) => expectError(world, { error: 'broken', results: [], total: 0 }),
  },
  'id without an error': {
    says: 'A response with errorId and no error shows Search error.',
    holds: (world) => expectError(world, { errorId: '1', results: [], total: 0 }),
  },
  'error with results': {
    says: 'A response with both an error and results shows Search error and no result.',
    holds: async (world) => {
      await expectError(world, { error: 'broken', results: [result('1', 'One')], total: 1 })
      await expect(dialog(world.page).getByRole('option')).toHaveCount(0)
    },
  },
  'error, of the answer': {
    says: 'A response with status 500 shows Search error.',
    holds: (world) => {
      world.expectConsole(/status of 500/)
      return expectError(world, {}, 500)
    },
  },
  loading: {
    says: 'While a search runs, an icon shows that it loads; the response to a previous query is not shown.',
    because:
      'Most responses come within 100 milliseconds, so the icon appears only after that time and does not flash.',
    holds: async (world) => {
      const { page } = world
      const held: (() => Promise<void>)[] = []
      await page.route('**/api/search', async (route) => {
        const { query } = route.request().postDataJSON()
        const json = { results: query ? [result(query, query)] : [], total: 1, throttle: 0 }
        // The browser has cancelled a request whose query has changed.
        const respond = () => route.fulfill({ json }).catch(() => {})
        if (query === 'slow') held.push(respond)
        else await respond()
      })
      await openAtRest(world)
      await field(page).fill('slow')
      await expect.poll(() => held.length).toBe(1)
      await page.clock.runFor(90)
      await expect(loadingIcon(page)).toHaveCount(0)
      await page.clock.runFor(20)
      await expect(loadingIcon(page)).toBeVisible()
      await page.clock.resume()
      await field(page).fill('fast')
      await expect(dialog(page).getByRole('option')).toHaveText(/fast/)
      await held[0]?.()
      await expect(dialog(page).getByRole('option')).toHaveText(/fast/)
      await expect(loadingIcon(page)).toHaveCount(0)
    },
  },
  throttle: {
    says: 'Searches are sent at most every 150 milliseconds, which is the throttle in the responses of the server.',
    because:
      'The embedded index responds within a few milliseconds, so 1000 milliseconds would only delay the results.',
    holds: async (world) => {
      const queries = queriesOf(world.page)
      const page = await openAtRest(world)
      const response = page.waitForResponse('**/api/search')
      await expectThrottle(page, queries, 150)
      expect((await (await response).json()).throttle).toBe(150)
    },
  },
  'throttle, fallback': {
    says: 'Where the responses name no throttle, searches are sent at most every 1000 milliseconds.',
    holds: async (world) => {
      const queries = await respondWith(world.page, { results: [], total: 0 })
      const page = await openAtRest(world)
      await expectThrottle(page, queries, 1000)
    },
  },
})

/** Searches with this response of the server, and expects the dialog to report an error. */
async function expectError(world: InBrowser, body: unknown, status = 200): Promise<void> {
  await respondWith(world.page, body, status)
  const page = await openSearch(world)
  await field(page).fill('b')
  await expect(dialog(page).getByRole('status')).toHaveText('Search error')
}
