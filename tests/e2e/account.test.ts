import type { Locator, Route } from '@playwright/test'
import { sampleItems } from '../support/complete'
import { VERIFICATION_CODE } from '../support/sign-in/people'
import { chooseMenuItem, signIn, signInDirectly } from '../support/sign-in/screens'
import type { SignInService } from '../support/sign-in/service'
import type { RunningSite } from '../support/site'
import { listScreenViolations } from './axe-sign-in'
import { expectNoLayoutFaults } from './layout'
import { expect, LATE_PICTURE, LATE_SCRIPT, LINES_AFTER_TYPING, test } from './test'

// One worker runs these tests, because its site is expensive to start. Each screen of the sign-in service loads scripts of several megabytes.
test.describe.configure({ mode: 'default', timeout: 90_000 })

let service: SignInService
let site: RunningSite
test.beforeAll(({ account }) => {
  service = account.service
  site = account.site
})
test.beforeEach(({ expectConsole }) => {
  for (const line of [LATE_PICTURE, LATE_SCRIPT, LINES_AFTER_TYPING]) expectConsole(line)
})

test('a member is redirected to sign-in, returns to the page, switches the organization and signs out [N-398] [N-404]', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of (?:422|403)/)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().startsWith(site.url)) sent.push(request.url())
  })
  await page.goto(`${site.url}/members/ledger`)
  await expect(page).toHaveURL(`${site.url}/sign-in?redirect_url=%2Fmembers%2Fledger`)
  await expect(page.getByText('Figures of the board')).toHaveCount(0)
  await signIn(page, 'ben', 'wrong')
  await expect(page.getByText('Password is incorrect').first()).toBeVisible()
  await page.locator('input[name=password]').fill('colophon-ben')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${site.url}/members/ledger`)
  await expect(page.getByText('Figures of the board')).toBeVisible()

  const switcher = page.getByRole('button', { name: 'Open organization switcher' })
  await page.goto(`${site.url}/members`)
  await expect(page.getByRole('link', { name: 'Ledger' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Songbook' })).toHaveCount(0)
  await expect(switcher, 'the organization switcher').toContainText('Board')
  await page.getByRole('link', { name: 'Ledger' }).first().click()
  await expect(page.getByText('Figures of the board')).toBeVisible()
  await chooseMenuItem(page, 'Open organization switcher', page.getByRole('button', { name: /Choir/ }))
  await expect(page.getByText('there is nothing here that you can read')).toBeVisible()
  await expect(page.getByText('Figures of the board')).toHaveCount(0)
  await expect(switcher, 'the organization switcher').toContainText('Choir')
  await page.getByRole('link', { name: 'Members’ site' }).click()
  await expect(page.getByRole('link', { name: 'Songbook' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ledger' })).toHaveCount(0)

  await page.goto(site.url)
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden()
  await page.getByRole('link', { name: 'Members’ site' }).click()
  await chooseMenuItem(page, 'Open user menu', page.getByText('Sign out', { exact: true }))
  await page.waitForURL(`${site.url}/`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Sign in to Colophon')).toBeVisible()
  await expect(page.getByText('Songbook')).toHaveCount(0)
  expect(sent, 'requests to the site other than GET').toEqual([])
})

test('the members header fits a phone, also without an organization, and loads if hydration takes longer than the sign-in service', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signInDirectly(context, service, 'mia')
  await page.goto(`${site.url}/members`)
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
  await expectNoLayoutFaults(page)
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    // React schedules its work with messages, so this delays hydration.
    MessagePort.prototype.postMessage = function (...sent: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, sent), 300)
    }
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
})

test('all paths below those of the account screens show them, with titles, links and menus that fit a wide font [N-399] [N-405] [N-406]', async ({
  page,
}) => {
  const open = async (path: string, selector: string) => {
    expect((await page.goto(site.url + path))?.status(), path).toBe(200)
    await expect(page.locator(selector).first(), path).toBeVisible()
  }
  const widen = () => page.addStyleTag({ content: '.cl-rootBox * { letter-spacing: 0.06em }' })
  const countLines = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
  await page.setViewportSize({ width: 320, height: 800 })
  await open('/sign-up/continue', '.cl-signUp-start')
  await open('/sign-up', '.cl-signUp-start')
  const link = page.locator('.cl-footerActionLink')
  await expect(link).toBeVisible()
  await widen()
  expect(await countLines(link), 'lines of the link').toBe(1)

  await open('/sign-in/factor-one', '.cl-signIn-start')
  await open('/sign-in', '.cl-signIn-start')
  await signIn(page, 'ben')
  await page.waitForURL(`${site.url}/members`)
  const measureSwitcher = async () => {
    const box = await page.getByRole('button', { name: 'Open organization switcher' }).boundingBox()
    return Math.min(box?.width ?? 0, box?.height ?? 0)
  }
  await expect.poll(measureSwitcher, { message: 'size of the switcher' }).toBeGreaterThanOrEqual(44)

  await page.setViewportSize({ width: 1440, height: 900 })
  await open('/organization', '.cl-profilePage__organizationGeneral')
  const profile = page.locator('.cl-organizationProfile-root, .cl-organizationProfile')
  await expect(profile.getByText('Board').first(), 'N-406').toBeVisible()
  await profile.getByRole('button', { name: 'Members' }).click()
  await expect(profile.getByText('Ada Lindt').first(), 'N-406').toBeVisible()
  await open('/organization/organization-members', '.cl-profilePage__organizationMembers')
  const title = page.locator('.cl-navbar h1')
  await expect(title).toBeVisible()
  await widen()
  expect(await countLines(title), 'lines of the title').toBe(1)

  await open('/account/security', '.cl-profilePage__security')
  await open('/account', '.cl-profilePage__account')
  await expect(page.getByRole('heading', { name: 'Profile details' }), 'N-405').toBeVisible()
  for (const text of ['Ben Ortiz', 'ben@example.com']) await expect(page.getByText(text).first(), 'N-405').toBeVisible()
  await page.locator('.cl-menuButton').first().click()
  await expect(page.locator('.cl-menuList')).toHaveCSS('border-top-width', '1px')
})

test('a failed sign-out can be repeated', async ({ page, context, expectConsole }) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of 503/)
  expectConsole(/^uncaught: /)
  await signInDirectly(context, service, 'mia')
  const refuse = (route: Route) => route.fulfill({ status: 503, json: { errors: [] } })
  // Before the page exists: a busy page may send a request past a route that is added later.
  await page.route(`${service.url}/v1/client/sessions?*`, refuse, { times: 1 })
  await page.goto(`${site.url}/members`)
  const signOut = () => chooseMenuItem(page, 'Open user menu', page.getByText('Sign out', { exact: true }))
  await signOut()
  await expect(page.getByRole('button', { name: 'Open user menu' })).toHaveCount(0)
  await signOut()
  await page.waitForURL(`${site.url}/`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a visitor signs up with a code and can open the account screens', async ({ page }) => {
  await page.goto(`${site.url}/sign-up?redirect_url=%2Fmembers%2Flounge`)
  await page.locator('input[name=emailAddress]').fill('noa@example.com')
  await page.locator('input[name=password]').fill('a long enough one')
  // Not a click: feedback on the password moves the button shortly after the input.
  await page.locator('input[name=password]').press('Enter')
  await page.locator('input[autocomplete=one-time-code]').first().pressSequentially(VERIFICATION_CODE)
  await page.waitForURL(`${site.url}/members/lounge`)
  await expect(page.getByText('Coffee for members')).toBeVisible()
  await page.goto(`${site.url}/account`)
  await expect(page.getByText('noa@example.com').first()).toBeVisible()
})

test('returning from an external sign-in that was not started here shows the sign-in screen, or the site if signed in', async ({
  page,
}) => {
  await page.goto(`${site.url}/auth/sso-callback`)
  await page.waitForURL(/\/sign-in/)
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members`)
  await page.goto(`${site.url}/auth`)
  await expect(page).toHaveURL(`${site.url}/members`)
})

test('the screens of the sign-in service are in Chinese on a Chinese site [N-403]', async ({ page, account }) => {
  const chinese = await account.chinese()
  await page.goto(`${chinese.url}/quay`)
  await page.getByRole('link', { name: '登录' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '继续' })).toBeVisible()
  await expect(page.getByText(/欢迎|登录到/).first()).toBeVisible()
  await expect(page.locator('.cl-headerTitle')).toHaveText(/^登录/)
  // Retried, because the document has no title for a moment during a navigation.
  await expect(async () => expect(await listScreenViolations(page)).toEqual([])).toPass({ timeout: 20_000 })
  await page.goto(`${chinese.url}/sign-up`)
  await expect(page.locator('.cl-headerTitle')).toHaveText(/^创建/)
  await expect(page.getByRole('button', { name: '继续' })).toBeVisible()
  const missing = await page.request.get(`${chinese.url}/nothing.png`)
  expect([missing.status(), await missing.text()]).toEqual([404, expect.stringContaining('lang="zh-CN"')])
})

test('a visitor of a public page signs in and returns, and an expired session token is renewed by its link to the members’ site', async ({
  page,
  context,
}) => {
  await page.goto(`${site.url}/quay`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members/quay`)
  await expect(page.getByText('Ships lie here')).toBeVisible()
  await page.goto(`${site.url}/quay`)
  // Only the short-lived token is removed. The service still has the session of the browser.
  await context.clearCookies({ name: /^__session/ })
  await page.getByRole('link', { name: 'Members’ site' }).click()
  await page.waitForURL(`${site.url}/members/quay`)
  await expect(page.getByText('Ships lie here')).toBeVisible()
})

test('the redirect after sign-in never leads to another site', async ({ page, context, expectConsole }) => {
  expectConsole(/^warning: Clerk: Redirect URL .* is not/)
  const hosts = new Set<string>()
  page.on('framenavigated', (frame) => hosts.add(new URL(frame.url()).hostname))
  const targets = [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example/',
    '%2F%2Fevil.example',
  ]
  for (const target of sampleItems(targets, 2)) {
    await page.goto(`${site.url}/sign-in?redirect_url=${encodeURIComponent(target)}`)
    await signIn(page, 'mia')
    await page.waitForURL(`${site.url}/members`)
    expect([...hosts], target).toEqual(['localhost'])
    // Leave the page first. It would request its session without cookies, and log the 401 response.
    await page.goto('about:blank')
    await context.clearCookies()
    hosts.clear()
  }
})

test('public pages load nothing from the sign-in service for signed-in visitors', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${site.url}/quay`)
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => url.startsWith(service.url) || /clerk/i.test(url))).toEqual([])
})
