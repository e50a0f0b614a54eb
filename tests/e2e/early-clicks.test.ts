import type { Page } from '@playwright/test'
import { holdScripts, openSlowlyWithoutScripts, openWithoutScripts } from './held-scripts'
import { expect, test } from './test'

// The browser has a slow connection and a processor that is slowed down.
test.describe.configure({ timeout: 90_000 })

const ARTICLE = '/journal/how-a-paragraph-is-set'

/** Keeps an incomplete search dialog open until the clock resumes, however busy the machine is. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
}

test('clicks in an article before its scripts have loaded are replayed once, in order', async ({ page, sample }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const release = await openSlowlyWithoutScripts(page, sample.url + ARTICLE)
  const root = page.locator('html')
  await page.locator('.theme-toggle').click()
  await page.locator('.theme-toggle').press('Enter')
  await page.locator('.block-code button').first().click()
  const contents = page.locator('.contents a').last()
  const hash = await contents.getAttribute('href')
  await page.locator('.contents summary').evaluate((summary: HTMLElement) => summary.click())
  await contents.evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(`${sample.url}${ARTICLE}${hash}`)
  await page.locator('.picture button').first().click()
  await expect(root).not.toHaveAttribute('data-theme')

  await page.evaluate(() => {
    const changes: string[] = []
    Object.assign(window, { changes })
    new MutationObserver(() => changes.push(document.documentElement.dataset.theme ?? '')).observe(
      document.documentElement,
      { attributeFilter: ['data-theme'] },
    )
    const copied = document.querySelector('.block-code button [aria-live]')
    if (copied) new MutationObserver(() => changes.push('copy')).observe(copied, { childList: true })
  })
  await release()
  await expect(page.locator('[data-rmiz-modal][open]')).toBeVisible()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  const readChanges = () => page.evaluate(() => Reflect.get(window, 'changes') as string[])
  await expect.poll(readChanges).toContain('copy')
  expect((await readChanges()).filter((entry) => entry !== 'copy').at(-1)).toBe('dark')
  await page.keyboard.press('Escape')
  await page.locator('.theme-toggle').click()
  await expect(root).not.toHaveAttribute('data-theme')
})

test('a tab that is clicked before its script has loaded is selected once it has', async ({ page, gallery }) => {
  const release = await openSlowlyWithoutScripts(page, `${gallery.url}/gallery`)
  const tabs = [page.locator('.block-tabs [role=tab]').nth(1), page.locator('.collection-tabs [role=tab]').nth(1)]
  for (const tab of tabs) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'false')
  }
  await release()
  for (const tab of tabs) await expect(tab).toHaveAttribute('aria-selected', 'true')
})

for (const key of ['Control+k', '/']) {
  test(`${key} opens the search dialog before any script has loaded, and keeps what is typed meanwhile`, async ({
    page,
    sample,
  }) => {
    await stopClock(page)
    const release = await openWithoutScripts(page, sample.url)
    await expect(page.locator('.search-button')).toBeVisible()
    await page.keyboard.press(key)
    const input = page.locator('dialog.search input[name=q]')
    await expect(input).toBeFocused()
    await page.keyboard.type('para')
    void release().catch(() => undefined)
    await page.keyboard.type('graph')
    await expect(page.locator('.search-body')).toBeAttached()
    await page.clock.resume()
    await expect(page.locator('.search-list .result mark').first()).toBeVisible()
    await expect(input).toHaveValue('paragraph')
    await expect(input).toBeFocused()
  })
}

test('text that an input method composes is kept while the search dialog is completed', async ({ page, sample }) => {
  await stopClock(page)
  const release = await openWithoutScripts(page, sample.url)
  await page.locator('.search-button').click()
  const input = page.locator('dialog.search input[name=q]')
  await expect(input).toBeFocused()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '中', selectionStart: 1, selectionEnd: 1 })
  void release().catch(() => undefined)
  await expect(page.locator('.search-body')).toBeAttached()
  await page.clock.resume()
  await session.send('Input.imeSetComposition', { text: '中文', selectionStart: 2, selectionEnd: 2 })
  await session.send('Input.insertText', { text: '中文排版' })
  await expect(input).toHaveValue('中文排版')
  await expect(page.locator('.search-list .result').first()).toContainText('中文')
})

test('the search page opens with the query if the dialog cannot be completed in three seconds, or by Enter', async ({
  page,
  sample,
}) => {
  await stopClock(page)
  const release = await openWithoutScripts(page, sample.url)
  await page.locator('.search-button').click()
  // The three seconds begin again with each character.
  for (const part of ['par', 'agra', 'ph']) {
    await page.keyboard.type(part)
    await page.clock.runFor(2000)
  }
  await expect(page.locator('dialog input[name=q]')).toHaveValue('paragraph')
  await page.clock.runFor(1000)
  await page.waitForURL('**/search?q=paragraph', { waitUntil: 'commit' })
  await release().catch(() => undefined)

  await page.goto(sample.url)
  const releasePanel = await holdScripts(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('paragraph')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=paragraph', { waitUntil: 'commit' })
  releasePanel()
  await expect(page.locator('.search-page .result').first()).toBeVisible()
})
