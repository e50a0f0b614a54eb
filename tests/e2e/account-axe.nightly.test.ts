import type { Locator } from '@playwright/test'
import { signIn } from '../support/sign-in/screens'
import { getThemes } from './axe'
import { listScreenViolations } from './axe-sign-in'
import { expect, LATE_SCRIPT, LINES_AFTER_TYPING, test } from './test'

test('the screens of the sign-in service are accessible in the light and the dark theme', async ({
  page,
  account,
  expectConsole,
}) => {
  // Nine screens, most of which are rendered by scripts of the sign-in service.
  test.setTimeout(180_000)
  for (const line of [LATE_SCRIPT, LINES_AFTER_TYPING]) expectConsole(line)
  expectConsole(/^error: Failed to load resource: the server responded with a status of (?:422|403)/)
  let checked = 0
  const check = async (path: string, shown: Locator) => {
    if (path !== '') await page.goto(`${account.site.url}${path}`)
    await expect(shown).toBeVisible()
    const themes = getThemes(checked++)
    // Retried, because the document has no title for a moment during a navigation.
    await expect(async () => expect(await listScreenViolations(page, themes), path || page.url()).toEqual([])).toPass({
      timeout: 20_000,
    })
  }
  await check('/sign-up', page.locator('input[name=emailAddress]'))
  await check('/sign-in?redirect_url=%2Fmembers%2Fledger', page.locator('input[name=identifier]'))
  await signIn(page, 'ben', 'wrong')
  await check('', page.getByText('Password is incorrect').first())
  await page.locator('input[name=password]').fill('colophon-ben')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${account.site.url}/members/ledger`)
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
