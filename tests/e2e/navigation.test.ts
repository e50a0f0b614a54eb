import type { APIRequestContext } from '@playwright/test'
import type { SharedSite } from './base'
import { expect, test } from './test'

/** A link in a text. */
const TEXT_LINK = /<div class="block-text">[^<]{10,}<a class="link" href="\/\w/
const TOGGLE = /<details class="block-toggle"/
const PICTURE = /<figure class="block-image"(?:(?!<\/figure>|<a).)*<\/figure>/s
const CONTENTS = /<nav class="contents"/

/** Returns the address of the longest public page whose HTML matches a pattern. */
async function findPage(pattern: RegExp, sample: SharedSite, request: APIRequestContext) {
  const shown = sample.index().pages.filter(({ access }) => access.kind === 'public')
  for (const each of shown.toSorted((a, b) => b.words - a.words)) {
    const address = `${sample.url}/${encodeURI(each.path)}`
    if (pattern.test(await (await request.get(address)).text())) return address
  }
  throw new Error(`No page of the sample has ${pattern}`)
}

test('links, back and forward show the complete text of each page', {
  tag: '@server',
}, async ({ page, sample, request }) => {
  const address = await findPage(TEXT_LINK, sample, request)
  await page.goto(address)
  const body = page.locator('.page-body')
  const text = (await body.textContent()) ?? ''
  expect(text.length).toBeGreaterThan(500)

  const link = body.locator('.block-text > a[href^="/"]:not([href*="."])').first()
  const target = sample.url + (await link.getAttribute('href'))
  await link.click()
  await page.waitForURL(target)
  await expect(body).not.toHaveText(text)
  const title = sample.index().pages.find((each) => `${sample.url}/${encodeURI(each.path)}` === target)?.title
  await expect(page.locator('h1')).toHaveText(title ?? '')
  const targetText = (await body.textContent()) ?? ''

  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => body.textContent()).toBe(text)
  await page.goForward()
  await page.waitForURL(target)
  await expect.poll(() => body.textContent()).toBe(targetText)

  const elsewhere = page.locator(`.site-header nav a[href^="/"]:not([href="${new URL(target).pathname}"])`).first()
  const next = sample.url + (await elsewhere.getAttribute('href'))
  await elsewhere.click()
  await page.waitForURL(next)
  await expect.poll(() => body.textContent()).not.toBe(targetText)
  await page.goBack()
  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => body.textContent()).toBe(text)
})

test('a link in a text opens in a new tab with a modifier key', async ({ page, sample, request }) => {
  const address = await findPage(TEXT_LINK, sample, request)
  await page.goto(address)
  const link = page.locator('.block-text > a[href^="/"]:not([href*="."])').first()
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    link.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await opened.waitForURL(sample.url + (await link.getAttribute('href')))
  await opened.close()
  expect(page.url()).toBe(address)
})

test('a selected theme is applied before the first paint', async ({ page, sample }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.body === null) return
      observer.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.dataset.theme ?? 'none' })
    }).observe(document, { childList: true, subtree: true })
  })
  const readFirstTheme = () => page.evaluate(() => 'firstTheme' in window && window.firstTheme)
  const readBackground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto(sample.url)
  expect(await readFirstTheme()).toBe('none')
  const light = await readBackground()
  await page.locator('.theme-toggle').click()
  await page.locator('.theme-toggle').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const dark = await readBackground()
  expect(dark).not.toBe(light)
  await page.goto(sample.url)
  expect(await readFirstTheme()).toBe('dark')
  await expect.poll(readBackground).toBe(dark)
})

test('the contents mark the section that is in view', async ({ page, sample, request }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  const address = await findPage(CONTENTS, sample, request)
  await page.goto(address)
  const current = page.locator('nav.contents a[aria-current]')
  await expect(current).toHaveCount(0)
  const second = page.locator('nav.contents a').nth(1)
  const id = ((await second.getAttribute('href')) ?? '').slice(1)
  await page.evaluate((heading) => document.getElementById(heading)?.scrollIntoView(), id)
  await expect(current).toHaveAttribute('href', `#${id}`)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(current).toHaveAttribute(
    'href',
    (await page.locator('nav.contents a').last().getAttribute('href')) ?? '',
  )
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(current).toHaveCount(0)
})

test('a picture can be enlarged and closed by keyboard [N-362]', async ({ page, sample, request }) => {
  const address = await findPage(PICTURE, sample, request)
  const scripts: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/react-')) scripts.push(each.url())
  })
  await page.goto(address)
  await page.locator('.block-image:not(:has(a))').first().scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const zoom = page.locator('[data-rmiz-btn-zoom]').first()
  // The script for zooming loads on intent. Until then the picture has a button of this project.
  await expect(zoom).toHaveCount(0)
  expect(scripts).toEqual([])
  const button = page.locator('.picture button').first()
  // The button is shown once the picture loads.
  await expect(button).toBeVisible()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.locator('dialog[open]')
  await expect(dialog.locator('img')).toBeVisible()
  expect(scripts).not.toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(zoom).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page shows its complete text, and its links and toggles work', async ({ page, sample, request }) => {
    const address = await findPage(TEXT_LINK, sample, request)
    await page.goto(address)
    expect((await page.locator('.page-body').textContent())?.length).toBeGreaterThan(500)
    const link = page.locator('.block-text > a[href^="/"]:not([href*="."])').first()
    const target = sample.url + (await link.getAttribute('href'))
    await link.click()
    await expect(page).toHaveURL(target)

    await page.goto(await findPage(TOGGLE, sample, request))
    const toggle = page.locator('details.block-toggle').first()
    await toggle.locator('summary').first().click()
    await expect(toggle).toHaveAttribute('open')
  })
})
