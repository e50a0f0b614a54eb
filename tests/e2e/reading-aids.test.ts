import type { Page } from '@playwright/test'
import { heading, table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page as notionPage, row } from '@/cli/sample/pages'
import { validateHtml } from '../support/html'
import { startForwarder } from '../support/ports'
import { createFolder, getPort, type RunningSite, startSite } from '../support/site'
import { writeSiteFolder } from '../support/site-folder'
import { expectNoViolations } from './axe'
import { loadFonts, observeShifts, sumShifts } from './shifts'
import { expect, test } from './test'

const PAGE = '/two-sections'
const DEFINITION = 'A rope that hoists a sail.'

const PARAGRAPHS = Array.from({ length: 40 }, () => text('A paragraph.'))

/** Writes a site with a glossary. */
function writeWorkspaceFolder(): string {
  const dir = createFolder('reading-aids')
  const root = notionPage('Harbor', { key: 'home' }, [
    table([
      ['Page', 'Access'],
      [pageMention('unlisted'), 'Unlisted'],
    ]),
    text('Welcome'),
    notionPage('Ropes', { key: 'ropes' }, [
      text('Halyard is the first word, and at the end of a line that is long enough to be wrapped there is a sheet'),
      ...PARAGRAPHS,
      heading(2, 'Knots'),
      ...PARAGRAPHS,
    ]),
    notionPage('Unlisted', { key: 'unlisted' }, [...PARAGRAPHS, ...PARAGRAPHS]),
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
      await loadFonts(page, gallery.url + PAGE)
      await observeShifts(page)
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
      expect(await sumShifts(page)).toBeLessThan(0.01)
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

test.describe('a site with a glossary and what readers keep', () => {
  // All use one site.
  test.describe.configure({ mode: 'default' })
  let site: RunningSite
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    const settings = JSON.stringify({ textSize: true, continueReading: true, offlineCopy: true })
    const env = { SITE_DIR: writeSiteFolder({ 'site.json': settings }) }
    site = await startSite({ workspaceDir: writeWorkspaceFolder(), env })
  })
  test.afterAll(() => site.kill())

  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    test(`explains terms, ${width} px wide, ${colorScheme}`, async ({ page }) => {
      await loadFonts(page, `${site.url}/ropes`)
      await observeShifts(page)
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
        // If the pointer rests on the button, a loaded browser may open the note again after the key.
        await page.mouse.move(0, 0)
        await page.keyboard.press('Escape')
        await expect(note).toBeHidden()
      }
      expect(await sumShifts(page)).toBeLessThan(0.01)
      await expect(page.locator('script[src*="react"], link[href*="react"]')).toHaveCount(0)
    })
  }

  test('explains a term under a pointer, until the Escape key, and lets the pointer move there', async ({ page }) => {
    await page.goto(`${site.url}/ropes`)
    const isSupported = await page.evaluate(() => 'interestForElement' in HTMLButtonElement.prototype)
    test.skip(!isSupported, 'This version of the browser has no interestfor')
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

  test('has valid documents', async ({ request }) => {
    for (const path of ['/', '/ropes']) {
      expect(await validateHtml(await (await request.get(site.url + path)).text()), path).toEqual([])
    }
  })

  test('does not load the style of terms on other pages', async ({ request }) => {
    expect(await (await request.get(`${site.url}/nothing`)).text()).not.toContain('glossary.css')
    expect(await (await request.get(`${site.url}/ropes.md`)).text()).not.toContain(DEFINITION)
  })

  test.describe('the size of the text', () => {
    const getSize = (page: Page) =>
      page.locator('.page-body').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

    test('is chosen in the menu of a page, and stays on all pages', async ({ page, context }) => {
      await page.setViewportSize({ width: 390, height: 700 })
      await page.goto(`${site.url}/ropes`)
      const other = await context.newPage()
      await other.goto(`${site.url}/nothing`)
      const [size, otherSize] = [await getSize(page), await getSize(other)]
      await page.locator('.page-actions summary').click()
      const larger = page.getByRole('button', { name: 'Larger text' })
      for (const scale of [1.15, 1.3, 1.5, 1.5]) {
        await larger.click()
        expect(await getSize(page)).toBeCloseTo(size * scale, 1)
      }
      await expectNoViolations(page, '.page')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await expect.poll(() => getSize(other)).toBeCloseTo(otherSize * 1.5, 1)
      await page.reload()
      expect(await getSize(page)).toBeCloseTo(size * 1.5, 1)
      await page.locator('.page-actions summary').click()
      for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Smaller text' }).click()
      expect(await getSize(page)).toBe(size)
      expect(await page.evaluate(() => localStorage.getItem('text-size'))).toBeNull()
    })

    test('applies before the first paint, and ignores what it does not know', async ({ page }) => {
      await page.goto(`${site.url}/ropes`)
      const size = await getSize(page)
      await observeShifts(page)
      for (const [stored, scale] of [
        ['130', 1.3],
        ['900', 1],
        ['1;color:red', 1],
      ] as const) {
        await page.evaluate((value) => localStorage.setItem('text-size', value), stored)
        await page.reload()
        expect(await getSize(page)).toBeCloseTo(size * scale, 1)
        expect(await sumShifts(page)).toBeLessThan(0.01)
      }
    })
  })

  test.describe('the link to an unfinished page', () => {
    const leave = async (page: Page, path: string, to: 'Knots' | 'end') => {
      await page.goto(site.url + path)
      await page.evaluate((place) => {
        if (place === 'end') scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
        else document.querySelector('h2')?.scrollIntoView({ behavior: 'instant' })
      }, to)
      await page.goto(site.url)
      return page.locator('.continue-reading')
    }

    test('leads to the last heading, until the page is finished', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 600 })
      await observeShifts(page)
      const line = await leave(page, '/ropes', 'Knots')
      await expect(line).toHaveText('Continue reading: Ropes')
      expect(await sumShifts(page)).toBeLessThan(0.01)
      await expectNoViolations(page, 'main')
      await line.getByRole('link', { name: 'Ropes' }).click()
      await expect(page).toHaveURL(`${site.url}/ropes#knots`)
      await expect(page.getByRole('heading', { name: 'Knots' })).toBeInViewport()
      await leave(page, '/ropes', 'end')
      await expect(line).toBeHidden()
    })

    test('is removed by its button', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 600 })
      const line = await leave(page, '/ropes', 'Knots')
      await line.getByRole('button', { name: 'Remove this link' }).click()
      await expect(line).toBeHidden()
      await page.reload()
      await expect(line).toBeHidden()
    })

    test('is made of nothing but a path and a text', async ({ page }) => {
      const line = await leave(page, '/ropes', 'Knots')
      await expect(line).toBeVisible()
      for (const path of ['//other.example', 'javascript:void 0', '/\\other.example', 'ropes', 1]) {
        const entry = JSON.stringify({ path, title: 'x', lang: 'en', time: 1e13 })
        await page.evaluate((value) => localStorage.setItem('continue-reading:/', value), entry)
        await page.reload()
        await expect(line, String(path)).toBeHidden()
      }
      const entry = JSON.stringify({ path: '/ropes', title: '<i>x</i>', time: 1e13 })
      await page.evaluate((value) => localStorage.setItem('continue-reading:/', value), entry)
      await page.reload()
      await expect(line.getByRole('link')).toHaveText('<i>x</i>')
    })

    test('has the title of a document without a heading', async ({ page }) => {
      await page.addInitScript(() => addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.remove()))
      await expect(await leave(page, '/ropes', 'Knots')).toContainText('Continue reading: Ropes')
    })

    test('is never one to an unlisted page', async ({ request }) => {
      expect(await (await request.get(`${site.url}/ropes`)).text()).toContain('/continue-reading.js')
      expect(await (await request.get(`${site.url}/unlisted`)).text()).not.toContain('continue-reading')
    })
  })

  test('without a connection shows a page that was read, and never keeps an unlisted page or a search', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/net::ERR_CONNECTION_REFUSED/)
    const connection = await startForwarder(getPort(site))
    const isKept = (path: string) => page.evaluate(async (url) => (await caches.match(url)) !== undefined, path)
    await page.goto(`${connection.url}/ropes`)
    for (const path of ['/ropes', '/offline.css']) await expect.poll(() => isKept(path)).toBe(true)
    await expect(page.locator('.offline-note')).toBeHidden()
    await page.goto(`${connection.url}/unlisted`)
    await page.goto(`${connection.url}/nothing`)
    await expect.poll(() => isKept('/nothing')).toBe(true)
    expect(await isKept('/unlisted')).toBe(false)
    const search = await page.request.get(`${site.url}/search?q=rope`)
    expect(await search.text()).not.toContain('offline.js')
    await connection.stop()
    await observeShifts(page)
    await page.goto(`${connection.url}/ropes`)
    await expect(page.locator('.offline-note')).toHaveText(
      'The site cannot be reached. This is a copy of your last visit.',
    )
    await page.getByRole('button', { name: 'Halyard' }).click()
    await expect(page.locator('.term-note', { hasText: DEFINITION })).toBeVisible()
    const isFontLoaded = () => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))
    await expect.poll(isFontLoaded).toBe(true)
    await expectNoViolations(page, 'main')
    expect(await sumShifts(page)).toBeLessThan(0.01)
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

test('a site without these settings has nothing of them', async ({ request, sample }) => {
  for (const path of ['/', '/journal/how-a-paragraph-is-set']) {
    const html = await (await request.get(sample.url + path)).text()
    expect(html).not.toMatch(/text-s(?:ize|cale)|continue-reading|offline|glossary\.css|footnotes\.css/)
  }
})
