import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage } from '@/cli/sample/pages'
import { createHostedId } from '../support/hosted/data'
import { createFolder, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

// Each test starts a site of its own.
test.describe.configure({ timeout: 90_000 })

const SERVER = 'https://talk.example'

function writePages(): string {
  const dir = createFolder('comments')
  const talk = createPage('Talk', { key: 'talk' }, [text('Words')])
  writeWorkspace(dir, buildWorkspace(createPage('Home', { key: 'home' }, [talk])))
  return dir
}

/** Collects what the policy of a page refuses, and its errors. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

test('Waline shows comments in both color schemes, and only its server is contacted', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const site = await startSite({ workspaceDir: writePages(), env: { COMMENTS: `waline:${SERVER}` } })
  const errors = collectErrors(page)
  const requested: string[] = []
  await page.route(
    ({ origin }) => origin !== site.url,
    (route) => {
      requested.push(route.request().url())
      const comment = { objectId: '1', nick: 'Ann', comment: '<p>Well said</p>', time: 0, children: [], like: 0 }
      const data = route.request().url().includes('/api/comment')
        ? { page: 1, totalPages: 1, pageSize: 10, count: 1, data: [{ ...comment, browser: '', os: '', avatar: '' }] }
        : []
      return route.fulfill({ headers: CORS, json: { errno: 0, errmsg: '', data } })
    },
  )
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${site.url}/talk`)
  await page.locator('.comments').scrollIntoViewIfNeeded()
  await expect(page.getByText('Well said')).toBeVisible()
  expect(requested.every((url) => url.startsWith(SERVER))).toBe(true)
  expect(requested.some((url) => url.includes('path=%2Ftalk'))).toBe(true)
  const getColor = () => page.locator('[data-waline]').evaluate((each) => getComputedStyle(each).color)
  const light = await getColor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(getColor).not.toBe(light)
  expect(errors).toEqual([])

  const home = await (await page.request.get(site.url)).text()
  expect(home).not.toContain('comments-')
  await site.kill()
})

test('Cusdis runs under the policy of the page, without an inline script', async ({ page }) => {
  const site = await startSite({ workspaceDir: writePages(), env: { COMMENTS: `cusdis:${SERVER}#app` } })
  const errors = collectErrors(page)
  // Like the script of Cusdis, it reads its settings from its window, and reports its height.
  const script = `
    root.textContent = [__DATA__.appId, __DATA__.pageId, CUSDIS_LOCALE.name].join(' ')
    addEventListener('message', ({ data }) => { root.dataset.theme = JSON.parse(data).data })
    parent.postMessage(JSON.stringify({ from: 'cusdis', event: 'resize', data: 432 }))`
  await page.route(`${SERVER}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = pathname.includes('/lang/') ? 'window.CUSDIS_LOCALE = { name: "en" }' : script
    const isStyle = pathname.endsWith('.css')
    return route.fulfill({
      headers: CORS,
      contentType: isStyle ? 'text/css' : 'text/javascript',
      body: isStyle ? '#root { color: rgb(1, 2, 3) }' : body,
    })
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${site.url}/talk`)
  const comments = page.locator('.comments iframe')
  await page.locator('.comments').scrollIntoViewIfNeeded()
  await expect(comments).toHaveCSS('height', '432px')
  const root = page.frameLocator('.comments iframe').locator('#root')
  await expect(root).toHaveText('app /talk en')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expectNoViolations(page, 'main')
  expect(errors).toEqual([])
  await site.kill()
})

/** Adds comments to the manifest of a workspace folder, as the sync does. Every third one replies to the one before it. */
function addComments(dir: string, count: number): void {
  const file = path.join(dir, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const talk = Object.keys(manifest.pages).find((id) =>
    readFileSync(path.join(dir, manifest.pages[id].file), 'utf8').includes('Words'),
  )
  const getId = (at: number) => createHostedId(`comment ${at}`)
  const comments = Array.from({ length: count }, (_, at) => ({
    ...{ id: getId(at), page: talk, name: at === 0 ? '' : `قارئ ${at}`, created: at * 60_000 },
    ...(at % 3 === 2 && { replyTo: getId(at - 1) }),
    text: at === 0 ? '<script>document.title = 1</script>\nSee https://site.example/a.' : `شكرا ${at}`,
  }))
  const text = JSON.stringify(comments)
  writeFileSync(path.join(dir, 'comments.json'), text)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  writeFileSync(file, JSON.stringify({ ...manifest, comments: { file: 'comments.json', hash } }))
}

test('comments of the workspace are shown without a script, and later ones on demand', async ({ browser }) => {
  const dir = writePages()
  addComments(dir, 1000)
  const site = await startSite({ workspaceDir: dir, env: { COMMENTS: 'notion', SITE_LOCALE: 'ar' } })
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  const response = await page.goto(`${site.url}/talk`)
  expect(response?.headers()['content-security-policy']).not.toContain('://')
  const comments = page.locator('.comments li')
  await expect(comments).toHaveCount(20)
  await expect(comments.first()).toContainText('<script>')
  await expect(comments.getByRole('link')).toHaveAttribute('rel', 'nofollow ugc')
  await expect(page.locator('.comments li li').first()).toContainText('قارئ 2')
  const isOverflowing = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect.poll(isOverflowing).toBe(false)
  await page.getByRole('link', { name: '(1000)' }).click()
  await expect(page).toHaveURL(`${site.url}/comments/1/talk`)
  await expect(page.locator('.comments li')).toHaveCount(100)
  await page.locator('a[rel=next]').click()
  await expect(page).toHaveURL(`${site.url}/comments/2/talk`)
  await context.close()

  const wide = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await wide.goto(`${site.url}/talk`)
  await expectNoViolations(wide, 'main')
  await wide.close()

  const read = async (address: string) => (await fetch(site.url + address)).text()
  expect(await read('/talk.md')).toContain('## Comments')
  expect((await read('/comments.xml')).match(/<entry>/g)).toHaveLength(50)
  expect((await fetch(`${site.url}/comments/11/talk`)).status).toBe(404)
  const home = await read('/')
  // All pages name the addresses that browsers do not prefetch.
  expect(home).not.toContain('class="comments')
  await site.kill()
})
