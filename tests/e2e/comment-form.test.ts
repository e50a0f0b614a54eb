import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage } from '@/cli/sample/pages'
import { createHostedId } from '../support/hosted/data'
import { addCollection, createHostedWorkspace } from '../support/hosted/plan'
import { createFolder, startSite } from '../support/site'
import { WorkspaceServer } from '../support/workspace-server'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

// Each test starts a site of its own.
test.describe.configure({ timeout: 120_000 })

const COMMENT = createHostedId('comment')

/** The page of the form has no style sheet of the site, and responds with 400 to a form that is wrong or too early. */
const REPORTS = [
  /^uncaught: Transition was aborted because of invalid state\. ViewTransition opt-in disabled/,
  /^error: Failed to load resource: the server responded with a status of 400/,
]

/** Writes a workspace folder with a page that has a comment, and starts its site with a form. No sync empties its queue. */
async function start(env: Record<string, string>) {
  const dir = createFolder('comment-form')
  const talk = createPage('Talk', { key: 'talk' }, [text('Words')])
  writeWorkspace(dir, buildWorkspace(createPage('Home', { key: 'home' }, [talk])))
  const file = path.join(dir, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const id = Object.keys(manifest.pages).find((each) =>
    readFileSync(path.join(dir, manifest.pages[each].file), 'utf8').includes('Words'),
  )
  const comments = JSON.stringify([{ id: COMMENT, page: id, name: 'Ann', text: 'First words', created: 1 }])
  writeFileSync(path.join(dir, 'comments.json'), comments)
  const hash = createHash('sha256').update(comments).digest('base64url').slice(0, 22)
  writeFileSync(file, JSON.stringify({ ...manifest, comments: { file: 'comments.json', hash } }))
  const form = { COMMENTS: 'notion', COMMENTS_FORM: 'review', SITE_SECRET: 'a-secret-of-the-tests' }
  const notion = { NOTION_ROOT_PAGE: manifest.root, NOTION_INTEGRATION_TOKEN: 'ntn_test' }
  const site = await startSite({ workspaceDir: dir, env: { ...form, ...notion, ...env } })
  const readStored = () => {
    const all = path.join(site.stateDir, 'comments')
    const folder = path.join(all, readdirSync(all)[0] ?? '')
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  }
  return { site, readStored }
}

const isOverflowing = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

/** Sends the form until it is old enough. */
async function sendWhenPossible(page: Page): Promise<void> {
  await expect(async () => {
    // A second click during a slow response would send another comment.
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === 'POST'),
      page.locator('.comment-form button').click(),
    ])
    expect(response.status()).toBe(303)
  }).toPass()
  await expect(page).toHaveURL(/\/talk#comment-sent$/)
}

test('a reader comments without script, in Arabic on a narrow screen', async ({ browser }) => {
  const { site, readStored } = await start({ SITE_LOCALE: 'ar' })
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${site.url}/talk`)
  await expect(page.getByRole('heading', { name: 'اكتب تعليقًا' })).toBeVisible()
  await expect(page.locator('.comment-sent')).toBeHidden()
  expect(await isOverflowing(page)).toBe(false)
  await page.getByLabel('الاسم (اختياري)').fill('سارة')
  await page.getByLabel('التعليق', { exact: true }).fill('شكرًا!\n<b>رائع</b>')
  await page.getByRole('button', { name: 'متابعة' }).click()
  await expect(page.getByRole('heading', { name: 'راجع تعليقك' })).toBeVisible()
  await expect(page.getByLabel('التعليق', { exact: true })).toHaveValue('شكرًا!\n<b>رائع</b>')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await isOverflowing(page)).toBe(false)
  await sendWhenPossible(page)
  await expect(page.getByText('تعليقك في انتظار الموافقة')).toBeVisible()
  expect(readStored()).toMatchObject([{ name: 'سارة', text: 'شكرًا!\n<b>رائع</b>', verdict: 'new' }])
  await context.close()
  await site.kill()
})

test('a reader replies to a comment by keyboard, and corrects what is wrong', async ({ page, expectConsole }) => {
  for (const line of REPORTS) expectConsole(line)
  await page.setViewportSize({ width: 1440, height: 900 })
  const { site, readStored } = await start({})
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${site.url}/talk`)
      await expectNoViolations(page, 'main')
    }
  }
  const reply = page.getByRole('link', { name: 'Reply to Ann' })
  await reply.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Reply to Ann' })).toBeVisible()
  await expect(page.getByText('First words')).toBeVisible()
  const field = page.getByLabel('Comment', { exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('   ')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription('Write a comment.')
  await expect(field).toBeFocused()
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expectNoViolations(page, 'main')
      expect(await isOverflowing(page)).toBe(false)
    }
  }
  await page.keyboard.type('Well said')
  await sendWhenPossible(page)
  await expect(page.getByText('Your comment waits for approval')).toBeVisible()
  expect(readStored()).toMatchObject([{ name: '', text: 'Well said', replyTo: COMMENT }])
  await expectNoViolations(page, 'main')

  const home = await (await page.request.get(site.url)).text()
  expect(home).not.toContain('comment-form')
  await site.kill()
})

test('a comment reaches Notion with the next sync, and appears when it is approved', async ({
  page,
  expectConsole,
}) => {
  for (const line of REPORTS) expectConsole(line)
  const data = createHostedWorkspace({ Talk: {}, List: {} })
  const collection = addCollection(data, 'List', { rows: [] })
  const options = ['New', 'Approved'].map((value) => ({ id: value, value, color: 'gray' }))
  Object.assign(data.collection.get(collection) ?? {}, {
    name: [['Comments']],
    schema: {
      title: { name: 'Name', type: 'title' },
      text: { name: 'Text', type: 'text' },
      page: { name: 'Page', type: 'text' },
      stat: { name: 'Status', type: 'select', options },
      form: { name: 'Comment ID', type: 'text' },
    },
  })
  const workspace = await WorkspaceServer.start(data)
  const dir = createFolder('comment-form')
  const site = await startSite({
    workspaceDir: path.join(dir, 'snapshot'),
    stateDir: path.join(dir, 'state'),
    env: {
      ...{ ...workspace.officialEnv, SYNC_RATE: '500', SYNC_INTERVAL: '1' },
      ...{ COMMENTS: `notion:${collection}`, COMMENTS_FORM: 'review', SITE_SECRET: 'a-secret-of-the-tests' },
    },
    expectedOutput: [/^(Copied|Refreshed|Synced) /, /^\d+ of \d+ pages, /],
  })
  await expect.poll(async () => (await page.request.get(`${site.url}/talk`)).status(), { timeout: 60_000 }).toBe(200)
  await page.goto(`${site.url}/talk`)
  await page.getByLabel('Name (optional)').fill('Ben')
  await page.getByLabel('Comment', { exact: true }).fill('Well said')
  await page.getByRole('button', { name: 'Continue' }).click()
  await sendWhenPossible(page)
  await expect.poll(() => data.listRows(collection).length, { timeout: 60_000 }).toBe(1)
  const [row] = data.listRows(collection)
  expect(row?.properties).toMatchObject({ title: [['Ben']], text: [['Well said']], stat: [['New']] })
  const readPage = async () => (await page.request.get(`${site.url}/talk`)).text()
  expect(await readPage()).not.toContain('Well said')
  workspace.editor.setProperty(row?.id ?? '', 'stat', [['Approved']])
  await expect.poll(readPage, { timeout: 60_000 }).toContain('Well said')
  expect((await page.request.get(`${site.url}/ben`)).status()).toBe(404)
  await site.kill()
  await workspace.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('without COMMENTS_FORM, a page has no byte of the form', async ({ request }) => {
  const { site } = await start({ COMMENTS_FORM: '' })
  const html = await (await request.get(`${site.url}/talk`)).text()
  expect(html).toContain('First words')
  expect(html).not.toMatch(/comment-(?:form|sent)|api\/comments/)
  expect((await request.post(`${site.url}/api/comments`)).status()).toBe(404)
  await site.kill()
})
