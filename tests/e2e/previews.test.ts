import { pageId } from '@/cli/sample/ids'
import { SECRET } from '../support/closed-workspace'
import { writePreviewWorkspace } from '../support/preview-workspace'
import { changePreviews, createEditorCookies, makePreviewLink, readPreviews } from '../support/previews'
import { searchFor } from '../support/search-request'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { createFolder, LONG_DEADLINES, type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

const keys = createServiceKeys()
const dir = createFolder('previews')
const files = writePreviewWorkspace(dir)
let site: RunningSite

// One worker runs these tests, because its site is expensive to start. The last one publishes the draft.
test.describe.configure({ mode: 'default', timeout: 180_000 })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  site = await startSite({
    workspaceDir: dir,
    env: { ...getSignInEnv(keys), SITE_SECRET: 'a-secret-of-the-tests', NODE_OPTIONS: LONG_DEADLINES },
  })
})
test.afterAll(() => site.kill())

const read = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site.url + address, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
/** Cookies of an editor with a new token, which is valid for a minute. */
const getEditor = () => createEditorCookies(site.url, keys)
const make = (form: Record<string, string>) => makePreviewLink(site.url, getEditor(), form)
const change = (form: Record<string, string>, headers?: Record<string, string>, cookie = getEditor()) =>
  changePreviews(site.url, cookie, form, headers)

test('a preview link shows its draft with its files, and nothing else', async () => {
  const link = await make({ page: '/members/letter' })
  const { status, headers, body } = await read(link)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toMatch(/private.*no-store/)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(body).toContain('<meta name="robots" content="noindex, nofollow"/>')
  expect(body).toContain(`${SECRET}text`)
  expect(body).toContain('This page is not published yet. The link works until ')
  expect(body).not.toMatch(new RegExp(`${SECRET}(?:chaptertext|row|other|inner|member)|ld\\+json|rel="canonical"`))
  // The sign-in service must not get the address.
  expect(body).not.toMatch(/href="\/letter|redirect_url/)

  const [picture = '', html = ''] = ['files', 'embed\\.html'].map(
    (segment) => new RegExp(`"(/preview/[^/"]+/${segment}/[^" ]*)`).exec(body)?.[1],
  )
  for (const address of [picture, html]) {
    const file = await read(address)
    expect([address, file.status, file.headers.get('cache-control')]).toEqual([address, 200, 'private, no-store'])
    expect(file.headers.get('referrer-policy')).toBe('no-referrer')
    const [, , token = ''] = address.split('/')
    for (const other of [address.replace(token, 'x'), address.replace(`/preview/${token}`, '/unlock')])
      expect((await read(other)).status, other).toBe(404)
  }
  for (const path of ['/chapter', '/other', '/inner', '/nothing', '/archive', '/letter.md', '/../letter', '/files/1/2'])
    expect((await read(link + path)).status, path).toBe(404)
  for (const address of [`/api/branches${link}.json`, `/plain${link}`, `${link}.md`, `${link}.html`])
    expect((await read(address)).status, address).toBe(404)
  expect((await read(`${link}/open`)).headers.get('location')).toBe('/open')
  const version = await read(`/api${link}.json`)
  expect([version.status, version.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
})

test('a preview link with subpages shows the pages below its draft and all rows of its database', async () => {
  const link = await make({ page: pageId('letter'), subpages: 'on' })
  const { body } = await read(link)
  expect(body).toContain(`href="${link}/chapter"`)
  expect(body).toContain(`${SECRET}row0`)
  expect((await read(`${link}/chapter`)).body).toContain(`${SECRET}chaptertext`)
  const [data = ''] = /\/api\/rows\/[0-9a-f]{8}\/preview\/[^"\\&]+\.json/.exec(body) ?? []
  const rows = await read(data)
  expect([rows.status, rows.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(rows.body).toContain(`${SECRET}row119`)
  expect(rows.body + body).not.toContain(`${SECRET}member`)
  for (const path of ['/other', '/inner', `/${SECRET}member`]) expect((await read(link + path)).status, path).toBe(404)
})

test('nothing else shows a draft that has a preview link, or names the link', async () => {
  const link = await make({ page: '/letter', subpages: 'on' })
  const [, , token = ''] = link.split('/')
  for (const address of [
    ...['/', '/open', '/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', '/llms-full.txt', '/archive'],
    ...['/letter', '/letter.md', '/plain/letter', '/social/letter', '/chapter', '/search?q=letter', '/members/letter'],
    ...['/preview', '/preview/x', `/preview/${token}x`, `/preview/${encodeURIComponent(`${token}\n`)}`],
    `/api/rows/${pageId('entries').slice(0, 8)}/letter.json`,
  ]) {
    const { status, body } = await read(address)
    expect(body, address).not.toMatch(new RegExp(`${SECRET}|${token}(?!x|\\n|%0A)`))
    expect(status, address).toBeLessThan(500)
  }
  for (const { hash } of Object.values(files)) expect((await read(`/files/${hash}/a.png`)).status).toBe(404)
  expect(await searchFor(site, SECRET)).toMatchObject({ results: [], total: 0 })
  expect((await fetch(site.url + link, { method: 'POST' })).status).toBe(405)
  expect(site.output()).not.toContain(token)
})

test('only editors make and revoke preview links', async () => {
  const form = { change: 'make', page: '/letter', lifetime: '7d' }
  expect((await change(form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await change(form, {})).status).toBe(403)
  const member = createCookies(keys, createToken(keys, site.url, { slug: 'staff' }))
  expect((await change(form, undefined, member)).status).toBe(403)
  const ended = await change(form, undefined, '')
  expect(ended.status).toBe(303)
  expect(ended.headers.get('location')).toMatch(/\/sign-in\?redirect_url=%2Fmembers%2Fdesk$/)
  for (const [more, outcome] of [
    [{ page: '/open' }, 'published'],
    [{ page: '/inner' }, 'closed'],
    [{ page: 'nothing' }, 'no-page'],
    [{ page: 'x'.repeat(9000) }, 'no-page'],
    [{ lifetime: '91d' }, 'lifetime'],
  ] as const) {
    const { status, headers } = await change({ ...form, ...more })
    expect([status, headers.get('location')]).toEqual([303, `/members/desk?preview=${outcome}#desk-previews`])
  }
  expect((await change({ change: 'other' })).status).toBe(400)

  const [first, second] = [await make({ page: '/letter' }), await make({ page: '/letter' })]
  await change({ change: 'revoke', name: first.split(/[/~]/)[2] ?? '' })
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  expect(await readPreviews(site.url, getEditor())).toContain(second)
  await change({ change: 'revoke-all' })
  expect((await read(second)).status).toBe(404)
  expect(await readPreviews(site.url, getEditor())).toEqual([])
})

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`the preview and its form on the dashboard are accessible at ${width} px`, async ({ page, context }) => {
    const link = await make({ page: '/letter', subpages: 'on' })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(site.url + link)
    await expect(page.locator('.preview-bar')).toBeVisible()
    await expectNoViolations(page)
    const cookies = getEditor()
      .split('; ')
      .map((each) => each.split('=') as [string, string])
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: site.url })))
    await page.goto(`${site.url}/members/desk`)
    await page.getByLabel('Draft: its address').fill('/open')
    await page.getByRole('button', { name: 'Make a link' }).click()
    await expect(page.getByText('The page is published: send its address.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectNoViolations(page, 'main')
  })
}

test('an open preview shows edits, and becomes the page once it is published', async ({ page }) => {
  const link = await make({ page: '/letter' })
  await page.goto(site.url + link)
  await expect(page.getByText(`${SECRET}text`)).toBeVisible()
  writePreviewWorkspace(dir, { text: 'Written again' })
  await expect(page.getByText('Written again')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.preview-bar')).toBeVisible()
  writePreviewWorkspace(dir, { text: 'Written again', status: 'Published' })
  await page.waitForURL(`${site.url}/letter`, { timeout: 60_000 })
  await expect(page.locator('.preview-bar')).toHaveCount(0)
  expect((await fetch(site.url + link, { redirect: 'manual' })).status).toBe(307)
})
