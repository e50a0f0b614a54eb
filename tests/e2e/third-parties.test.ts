import type { Page } from '@playwright/test'
import { block, table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage } from '@/cli/sample/pages'
import { createFolder, startSite } from '../support/site'
import { expect, test } from './test'

// Each test starts a site of its own.
test.describe.configure({ timeout: 90_000 })

const COUNTER = 'https://stats.example.com'

/** Writes a workspace of a home page, a page with an embed, and a page without one. */
function writeWorkspaceWithEmbed(): string {
  const dir = createFolder('third-parties')
  const embed = block('embed', { properties: { source: [['https://www.frames.example/a']] } })
  writeWorkspace(
    dir,
    buildWorkspace(
      createPage('Home', { key: 'home' }, [
        createPage('Framing', { key: 'framing' }, [text('Here is a frame'), embed]),
        createPage('Quiet', { key: 'quiet' }, [text(['Go to ', pageMention('framing')])]),
      ]),
    ),
  )
  return dir
}

/** Collects the origins other than the site that the page and its iframes request from now on. */
function collectOrigins(page: Page, site: string): Set<string> {
  const origins = new Set<string>()
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== site && origin.startsWith('http')) origins.add(origin)
  })
  return origins
}

test('contacts no other site by default, except the embeds of a page', async ({ page }) => {
  const site = await startSite({ workspaceDir: writeWorkspaceWithEmbed() })
  const origins = collectOrigins(page, site.url)
  const readFrameSources = async (path: string) =>
    (await page.request.get(site.url + path)).headers()['content-security-policy']?.match(/frame-src ([^;]*)/)?.[1]
  expect(await readFrameSources('/quiet')).toBe("'self'")
  expect((await page.request.get(site.url)).headers()['strict-transport-security']).toBeUndefined()
  expect(await readFrameSources('/framing')).toBe("'self' https://*.frames.example https://frames.example")
  await page.goto(`${site.url}/quiet`)
  await page.waitForLoadState('networkidle')
  expect([...origins]).toEqual([])
  await page.getByRole('link', { name: 'Framing' }).first().click()
  await expect(page.frameLocator('iframe').locator('html')).toHaveCount(1)
  await expect.poll(() => [...origins]).toEqual(['https://www.frames.example'])
  await site.kill()
})

test('loads analytics and comments if they are enabled, and respects privacy settings', async ({ page, context }) => {
  const site = await startSite({
    workspaceDir: writeWorkspaceWithEmbed(),
    env: { ANALYTICS: `plausible:${COUNTER}/js/script.js#example.com`, COMMENTS: 'giscus:me/site#R_1/General#DIC_1' },
  })
  await page.route(`${COUNTER}/**`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: route.request().url().endsWith('.js')
        ? `fetch('${COUNTER}/api/event', { method: 'POST', body: document.currentScript.dataset.domain })`
        : '',
    }),
  )
  await page.route('https://giscus.app/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><p id="said"></p><script>
        addEventListener('message', ({ data }) => { said.textContent = data.giscus.setConfig.theme })
        for (const giscus of [null, 'x', { resizeHeight: 321 }]) parent.postMessage({ giscus }, '*')
      </script>`,
    }),
  )
  const origins = collectOrigins(page, site.url)
  const event = page.waitForRequest(`${COUNTER}/api/event`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${site.url}/quiet?giscus=the-session#here`)
  expect((await event).postData()).toBe('example.com')

  const comments = page.locator('.comments iframe')
  await page.locator('.comments').scrollIntoViewIfNeeded()
  await expect(comments).toHaveCSS('height', '321px')
  const { pathname, searchParams } = new URL((await comments.getAttribute('src')) ?? '')
  expect(pathname).toBe('/en/widget')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    repo: 'me/site',
    categoryId: 'DIC_1',
    term: 'quiet',
    theme: 'light',
    session: 'the-session',
    origin: `${site.url}/quiet`,
  })
  await expect(page, 'the session is removed from the address').toHaveURL(`${site.url}/quiet#here`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.frameLocator('.comments iframe').locator('#said')).toHaveText('dark')

  await page.getByRole('link', { name: 'Framing' }).first().click()
  // Scrolled out of view before its script runs, the embed would not be loaded.
  await expect.poll(() => [...origins]).toContain('https://www.frames.example')
  await page.locator('.comments').scrollIntoViewIfNeeded()
  await expect(comments).toHaveAttribute('src', /term=framing/)
  await expect.poll(() => [...origins].sort()).toEqual(['https://giscus.app', COUNTER, 'https://www.frames.example'])
  expect(await (await page.request.get(`${site.url}/`)).text(), 'no comments on the home page').not.toContain('me/site')

  const withoutStorage = await context.newPage()
  await withoutStorage.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => route.fulfill({ body: '' }),
  )
  await withoutStorage.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await withoutStorage.goto(`${site.url}/quiet?giscus=the-session`)
  await withoutStorage.locator('.comments').scrollIntoViewIfNeeded()
  await expect(withoutStorage.locator('.comments iframe')).toHaveAttribute('src', /session=the-session/)
  await expect(withoutStorage, 'the session is removed without storage as well').toHaveURL(`${site.url}/quiet`)

  const optedOut = await context.newPage()
  await optedOut.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const contacted = collectOrigins(optedOut, site.url)
  await optedOut.goto(site.url)
  await optedOut.waitForLoadState('networkidle')
  expect([...contacted], 'origins with Global Privacy Control').toEqual([])
  await site.kill()
})

test('scripts of third parties learn neither unlisted pages nor search queries', async ({ page }) => {
  const dir = createFolder('unlisted')
  const rows = [
    ['Page', 'Access'],
    [pageMention('hidden'), 'Unlisted'],
  ]
  writeWorkspace(
    dir,
    buildWorkspace(
      createPage('Home', { key: 'home' }, [
        table(rows),
        createPage('Hidden', { key: 'hidden' }, [text(['Back to ', pageMention('quiet')])]),
        createPage('Quiet', { key: 'quiet' }, [text(['Go to ', pageMention('hidden'), ' and ', pageMention('other')])]),
        createPage('Other', { key: 'other' }, [text('Nothing')]),
      ]),
    ),
  )
  const site = await startSite({
    workspaceDir: dir,
    env: { ANALYTICS: `plausible:${COUNTER}/js/script.js#example.com` },
  })
  // Like real scripts, it reports the address, also at a client-side navigation, and the referrer.
  const script = `
    const report = () => fetch('${COUNTER}/api/event', { method: 'POST', body: location.href + ' ' + document.referrer })
    const { pushState } = history
    history.pushState = function (...state) { pushState.apply(this, state); report() }
    report()`
  const reports: string[] = []
  await page.route(`${COUNTER}/**`, (route) => {
    const isScript = route.request().url().endsWith('.js')
    if (!isScript) reports.push(route.request().postData() ?? '')
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: isScript ? script : '',
    })
  })
  const link = (name: string) => page.locator('.page').getByRole('link', { name }).first()

  await page.goto(`${site.url}/quiet`)
  await expect.poll(() => reports).toEqual([`${site.url}/quiet `])
  await link('Other').click()
  await expect.poll(() => reports).toContain(`${site.url}/other ${site.url}/`)
  await page.goBack()
  await link('Hidden').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hidden' })).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/hidden`)
  expect(reports.filter((report) => report.includes('hidden'))).toEqual([])

  reports.length = 0
  // A new document, whose referrer is the unlisted page.
  await page.evaluate(() => location.assign('/quiet'))
  await expect.poll(() => reports).toEqual([`${site.url}/quiet ${site.url}/`])
  await page.goto(`${site.url}/search?q=nothing`)
  await page.evaluate(() => location.assign('/other'))
  await expect.poll(() => reports).toEqual([`${site.url}/quiet ${site.url}/`, `${site.url}/other ${site.url}/`])
  await page.goto('about:blank')
  await site.stop()
})
