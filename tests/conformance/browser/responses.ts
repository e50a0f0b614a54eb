import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from '../../e2e/base'
import { writeMembersWorkspace } from '../../support/members-workspace'
import { startSite } from '../../support/site'
import { createRows, type Section } from '../row'
import { open, type PageFixtures } from './fixtures'

export const FRAMEWORK: Section<PageFixtures> = {
  name: 'Responses that are not pages',
  rows: createRows({
    400: {
      statement: 'A malformed path returns status 400 and a page that says Bad Request.',
      needsServer: true,
      check: ({ page, site }) => expectError(page.request.get(`${site.url}/%E0%A4%A`), 400, 'Bad Request'),
    },
    404: {
      statement: 'An unknown path returns status 404 and a page that says This page could not be found.',
      needsServer: true,
      check: ({ page, site }) =>
        expectError(page.request.get(`${site.url}/nowhere`), 404, 'This page could not be found'),
    },
    405: {
      statement: 'A POST request to a page returns status 405 and a page that says Method Not Allowed.',
      needsServer: true,
      check: ({ page, site }) => expectError(page.request.post(`${site.url}/two-sections`), 405, 'Method Not Allowed'),
    },
    500: {
      statement: 'An unexpected error on the server returns status 500 and a page that says Internal Server Error.',
      needsServer: true,
      check: async ({ page }) => {
        // The server logs the error and its stack.
        const site = await startSite({ workspaceDir: writeMembersWorkspace().dir, expectedOutput: [/./] })
        try {
          let response = await page.request.get(`${site.url}/quay`)
          // Repeated, because the server repairs the file soon after it has detected the change.
          const breakAndRequest = async () => {
            breakIndex(site.stateDir)
            response = await page.request.get(`${site.url}/quay`)
            return response.status()
          }
          await expect.poll(breakAndRequest, { intervals: [50] }).toBe(500)
          await expectError(Promise.resolve(response), 500, 'Internal Server Error')
          expect(await response.text()).not.toMatch(/TypeError|at new Site|node_modules/)
        } finally {
          await site.stop()
        }
      },
    },
    'client-side exception': {
      statement: 'An exception in the browser replaces the page by a screen that reports a client-side exception.',
      check: async (fixtures) => {
        const { page } = fixtures
        fixtures.expectConsole(/broken on purpose/)
        await page.addInitScript(() => {
          // The page creates such an observer in an effect of each lazy image.
          window.IntersectionObserver = class extends IntersectionObserver {
            constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
              if (options?.rootMargin === '50px 0px') throw new Error('broken on purpose')
              super(callback, options)
            }
          }
        })
        await open(fixtures, 'pictures')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          'Application error: a client-side exception has occurred',
        )
        await expect(page.getByText('A paragraph.')).toHaveCount(0)
      },
    },
  }),
}

/** Expects the status, and an HTML page whose heading contains the status and its meaning. */
async function expectError(
  request: ReturnType<PageFixtures['page']['request']['get']>,
  status: number,
  meaning: string,
): Promise<void> {
  const response = await request
  expect(response.status()).toBe(status)
  expect(response.headers()['content-type']).toMatch(/^text\/html/)
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await response.text()) ?? []
  expect(heading.replace(/<[^>]*>/g, '')).toBe(`${status} ${meaning}`)
}

/** Removes everything except the format number from the index of a site, so that the server accepts it and then fails. */
function breakIndex(stateDir: string): void {
  const [copy = ''] = readdirSync(path.join(stateDir, 'workspaces'))
  const file = path.join(stateDir, 'workspaces', copy, 'index.json.gz')
  const { format } = JSON.parse(gunzipSync(readFileSync(file)).toString())
  writeFileSync(file, gzipSync(JSON.stringify({ format })))
}
