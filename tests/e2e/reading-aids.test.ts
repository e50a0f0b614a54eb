import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page as notionPage, row } from '@/cli/sample/pages'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

const PAGE = '/two-sections'
const DEFINITION = 'A rope that hoists a sail.'

function writeGlossarySite(): string {
  const dir = createFolder('glossary')
  const root = notionPage('Harbor', { key: 'home' }, [
    text('Welcome'),
    notionPage('Ropes', { key: 'ropes' }, [
      text('Halyard is the first word, and at the end of a line that is long enough to be wrapped there is a sheet'),
      ...Array.from({ length: 60 }, () => text('A paragraph.')),
    ]),
    notionPage('حبال', { key: 'arabic' }, [text('هذا نص عن الحبال، والحبل يسمى حبل الشراع')]),
    notionPage('Nothing', { key: 'nothing' }, [text('No term at all')]),
    database('Glossary', {
      key: 'glossary',
      schema: { Term: { type: 'title' }, Definition: { type: 'text' }, Aliases: { type: 'text' } },
      views: [{ type: 'table' }],
      rows: [
        row('Halyard', { Definition: DEFINITION }, []),
        row('Sheet', { Definition: 'A rope that trims a sail. '.repeat(10) }, []),
        row('حبل الشراع', { Definition: 'حبل يرفع الشراع' }, []),
      ],
    }),
  ])
  writeWorkspace(dir, buildWorkspace(root, { users: [], files: {} }))
  return dir
}

test.describe('footnotes', () => {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    test(`lead to their notes and back, ${width} px wide, ${colorScheme}`, async ({ page, gallery }) => {
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.setViewportSize({ width, height: 600 })
      await page.emulateMedia({ colorScheme })
      await page.goto(gallery.url + PAGE)
      const notes = page.locator('[role=doc-endnotes]')
      await expect(notes.getByRole('listitem')).toHaveCount(2)
      await expect(notes.getByRole('listitem').first()).toContainText('The first note.')
      await expect(notes).not.toBeInViewport()
      const marker = page.locator('[role=doc-noteref]', { hasText: '1' }).nth(1)
      await marker.focus()
      await page.keyboard.press('Enter')
      await expect(notes.getByRole('listitem').first()).toBeInViewport()
      await expectNoViolations(page, '.page-body')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.locator('[role=doc-backlink][aria-label="Back to reference 1-2"]')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(marker).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.01)
      await expect(page.locator('script[src*="react"], link[href*="react"]')).toHaveCount(0)
    })
  }

  test('do not make lines higher', async ({ page, gallery }) => {
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.goto(gallery.url + PAGE)
    const line = page.locator('.block-text', { hasText: 'A sentence with a note' })
    const { height } = (await line.boundingBox()) ?? { height: 0 }
    expect(height).toBe((await page.getByText('A paragraph.').first().boundingBox())?.height)
  })

  test('are footnotes in the Markdown copy, and other pages do not load their style', async ({ request, gallery }) => {
    const markdown = await (await request.get(`${gallery.url}${PAGE}.md`)).text()
    expect(markdown).toContain('A sentence with a note[^b], one with another[^a], and the first again[^b].')
    expect(markdown).toContain('[^b]: The first note.\n\n    It has two paragraphs.\n\n[^a]: The other note.')
    expect(await (await request.get(gallery.url + PAGE)).text()).toContain('/footnotes.css')
    expect(await (await request.get(`${gallery.url}/three-sections`)).text()).not.toContain('footnotes')
  })
})

test.describe('a site with a glossary', () => {
  let site: RunningSite
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    site = await startSite({ workspaceDir: writeGlossarySite() })
  })
  test.afterAll(() => site.kill())

  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    test(`explains terms, ${width} px wide, ${colorScheme}`, async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.setViewportSize({ width, height: 700 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${site.url}/ropes`)
      for (const [term, definition] of [
        ['Halyard', DEFINITION],
        ['sheet', 'A rope that trims a sail.'],
      ] as const) {
        const note = page.locator('.term-note', { hasText: definition })
        await expect(note).toBeHidden()
        await page.getByRole('button', { name: term, exact: true }).click()
        await expect(note).toBeInViewport({ ratio: 1 })
        await expectNoViolations(page, '.page-body')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.keyboard.press('Escape')
        await expect(note).toBeHidden()
      }
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.01)
      await expect(page.locator('script[src*="react"], link[href*="react"]')).toHaveCount(0)
    })
  }

  test('explains a term under a pointer, until the Escape key, and lets the pointer move there', async ({ page }) => {
    await page.goto(`${site.url}/ropes`)
    const note = page.locator('.term-note', { hasText: DEFINITION })
    const button = page.getByRole('button', { name: 'Halyard' })
    await button.hover()
    await expect(note).toBeVisible()
    await note.hover()
    await expect(note).toBeVisible()
    await button.hover()
    await page.keyboard.press('Escape')
    await expect(note).toBeHidden()
  })

  test('explains a term to the keyboard, and leads to its row', async ({ page }) => {
    await page.goto(`${site.url}/ropes`)
    const button = page.getByRole('button', { name: 'Halyard' })
    await button.focus()
    await page.keyboard.press('Enter')
    const note = page.locator('.term-note', { hasText: DEFINITION })
    await expect(note).toBeVisible()
    await expect(button).toHaveAttribute('popovertarget', (await note.getAttribute('id')) ?? '')
    await page.keyboard.press('Tab')
    await expect(note.getByRole('link', { name: 'Halyard' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${site.url}/halyard`)
    await expect(page.locator('.term')).toHaveCount(0)
  })

  test('explains a term from right to left', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto(site.url + encodeURI('/حبال'))
    await page.getByRole('button', { name: 'حبل الشراع' }).click()
    await expect(page.locator('.term-note')).toBeInViewport({ ratio: 1 })
    await expectNoViolations(page, '.page-body')
  })

  test('does not load the style of terms on other pages', async ({ request }) => {
    expect(await (await request.get(`${site.url}/nothing`)).text()).not.toContain('glossary.css')
    expect(await (await request.get(`${site.url}/ropes.md`)).text()).not.toContain(DEFINITION)
  })

  test.describe('on a touch screen, without script', () => {
    test.use({ javaScriptEnabled: false, hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } })

    test('explains a term until a tap elsewhere', async ({ page }) => {
      await page.goto(`${site.url}/ropes`)
      const note = page.locator('.term-note', { hasText: DEFINITION })
      await page.getByRole('button', { name: 'Halyard' }).tap()
      await expect(note).toBeVisible()
      await page.getByText('A paragraph.').last().tap()
      await expect(note).toBeHidden()
    })
  })
})
