import { heading, table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page as notionPage } from '@/cli/sample/pages'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expectNoLayoutFaults } from './layout'
import { listShifts, loadFonts, observeShifts } from './shifts'
import { expect, test } from './test'

const ANNOUNCEMENT = 'The harbor is closed on Sunday'
const SECTIONS = ['One', 'Two', 'Three', 'Four'].flatMap((name) => [heading(2, name), text('Words. '.repeat(80))])

function writeSite(): string {
  const workspaceDir = createFolder('site-settings')
  const root = notionPage('Press', { key: 'home' }, [
    table([
      ['Site', 'Look'],
      ['Announcement', ANNOUNCEMENT],
      ['Announcement link', '/inside'],
      ['Social links', 'https://github.com/ann, https://social.example/@ann, mailto:ann@example.com, /feed.xml'],
      ['Copyright', '© Ann Lee'],
      ['Made with', 'no'],
      ['Logo', '/icon-192.png'],
      ['Logo dark', '/icon-512.png'],
      ['Width', '600'],
      ['Not found page', [pageMention('lost')]],
    ]),
    table([
      ['Navigation', 'Link', 'Group', 'Place'],
      ['GitHub', 'https://github.com/ann', '', ''],
      ['Inside', [pageMention('inside')], 'Reading', ''],
      ['Elsewhere', 'https://example.com/', 'Reading', ''],
      ['Imprint', '/inside', 'Legal', 'Footer'],
      ['Write to us', 'mailto:ann@example.com', '', 'Footer'],
    ]),
    table([
      ['Page', 'Layout'],
      [[pageMention('landing')], 'Landing'],
      [[pageMention('letter')], 'plain'],
      [[pageMention('wide')], 'Wide'],
    ]),
    text('Words to read'),
    notionPage('Inside', { key: 'inside' }, SECTIONS),
    notionPage('Landing', { key: 'landing' }, SECTIONS),
    notionPage('Letter', { key: 'letter' }, SECTIONS),
    notionPage('Wide', { key: 'wide' }, SECTIONS),
    notionPage('Lost at sea', { key: 'lost' }, [text('There is nothing at this address.')]),
  ])
  writeWorkspace(workspaceDir, buildWorkspace(root, { users: [], files: {} }))
  return workspaceDir
}

let site: RunningSite

// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({ workspaceDir: writeSite() })
})
test.afterAll(() => site.kill())

test('an announcement is on every page, and stays closed after a visitor closed it, without a layout shift', async ({
  page,
}) => {
  await loadFonts(page, `${site.url}/letter`)
  await observeShifts(page)
  await page.goto(site.url)
  const announcement = page.locator('.site-announcement')
  await expect(announcement).toContainText(ANNOUNCEMENT)
  await expect(announcement.getByRole('link')).toHaveAttribute('href', '/inside')
  await page.goto(`${site.url}/letter`)
  const close = announcement.getByRole('button', { name: 'Close' })
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(announcement).toHaveCount(0)
  for (const path of ['/', '/inside', '/landing']) {
    await page.goto(site.url + path)
    await expect(announcement).toBeHidden()
    expect(await listShifts(page), path).toEqual([])
  }
})

test('an announcement that was closed is hidden on a page that the browser had in memory', async ({ page }) => {
  await page.goto(site.url)
  await page.goto(`${site.url}/inside`)
  await page.locator('.site-announcement button').click()
  await page.goBack()
  await expect(page.locator('.site-announcement')).toBeHidden()
})

test('without script, the announcement is shown without a button, and menus open', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.url)
  await expect(page.locator('.site-announcement')).toBeVisible()
  await expect(page.locator('.site-announcement button')).toBeHidden()
  await page.getByRole('button', { name: 'Reading' }).click()
  await expect(page.getByRole('link', { name: 'Elsewhere' })).toBeVisible()
  await context.close()
})

test('links and menus of the header work with the keyboard', async ({ page }) => {
  await page.goto(site.url)
  await expect(page.locator('.navigation > ul').getByRole('link', { name: 'GitHub' })).toHaveAttribute(
    'href',
    'https://github.com/ann',
  )
  const button = page.getByRole('button', { name: 'Reading' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.locator('.navigation li > [popover]')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Inside' })).toBeFocused()
  const [above, below] = await Promise.all([button.boundingBox(), menu.boundingBox()])
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1)
  expect((below?.x ?? 0) + (below?.width ?? 0)).toBeLessThanOrEqual(1280)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('links that fit beside the name need no button for more', async ({ page }) => {
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(site.url)
    const more = page.locator('.navigation > button')
    expect(await more.evaluate((each) => each.checkVisibility({ opacityProperty: true })), `${width}`).toBe(false)
  }
})

test('on a narrow screen, one button opens all links with their menus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Menu' }).click()
  const links = page.locator('#navigation a')
  await expect(links).toHaveText(['GitHub', 'Inside', 'Elsewhere'])
  await expectNoLayoutFaults(page)
})

test('the footer has columns, social links with names, and a copyright, and does not name Colophon', async ({
  page,
}) => {
  await page.goto(site.url)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading', { name: 'Legal' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', '/inside')
  for (const [name, href] of [
    ['GitHub', 'https://github.com/ann'],
    ['Mastodon', 'https://social.example/@ann'],
    ['Email', 'mailto:ann@example.com'],
    ['RSS', '/feed.xml'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(footer).toContainText('© Ann Lee')
  await expect(footer).not.toContainText('Colophon')
})

test('the dark theme has its own logo', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(site.url)
  await expect(page.locator('.site-name img:visible')).toHaveAttribute('src', '/icon-512.png')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('.site-name img:visible')).toHaveAttribute('src', '/icon-192.png')
})

test('pages have the layouts that the table chooses, and the width of the settings', async ({ page }) => {
  await page.goto(`${site.url}/landing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Landing')
  for (const part of ['.site-header', '.breadcrumbs', '.page-meta', '.contents', '.page-end']) {
    await expect(page.locator(part), part).toHaveCount(0)
  }
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.goto(`${site.url}/letter`)
  await expect(page.locator('.site-header')).toBeVisible()
  for (const part of ['.breadcrumbs', '.page-meta', '.contents']) await expect(page.locator(part), part).toHaveCount(0)
  await page.goto(`${site.url}/inside`)
  await expect(page.locator('.contents')).toHaveCount(1)
  await expect(page.locator('.page')).toHaveCSS('width', '600px')
  await page.goto(`${site.url}/wide`)
  await expect(page.locator('.page')).toHaveAttribute('data-full-width')
})

test('a missing address shows the chosen page with the status 404', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/)
  for (const path of ['/nowhere', '/nowhere/at-all?a=b']) {
    const response = await page.goto(site.url + path)
    expect(response?.status()).toBe(404)
    expect(response?.headers()['x-robots-tag']).toBe('noindex')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lost at sea')
    await expect(page.locator('.site-header')).toBeVisible()
  }
  expect((await page.goto(`${site.url}/lost-at-sea`))?.status()).toBe(200)
  // Next.js responds to the address of a missing file.
  const damaged = await (await fetch(`${site.url}/%E0%A4%A`)).text()
  expect(damaged).toContain('GitHub')
  expect(damaged).not.toContain('Made with')
})

for (const [at, path] of ['/', '/inside', '/landing', '/letter'].entries()) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${path} is accessible in the ${theme} theme (${at})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(site.url + path)
      await expectNoViolations(page)
      await expectNoLayoutFaults(page)
    })
  }
}
