import { pageId } from '@/cli/sample/ids'
import { SECRET } from '../support/closed-workspace'
import { sampleItems } from '../support/complete'
import { INNER_PASSWORD, PASSWORD, writeLockedWorkspace } from '../support/locked-workspace'
import { listRouteAddresses } from '../support/routes'
import { searchFor } from '../support/search-request'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

const keys = createServiceKeys()
const dir = createFolder('locked')
const files = writeLockedWorkspace(dir)
/** Texts of the locked pages that only viewers with the password may see. The titles of two pages are on their forms. */
const SECRETS = new RegExp(`${SECRET}|${PASSWORD}|${INNER_PASSWORD}`, 'i')
let site: RunningSite

// One worker runs these tests, because its site is expensive to start. Its first requests take long on a busy machine.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine. A hook has its own limit.
  test.setTimeout(180_000)
  site = await startSite({
    workspaceDir: dir,
    env: { ...getSignInEnv(keys), SITE_SECRET: 'a secret for tests', TRUST_PROXY: '1' },
  })
})
test.afterAll(() => site.kill())

const request = (address: string, headers: Record<string, string> = {}) =>
  fetch(site.url + encodeURI(address), { headers, redirect: 'manual' })
const read = async (address: string, headers?: Record<string, string>) => {
  const response = await request(address, headers)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
/** Each request has its own client address, so that tests do not share the limit of password attempts. */
let clients = 0
const sendPasswordFrom = (client: string, path: string, password: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/unlock`, {
    method: 'POST',
    body: new URLSearchParams({ path, password }),
    headers: { 'x-forwarded-for': client, ...headers },
    redirect: 'manual',
  })
const sendPassword = (path: string, password: string, headers?: Record<string, string>) =>
  sendPasswordFrom(`192.0.2.${clients++}`, path, password, headers)
const getCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
const unlock = async (path: string, password: string, headers?: Record<string, string>) =>
  getCookies(await sendPassword(path, password, headers))

test('a page with a password shows a form with its title and nothing else', async () => {
  const prefetch = { RSC: '1', 'Next-Router-Prefetch': '1' }
  const variants: Record<string, string>[] = [{}, { RSC: '1' }, prefetch, { accept: 'text/markdown' }]
  for (const headers of variants) {
    const response = await fetch(`${site.url}/diary`, { headers })
    const body = await response.text()
    expect(response.status, JSON.stringify(headers)).toBe(200)
    expect(body).toContain('Diary')
    expect(body).not.toMatch(SECRETS)
  }
  const { body, headers } = await read('/diary')
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect(body).not.toMatch(/og:|ld\+json|name="description"|rel="canonical"/)
  expect(headers.get('cache-control')).toMatch(/s-maxage/)
  expect((await read('/chapter')).body).toMatch(/type="password"/)
  expect((await request(`/${pageId('diary')}`)).headers.get('location')).toBe('/diary')
})

test('no route contains content of a page with a password', async () => {
  test.slow()
  const locked = ['diary', 'chapter', 'inner', `${SECRET}innerrow`]
  const { pages } = site.index()
  const addresses = listRouteAddresses({
    path: [...pages.map(({ path }) => path), ...locked, 'tags', `tags/${SECRET}tag`, 'archive'],
    term: ['sea', `${SECRET}tag`],
    list: ['de', `tags/${SECRET}tag`],
    name: [pageId('inner').slice(0, 8), pageId('posts').slice(0, 8)],
    view: ['00000000'],
    number: ['1'],
    part: ['1'],
    hash: Object.values(files).map(({ hash }) => hash),
    page: ['diary', 'chapter'].map(pageId),
    file: Object.values(files).map(({ hash }) => `${hash}-any.png`),
    token: ['1'],
  })
  const more = ['/search?q=diary', '/search?q=chapter', '/diary.md', '/quiet', '/robots.txt', '/open.md', '/nothing']
  for (const address of sampleItems([...new Set([...addresses, ...more])], 3)) {
    const { status, body, headers } = await read(address)
    const output = `${JSON.stringify([...headers])}${body}`.replaceAll(
      new RegExp(address.split('/').at(-1)?.replace(/\W/g, '.') || '$^', 'g'),
      '',
    )
    expect(output, address).not.toMatch(SECRETS)
    expect(status, address).toBeLessThan(500)
  }
  for (const address of [
    '/',
    '/open',
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
    '/llms.txt',
    '/tags/sea',
    '/archive',
  ]) {
    expect((await read(address)).body, address).not.toMatch(/diary|chapter/i)
  }
  for (const address of [
    '/plain/diary',
    '/diary.md',
    '/social/diary',
    `/tags/${SECRET}tag`,
    '/api/rows/00000000/diary',
  ])
    expect((await request(address)).status, address).toBe(404)
  for (const { hash } of Object.values(files)) expect((await request(`/files/${hash}/a.png`)).status).toBe(404)
  expect(await searchFor(site, 'diary')).toMatchObject({ results: [], total: 0 })
})

test('an unlisted page is served at its address and is in no list', async () => {
  const { status, body } = await read('/quiet')
  expect([status, body.includes('Found by its address')]).toEqual([200, true])
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  const lists = ['/', '/open', '/feed.xml', '/sitemap.xml', '/llms.txt', '/tags', '/archive', '/search?q=address']
  for (const address of lists) expect((await read(address)).body, address).not.toMatch(/quiet|hush/i)
  expect((await request('/tags/hush')).status).toBe(404)
})

test('the password sets a cookie that opens the page and its child pages', async () => {
  const wrong = await sendPassword('/diary', 'wrong')
  expect([wrong.status, wrong.headers.get('location')]).toEqual([303, '/unlock/diary?wrong'])
  expect(wrong.headers.getSetCookie()).toEqual([])
  const right = await sendPassword('/diary', ` ${PASSWORD} `)
  expect([right.status, right.headers.get('location')]).toEqual([303, '/unlock/diary'])
  expect(right.headers.get('cache-control')).toBe('private, no-store')
  expect(right.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/)
  const cookie = getCookies(right)

  const { status, body, headers } = await read('/unlock/diary', { cookie })
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toMatch(/private.*no-store/)
  expect(body).toContain(`${SECRET}text`)
  expect(body).toContain('href="/unlock/chapter"')
  expect(body).not.toMatch(new RegExp(`${PASSWORD}|${SECRET}twice`))
  expect((await read('/unlock/chapter', { cookie })).body).toContain(`${SECRET}chaptertext`)
  const [, picture = ''] = /"(\/unlock\/files\/[^"?]*picture[^"?]*)/.exec(body) ?? []
  const file = await request(picture, { cookie })
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect((await request(picture)).status).toBe(404)
  const [, html = ''] = /src="(\/unlock\/embed\.html\/[^"]+)"/.exec(body) ?? []
  const document = await request(html, { cookie })
  expect([document.status, document.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect((await request(html)).status).toBe(404)
  expect((await request(html.replace(/^\/unlock(.+)\/.+\//, '$1/'))).status).toBe(404)
  const rows = await read(`/api/rows/${pageId('inner').slice(0, 8)}/unlock/diary`, { cookie })
  expect(rows.headers.get('cache-control')).toBe('private, no-store')
  expect(rows.status === 404 || rows.body.includes(`${SECRET}innerrow`)).toBe(true)

  // The cookie has no effect at other addresses.
  for (const address of ['/diary', '/', '/archive', '/search?q=diary', '/unlock/inner'])
    expect((await read(address, { cookie })).body, address).not.toMatch(SECRETS)
  expect((await read('/unlock/diary')).body).not.toMatch(SECRETS)
})

test('a child page with its own password requires both passwords', async () => {
  const first = await unlock('/inner', PASSWORD)
  expect((await read('/unlock/inner', { cookie: first })).body).toMatch(/type="password"/)
  const second = await unlock('/inner', INNER_PASSWORD, { cookie: first })
  expect((await read('/unlock/inner', { cookie: second })).body).not.toContain(`${SECRET}twice`)
  expect((await read('/unlock/inner', { cookie: `${first}; ${second}` })).body).toContain(`${SECRET}twice`)
})

test('/unlock serves only pages with a password', async () => {
  expect((await request('/unlock/open')).headers.get('location')).toBe('/open')
  for (const path of ['/unlock/nothing', '/unlock/diary.md', '/unlock/nothing.txt'])
    expect((await request(path)).status, path).toBe(404)
  expect((await request('/unlock')).status).toBe(405)
  expect((await fetch(`${site.url}/unlock/diary`, { method: 'POST' })).status).toBe(405)
  for (const path of ['/open', '/nothing', '//evil.example', 'https://evil.example/diary', '/%', '/diary/../..']) {
    const { status, headers } = await sendPassword(path, PASSWORD)
    expect([path, status, headers.get('location')]).toEqual([
      path,
      path === '/open' ? 303 : 404,
      path === '/open' ? '/open' : null,
    ])
  }
  const crossSite = await sendPassword('/diary', PASSWORD, { 'sec-fetch-site': 'cross-site' })
  expect(crossSite.status).toBe(403)
  expect((await sendPassword('/diary', 'x'.repeat(10_000))).headers.get('location')).toBe('/unlock/diary?wrong')
})

test('members enter the password on the members site, and editors need none', async () => {
  const member = createCookies(keys, createToken(keys, site.url, { slug: 'staff' }))
  const form = await read('/members/diary', { cookie: member })
  expect(form.body).toMatch(/value="\/members\/diary"/)
  expect(form.body).not.toMatch(SECRETS)
  const response = await sendPassword('/members/diary', PASSWORD, { cookie: member })
  expect(response.headers.get('location')).toBe('/members/diary')
  const { body } = await read('/members/diary', { cookie: `${member}; ${getCookies(response)}` })
  expect(body).toContain(`${SECRET}text`)
  const editor = createCookies(keys, createToken(keys, site.url, { slug: 'editors', role: 'admin' }))
  expect((await read('/members/diary', { cookie: editor })).body).toContain(`${SECRET}text`)
  expect((await sendPassword('/members/diary', PASSWORD)).status).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the password form works', async ({ page }) => {
    await page.goto(`${site.url}/diary`)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Open the page' }).click()
    await expect(page.getByRole('alert')).toHaveText('This is not the password of this page.')
    const field = page.getByLabel('Password')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription('This is not the password of this page.')
    await expect(field).toBeFocused()
    await expect(field).toHaveCSS(
      'border-color',
      await page.getByRole('alert').evaluate((alert) => getComputedStyle(alert).color),
    )
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Open the page' }).click()
    await expect(page.getByText(`${SECRET}text`)).toBeVisible()
    await page.getByRole('link', { name: 'Chapter' }).first().click()
    await expect(page.getByText(`${SECRET}chaptertext`)).toBeVisible()
  })
})

test('the password form is accessible, and the unlocked page works with JavaScript', async ({ page }) => {
  await page.goto(`${site.url}/diary`)
  await expectNoViolations(page)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${SECRET}text`)).toBeVisible()
  await page.getByRole('link', { name: 'Chapter' }).first().click()
  await expect(page.getByText(`${SECRET}chaptertext`)).toBeVisible()
  await page.goto(`${site.url}/diary`)
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('returns 429 to a client that tries many passwords, and not to others', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => sendPasswordFrom('198.51.100.1', '/diary', 'wrong')),
  )
  const rejected = statuses.find(({ status }) => status === 429)
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await rejected?.text()).toContain('<h1')
})
