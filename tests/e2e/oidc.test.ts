import type { Page } from '@playwright/test'
import { validateHtml } from '../support/html'
import { CookieBrowser } from '../support/oidc/browser'
import { type OidcMembersSite, startOidcMembersSite } from '../support/oidc/members-site'
import { requestSearch } from '../support/search-request'
import { eventually, fetchHealth } from '../support/visits'
import { expectNoViolations } from './axe'
import { testMembersPages } from './members-pages'
import { expect, test } from './test'

// One worker runs these tests, because their site is expensive to start.
test.describe.configure({ mode: 'default', timeout: 90_000 })

let members: OidcMembersSite
test.beforeAll(async () => {
  test.setTimeout(180_000)
  members = await startOidcMembersSite()
})
test.afterAll(() => members.stop())

/** Bytes of the other provider, whose scripts and cookies this site does not use. */
const OTHER_PROVIDER = /clerk|__client_uat|__session/i

testMembersPages(() => members.pages)

/** Signs Ben in on a page for members, by links and forms only. */
async function signInAsBen(page: Page): Promise<void> {
  await page.goto(`${members.site.url}/members/ledger`)
  await page.getByRole('link', { name: 'Continue to sign in' }).click()
  await page.getByLabel('Account').fill('ben')
  await page.getByRole('button').click()
  await expect(page.getByText('Figures of the board')).toBeVisible()
}

test('all groups of a person count at once', async () => {
  const { site, signIn } = members
  const [ben, cleo] = [await signIn('ben'), await signIn('cleo')]
  expect((await cleo.open(`${site.url}/members/ledger`)).body).not.toContain('several organizations')
  expect((await ben.open(`${site.url}/members/ledger`)).body).toContain('Figures of the board')
  expect((await ben.open(`${site.url}/members/songbook`)).body).toContain('Songs of the choir')
})

test('the screens are valid HTML without scripts, and accessible', async ({ page }) => {
  const { site, signIn } = members
  const visitor = new CookieBrowser()
  const ben = await signIn('ben')
  for (const { response, body } of [
    await visitor.open(`${site.url}/sign-in?redirect_url=%2Fmembers%2Fledger`),
    await ben.open(`${site.url}/account`),
    await visitor.open(`${site.url}/auth/callback?code=a&state=b`),
  ]) {
    expect(await validateHtml(body)).toEqual([])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-security-policy')).toContain("object-src 'none'")
    expect(body).not.toMatch(/<script[^>]* src=/)
  }
  await page.goto(`${site.url}/sign-in`)
  await expectNoViolations(page)
})

test('no document and no script of the site has a byte of another provider', async ({ page, expectConsole }) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of 40/)
  const { site } = members
  const texts: [string, string][] = []
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (/html|script|json|x-component/.test(type)) texts.push([response.url(), await response.text().catch(() => '')])
  })
  await signInAsBen(page)
  await expect(page).toHaveURL(`${site.url}/members/ledger`)
  await page
    .getByRole('link', { name: 'Songbook' })
    .or(page.getByRole('link', { name: 'Harbour' }))
    .first()
    .click()
  // The next page would interrupt this navigation.
  await expect(page).not.toHaveURL(`${site.url}/members/ledger`)
  for (const path of ['/', '/quay', '/members/none', '/account', '/search?q=quay', '/nowhere']) {
    await page.goto(site.url + path)
  }
  await page.waitForLoadState('networkidle')
  const own = texts.filter(([url]) => url.startsWith(site.url))
  expect(own.length).toBeGreaterThan(8)
  expect(own.filter(([, text]) => OTHER_PROVIDER.test(text)).map(([url]) => url)).toEqual([])
})

test('a members page loads React only when a control needs it', async ({ browser }) => {
  const { site, signIn } = members
  const context = await browser.newContext()
  const { cookies } = await signIn('ben')
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.url, secure: true })))
  const page = await context.newPage()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${site.url}/members/ledger`)
  await expect(page.getByText('Figures of the board')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const isReading = (path: string) => /^\/_next\/static\/scripts\/(?:start|html-blocks)-/.test(path)
  expect(scripts).toContainEqual(expect.stringContaining('/start-'))
  expect(scripts.filter((path) => !isReading(path))).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('ledger')
  await expect(page.getByRole('option', { name: /Ledger/ })).toBeVisible()
  expect(scripts).toContainEqual(expect.stringContaining('/react-'))
  await context.close()
})

test('works without scripts: sign in, read, account page, sign out here and at the provider', async ({ browser }) => {
  const { site, provider } = members
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signInAsBen(page)
  await page.getByRole('link', { name: 'Ben Aas' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'choir' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`))
  await page.getByRole('button', { name: /Yes/ }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goto(`${site.url}/members/ledger`)
  await expect(page.getByRole('link', { name: 'Continue to sign in' })).toBeVisible()
  await context.close()
})

test('a person signs out everywhere without scripts, and can sign in again', async ({ browser, page: otherPage }) => {
  const { site, provider, signIn } = members
  const [other, mia] = [await signIn('ben'), await signIn('mia')]
  const cookies = [...other.cookies].map(([name, value]) => ({ name, value, url: site.url, secure: true }))
  await otherPage.context().addCookies(cookies)
  await otherPage.goto(`${site.url}/account`)
  await expect(otherPage.getByText(/^This session began: .+It ends at the latest: .+/)).toBeVisible()
  await expectNoViolations(otherPage)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signInAsBen(page)
  await page.getByRole('link', { name: 'Ben Aas' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`))
  expect((await other.send(`${site.url}/members`)).status).toBe(307)
  expect((await mia.send(`${site.url}/members`)).status).toBe(200)
  // A session that begins in the same second has ended, too.
  await expect
    .poll(async () => (await (await signIn('ben')).send(`${site.url}/members`)).status, { timeout: 10_000 })
    .toBe(200)
  await context.close()
})

test('a sign-out in another tab takes effect at once, also for the back button', async ({ browser }) => {
  const { site } = members
  const context = await browser.newContext()
  const [tab, other] = [await context.newPage(), await context.newPage()]
  await signInAsBen(tab)
  await tab.goto(`${site.url}/quay`)
  await expect(tab.getByRole('link', { name: 'Your account' })).toBeVisible()
  await other.goto(`${site.url}/account`)
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(other).toHaveURL(/session\/end/)
  await tab.goBack()
  await expect(tab).toHaveURL(/\/sign-in\?redirect_url=%2Fmembers%2Fledger$/)
  await expect(tab.getByText('Figures of the board')).toHaveCount(0)
  await tab.goto(`${site.url}/quay`)
  await expect(tab.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await context.close()
})

test('a removed group takes effect within OIDC_RECHECK, in pages, files and search, and an added one as well', async () => {
  const short = await startOidcMembersSite({ OIDC_RECHECK: '2' })
  const { site, provider, signIn } = short
  const ben = await signIn('ben')
  const ledger = await ben.open(`${site.url}/members/ledger`)
  expect(ledger.body).toContain('Figures of the board')
  const file = /\/members\/files\/[^"?]*/.exec(ledger.body)?.[0] ?? ''
  expect((await ben.open(site.url + file)).response.status).toBe(200)
  provider.accounts.set('ben', { groups: [] })
  await expect
    .poll(async () => (await ben.open(`${site.url}/members/ledger`)).response.status, { timeout: 10_000 })
    .toBe(403)
  expect((await ben.open(site.url + file)).response.status).toBe(403)
  // The site has just started, and may still load its search index.
  await requestSearch(site, { query: 'figures' })
  const search = await ben.send(`${site.url}/api/search`, {
    method: 'POST',
    body: JSON.stringify({ query: 'figures' }),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
  expect(await search.json()).toMatchObject({ results: [] })
  provider.accounts.set('ben', { groups: ['choir'] })
  await expect
    .poll(async () => (await ben.open(`${site.url}/members/songbook`)).response.status, { timeout: 10_000 })
    .toBe(200)
  await short.stop()
})

test('public pages and sessions survive an unavailable provider, and health reports it', async () => {
  const { site, provider, signIn } = members
  const mia = await signIn('mia')
  provider.setDown(503)
  const visitor = new CookieBrowser()
  const restarted = await startOidcMembersSite({ ...provider.env })
  expect((await visitor.open(`${restarted.site.url}/quay`)).response.status).toBe(200)
  expect((await visitor.open(`${restarted.site.url}/auth/start`)).response.status).toBe(503)
  await eventually(() => fetchHealth(restarted.site)).toBe('degraded')
  expect((await mia.open(`${site.url}/members/lounge`)).response.status).toBe(200)
  provider.setDown(false)
  await restarted.stop()
})

test('a back-channel sign-out ends sessions', async () => {
  const { site, provider, signIn } = members
  const mia = await signIn('mia')
  const iat = Math.floor(Date.now() / 1000)
  const token = await provider.sign({
    iss: provider.issuer,
    aud: 'colophon',
    sub: 'mia',
    iat,
    exp: iat + 60,
    jti: 'a-notice',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const response = await fetch(`${site.url}/auth/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect((await mia.send(`${site.url}/members`)).status).toBe(307)
})
