import type { Page } from '@playwright/test'
import { expectNoViolations, getThemes } from './axe'
import { holdScripts, openWithoutScripts } from './held-scripts'
import { expect, test } from './test'

const FIELD = 'dialog input'
const OPTION = 'dialog [role="option"]'

/** Opens the dialog with its shortcut, and waits until its field has the focus. */
async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.locator(FIELD)).toBeFocused()
}

/** Collects the addresses of the scripts that are requested from now on. */
function collectScripts(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') names.push(request.url())
  })
  return names
}

test('the dialog’s script loads on first use, and a result opens at the heading that precedes the match', async ({
  page,
  sample,
}) => {
  await page.goto(`${sample.url}/settings`)
  await page.waitForLoadState('networkidle')
  const scripts = collectScripts(page)
  await openSearch(page)
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await page.keyboard.insertText('paper and ink')
  // The dialog shows suggestions until the results arrive. Only results have an anchor.
  const selected = page.locator(`${OPTION}[aria-selected="true"]`)
  await expect(selected).toHaveAttribute('href', /#/)
  const href = (await selected.getAttribute('href')) ?? ''
  await page.keyboard.press('Enter')
  await page.waitForURL(sample.url + href)
  expect(href).toMatch(/#paper-and-ink$/)
  await expect(page.locator(`[id="${href.split('#')[1]}"]`)).toBeInViewport()
  await expect(page.locator('dialog')).toHaveCount(0)
})

test('Escape, the overlay and the button close the dialog and restore the focus [N-372] [N-373] [N-374]', async ({
  page,
  sample,
}) => {
  await page.goto(`${sample.url}/settings`)
  const button = page.getByRole('button', { name: 'Search' })
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const closeButton = dialog.getByRole('button', { name: 'Close', exact: true })
  const expectClosed = async () => {
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await button.click()
  await expect(dialog.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await expect(page.locator(FIELD)).toHaveAttribute('placeholder', 'Search')
  await page.keyboard.press('Escape')
  await expectClosed()

  await page.keyboard.press('Enter')
  await expect(page.locator(FIELD)).toBeFocused()
  // Wait for the dialog's script, which loads after the field and handles clicks.
  await expect(closeButton).toBeVisible()
  await dialog.locator('.search-panel').click({ position: { x: 5, y: 5 } })
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 400)
  await expectClosed()

  await page.keyboard.press('Enter')
  await closeButton.click()
  await expectClosed()
})

test('shortcuts open the dialog, print the page and suggest recent searches [N-375] [N-376] [N-377]', async ({
  page,
  sample,
}) => {
  await page.goto(`${sample.url}/settings`)
  for (const keys of ['Meta+k', 'Control+k']) {
    await page.keyboard.press(keys)
    await expect(page.locator(FIELD), keys).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog'), keys).toHaveCount(0)
  }
  // Added last, so that it runs after all listeners of the page.
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, ctrlKey, defaultPrevented }) => {
      if (key === 'p' && ctrlKey) document.title += ` prevented: ${defaultPrevented}`
    })
  })
  await page.keyboard.press('Control+p')
  await expect(page).toHaveTitle(/ prevented: false$/)
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.keyboard.press('Meta+p')
  await expect(page.locator(FIELD)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page).toHaveTitle(/ prevented: false prevented: false$/)
  await page.keyboard.insertText('glossary')
  await expect(page.locator(OPTION).first()).toContainText('Glossary')
  // The page behind the dialog does not scroll.
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('overflow', 'visible')

  await openSearch(page)
  await page.keyboard.insertText('glossary')
  // The dialog suggests other pages until the results arrive.
  await expect(page.locator(OPTION).first()).toContainText('Glossary')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${sample.url}/glossary`)
  await expect(page.locator('h1')).toHaveText('Glossary')
  await expect(page.locator('dialog')).toHaveCount(0)
  // Repeated, because a key that is pressed during a navigation can be lost.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.locator(FIELD)).toBeFocused({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('group', { name: 'Recent searches' }).getByRole('option')).toHaveText(['glossary'])
})

test('text that is typed, pasted or composed before the script has loaded is kept', async ({ page, sample }) => {
  const release = await holdScripts(page, '**/react-*.js')
  await page.goto(`${sample.url}/settings`)
  await page.waitForLoadState('networkidle')
  const client = await page.context().newCDPSession(page)
  // An incomplete dialog is replaced by the search page after three seconds.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await openSearch(page)
  await page.keyboard.type('gl')
  await page.keyboard.insertText('os')
  await client.send('Input.imeSetComposition', { text: 'sa', selectionStart: 2, selectionEnd: 2 })
  release()
  await expect(page.getByRole('combobox')).toHaveValue('glossa')
  await page.clock.resume()
  await client.send('Input.insertText', { text: 'sary' })
  await expect(page.locator(FIELD)).toHaveValue('glossary')
  await expect(page.locator(OPTION).first()).toContainText('Glossary')
})

test('typing slowly searches each time, clearing empties the results, and the total is announced [N-381] [N-383]', async ({
  page,
  sample,
}) => {
  await page.goto(`${sample.url}/settings`)
  await openSearch(page)
  await page.keyboard.type('webhook', { delay: 250 })
  await expect(page.locator(OPTION).first()).toContainText('Webhooks')
  await expect(page.getByRole('status')).toHaveText(/^\d+ results?$/)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.locator(FIELD)).toHaveValue('')
  // With an empty query the dialog suggests pages again.
  await expect(page.locator(OPTION).first()).toContainText('Start here')
  await expect(page.locator(OPTION).filter({ hasText: 'Webhooks' })).toHaveCount(0)
  await expect(page.locator(FIELD)).toBeFocused()
  await page.keyboard.insertText('zzzzqqqq')
  await expect(page.getByRole('status')).toHaveText(/No results\s*Try different search terms/)
})

test('a failed search shows an error, and the shortcut is ignored in form fields', { tag: '@server' }, async ({
  page,
  sample,
  expectConsole,
}) => {
  expectConsole(/the server responded with a status of 500/)
  // Before the page exists: a busy page may send a request past a route that is added later.
  await page.route('**/api/search', (route) => route.fulfill({ status: 500, json: { error: 'x', errorId: 'y' } }))
  await page.goto(`${sample.url}/search?q=paper`)
  await page.locator('main input').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('tide')
  await expect(page.getByRole('main').getByText('Search error')).toBeVisible()
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.locator('main h1').click()
  await openSearch(page)
  await page.keyboard.insertText('tide')
  await expect(page.getByRole('dialog').getByText('Search error')).toBeVisible()
})

test('the dialog and the search page are accessible in the light and the dark theme', async ({ page, sample }) => {
  const expectAccessible = async (index: number, within?: string) => {
    for (const colorScheme of getThemes(index)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoViolations(page, within, colorScheme)
    }
  }
  await page.goto(`${sample.url}/settings`)
  await openSearch(page)
  await page.keyboard.insertText('page')
  // Suggestions are options, too. Only results have marks.
  await expect(page.locator(`${OPTION} mark`).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox', { name: 'Search', expanded: true })).toBeVisible()
  const listActiveIds = () =>
    page.evaluate(() => [
      document.querySelector('[role=combobox]')?.getAttribute('aria-activedescendant'),
      ...[...document.querySelectorAll('[role=option][aria-selected=true]')].map(({ id }) => id),
    ])
  await expect.poll(async () => new Set(await listActiveIds()).size === 1 && (await listActiveIds()).length).toBe(2)
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.locator('dialog').evaluate((dialog) => Promise.all(dialog.getAnimations().map((each) => each.finished)))
  await expectAccessible(0, 'dialog')
  await page.goto(`${sample.url}/search?q=page`)
  await expectAccessible(1)
})

test('the dialog fits a screen of 320 pixels', async ({ page, sample }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(`${sample.url}/settings`)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.locator(FIELD)).toBeFocused()
  await page.keyboard.insertText('NOTION_ROOT_PAGE')
  await expect(page.getByRole('status')).toHaveText(/^\d+ results?$/)
  const listOverflows = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('dialog, dialog *')]
        .filter((element) => element.getBoundingClientRect().right > 320 || element.scrollWidth > 320)
        .map(({ outerHTML }) => outerHTML.slice(0, 90)),
    )
  await expect.poll(listOverflows).toEqual([])
})

test('the search page searches while a visitor types, and its URL leads back to the results', async ({
  page,
  sample,
}) => {
  await page.goto(`${sample.url}/search`)
  const input = page.getByRole('searchbox')
  await expect(input).not.toHaveAttribute('placeholder', (await page.locator('form button').textContent()) ?? '')
  await input.pressSequentially('paragraph')
  const results = page.locator('.search-page .result')
  await expect(results.locator('mark').first()).toHaveText(/paragraph/i)
  await expect(page).toHaveURL(`${sample.url}/search?q=paragraph`)
  await expect(page).toHaveTitle('paragraph · Search')
  await expectNoViolations(page, 'main')
  const titles = await results.locator('.result-title').allTextContents()
  await results.first().click()
  await expect(page).not.toHaveURL(/\/search/)
  await page.goBack()
  await expect(results.locator('.result-title')).toHaveText(titles)
  await input.fill('')
  await expect(page.locator('.search-page h2').first()).toHaveText('Sections')
  await expect(page).toHaveURL(`${sample.url}/search`)
  await input.fill('zzzzqqqq')
  await expect(page.locator('.search-page .search-outcome')).toContainText('No results')
})

test('the search page keeps its results when its input gets the focus', async ({ page, sample, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const queries: string[] = []
  await page.route('**/api/search', (route) => {
    queries.push(route.request().postDataJSON().query)
    return route.abort()
  })
  await page.goto(`${sample.url}/search?q=paragraph`)
  const results = page.locator('.search-page .result-title')
  const titles = await results.allTextContents()
  await page.getByRole('searchbox').focus()
  // Suggestions for an empty query.
  await expect.poll(() => queries).toEqual([''])
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(results).toHaveText(titles)
  await page.getByRole('searchbox').fill('paragraphs')
  await expect(page.locator('.search-page [role=alert]')).toBeVisible()
  expect(queries).toEqual(['', 'paragraphs'])
})

test('what is typed on the search page before any script has loaded is searched', async ({ page, sample }) => {
  const release = await openWithoutScripts(page, `${sample.url}/search`)
  await page.getByRole('searchbox').fill('paragraph')
  void release().catch(() => undefined)
  await expect(page.locator('.search-page .result mark').first()).toHaveText(/paragraph/i)
  await expect(page.getByRole('searchbox')).toHaveValue('paragraph')
})

for (const [place, open] of [
  ['dialog', openSearch],
  ['page', (page: Page) => page.goto(new URL('/search', page.url()).href)],
] as const) {
  test(`the search ${place} sends nothing while an input method composes a word`, async ({ page, sample }) => {
    await page.goto(`${sample.url}/settings`)
    await open(page)
    const input = page.locator(place === 'page' ? '.search-page input[name=q]' : FIELD)
    const queries: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/search')) queries.push(request.postDataJSON().query)
    })
    await input.focus()
    // From now on each input is searched.
    await input.fill('ink')
    await expect.poll(() => queries).toContain('ink')
    await input.evaluate((element: HTMLInputElement) => {
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      for (const value of ['p', 'pa', 'para']) {
        element.value = value
        element.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
      }
      element.value = 'paragraph'
      element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'paragraph' }))
    })
    await expect.poll(() => queries.at(-1)).toBe('paragraph')
    expect(queries.filter((query) => query !== '')).toEqual(['ink', 'paragraph'])
    // After a pause, a word that is still composed is searched, but only results are shown.
    const compose = (value: string, type: 'input' | 'compositionend') =>
      input.evaluate(
        (element: HTMLInputElement, [text, name]) => {
          element.value = text
          element.dispatchEvent(new InputEvent(name, { bubbles: true, isComposing: name === 'input' }))
        },
        [value, type] as const,
      )
    const response = page.waitForResponse(
      (each) => each.url().endsWith('/api/search') && each.request().postDataJSON().query === 'zzzzqqqq',
    )
    await compose('zzzzqqqq', 'input')
    await (await response).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(page.getByText('No results')).toHaveCount(0)
    await compose('zzzzqqqq', 'compositionend')
    await expect(page.getByText('No results').first()).toBeVisible()
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search link opens a page with the same results as the search API', { tag: '@server' }, async ({
    page,
    sample,
    request,
  }) => {
    await page.goto(`${sample.url}/settings`)
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.getByRole('searchbox').fill('<paper> & ink')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === '<paper> & ink')
    const response = await request.post(`${sample.url}/api/search`, { data: { query: '<paper> & ink', limit: 50 } })
    const { results, total } = (await response.json()) as { results: { title: string }[]; total: number }
    await expect(page.locator('.search-page .result-title')).toHaveText(results.map(({ title }) => title))
    await expect(page.getByText(new RegExp(`^${total} results?$`))).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('<paper> & ink')
  })

  test('a search without results shows a message, and its page is not cached or indexed', { tag: '@server' }, async ({
    page,
    sample,
  }) => {
    const response = await page.goto(`${sample.url}/search?q=zzzzqqqq`)
    await expect(page.getByText('No results')).toBeVisible()
    expect(response?.headers()['cache-control']).toBe('private, no-store')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })
})
