import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import type { SignInService } from './service'

/** Fills in the sign-in screen for a user of the service. `name` is the first name in lower case. */
export async function signIn(page: Page, name: string, password = `colophon-${name}`): Promise<void> {
  await page.locator('input[name=identifier]').fill(`${name}@example.com`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Signs in a user without a screen. The first page of the site that needs the session redirects to the service and back. */
export async function signInDirectly(context: BrowserContext, service: SignInService, name: string): Promise<void> {
  const form = { strategy: 'password', identifier: `${name}@example.com`, password: `colophon-${name}` }
  const response = await context.request.post(`${service.url}/v1/client/sign_ins`, { form })
  expect(response.status(), await response.text()).toBe(200)
  const value = String(Math.floor(Date.now() / 1000))
  const names = ['__client_uat', `__client_uat_${service.keys.suffix}`]
  await context.addCookies(names.map((each) => ({ name: each, value, url: service.url })))
}

/** Waits until all finite animations on the page have ended. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Opens a menu in the header and clicks an item of it, once the menu has stopped moving. */
export async function chooseMenuItem(page: Page, menu: string, choice: Locator): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await expect(choice).toBeVisible()
  await waitForAnimations(page)
  await choice.click()
}
