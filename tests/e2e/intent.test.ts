import type { Page } from '@playwright/test'
import { holdScripts } from './held-scripts'
import { scrollThrough } from './layout'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'
const REACT = '**/_next/static/scripts/react-*.js*'

/** Returns the paths of the scripts that a page requests from now on. */
function recordScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

const START = expect.stringMatching(/^\/_next\/static\/scripts\/start-\w+\.js$/)
const REACT_PATH = expect.stringMatching(/^\/_next\/static\/scripts\/react-\w+\.js$/)

test('a page that is read, scrolled, and left by a link requests one script', { tag: '@server' }, async ({
  page,
  sample,
}) => {
  const scripts = recordScripts(page)
  await page.goto(sample.url + ARTICLE)
  await scrollThrough(page)
  await page.keyboard.press('Home')
  await page.locator('.page-body').getByRole('link', { name: 'Design notes' }).last().click()
  await page.waitForURL('**/design-notes')
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('How a paragraph is set')
  await page.goForward()
  await page.waitForURL('**/design-notes')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((path) => !path.includes('/start-'))).toEqual([])
})

test('a pointer that rests on a control loads React, and one that passes while the page scrolls does not', async ({
  page,
  sample,
}) => {
  const scripts = recordScripts(page)
  await page.goto(sample.url + ARTICLE)
  const picture = page.locator('.picture').first()
  await page.mouse.move(400, 300)
  await scrollThrough(page)
  expect(scripts).toEqual([START])
  await picture.scrollIntoViewIfNeeded()
  // A picture has its button once it is near the window.
  await picture.locator('> button').hover()
  await expect.poll(() => scripts).toEqual([START, REACT_PATH])
})

test('the focus that rests on a tab of a database loads it, and an arrow key that comes first moves to the next tab once', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}/gallery`)
  const tabs = page.locator('.collection-tabs').first().locator('[role=tab]')
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(tabs.nth(1)).toBeFocused()
})

test('a storm of clicks on a tab of a database, and a key that is held down, have the effect of one', async ({
  page,
  gallery,
}) => {
  const release = await holdScripts(page, REACT)
  await page.goto(`${gallery.url}/gallery`)
  const tabs = page.locator('.collection-tabs').first().locator('[role=tab]')
  const tab = tabs.nth(1)
  await tab.evaluate((button: HTMLElement) => {
    for (let count = 0; count < 200; count++) button.click()
  })
  release()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(tab).toHaveJSProperty('isConnected', true)
  await tab.focus()
  for (let count = 0; count < 20; count++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
})

test('a script that fails to load is requested again at the next intent, and links keep working', async ({
  page,
  sample,
  expectConsole,
}) => {
  expectConsole(/Failed to (?:load resource|fetch dynamically imported module)/)
  await page.route(REACT, (route) => route.abort())
  await page.goto(sample.url + ARTICLE)
  const button = page.locator('.picture button').first()
  await page.locator('.picture').first().scrollIntoViewIfNeeded()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/react-'))
  await button.click()
  await failed
  await expect(page.locator('.picture').first()).not.toHaveAttribute('data-waiting')
  await page.unroute(REACT)
  await button.click()
  await expect(page.locator('dialog[open] img').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('.site-name').click()
  await page.waitForURL(`${sample.url}/`)
})

test('a page that was left open over a deployment is loaded again, once', async ({ page, sample, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.route(REACT, (route) => route.fulfill({ status: 404 }))
  await page.goto(sample.url + ARTICLE)
  const failToEnlarge = async () => {
    await page.locator('.picture').first().scrollIntoViewIfNeeded()
    await Promise.all([
      // After each failure, the page checks whether its script still exists.
      page.waitForResponse((response) => response.url().includes('/react-') && response.request().method() === 'HEAD'),
      page.locator('.picture button').first().click(),
    ])
  }
  const loadedAgain = page.waitForEvent('load')
  await failToEnlarge()
  // A click before this could go to the document that is left.
  await loadedAgain
  for (let count = 0; count < 2; count++) await failToEnlarge()
  await page.waitForLoadState('networkidle')
  expect(documents).toEqual([sample.url + ARTICLE, sample.url + ARTICLE])
  await page.locator('.site-name').click()
  await page.waitForURL(`${sample.url}/`)
})

test('a page whose scripts are blocked can be read, and its links and toggles work', async ({ context, sample }) => {
  // `goto` of the test's own page waits for the script.
  const page = await context.newPage()
  await page.route('**/*.js*', (route) => route.abort())
  await page.goto(sample.url + ARTICLE)
  await page.locator('.contents summary').evaluate((summary: HTMLElement) => summary.click())
  await expect(page.locator('.contents details')).toHaveAttribute('open')
  await page.locator('.site-name').click()
  await page.waitForURL(`${sample.url}/`)
})

test('a connection that breaks off while the search opens leads to nothing worse than an incomplete dialog', async ({
  page,
  sample,
  expectConsole,
}) => {
  expectConsole(/Failed to (?:load resource|fetch dynamically imported module)|could not be loaded/)
  await page.goto(sample.url)
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('paragraph')
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog.search')).toHaveCount(0)
  await page.context().setOffline(false)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('paragraph')
  await expect(page.locator('.search-list .result mark').first()).toBeVisible()
})

test('the view of a database that a visitor selected is shown again without a layout shift above it', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}/gallery`)
  const tab = page.locator('.collection-tabs').first().locator('[role=tab]').nth(1)
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await page.goto(`${gallery.url}/gallery`)
  await tab.scrollIntoViewIfNeeded()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
})
