import type { Page } from '@playwright/test'
import { block, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page as pageOf } from '@/cli/sample/pages'
import { newFolder, startSite } from '../support/site'
import { expect, test } from './test'

const COUNTER = 'https://stats.example.com'

/** A home page, one page that frames a site, and one that frames nothing. */
function workspace(): string {
  const dir = newFolder('third-parties')
  const frame = block('embed', { properties: { source: [['https://www.frames.example/a']] } })
  writeWorkspace(
    dir,
    buildWorkspace(
      pageOf('Home', { key: 'home' }, [
        pageOf('Framing', { key: 'framing' }, [text('Here is a frame'), frame]),
        pageOf('Quiet', { key: 'quiet' }, [text(['Go to ', pageMention('framing')])]),
      ]),
    ),
  )
  return dir
}

/** Where the page and its frames have asked for anything, apart from the site. */
function strangers(page: Page, site: string): Set<string> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== site && origin.startsWith('http')) asked.add(origin)
  })
  return asked
}

test('by default no other site is contacted, except by the embeds of a page', async ({ page }) => {
  const site = await startSite({ workspaceDir: workspace() })
  const asked = strangers(page, site.url)
  const policy = async (path: string) =>
    (await page.request.get(site.url + path)).headers()['content-security-policy']?.match(/frame-src ([^;]*)/)?.[1]
  expect(await policy('/quiet')).toBe("'self'")
  expect((await page.request.get(site.url)).headers()['strict-transport-security']).toBeUndefined()
  expect(await policy('/framing')).toBe("'self' https://*.frames.example https://frames.example")
  await page.goto(`${site.url}/quiet`)
  await page.waitForLoadState('networkidle')
  expect([...asked]).toEqual([])
  // Whoever comes softly gets a document whose policy knows the frame.
  await page.getByRole('link', { name: 'Framing' }).first().click()
  await expect(page.frameLocator('iframe').locator('html')).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-frames', /https:\/\/frames\.example/)
  await expect.poll(() => [...asked]).toEqual(['https://www.frames.example'])
  await site.stop()
})

test('a site with an https address sends HSTS with every response', async ({ request }) => {
  const site = await startSite({ workspaceDir: workspace(), env: { SITE_URL: 'https://site.example' } })
  for (const path of ['/', '/quiet', '/nowhere', '/nothing.png', '/icon.svg', '/api/health', '/%E0%A4%A']) {
    expect((await request.get(site.url + path)).headers()['strict-transport-security'], path).toBe('max-age=31536000')
  }
  await site.stop()
})

test('visits and comments, where they are switched on', async ({ page, context }) => {
  const site = await startSite({
    workspaceDir: workspace(),
    env: { ANALYTICS: `plausible:${COUNTER}/js/script.js#example.com`, GISCUS: 'me/site#R_1/General#DIC_1' },
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
  const asked = strangers(page, site.url)
  const event = page.waitForRequest(`${COUNTER}/api/event`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${site.url}/quiet?giscus=the-session#here`)
  expect((await event).postData()).toBe('example.com')

  const frame = page.locator('site-comments iframe')
  await page.locator('site-comments').scrollIntoViewIfNeeded()
  await expect(frame).toHaveCSS('height', '321px')
  const { pathname, searchParams } = new URL((await frame.getAttribute('src')) ?? '')
  expect(pathname).toBe('/en/widget')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    repo: 'me/site',
    categoryId: 'DIC_1',
    term: 'quiet',
    theme: 'light',
    session: 'the-session',
    origin: `${site.url}/quiet`,
  })
  await expect(page, 'nothing of the session stays in the address').toHaveURL(`${site.url}/quiet#here`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.frameLocator('site-comments iframe').locator('#said')).toHaveText('dark')

  await page.getByRole('link', { name: 'Framing' }).first().click()
  // The page comes as a new document, because its policy allows an embed.
  await expect(page.locator('html')).toHaveAttribute('data-frames', /https:\/\/frames\.example/)
  // Scrolled out of view before its script runs, the embed would not be loaded.
  await expect.poll(() => [...asked]).toContain('https://www.frames.example')
  await page.locator('site-comments').scrollIntoViewIfNeeded()
  await expect(frame).toHaveAttribute('src', /term=framing/)
  await expect.poll(() => [...asked].sort()).toEqual(['https://giscus.app', COUNTER, 'https://www.frames.example'])
  expect(await (await page.request.get(`${site.url}/`)).text(), 'no comments on the home page').not.toContain('me/site')

  const forgetful = await context.newPage()
  await forgetful.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => route.fulfill({ body: '' }),
  )
  await forgetful.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await forgetful.goto(`${site.url}/quiet?giscus=the-session`)
  await forgetful.locator('site-comments').scrollIntoViewIfNeeded()
  await expect(forgetful.locator('site-comments iframe')).toHaveAttribute('src', /session=the-session/)
  await expect(forgetful, 'nor where nothing can be stored').toHaveURL(`${site.url}/quiet`)

  const discreet = await context.newPage()
  await discreet.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const seen = strangers(discreet, site.url)
  await discreet.goto(site.url)
  await discreet.waitForLoadState('networkidle')
  expect([...seen], 'of who asks not to be counted').toEqual([])
  await site.stop()
})
