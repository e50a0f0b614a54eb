import type { Page } from '@playwright/test'
import { codeBlock, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage } from '@/cli/sample/pages'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expectNoLayoutFaults } from './layout'
import { expect, test } from './test'

const GANTT = `gantt
  title The season
  dateFormat YYYY-MM-DD
  section Harbour
  Dredging :a, 2026-03-01, 20d
  Painting :after a, 10d`
const MIND_MAP = 'mindmap\n  root((Harbour))\n    Boats\n    Tides'
const HOSTILE = `%%{init: {"securityLevel": "loose", "themeCSS": "body { display: none }"}}%%
mindmap
  root["<img src=/probe onerror=alert(1)><svg onload=alert(2)></svg><a href='javascript:alert(3)'>Storm</a>"]`

const dir = createFolder('diagrams')
const harbour = createPage('Harbour', { key: 'home' }, [
  text('No diagrams'),
  createPage('Season', { key: 'season' }, [
    codeBlock('Mermaid', GANTT, 'Work of the spring'),
    codeBlock('Mermaid', MIND_MAP),
  ]),
  createPage('Mistake', { key: 'mistake' }, [codeBlock('Mermaid', 'gantt\n  Dredging')]),
  createPage('Storm', { key: 'storm' }, [codeBlock('Mermaid', HOSTILE)]),
])
writeWorkspace(dir, buildWorkspace(harbour, { files: {} }))

let site: RunningSite
// One worker runs these tests, because its site is expensive to start. Mermaid is large, and one test draws two diagrams and runs axe.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine. A hook has its own limit.
  test.setTimeout(180_000)
  site = await startSite({ workspaceDir: dir })
})
test.afterAll(() => site.kill())

const findButton = (page: Page) => page.getByRole('button', { name: 'Draw the diagram' })
const findDrawings = (page: Page) => page.getByRole('img', { name: 'Diagram' })
/** Returns the natural size of a drawing; 0 if browsers cannot show it. */
const measure = (page: Page, at: number) =>
  findDrawings(page)
    .nth(at)
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return image.naturalWidth * image.naturalHeight
    })

function collectRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  return requests
}

test('a Gantt chart and a mind map are drawn after a click, which loads Mermaid', async ({ page }) => {
  const requests = collectRequests(page)
  await page.goto(`${site.url}/season`)
  await expect(findButton(page)).toHaveCount(2)
  await expect(page.getByText('Dredging')).toBeVisible()
  expect(requests.filter((path) => path.includes('/mermaid-'))).toEqual([])

  const [first, second] = [findButton(page).first(), findButton(page).last()]
  await second.click()
  await expect(findDrawings(page)).toHaveCount(1)
  await first.press('Enter')
  await expect(findDrawings(page)).toHaveCount(2)
  const group = page.getByRole('group', { name: 'Diagram', exact: true }).first()
  await expect(group).toBeFocused()
  for (const at of [0, 1]) expect(await measure(page, at)).toBeGreaterThan(0)
  // The images are data, in which letters of labels remain as they are.
  expect(decodeURIComponent((await findDrawings(page).first().getAttribute('src')) ?? '')).toContain('Dredging')
  expect(decodeURIComponent((await findDrawings(page).last().getAttribute('src')) ?? '')).toContain('Tides')
  expect(requests.some((path) => path.includes('/mermaid-ganttDiagram-'))).toBe(true)

  await expect(page.getByText('dateFormat')).toBeHidden()
  await page.getByText('Source of the diagram').first().click()
  await expect(page.getByText('dateFormat')).toBeVisible()
  await expectNoViolations(page, 'main')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoLayoutFaults(page)
  }
})

test('a drawing has light lines in the dark theme, and dark ones in print, without its source', async ({ page }) => {
  await page.goto(`${site.url}/season`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('dateFormat')).toBeVisible()
  await expect(findButton(page).first()).toBeHidden()
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await findButton(page).first().click()
  const drawing = findDrawings(page).first()
  await expect(drawing).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect(drawing).toHaveCSS('filter', 'invert(0) hue-rotate(0deg)')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(drawing).toHaveCSS('filter', 'invert(0) hue-rotate(0deg)')
  await expect(page.getByText('dateFormat')).toBeHidden()
  await expect(page.getByText('Work of the spring')).toBeVisible()
})

test('the source of a diagram with a mistake stays, and its button says so', async ({ page, expectConsole }) => {
  expectConsole(/^warning: .*(?:Parse|Lexical) error/s)
  await page.goto(`${site.url}/mistake`)
  await findButton(page).click()
  await expect(page.getByRole('button', { name: 'The diagram could not be drawn' })).toBeFocused()
  await expect(page.getByText('Dredging')).toBeVisible()
  await expect(page.locator('body > [inert]')).toHaveCount(0)
})

test('a hostile diagram runs no script and loads nothing', async ({ page, expectConsole }) => {
  // Chromium reports handlers in the document in which Mermaid's sanitizer parses labels, although none would run there.
  expectConsole(/^error: Executing inline event handler violates/)
  const requests = collectRequests(page)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`${site.url}/storm`)
  await findButton(page).click()
  const source = decodeURIComponent((await findDrawings(page).getAttribute('src')) ?? '')
  expect(source).toContain('Storm')
  expect(source).not.toMatch(/<script|<img|onerror|onload|javascript:|display: ?none/)
  expect(await measure(page, 0)).toBeGreaterThan(0)
  expect(requests.filter((path) => path.includes('probe'))).toEqual([])
  expect(dialogs).toEqual([])
})

test('a page without such diagrams has no script for them', async ({ request }) => {
  expect(await (await request.get(site.url)).text()).not.toContain('/diagrams-')
  expect(await (await request.get(`${site.url}/season`)).text()).toContain('/diagrams-')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the source is shown, without a button', async ({ page }) => {
    await page.goto(`${site.url}/season`)
    await expect(page.getByText('dateFormat')).toBeVisible()
    await expect(findButton(page).first()).toBeHidden()
  })
})
