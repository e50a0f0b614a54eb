import { rmSync } from 'node:fs'
import { startSignInService } from '../support/sign-in/service'
import { createFolder, startSite } from '../support/site'
import { WorkspaceServer } from '../support/workspace-server'
import { expectNoViolations } from './axe'
import { expect, LINES_AFTER_TYPING, test } from './test'

test('the editor dashboard lists pages that the sync could not fetch, and an editor can request them again', async ({
  page,
  expectConsole,
}) => {
  test.slow()
  expectConsole(LINES_AFTER_TYPING)
  const service = await startSignInService()
  const workspace = await WorkspaceServer.start('workspace')
  // One file has a private address, which the sync refuses to fetch.
  const signed = workspace.signAddress
  let isBroken = true
  workspace.signAddress = (address) =>
    isBroken && address.includes('cover-journal') ? 'http://10.0.0.1/cover' : signed(address)
  const dir = createFolder('desk')
  const site = await startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    env: { ...workspace.env, ...service.env, SYNC_RATE: '500', SYNC_INTERVAL: '3600' },
    expectedOutput: [/^(Copied|Refreshed|Synced) /, /^\d+ of \d+ pages, /, /private address/],
  })
  await expect.poll(async () => (await fetch(`${site.url}/api/health`)).status, { timeout: 60_000 }).toBe(200)
  await page.goto(`${site.url}/members/desk`)
  await page.locator('input[name=identifier]').fill('ada@example.com')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[name=password]').fill('colophon-ada')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${site.url}/members/desk`)
  await expect(page.getByRole('heading', { name: 'Editor dashboard' })).toBeVisible()

  const sync = page.getByRole('region', { name: 'Last sync' })
  await expect(async () => {
    await page.reload()
    await expect(sync).toContainText('What failed', { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(sync).toContainText('private address')
  // A file can fail before the first sync has fetched all pages.
  await expect.poll(() => site.index().isFilling, { timeout: 60_000 }).toBe(false)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, 'main')
  }

  await expect(page.getByRole('banner').getByRole('link', { name: 'Editor dashboard' })).toBeVisible()
  await page.goto(`${site.url}/members/start-here`)
  for (const place of ['banner', 'contentinfo'] as const) {
    const link = page.getByRole(place).getByRole('link', { name: 'Editor dashboard' })
    await expect(link).toHaveAttribute('href', '/members/desk')
  }
  await expect(page.getByRole('link', { name: 'Edit in Notion' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.notion\.so\/[0-9a-f]{32}$/,
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Editor dashboard' }).click()
  await page.waitForURL(`${site.url}/members/desk`)

  isBroken = false
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(page.getByRole('status')).toContainText('Requested.')
  await expect(async () => {
    await page.reload()
    await expect(sync).not.toContainText('What failed', { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await site.stop()
  await workspace.stop()
  await service.stop()
  rmSync(dir, { recursive: true, force: true })
})
