import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { isCompleteRun } from '../support/complete'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expectNoViolations, THEMES } from './axe'
import { openInPieces } from './document-in-pieces'
import { expectNoLayoutFaults } from './layout'
import { listShifts, loadFonts, observeShifts } from './shifts'
import { expect, test } from './test'

const WIDTHS = isCompleteRun ? [390, 768, 1440, 2000] : [390, 1440]
const SCREENS = WIDTHS.flatMap((width) => THEMES.map((colorScheme) => ({ width, colorScheme })))
/** Returns the screens on which the n-th page is checked: all in a complete run, otherwise one. */
const getScreens = (at: number) => (isCompleteRun ? SCREENS : SCREENS.slice(at % 4, (at % 4) + 1))

const RIGHT_TO_LEFT = `/${encodeURIComponent('الدليل-بالعربية')}`
const PAGES = ['/', '/journal/how-a-paragraph-is-set', '/views', '/text-and-lists', RIGHT_TO_LEFT, '/archive']

const siteDir = createFolder('site')
let site: RunningSite

// One site, whose folder names one theme after the other. The longest pages are opened twice, and axe visits all of their elements.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine. A hook has its own limit.
  test.setTimeout(180_000)
  site = await startSite({ workspaceDir: 'workspace', env: { SITE_DIR: siteDir } })
})
test.afterAll(() => site.kill())

for (const [turn, theme] of readdirSync('themes').entries()) {
  test.describe(`the theme ${theme}`, () => {
    test.beforeAll(() => writeRules(theme, `.theme-${theme} { color: inherit }`))

    for (const [at, target] of PAGES.entries()) {
      if (!isCompleteRun && at % 3 !== turn % 3) continue
      test(`is accessible and stays in place on ${decodeURIComponent(target)}`, async ({ page }) => {
        await loadFonts(page, site.url + target)
        await observeShifts(page)
        for (const { width, colorScheme } of getScreens(at + turn)) {
          const message = `${width} ${colorScheme}`
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.goto(site.url + target)
          await expectNoLayoutFaults(page, message)
          await expectNoViolations(page, undefined, message)
          expect(await listShifts(page), message).toEqual([])
        }
      })
    }

    test('moves nothing of its header while a document arrives', async ({ page }) => {
      await observeShifts(page)
      for (const [width, target] of [
        [1440, RIGHT_TO_LEFT],
        [390, '/journal/how-a-paragraph-is-set'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await openInPieces(page, site.url + target, '<main', async () => {
          expect(await listShifts(page), `${theme} ${width}`).toEqual([])
        })
      }
    })

    test('prints black text on white paper', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
      await page.goto(site.url + PAGES[1])
      await expect(page.locator('.site-header')).toBeHidden()
      const getColors = () =>
        page.evaluate(() =>
          [document.documentElement, document.querySelector('.page')].map(
            (element) => element && getComputedStyle(element).backgroundColor,
          ),
        )
      expect(await getColors()).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
      await expectNoViolations(page, '.page-body')
    })
  })
}

test('wide boards leave a text column that is not in the center as far as the tokens say', async ({ page }) => {
  await writeRules('colophon', '.page { margin-inline-start: 4rem } :root { --wide-start: 0px; --wide-end: 2rem }')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.url}/roadmap`)
  const board = page.locator('.collection-scroll:has(.collection-board)')
  const getEdges = async (locator: Locator) => {
    const { x = 0, width = 0 } = (await locator.boundingBox()) ?? {}
    return [x, x + width]
  }
  await expect(page.locator('.page-body')).toHaveCSS('width', '708px')
  expect(await getEdges(page.locator('.page-body'))).toEqual([64, 772])
  expect(await getEdges(board)).toEqual([64, 804])
  await expectNoLayoutFaults(page)
})

/** Writes a theme and rules into the site folder, and waits until the site serves them. */
async function writeRules(theme: string, rules: string): Promise<void> {
  writeFileSync(path.join(siteDir, 'site.json'), JSON.stringify({ theme }))
  // Written last, so what serves these rules serves the theme.
  writeFileSync(path.join(siteDir, 'theme.css'), rules)
  await expect.poll(async () => (await fetch(`${site.url}/theme.css`)).text()).toContain(rules)
}
