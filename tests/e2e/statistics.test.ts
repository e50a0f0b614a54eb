import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { listShifts, loadFonts, observeShifts } from './shifts'
import { expect, test } from './test'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

const POST = '/journal/an-address-is-a-promise'
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const stateDir = createFolder('statistics')
let site: RunningSite

/** Reads the files of all days in a folder: a run may begin before midnight. */
const readDays = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))

test.beforeAll(async () => {
  // The timeout above is not that of this hook. Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({
    workspaceDir: 'workspace',
    stateDir,
    env: { STATISTICS: '1', HELPFUL: 'text', VIEW_COUNTS: '1', ANALYTICS: 'ga4:G-TEST12345' },
  })
})
test.afterAll(async () => {
  await site?.kill()
})

test('asks before analytics that set cookies, without a shift of the page, and remembers the answer', async ({
  page,
}) => {
  await loadFonts(page, site.url + POST)
  await observeShifts(page)
  const loaded: string[] = []
  await page.route('https://www.googletagmanager.com/**', (route) => {
    loaded.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  const banner = page.getByRole('region', { name: 'Cookie settings' })
  for (const [at, size] of SIZES.entries()) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: at === 0 ? 'light' : 'dark' })
    await page.goto(site.url + POST)
    await expect(banner).toBeVisible()
    await expectNoViolations(page)
    expect(await listShifts(page)).toEqual([])
    const { width = 0 } = (await banner.boundingBox()) ?? {}
    expect(width).toBeLessThanOrEqual(size.width)
  }
  expect(loaded).toEqual([])
  await banner.getByRole('button', { name: 'Decline' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible()
  await expect(banner).toBeHidden()
  expect(loaded).toEqual([])
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await expect(banner.getByRole('button', { name: 'Allow cookies' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => loaded).toHaveLength(1)
  await page.reload()
  await expect.poll(() => loaded).toHaveLength(2)
})

test('takes votes and texts about a page without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(site.url + POST)
  const section = page.getByRole('region', { name: 'Was this page helpful?' })
  await expect(section.getByText('Thank you.')).toBeHidden()
  await section.getByRole('button', { name: 'No' }).click()
  await expect(page).toHaveURL(`${site.url}${POST}#helpful-text`)
  await expect(section.getByRole('button', { name: 'Yes' })).toBeHidden()
  await section.getByRole('textbox').fill('Say it in fewer words')
  await section.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(`${site.url}${POST}#helpful-thanks`)
  await expect(section.getByText('Thank you.')).toBeVisible()
  await context.close()
  const texts = readDays(path.join(stateDir, 'statistics', 'texts')).flatMap((day) => day.texts)
  expect(texts).toEqual([{ page: expect.any(String), text: 'Say it in fewer words' }])
})

test('refuses forms of other sites, about other pages, and without a vote', async ({ request }) => {
  const send = async (form: Record<string, string>, headers: Record<string, string> = {}) =>
    (await request.post(`${site.url}/api/helpful`, { form, headers, maxRedirects: 0 })).status()
  const page = site.index().root ?? ''
  expect(await send({ page, vote: 'yes' }, { origin: 'https://elsewhere.example' })).toBe(403)
  expect(await send({ page: 'no-page', vote: 'yes' })).toBe(400)
  expect(await send({ page, vote: 'perhaps' })).toBe(400)
  expect(await send({ page, text: 'x'.repeat(20_000) })).toBe(413)
  expect(await send({ page, vote: 'yes' })).toBe(303)
})

test('stores what was counted when the site ends, and shows views on posts', async ({ page }) => {
  await page.request.get(`${site.url}/no-such-page`)
  await site.stop()
  const days = readDays(path.join(stateDir, 'statistics'))
  const list = (name: string) => days.flatMap((day) => Object.entries(day[name] ?? {}))
  expect(list('views')).not.toEqual([])
  expect(list('missing')).toEqual([['/no-such-page', 1]])
  expect(['helpful', 'unhelpful'].map((name) => list(name).map(([, count]) => count))).toEqual([[1], [1]])
  expect(JSON.stringify(days)).not.toContain('127.0.0.1')
  site = await startSite({ workspaceDir: 'workspace', stateDir, env: { STATISTICS: '1', VIEW_COUNTS: '1' } })
  await page.goto(site.url + POST)
  await expect(page.locator('[data-views]')).toHaveText(/^Views: \d+$/)
  const document = await (await page.request.get(site.url + POST)).text()
  expect(document).not.toMatch(/consent|helpful/)
})
