import { expect } from '../../e2e/base'
import { createRows, type Section } from '../row'
import { open, type PageFixtures, readStyle } from './fixtures'

/** Returns the position of the visible part of a cover. */
const readCoverPosition = async (fixtures: PageFixtures, path: string) => {
  await open(fixtures, path)
  return readStyle(fixtures.page, '.page-cover', 'object-position')
}

export const PAGE: Section<PageFixtures> = {
  name: 'A page',
  rows: createRows({
    breadcrumbs: {
      statement: 'Breadcrumbs above the title are separated by slashes. The current page is not a link.',
      check: async (fixtures) => {
        await open(fixtures, 'two-sections')
        const crumbs = fixtures.page.getByRole('navigation', { name: 'Where this page is' })
        await expect(crumbs.locator('ol')).toHaveText(/Gallery of blocks\s*\/\s*Two sections$/)
        await expect(crumbs.getByRole('link')).toHaveText(['🖼️Gallery of blocks'])
      },
    },
    title: {
      statement: 'The title of a page is its only h1 heading.',
      check: async (fixtures) => {
        for (const [path, title] of [
          ['two-sections', 'Two sections'],
          ['cover', 'Cover'],
        ] as const) {
          await open(fixtures, path)
          await expect(fixtures.page.locator('h1')).toHaveText([title])
          await expect(fixtures.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
        }
      },
    },
    page_cover: {
      statement: 'A cover without a position shows the center of its picture.',
      check: async (fixtures) => expect(await readCoverPosition(fixtures, 'cover')).toBe('50% 50%'),
    },
    page_cover_position: {
      statement: 'A cover shows its stored position, including the bottom edge.',
      check: async (fixtures) => expect(await readCoverPosition(fixtures, 'cover-at-its-foot')).toBe('50% 100%'),
    },
    page_icon: {
      statement: 'A built-in icon has a light and a dark variant.',
      check: async (fixtures) => {
        const { page } = fixtures
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await open(fixtures, 'cover')
          await expect(page.locator('.page-header .page-icon img:visible')).toHaveAttribute(
            'src',
            new RegExp(`book_gray\\.svg\\?mode=${colorScheme}`),
          )
        }
      },
    },
    page_full_width: {
      statement: 'A full-width page has side margins of 96 pixels, or 8 % of a smaller window.',
      check: async (fixtures) => {
        const { page } = fixtures
        for (const [width, sides] of [
          [1440, 96],
          [1000, 80],
        ] as const) {
          await page.setViewportSize({ width, height: 900 })
          await open(fixtures, 'wide')
          const windowWidth = await page.evaluate(() => document.documentElement.clientWidth)
          const getWidth = async () => (await page.locator('article.page').boundingBox())?.width
          await expect.poll(getWidth).toBeCloseTo(windowWidth - 2 * sides, -0.5)
        }
      },
    },
    'page width': {
      statement: 'A page is 708 pixels wide, or 98 % of a smaller window.',
      check: async (fixtures) => {
        const { page } = fixtures
        for (const [window, width] of [
          [1440, 708],
          [500, 490],
        ] as const) {
          await page.setViewportSize({ width: window, height: 900 })
          await open(fixtures, 'two-sections')
          await expect.poll(async () => (await page.locator('article.page').boundingBox())?.width).toBeCloseTo(width, 0)
        }
      },
    },
    'column gap': {
      statement: 'The gap between columns is 32 pixels, or 4 % of the width of a narrower window.',
      check: async (fixtures) => {
        const { page } = fixtures
        for (const [width, gap] of [
          [1440, 32],
          [700, 28],
        ] as const) {
          await page.setViewportSize({ width, height: 900 })
          await open(fixtures, 'gallery')
          // The second row has three columns.
          const columns = page.locator('.notion-row').nth(1).locator('> .notion-column')
          await expect(columns).toHaveCount(3)
          const boxes = await columns.evaluateAll((all) => all.map((column) => column.getBoundingClientRect().toJSON()))
          const gaps = boxes.slice(1).map(({ left }, index) => left - boxes[index].right)
          for (const each of gaps) expect(each).toBeCloseTo(gap, 0)
        }
      },
    },
    page_small_text: {
      statement: 'A page with the small text setting has smaller text.',
      check: async (fixtures) => {
        await open(fixtures, 'long')
        const small = Number.parseFloat(await readStyle(fixtures.page, '.page-body .block-text', 'font-size'))
        await open(fixtures, 'cover')
        expect(small).toBeLessThan(
          Number.parseFloat(await readStyle(fixtures.page, '.page-body .block-text', 'font-size')),
        )
      },
    },
    'plain body': {
      statement: 'A plain copy of a page is available without the header and footer of the site.',
      needsServer: true,
      check: async (fixtures) => {
        await open(fixtures, 'plain/three-sections')
        await expect(fixtures.page.getByRole('heading', { name: 'Section 1' })).toBeVisible()
        await expect(fixtures.page.locator('header, nav, footer, h1')).toHaveCount(0)
      },
    },
    analytics: {
      statement: 'Analytics run only if the operator configures a service.',
      check: async (fixtures) => {
        const requests: string[] = []
        fixtures.page.on('request', (request) => requests.push(request.url()))
        await open(fixtures, 'two-sections')
        await fixtures.page.waitForLoadState('networkidle')
        expect(
          requests.filter((url) => /insights|analytics|vitals/.test(url) || !url.startsWith(fixtures.site.url)),
        ).toEqual([])
      },
    },
    fonts: {
      statement: 'Equations use fonts that the site serves.',
      check: async (fixtures) => {
        const fonts: string[] = []
        fixtures.page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
        await open(fixtures, 'gallery')
        await fixtures.page.evaluate(() => document.fonts.ready)
        expect(await readStyle(fixtures.page, '.katex .mathnormal', 'font-family')).toContain('Formulas')
        await expect.poll(() => fonts.filter((url) => /formulas/.test(url)).length).toBeGreaterThan(0)
        expect(fonts.filter((url) => !url.startsWith(fixtures.site.url))).toEqual([])
      },
    },
    dates: {
      statement: 'Every date reads the same for every visitor, and the browser agrees with the server.',
      check: async (fixtures) => {
        const read = async (timezoneId: string) => {
          const context = await fixtures.browser.newContext({ timezoneId, locale: 'en-GB' })
          const page = await context.newPage()
          const reports: string[] = []
          page.on(
            'console',
            (message) => message.type() === 'error' && !/ERR_/.test(message.text()) && reports.push(message.text()),
          )
          await page.route(
            (url) => !url.href.startsWith(fixtures.site.url),
            (route) => route.abort(),
          )
          await page.goto(`${fixtures.site.url}/gallery`)
          // The script of the month grid loads after the page.
          await expect(page.locator('.calendar-month time').first()).toBeAttached()
          const times = await page.locator('time').allTextContents()
          await context.close()
          return { times, reports }
        }
        const west = await read('America/Los_Angeles')
        expect(west.times.length).toBeGreaterThan(10)
        expect(west.reports).toEqual([])
        expect(await read('Pacific/Auckland')).toEqual(west)
      },
    },
  }),
}
