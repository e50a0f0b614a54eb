import type { Locator, Page } from '@playwright/test'
import { expect } from '../../e2e/base'

/** Fills in the sign-in screen for a user of the service. `name` is the first name in lower case. */
export async function signIn(page: Page, name: string, password = `colophon-${name}`): Promise<void> {
  await page.locator('input[name=identifier]').fill(`${name}@example.com`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
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
