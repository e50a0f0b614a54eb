import { sampleItems } from '@/tests/support/complete'
import { validateHtml } from '@/tests/support/html'
import { expectNoViolations, getThemes } from './axe'
import { expect, test } from './test'

/** Screens that are not pages of the workspace. */
const SCREENS = [
  '/tags',
  '/tags/web',
  '/archive',
  '/search',
  '/search?q=margin',
  '/plain/journal',
  '/no-such-page',
  '/%E0%A4%A',
  '/no-such-file.png',
]

test('the HTML of every page and screen is valid', { tag: '@server' }, async ({ sample, request }) => {
  const shown = sample.index().pages.filter((each) => each.access.kind === 'public')
  for (const path of [...sampleItems(shown, 18).map((each) => encodeURI(`/${each.path}`)), ...SCREENS]) {
    expect(await validateHtml(await (await request.get(sample.url + path)).text()), path).toEqual([])
  }
})

test('screens that are not pages are accessible in the light and the dark theme', { tag: '@server' }, async ({
  page,
  sample,
  expectConsole,
}) => {
  // Axe checks seven screens.
  test.slow()
  expectConsole(/^error: Failed to load resource.*404/)
  const journal = await (await fetch(`${sample.url}/journal`)).text()
  const [, view = ''] = /"id":"([0-9a-f]{8})","type":"list/.exec(journal) ?? []
  const lists = ['/tags', '/tags/typography', '/archive', `/rows/${view}/1/journal`]
  const screens = [...lists, '/search', '/search?q=margin', '/journal/how-a-paragraph-is-sot']
  for (const [at, path] of screens.entries()) {
    const response = await page.goto(sample.url + path)
    expect(response?.status(), path).toBe(path.endsWith('-sot') ? 404 : 200)
    for (const colorScheme of getThemes(at)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoViolations(page, undefined, `${path}, ${colorScheme}`)
    }
  }
})

test('a visit loads the fonts of the page without errors', async ({ page, sample }) => {
  await page.goto(`${sample.url}/journal/how-a-paragraph-is-set`)
  await page.evaluate(() => document.fonts.ready)
  const listRequestedFonts = async () => {
    const all = await page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family}: ${status}`))
    return all.filter((font) => /^"?(?:Colophon|Formulas)/.test(font) && !font.endsWith('unloaded'))
  }
  await expect.poll(async () => (await listRequestedFonts()).length).toBeGreaterThan(5)
  await expect.poll(async () => (await listRequestedFonts()).filter((font) => !font.endsWith('loaded'))).toEqual([])
})

test('a page links to its neighbors and its tags', {
  tag: '@server',
}, async ({ page, sample }) => {
  await page.goto(`${sample.url}/journal/in-praise-of-the-margin`)
  const end = page.getByRole('navigation', { name: 'Read on' })
  const text = await end.textContent()
  await end.getByRole('link', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What a search box owes you')
  await page.goBack()
  await expect(end).toHaveText(text ?? '')
  await page.getByRole('link', { name: 'Typography' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typography')
  await expect(page.getByRole('link', { name: /In praise of the margin/ })).toBeVisible()
})

test('the link of a heading can be copied, and the list of shortcuts is loaded when it opens', async ({
  page,
  context,
  sample,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const scripts: string[] = []
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response.url()))
  await page.goto(`${sample.url}/journal/in-praise-of-the-margin`)
  await page.waitForLoadState('networkidle')
  const before = scripts.length
  await page.getByRole('heading', { name: 'Proportion' }).hover()
  await page.getByRole('link', { name: 'Link to this section: Proportion' }).click()
  await expect(page).toHaveURL(/#proportion$/)
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  expect(scripts.length).toBe(before)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await expect.poll(() => scripts.length).toBeGreaterThan(before)
  await expectNoViolations(page, '.shortcuts')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the header of a page shows its date once, and its other properties', async ({ page, sample }) => {
  await page.goto(`${sample.url}/releases/fifth-proof`)
  await expect(page.locator('.page-header time')).toHaveText(['November 17, 2026'])
  await expect(page.locator('.page-header')).toContainText('0.1.0-proof.5')
})

test('the single-character shortcut can be disabled, and the list of shortcuts stays reachable', async ({
  page,
  sample,
}) => {
  const shortcuts = page.getByRole('dialog', { name: 'Keys' })
  const address = `${sample.url}/journal/in-praise-of-the-margin`
  await page.goto(address)
  await page.keyboard.press('?')
  await shortcuts.getByRole('checkbox', { name: 'Use the keys ? and /' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.goto(address)
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  const shortcutsButton = search.getByRole('button', { name: 'Keys' })
  await expect(shortcutsButton).toBeVisible()
  await expect(shortcuts).toHaveCount(0)
  await page.keyboard.press('Tab')
  while (!(await shortcutsButton.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(shortcuts.getByRole('checkbox')).not.toBeChecked()
  await expectNoViolations(page, '.shortcuts')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await expect(shortcutsButton).toBeFocused()
})
