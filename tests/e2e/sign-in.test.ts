import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { membersWorkspace } from '../support/members-workspace'
import { CODE } from '../support/sign-in/people'
import { browserScripts } from '../support/sign-in/scripts'
import { type SignInService, startSignInService } from '../support/sign-in/service'
import { type RunningSite, startSite } from '../support/site'
import { expect, test } from './test'

test.describe.configure({ mode: 'default' })
test.skip(browserScripts() === undefined, 'npm cannot fetch the scripts of the sign-in service')

let service: SignInService
let site: RunningSite
test.beforeAll(async () => {
  service = await startSignInService()
  site = await startSite({ workspaceDir: membersWorkspace().dir, env: service.env })
})
test.afterAll(async () => {
  await site.stop()
  await service.stop()
})
test.beforeEach(({ expectConsole }) => {
  expectConsole(/^(?:verbose|debug): \[DOM\] Input elements should have autocomplete attributes/)
})

async function signIn(page: Page, name: string, password = `colophon-${name}`) {
  await page.locator('input[name=identifier]').fill(`${name}@example.com`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('a member signs in, comes back, switches the organization and signs out', async ({ page, expectConsole }) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of (?:422|403)/)
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
  await page.getByRole('button', { name: 'Open organization switcher' }).click()
  await page.getByRole('button', { name: /Choir/ }).click()
  await expect(page.getByText('there is nothing here that you can read')).toBeVisible()
  await expect(page.getByText('Figures of the board')).toHaveCount(0)
  const switcher = page.getByRole('button', { name: 'Open organization switcher' })
  await expect(switcher, 'the way to another organization').toContainText('Choir')
  await page.getByRole('link', { name: 'Members’ site' }).click()
  await expect(page.getByRole('link', { name: 'Songbook' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ledger' })).toHaveCount(0)

  await page.goto(site.url)
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden()
  await page.getByRole('link', { name: 'Members’ site' }).click()
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByText('Sign out', { exact: true }).click()
  await page.waitForURL(`${site.url}/`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Sign in to Colophon')).toBeVisible()
  await expect(page.getByText('Songbook')).toHaveCount(0)
})

test('somebody signs up with a code, and finds their screens', async ({ page }) => {
  await page.goto(`${site.url}/sign-up?redirect_url=%2Fmembers%2Flounge`)
  await page.locator('input[name=emailAddress]').fill('noa@example.com')
  await page.locator('input[name=password]').fill('a long enough one')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[autocomplete=one-time-code]').first().pressSequentially(CODE)
  await page.waitForURL(`${site.url}/members/lounge`)
  await expect(page.getByText('Coffee for members')).toBeVisible()
  await page.goto(`${site.url}/account`)
  await expect(page.getByText('noa@example.com').first()).toBeVisible()
  const found = await new AxeBuilder({ page }).include('.account').exclude('.cl-rootBox').analyze()
  expect(found.violations.map(({ id }) => id)).toEqual([])
})

test('an expired token is renewed on the way from a public page', async ({ page, context }) => {
  await page.goto(`${site.url}/sign-in`)
  await signIn(page, 'mia')
  await page.waitForURL(`${site.url}/members`)
  await page.goto(`${site.url}/quay`)
  // The short token is gone, and the service still knows the browser.
  await context.clearCookies({ name: /^__session/ })
  await page.getByRole('link', { name: 'Members’ site' }).click()
  await page.waitForURL(`${site.url}/members/quay`)
  await expect(page.getByText('Ships lie here')).toBeVisible()
})

for (const asked of [
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'https://evil.example/',
  '%2F%2Fevil.example',
]) {
  test(`the way back never leads to ${asked}`, async ({ page, expectConsole }) => {
    expectConsole(/^warning: Clerk: Redirect URL .* is not/)
    const hosts = new Set<string>()
    page.on('framenavigated', (frame) => hosts.add(new URL(frame.url()).hostname))
    await page.goto(`${site.url}/sign-in?redirect_url=${encodeURIComponent(asked)}`)
    await signIn(page, 'mia')
    await page.waitForURL(`${site.url}/members`)
    expect([...hosts]).toEqual(['localhost'])
  })
}

test('public pages load nothing of the service, whoever reads', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site.url}/quay`)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.startsWith(service.url) || /clerk/i.test(url))).toEqual([])
})
