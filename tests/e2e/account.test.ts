import type { Locator, Page } from '@playwright/test'
import { SIGN_IN_SCREENS } from '../conformance/browser/sign-in'
import { CONFORMANCE, formatTitle } from '../conformance/row'
import { sampleItems } from '../support/complete'
import { VERIFICATION_CODE } from '../support/sign-in/people'
import { chooseMenuItem, signIn, waitForAnimations } from '../support/sign-in/screens'
import type { SignInService } from '../support/sign-in/service'
import type { RunningSite } from '../support/site'
import { findViolations, getThemes, THEMES } from './axe'
import { expectNoLayoutFaults } from './layout'
import { expect, LATE_SCRIPT, LINES_AFTER_TYPING, test } from './test'

// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ expectConsole }) => expectConsole(LATE_SCRIPT))

let service: SignInService
let site: RunningSite
test.beforeAll(({ account }) => {
  service = account.service
  site = account.site
})
test.beforeEach(({ expectConsole }) => {
  expectConsole(LINES_AFTER_TYPING)
})

test.describe(CONFORMANCE, () => {
  test.describe(SIGN_IN_SCREENS.name, () => {
    for (const row of SIGN_IN_SCREENS.rows) {
      test(
        formatTitle(row),
        async ({ page, account, expectConsole }) => void (await row.check({ page, account, expectConsole })),
      )
    }
  })
})

test('a member signs in, returns to the page, switches the organization and signs out', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of (?:422|403)/)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().startsWith(site.url)) sent.push(request.url())
  })
  await page.goto(`${site.url}/quay`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'ben', 'wrong')
  await expect(page.getByText('Password is incorrect').first()).toBeVisible()
  await page.locator('input[name=password]').fill('colophon-ben')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${site.url}/members/quay`)
  await expect(page.getByText('Ships lie here')).toBeVisible()

  await page.goto(`${site.url}/members/ledger`)
  await expect(page.getByText('Figures of the board')).toBeVisible()
  await chooseMenuItem(page, 'Open organization switcher', page.getByRole('button', { name: /Choir/ }))
  await expect(page.getByText('there is nothing here that you can read')).toBeVisible()
  await expect(page.getByText('Figures of the board')).toHaveCount(0)
  const switcher = page.getByRole('button', { name: 'Open organization switcher' })
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

test('the members header fits a phone, also without an organization', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${site.url}/sign-in`)
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members`)
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
  await expectNoLayoutFaults(page)
})

test('titles, links and menus of the account screens fit a wide font and have a visible edge', async ({ page }) => {
  const widen = () => page.addStyleTag({ content: '.cl-rootBox * { letter-spacing: 0.06em }' })
  const countLines = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`${site.url}/sign-up`)
  const link = page.locator('.cl-footerActionLink')
  await expect(link).toBeVisible()
  await widen()
  expect(await countLines(link), 'lines of the link').toBe(1)

  await page.goto(`${site.url}/sign-in`)
  await signIn(page, 'ada')
  await page.waitForURL(`${site.url}/members`)
  const switcher = await page.getByRole('button', { name: 'Open organization switcher' }).boundingBox()
  expect(Math.min(switcher?.width ?? 0, switcher?.height ?? 0), 'size of the switcher').toBeGreaterThanOrEqual(44)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.url}/organization/organization-members`)
  const title = page.locator('.cl-navbar h1')
  await expect(title).toBeVisible()
  await widen()
  expect(await countLines(title), 'lines of the title').toBe(1)
  await page.goto(`${site.url}/account`)
  await page.locator('.cl-menuButton').first().click()
  await expect(page.locator('.cl-menuList')).toHaveCSS('border-top-width', '1px')
})

test('a failed sign-out can be repeated', async ({ page, expectConsole }) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of 503/)
  expectConsole(/^uncaught: /)
  await page.goto(`${site.url}/sign-in`)
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members`)
  await page.route(
    `${service.url}/v1/client/sessions?*`,
    (route) => route.fulfill({ status: 503, json: { errors: [] } }),
    {
      times: 1,
    },
  )
  const signOut = () => chooseMenuItem(page, 'Open user menu', page.getByText('Sign out', { exact: true }))
  await signOut()
  await expect(page.getByRole('button', { name: 'Open user menu' })).toHaveCount(0)
  await signOut()
  await page.waitForURL(`${site.url}/`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the sign-in service loads if hydration takes longer than loading the service', async ({ page }) => {
  await page.goto(`${site.url}/sign-in`)
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members`)
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

/** Buttons in the markup of the sign-in service whose accessible name differs from their visible text. The project cannot change them. */
const IGNORED_BUTTONS = ['.cl-organizationSwitcherTrigger', '.cl-userButtonTrigger']

/** Returns the violations that axe finds on the page, including the screens of the sign-in service. */
async function listViolations(page: Page, themes = THEMES): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    const violations = (await findViolations(page)).filter(
      ({ rule, html }) => !IGNORED_BUTTONS.some((name) => html.includes(name.slice(1)) && /^label-content/.test(rule)),
    )
    found.push(...violations.map(({ rule, target }) => `${colorScheme}: ${rule} at ${target}`))
  }
  return found
}

test('the screens of the sign-in service are accessible in the light and the dark theme', async ({
  page,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/^error: Failed to load resource: the server responded with a status of (?:422|403)/)
  let checked = 0
  const check = async (path: string, shown: Locator) => {
    if (path !== '') await page.goto(`${site.url}${path}`)
    await expect(shown).toBeVisible()
    const themes = getThemes(checked++)
    // Retried, because the document has no title for a moment during a navigation.
    await expect(async () => expect(await listViolations(page, themes), path || page.url()).toEqual([])).toPass({
      timeout: 20_000,
    })
  }
  await check('/sign-up', page.locator('input[name=emailAddress]'))
  await check('/sign-in?redirect_url=%2Fmembers%2Fledger', page.locator('input[name=identifier]'))
  await signIn(page, 'ben', 'wrong')
  await check('', page.getByText('Password is incorrect').first())
  await page.locator('input[name=password]').fill('colophon-ben')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${site.url}/members/ledger`)
  const switcher = page.getByRole('button', { name: 'Open organization switcher' })
  await check('', switcher)
  await switcher.click()
  await check('', page.getByRole('button', { name: /Choir/ }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await check('', page.getByText('Sign out', { exact: true }))
  await check('/account', page.getByText('ben@example.com').first())
  await check('/organization', page.getByText('Leave organization').first())
  await check('/organization/organization-members', page.getByText('Ada Lindt').first())
  await check('/members/none', switcher)
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

test('the screens of the sign-in service are in Chinese on a Chinese site', async ({ page, account }) => {
  const chinese = await account.chinese()
  await page.goto(`${chinese.url}/quay`)
  await page.getByRole('link', { name: '登录' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '继续' })).toBeVisible()
  await expect(page.getByText(/欢迎|登录到/).first()).toBeVisible()
  // Retried, because the document has no title for a moment during a navigation.
  await expect(async () => expect(await listViolations(page)).toEqual([])).toPass({ timeout: 20_000 })
  const missing = await page.request.get(`${chinese.url}/nothing.png`)
  expect([missing.status(), await missing.text()]).toEqual([404, expect.stringContaining('lang="zh-CN"')])
})

test('an expired session token is renewed when a visitor follows a link from a public page', async ({
  page,
  context,
}) => {
  await page.goto(`${site.url}/sign-in`)
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members`)
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
