import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { startForwarder } from '../support/ports'
import { signInDirectly } from '../support/sign-in/screens'
import { expect, LATE_SCRIPT, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'
const NEXT = '/organise'
/** Chromium reports this if the next document has no view transitions. */
const ABORTED = /^uncaught: Transition was aborted because of invalid state\. ViewTransition opt-in disabled/
const FAILED = /^error: Failed to load resource/

test.describe('a page that is slow to open', () => {
  test.use({ reducedMotion: 'reduce' })
  // It never responds.
  const server = createServer()

  test.beforeAll(async () => {
    server.listen(0, 'localhost')
    await once(server, 'listening')
  })
  test.afterAll(() => void server.close())

  test('is announced by its link and a bar until the navigation is stopped', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`
    // One call, because Playwright waits with others until the page has opened.
    const seen = await page.evaluate(async (href) => {
      const root = document.documentElement
      const link = document.querySelector<HTMLAnchorElement>('.navigation > ul a')
      const waitUntil = (isLoading: boolean) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (root.hasAttribute('data-loading') !== isLoading) return
            observer.disconnect()
            resolve()
          })
          observer.observe(root, { attributes: true })
        })
      if (link) link.href = href
      const start = performance.now()
      link?.click()
      await waitUntil(true)
      const isEarly = performance.now() - start < 299
      const { content, position, height, animationName } = getComputedStyle(root, '::before')
      const { ariaBusy } = link ?? {}
      const stopped = waitUntil(false)
      window.stop()
      await stopped
      return { isEarly, ariaBusy, bar: { content, position, height, animationName }, after: link?.ariaBusy }
    }, url)
    const bar = { content: '""', position: 'fixed', height: '2px', animationName: 'none' }
    expect(seen).toEqual({ isEarly: false, ariaBusy: 'true', bar, after: null })
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('is announced by a bar if its link is in an overlay', async ({ page, sample }) => {
      await page.goto(sample.url + ARTICLE)
      await page.locator('[popovertarget="navigation"]').tap()
      await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
      const url = `http://localhost:${(server.address() as AddressInfo).port}/`
      const isOpen = await page.evaluate(async (href) => {
        const shown = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (document.documentElement.hasAttribute('data-loading')) resolve()
          })
          observer.observe(document.documentElement, { attributes: true })
        })
        const link = document.querySelector<HTMLAnchorElement>('#navigation a')
        if (link) link.href = href
        link?.click()
        await shown
        window.stop()
        return document.querySelector('#navigation')?.matches(':popover-open')
      }, url)
      expect(isOpen).toBe(false)
    })
  })
})

test.describe('a bar for a slow page', () => {
  const isLoading = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-loading'))
  /** Clicks a link in the page, because Playwright would wait for the navigation. */
  const click = (page: Page, selector: string, href?: string) =>
    page.evaluate(
      ([links, address]) => {
        const link = document.querySelector<HTMLAnchorElement>(links ?? '')
        if (link && address) link.href = address
        link?.click()
      },
      [selector, href],
    )

  test('ends after a time without the Navigation API', async ({ page, sample }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    await page.clock.install()
    await page.goto(sample.url + ARTICLE)
    // A clock that runs could set back its time while it calls functions.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.route(`**${NEXT}`, (route) => route.abort('aborted'))
    await click(page, `.navigation > ul a[href="${NEXT}"]`)
    await page.clock.runFor(400)
    expect(await isLoading(page)).toBe(true)
    await page.clock.runFor(30_000)
    expect(await isLoading(page)).toBe(false)
  })

  test('is not shown for a file', async ({ page, sample }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    await page.clock.install()
    await page.goto(sample.url + ARTICLE)
    // A clock that runs could set back its time while it calls functions.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.route('**/files/report.zip', (route) => route.abort('aborted'))
    await click(page, `.navigation > ul a[href="${NEXT}"]`, '/files/report.zip')
    await page.clock.runFor(400)
    expect(await isLoading(page)).toBe(false)
  })
})

test('without a connection, a link opens the error page of the browser, also after a failed prefetch', async ({
  page,
  sample,
  expectConsole,
}) => {
  expectConsole(FAILED)
  const connection = await startForwarder(Number(new URL(sample.url).port))
  await page.goto(connection.url + ARTICLE)
  await connection.stop()
  const link = page.locator(`.navigation > ul a[href="${NEXT}"]`)
  await link.hover()
  await expectErrorPage(page, 'net::ERR_CONNECTION_REFUSED', () => link.click())
})

test.describe('a client-side navigation', () => {
  test.describe.configure({ timeout: 90_000 })

  test.beforeEach(async ({ page, account, expectConsole }) => {
    for (const line of [FAILED, ABORTED, LATE_SCRIPT, /^error: Failed to fetch RSC payload/]) expectConsole(line)
    await signInDirectly(page.context(), account.service, 'ben')
    // Starts interception before the page opens: Chromium may not apply the first route of an open page to its next request.
    await page.route('**/members/ledger*', (route) => route.fallback())
    await page.goto(`${account.site.url}/members`)
    await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
  })

  test('without a connection opens the error page of the browser', async ({ page }) => {
    await page.route('**/members/ledger*', (route) => route.abort('internetdisconnected'))
    const link = page.getByRole('link', { name: 'Ledger' }).first()
    await expectErrorPage(page, 'net::ERR_INTERNET_DISCONNECTED', () => link.click())
  })

  test('to a page that is unavailable opens the response of the server', async ({ page }) => {
    const body = '<!doctype html><title>Unavailable</title><h1>503 Service Unavailable</h1>'
    await page.route('**/members/ledger*', (route) => route.fulfill({ status: 503, contentType: 'text/html', body }))
    await page.getByRole('link', { name: 'Ledger' }).first().click()
    await expect(page.getByRole('heading', { name: '503 Service Unavailable' })).toBeVisible()
  })
})

/** Expects that the next navigation fails with an error. The error page of the headless browser contains no text. */
async function expectErrorPage(page: Page, error: string, navigate: () => Promise<void>): Promise<void> {
  const failing = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest())
  await navigate()
  expect((await failing).failure()?.errorText).toBe(error)
  await page.waitForURL('chrome-error://chromewebdata/')
}
