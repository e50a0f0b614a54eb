import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type SignInService, startSignInService } from '../support/sign-in/service'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { eventually, fetchHealth, fetchStatus, visit } from '../support/visits'
import { WorkspaceServer } from '../support/workspace-server'
import { expectNoViolations } from './axe'
import { expect, LINES_AFTER_TYPING, test } from './test'

// Both tests share a site, whose first sync takes long on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

const TOKEN = 'secret_webhooktoken'
const dir = createFolder('desk')
let service: SignInService
let workspace: WorkspaceServer
let site: RunningSite
let isBroken = true

test.beforeAll(async () => {
  // A hook has its own limit.
  test.setTimeout(180_000)
  service = await startSignInService()
  workspace = await WorkspaceServer.start('workspace')
  // One file has a private address, which the sync refuses to fetch.
  const signed = workspace.signAddress
  workspace.signAddress = (address) =>
    isBroken && address.includes('cover-journal') ? 'http://10.0.0.1/cover' : signed(address)
  site = await startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    // Without a webhook or a request, a change would become visible an hour later.
    env: {
      ...workspace.env,
      ...service.env,
      SYNC_RATE: '500',
      SYNC_INTERVAL: '3600',
      NOTION_WEBHOOK_TOKEN: TOKEN,
      STATISTICS: '1',
    },
    expectedOutput: [/^(Copied|Refreshed|Synced) /, /^\d+ of \d+ pages, /, /private address/],
  })
  await eventually(() => fetchHealth(site)).not.toBe('live')
})
test.afterAll(async () => {
  await site?.kill()
  await workspace?.stop()
  await service?.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function sendWebhook(type: string, page: string) {
  const body = JSON.stringify({ id: `${type} ${page} ${Date.now()}`, type, entity: { id: page, type: 'page' } })
  const signature = createHmac('sha256', TOKEN).update(body).digest('hex')
  const headers = { 'x-notion-signature': `sha256=${signature}` }
  const { status } = await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
  expect(status).toBe(200)
}

test('the editor dashboard lists pages that the sync could not fetch, and an editor can request them again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(LINES_AFTER_TYPING)
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
  await page.request.get(`${site.url}/no-such-page`)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Readers' })).toContainText('Addresses that do not exist')
  const csv = await page.request.get(`${site.url}/members/desk/statistics`)
  expect(await csv.text()).toContain('missing,"/no-such-page"')
  expect(await fetchStatus(site, '/members/desk/statistics'), 'for a visitor').toBe(307)
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
  await page.locator('.page-actions summary').click()
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
})

test('an edit with a webhook becomes visible, also on pages that show the title', async () => {
  const { editor, root } = workspace
  const added = editor.addPage(root, 'A page for the tide', 'High at noon')
  await sendWebhook('page.created', added)
  await sendWebhook('page.content_updated', root)
  await eventually(() => fetchStatus(site, '/a-page-for-the-tide')).toBe(200)
  await eventually(async () => (await visit(site, '/')).text).toContain('A page for the tide')

  editor.write(added, 'Low at six')
  await sendWebhook('page.content_updated', added)
  await eventually(async () => (await visit(site, '/a-page-for-the-tide')).text).toContain('Low at six')

  editor.rename(added, 'Tide tables')
  await sendWebhook('page.properties_updated', added)
  await eventually(() => fetchStatus(site, '/tide-tables')).toBe(200)
  expect(await fetchStatus(site, '/a-page-for-the-tide')).toBe(308)
  expect((await visit(site, '/')).text).toContain('Tide tables')

  editor.delete(added)
  await sendWebhook('page.deleted', added)
  await eventually(() => fetchStatus(site, '/tide-tables')).toBe(410)
})
