import { callout, heading, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { date } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage, database, row } from '@/cli/sample/pages'
import { compileComponents, removeComponents } from '@/tools/site-components.mjs'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expect, test } from './test'

// This folder is never edited, see its README.
const SITE_DIR = 'tests/upgrade/site'

let site: RunningSite
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  const workspaceDir = createFolder('harbor')
  const root = createPage('Harbor', { key: 'home' }, [
    text('Ships lie here'),
    createPage('Quay', { key: 'quay' }, [
      ...['Stones', 'Rings', 'Stairs', 'Lights'].flatMap((title) => [heading(1, title), text('Of granite')]),
      callout('⚓', 'Mind the gap'),
    ]),
    createPage('Imprint', { key: 'imprint' }, [text('Ann Lee')]),
    database('Log', {
      key: 'log',
      schema: {
        Name: { type: 'title' },
        Date: { type: 'date' },
        Tags: { type: 'multi_select', options: { Sea: 'blue' } },
      },
      views: [{ type: 'table', show: ['Name'] }],
      rows: ['Ebb', 'Flood'].map((name, at) =>
        row(name, { Date: date(`2026-0${at + 1}-01`), Tags: ['Sea'] }, [text(name)], { key: name.toLowerCase() }),
      ),
    }),
  ])
  writeWorkspace(workspaceDir, buildWorkspace(root, { users: [], files: {} }))
  await compileComponents(SITE_DIR)
  site = await startSite({ workspaceDir, env: { SITE_DIR } })
})
test.afterAll(async () => {
  await site.kill()
  removeComponents(SITE_DIR)
})

test('the style sheet of the first version has its effects', async ({ page }) => {
  await page.goto(`${site.url}/quay`)
  await expect(page.locator('.site-header')).toHaveCSS('border-top-width', '4px')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 253, 245)')
  await expect(page.locator('.page-body')).toHaveCSS('font-family', /^Georgia/)
  await expect(page.locator('.page-body .block-text').first()).toHaveCSS('font-size', '19px')
})

test('settings, texts, head and files of the first version have their effects', async ({ page }) => {
  await page.goto(`${site.url}/quay`)
  await expect(page.locator('html')).toHaveAttribute('data-inline', 'ran')
  await expect(page.locator('html')).toHaveAttribute('data-own', 'ran')
  await expect(page.locator('head meta[name=verification]')).toHaveAttribute('content', 'harbor')
  await expect(page.locator('.site-announcement')).toContainText('The harbor is closed on Sunday')
  await expect(page.locator('.navigation')).toContainText('Quay')
  const footer = page.locator('.site-footer')
  for (const words of ['Imprint', '© Ann Lee']) await expect(footer).toContainText(words)
  await expect(footer).not.toContainText('Made with')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toContainText('pick')
})

test('components and an island of the first version are shown', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/)
  const findOwn = () =>
    page.locator('[data-own]:not(html)').evaluateAll((all) => all.map((each) => each.getAttribute('data-own')))
  await page.goto(`${site.url}/quay`)
  expect(await findOwn()).toEqual(expect.arrayContaining(['Quay', 'contents', 'callout', 'footer']))
  await page.getByRole('button', { name: 'Boats: 3' }).click()
  await expect(page.getByRole('button', { name: 'Boats: 4' })).toBeVisible()
  await page.goto(site.url)
  expect(await findOwn()).toEqual(expect.arrayContaining(['home', 'footer']))
  await page.goto(`${site.url}/tags/sea`)
  expect(await findOwn()).toEqual(expect.arrayContaining(['list of Sea']))
  await expect(page.locator('.own-card strong')).toHaveText(['Flood', 'Ebb'])
  await page.goto(`${site.url}/nowhere`)
  await expect(page.locator('[data-own="not found"]')).toHaveText('404 Adrift')
})
