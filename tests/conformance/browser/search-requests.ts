import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { createRows } from '../row'
import { type PageFixtures, stopTime } from './fixtures'
import { createResult, findDialog, findField, mockSearch, openSearch, waitForRequests } from './search-dialog'

const findLoadingIcon = (page: Page) => findDialog(page).locator('.search-loading')

/** Collects the queries that a page sends to the server from now on. */
function collectQueries(page: Page): string[] {
  const queries: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/search')) queries.push(request.postDataJSON().query)
  })
  return queries
}

/** Opens the dialog, waits for the response to the warm-up search, and stops the clock. */
async function openAndStopTime(fixtures: PageFixtures): Promise<Page> {
  const { page } = fixtures
  const warmUp = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/search'))
  await openSearch(fixtures)
  await warmUp
  // The dialog handles the response in a task after its last bytes.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  await stopTime(page)
  return page
}

/** Types three queries, and expects the last to be sent `wait` milliseconds after the first. */
async function expectThrottle(page: Page, queries: string[], wait: number): Promise<void> {
  await findField(page).fill('a')
  await page.clock.runFor(10)
  await expect.poll(() => queries).toEqual(['', 'a'])
  await findField(page).fill('ab')
  await findField(page).fill('abc')
  await page.clock.runFor(wait - 30)
  await waitForRequests(page)
  expect(queries).toEqual(['', 'a'])
  await page.clock.runFor(40)
  await expect.poll(() => queries).toEqual(['', 'a', 'abc'])
}

/** Statements about the requests of the search dialog, and how it handles the responses. */
export const SEARCH_REQUESTS = createRows<PageFixtures>({
  payload: {
    statement: 'A search sends the query alone, without the id of an ancestor.',
    reason:
      'The index covers the whole site, which has one root page. The search API accepts an ancestor from other clients.',
    check: async (fixtures) => {
      const { page } = fixtures
      const sent: unknown[] = []
      page.on('request', (request) => request.url().endsWith('/api/search') && sent.push(request.postDataJSON()))
      await openSearch(fixtures)
      await findField(page).fill('b')
      await expect.poll(() => sent).toEqual([{ query: '' }, { query: 'b' }])
    },
  },
  'error, in the answer': {
    statement: 'A response with error and errorId shows Search error.',
    check: (fixtures) => expectError(fixtures, { error: 'broken', errorId: '1' }),
  },
  'error without an id': {
    statement: 'A response with error and no errorId shows Search error.',
    check: (fixtures) => expectError(fixtures, { error: 'broken', results: [], total: 0 }),
  },
  'id without an error': {
    statement: 'A response with errorId and no error shows Search error.',
    check: (fixtures) => expectError(fixtures, { errorId: '1', results: [], total: 0 }),
  },
  'error with results': {
    statement: 'A response with both an error and results shows Search error and no result.',
    check: async (fixtures) => {
      await expectError(fixtures, { error: 'broken', results: [createResult('1', 'One')], total: 1 })
      await expect(findDialog(fixtures.page).getByRole('option')).toHaveCount(0)
    },
  },
  'error, of the answer': {
    statement: 'A response with status 500 shows Search error.',
    check: (fixtures) => {
      fixtures.expectConsole(/status of 500/)
      return expectError(fixtures, {}, 500)
    },
  },
  loading: {
    statement: 'While a search runs, an icon shows that it loads; the response to a previous query is not shown.',
    reason: 'Most responses come within 100 milliseconds, so the icon appears only after that time and does not flash.',
    check: async (fixtures) => {
      const { page } = fixtures
      const pending: (() => Promise<void>)[] = []
      await page.route('**/api/search', async (route) => {
        const { query } = route.request().postDataJSON()
        const json = { results: query ? [createResult(query, query)] : [], total: 1, throttle: 0 }
        // Fails for a request that the browser has cancelled, because its query has changed.
        const respond = () => route.fulfill({ json }).catch(() => {})
        if (query === 'slow') pending.push(respond)
        else await respond()
      })
      await openAndStopTime(fixtures)
      await findField(page).fill('slow')
      await expect.poll(() => pending.length).toBe(1)
      await page.clock.runFor(90)
      await expect(findLoadingIcon(page)).toHaveCount(0)
      await page.clock.runFor(20)
      await expect(findLoadingIcon(page)).toBeVisible()
      await page.clock.resume()
      await findField(page).fill('fast')
      await expect(findDialog(page).getByRole('option')).toHaveText(/fast/)
      await pending[0]?.()
      await expect(findDialog(page).getByRole('option')).toHaveText(/fast/)
      await expect(findLoadingIcon(page)).toHaveCount(0)
    },
  },
  throttle: {
    statement:
      'Searches are sent at most every 150 milliseconds, which is the throttle in the responses of the server.',
    reason: 'The embedded index responds within a few milliseconds, so 1000 milliseconds would only delay the results.',
    check: async (fixtures) => {
      const queries = collectQueries(fixtures.page)
      const page = await openAndStopTime(fixtures)
      const response = page.waitForResponse('**/api/search')
      await expectThrottle(page, queries, 150)
      expect((await (await response).json()).throttle).toBe(150)
    },
  },
  'throttle, fallback': {
    statement: 'Where the responses name no throttle, searches are sent at most every 1000 milliseconds.',
    check: async (fixtures) => {
      const queries = await mockSearch(fixtures.page, { results: [], total: 0 })
      const page = await openAndStopTime(fixtures)
      await expectThrottle(page, queries, 1000)
    },
  },
})

/** Searches with a mocked response, and expects the dialog to show an error. */
async function expectError(fixtures: PageFixtures, body: unknown, status = 200): Promise<void> {
  await mockSearch(fixtures.page, body, status)
  const page = await openSearch(fixtures)
  await findField(page).fill('b')
  await expect(findDialog(page).getByRole('status')).toHaveText('Search error')
}
