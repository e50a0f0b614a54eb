import type { Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import type { AccountSite } from '../../support/account-site'
import { chooseMenuItem, signIn } from '../../support/sign-in/screens'
import { createRows, type Section } from '../row'

/** The arguments of a statement about the screens of the sign-in service. */
export interface AccountFixtures {
  page: Page
  account: AccountSite
  /** Allows console lines that match, in the form `kind: text`. */
  expectConsole(line: RegExp): void
}

const open = ({ page, account }: AccountFixtures, path: string) => page.goto(account.site.url + path)

/** Signs in as a person of the service, and opens a path. */
async function openAs(fixtures: AccountFixtures, name: string, path: string): Promise<void> {
  await open(fixtures, '/sign-in')
  await signIn(fixtures.page, name)
  await fixtures.page.waitForURL(`${fixtures.account.site.url}/members`)
  await open(fixtures, path)
}

const SCRIPT = /\/npm\/@clerk\/clerk-js@[^/]+\/dist\/clerk\.browser\.js$/
const RETRIES = 5

interface InsertedScript {
  /** Milliseconds since the start of the page. */
  time: number
  /** Whether it is the script tag of the page. The provider's loader inserts others. */
  isTagOfPage: boolean
}

/** Runs in the page, and lists the provider's scripts that are inserted into it as `window.scripts`. */
function recordScripts(): void {
  const scripts: InsertedScript[] = []
  Object.assign(window, { scripts })
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLScriptElement) || !node.src.endsWith('/clerk.browser.js')) continue
      scripts.push({ time: performance.now(), isTagOfPage: node.dataset.clerkJsScript !== undefined })
    }
  }).observe(document, { childList: true, subtree: true })
}

export const SIGN_IN_SCREENS: Section<AccountFixtures> = {
  name: 'Sign-in screens',
  rows: createRows<AccountFixtures>({
    protection: {
      statement:
        'A signed-out visitor of a members page is redirected to sign-in, and returns to the page after signing in.',
      check: async (fixtures) => {
        const { page, account } = fixtures
        await open(fixtures, '/members/ledger')
        await expect(page).toHaveURL(`${account.site.url}/sign-in?redirect_url=%2Fmembers%2Fledger`)
        await expect(page.getByText('Figures of the board')).toHaveCount(0)
        await signIn(page, 'ben')
        await expect(page).toHaveURL(`${account.site.url}/members/ledger`)
        await expect(page.getByText('Figures of the board')).toBeVisible()
      },
    },
    'catch-all routes': {
      statement: 'The paths of the provider’s screens, and all paths below them, show the provider’s screens.',
      check: async (fixtures) => {
        const { page } = fixtures
        const expectScreen = async (path: string, selector: string) => {
          expect((await open(fixtures, path))?.status(), path).toBe(200)
          await expect(page.locator(selector).first(), path).toBeVisible()
        }
        for (const path of ['/sign-up', '/sign-up/continue']) await expectScreen(path, '.cl-signUp-start')
        for (const path of ['/sign-in', '/sign-in/factor-one']) await expectScreen(path, '.cl-signIn-start')
        await signIn(page, 'ben')
        await page.waitForURL(`${fixtures.account.site.url}/members`)
        await expectScreen('/account', '.cl-profilePage__account')
        await expectScreen('/account/security', '.cl-profilePage__security')
        await expectScreen('/organization', '.cl-profilePage__organizationGeneral')
        await expectScreen('/organization/organization-members', '.cl-profilePage__organizationMembers')
      },
    },
    'not on a catch-all route': {
      statement:
        'In development, a sign-in screen on a route that is not a catch-all route throws the provider’s error.',
      check: async (fixtures) => {
        const { page } = fixtures
        const url = await fixtures.account.catchAllCheck()
        fixtures.expectConsole(/./)
        const errors: string[] = []
        page.on('pageerror', ({ message }) => errors.push(message))
        const waitForCheck = (component: string) =>
          page.waitForResponse((response) => response.url().includes(`/${component}_clerk_catchall_check_`), {
            timeout: 120_000,
          })
        for (const [path, component, status] of [
          ['/sign-up', 'SignUp', 200],
          ['/sign-in', 'SignIn', 404],
        ] as const) {
          const [response] = await Promise.all([waitForCheck(component), page.goto(url + path)])
          expect(response.status(), path).toBe(status)
        }
        await expect
          .poll(() => errors.filter((message) => message.startsWith('\nClerk: ')))
          .toEqual([expect.stringContaining('The "/sign-in" route is not a catch-all route')])
      },
    },
    'provider script': {
      statement: 'The provider’s script is loaded from the provider’s own host, which the publishable key names.',
      check: async ({ page, account }) => {
        const site = await account.keysOnly()
        const scripts: string[] = []
        await page.route(SCRIPT, async (route) => {
          scripts.push(route.request().url())
          const headers = { 'access-control-allow-origin': '*' }
          await route.fulfill({ headers, contentType: 'text/javascript', body: 'window.isProviderLoaded = true' })
        })
        await page.goto(`${site.url}/sign-in`)
        // The Content Security Policy allows the script to run.
        await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isProviderLoaded'))).toBe(true)
        expect(scripts).toEqual([expect.stringMatching(new RegExp(`^${account.service.keys.issuer}/npm/`))])
      },
    },
    'provider script, retries': {
      statement:
        'A provider’s script that fails to load is requested up to 5 more times, after 125 milliseconds and then twice as long each time.',
      reason:
        'The provider’s loader adds up to the same time at random to each delay, so that not all browsers retry at once.',
      check: async (fixtures) => {
        const { page, account } = fixtures
        fixtures.expectConsole(/^error: Failed to load resource: the server responded with a status of 503/)
        fixtures.expectConsole(/Failed to load Clerk/)
        let requests = 0
        await page.route(SCRIPT, async (route) => {
          requests++
          await route.fulfill({ status: 503, headers: { 'access-control-allow-origin': account.site.url } })
        })
        await page.addInitScript(recordScripts)
        const failure = page.waitForEvent('pageerror', { timeout: 60_000 })
        await open(fixtures, '/sign-in')
        expect((await failure).message).toContain('failed to load script')
        const scripts = await page.evaluate(() => Reflect.get(window, 'scripts') as InsertedScript[])
        const times = scripts.filter(({ isTagOfPage }) => !isTagOfPage).map(({ time }) => time)
        expect(times).toHaveLength(1 + RETRIES)
        // The loader removes the tag that failed. During a slow hydration, React may insert it once more, with or without a request.
        expect([1, 2]).toContain(scripts.length - times.length)
        expect(requests).toBeGreaterThanOrEqual(1 + times.length)
        expect(requests).toBeLessThanOrEqual(scripts.length)
        const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
        for (const [index, delay] of delays.entries()) expect(delay).toBeGreaterThanOrEqual(120 * 2 ** index)
        expect(delays.at(-1)).toBeLessThan(125 * 2 ** RETRIES + 1000)
      },
    },
    'screens in Chinese': {
      statement: 'With SITE_LOCALE=zh-CN, the provider’s screens are in Simplified Chinese.',
      check: async ({ page, account }) => {
        const site = await account.chinese()
        for (const [path, title] of [
          ['/sign-in', /^登录/],
          ['/sign-up', /^创建/],
        ] as const) {
          await page.goto(site.url + path)
          await expect(page.locator('.cl-headerTitle')).toHaveText(title)
          await expect(page.getByRole('button', { name: '继续' })).toBeVisible()
        }
      },
    },
    'organization switcher': {
      statement: 'The organization switcher lists the organizations of the visitor and switches between them.',
      check: async (fixtures) => {
        const { page } = fixtures
        await openAs(fixtures, 'ben', '/members')
        const switcher = page.getByRole('button', { name: 'Open organization switcher' })
        await expect(switcher).toContainText('Board')
        await expect(page.getByRole('link', { name: 'Songbook' })).toHaveCount(0)
        await chooseMenuItem(page, 'Open organization switcher', page.getByRole('button', { name: /Choir/ }))
        await expect(switcher).toContainText('Choir')
        await expect(page.getByRole('link', { name: 'Songbook' })).toBeVisible()
      },
    },
    'user profile': {
      statement: 'The account page shows the provider’s profile of the visitor.',
      check: async (fixtures) => {
        const { page } = fixtures
        await openAs(fixtures, 'ben', '/account')
        await expect(page.getByRole('heading', { name: 'Profile details' })).toBeVisible()
        for (const text of ['Ben Ortiz', 'ben@example.com']) await expect(page.getByText(text).first()).toBeVisible()
      },
    },
    'organization profile': {
      statement: 'The organization page shows the provider’s profile of the selected organization, with its members.',
      check: async (fixtures) => {
        const { page } = fixtures
        await openAs(fixtures, 'ben', '/organization')
        const profile = page.locator('.cl-organizationProfile-root, .cl-organizationProfile')
        await expect(profile.getByText('Board').first()).toBeVisible()
        await profile.getByRole('button', { name: 'Members' }).click()
        await expect(profile.getByText('Ada Lindt').first()).toBeVisible()
      },
    },
    roles: {
      statement:
        'The editor dashboard is shown to admins of EDITORS_ORGANIZATION and refused to its basic members with 403.',
      check: async (fixtures) => {
        const { page } = fixtures
        fixtures.expectConsole(/^error: Failed to load resource: the server responded with a status of 403/)
        const dashboard = page.getByRole('heading', { name: 'Editor dashboard' })
        await openAs(fixtures, 'kim', '/members/desk')
        await expect(page.getByText('there is nothing here that you can read')).toBeVisible()
        await expect(dashboard).toHaveCount(0)
        expect((await open(fixtures, '/members/desk'))?.status()).toBe(403)
        // Leave the page first, because it could send requests without the cookies.
        await page.goto('about:blank')
        await page.context().clearCookies()
        await openAs(fixtures, 'ada', '/members/desk')
        await expect(dashboard).toBeVisible()
        expect((await open(fixtures, '/members/desk'))?.status()).toBe(200)
      },
    },
  }),
}
