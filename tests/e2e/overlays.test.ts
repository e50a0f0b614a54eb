import type { Page } from '@playwright/test'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Each overlay, with what opens it. */
const OVERLAYS = {
  'search dialog': ['button.search-button', 'dialog.search[open]'],
  'enlarged picture': [
    '.block-image :is(.picture > button, [data-rmiz-btn-zoom]):not([hidden])',
    '[data-rmiz-modal][open]',
  ],
  'menu of the site': ['[popovertarget="navigation"]', '#navigation:popover-open'],
} as const

/** Opens the home page and then the article. */
async function openArticle(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.goto(url + ARTICLE)
}

/** Taps a button. Pictures have one once they are near the window; an enlarged one leaves its button below the picture. */
async function tap(page: Page, button: string): Promise<void> {
  if (button.includes('picture')) await page.locator('.block-image').first().scrollIntoViewIfNeeded()
  await expect(page.locator(button).first()).toBeVisible()
  await page.locator(button).first().tap({ force: true })
}

for (const [name, [button, overlay]] of Object.entries(OVERLAYS)) {
  test(`Back closes the ${name}, and the next Back leaves the page`, async ({ page, sample }) => {
    await openArticle(page, sample.url)
    await tap(page, button)
    await expect(page.locator(overlay)).toBeVisible()
    // The entry follows the overlay.
    await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
    await page.goBack()
    await expect(page.locator(overlay)).toHaveCount(0)
    expect(page.url()).toBe(sample.url + ARTICLE)
    await page.goBack()
    await expect(page).toHaveURL(`${sample.url}/`)
  })

  test(`closing the ${name} leaves no history entry`, async ({ page, sample }) => {
    await openArticle(page, sample.url)
    const length = await page.evaluate(() => history.length)
    for (let round = 0; round < 2; round++) {
      await tap(page, button)
      await expect(page.locator(overlay)).toBeVisible()
      await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
      await page.keyboard.press('Escape')
      await expect(page.locator(overlay)).toHaveCount(0)
      await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBeUndefined()
    }
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
    await page.goBack()
    await expect(page).toHaveURL(`${sample.url}/`)
  })
}

test('a menu that is opened while the entry of the one before is left stays open', async ({ page, sample }) => {
  await openArticle(page, sample.url)
  const [button, menu] = OVERLAYS['menu of the site']
  await tap(page, button)
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  // Opens the menu again between the call that leaves the entry and its effect, and resolves after this.
  const left = page.evaluate(
    (selector) =>
      new Promise<void>((resolve) => {
        const { go } = history
        history.go = (delta) => {
          history.go = go
          document.querySelector<HTMLElement>(selector)?.showPopover()
          addEventListener('popstate', () => resolve(), { once: true })
          history.go(delta)
        }
      }),
    '#navigation',
  )
  await page.keyboard.press('Escape')
  await left
  await expect(page.locator(menu)).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.goBack()
  await expect(page.locator(menu)).toHaveCount(0)
  expect(page.url()).toBe(sample.url + ARTICLE)
})

test('Back closes overlays in the order in which they were opened', async ({ page, sample }) => {
  await openArticle(page, sample.url)
  await page.locator('button.search-button').tap()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  // It is before the search dialog in the document.
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<dialog id="last">Last</dialog>')
    document.querySelector<HTMLDialogElement>('#last')?.showModal()
  })
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(2)
  await page.goBack()
  await expect(page.locator('#last')).toBeHidden()
  await expect(page.locator('dialog.search')).toBeVisible()
  await page.goBack()
  await expect(page.locator('dialog.search')).toHaveCount(0)
})

test('Back from a search result leads to the page, where the dialog is closed', async ({ page, sample }) => {
  await openArticle(page, sample.url)
  await page.locator('button.search-button').tap()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.keyboard.type('colophon')
  const result = page.locator('dialog .result:has(mark)').first()
  await result.tap()
  await expect(page).not.toHaveURL(sample.url + ARTICLE)
  await page.goBack()
  await expect(page).toHaveURL(sample.url + ARTICLE)
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(`${sample.url}/`)
})

test('Back from a search that was sent before it was complete leads to the page', async ({ page, sample }) => {
  await page.route('**/_next/static/scripts/react-*.js*', () => {})
  await openArticle(page, sample.url)
  await page.locator('button.search-button').tap()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.keyboard.type('colophon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${sample.url}/search?q=colophon`)
  await page.goBack()
  await expect(page).toHaveURL(sample.url + ARTICLE)
  await page.goBack()
  await expect(page).toHaveURL(`${sample.url}/`)
})

test('the page stays where it was scrolled while a menu was open', async ({ page, sample }) => {
  await openArticle(page, sample.url)
  await page.locator('[popovertarget="navigation"]').tap()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
  await page.goBack()
  await expect(page.locator('#navigation:popover-open')).toHaveCount(0)
  const waitForPaint = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await waitForPaint()
  expect(await page.evaluate(() => scrollY)).toBe(1500)
})

test('a page that is loaded again with an open overlay has no additional history entry', async ({ page, sample }) => {
  await openArticle(page, sample.url)
  await page.locator('button.search-button').tap()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.reload()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL(`${sample.url}/`)
})

test('toggles that were opened before an overlay are open after it', async ({ page, gallery }) => {
  await page.goto(`${gallery.url}/folded`)
  const toggle = page.locator('.page-body details').first()
  await toggle.locator('> summary').tap()
  // The header, which has the button, may be hidden.
  await page.keyboard.press('Control+k')
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.goBack()
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.reload()
  await expect(toggle).toHaveAttribute('open')
})

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

  test('Back leaves the page also if the search dialog is open', async ({ page, sample }) => {
    await openArticle(page, sample.url)
    await page.locator('button.search-button').click()
    await expect(page.locator('dialog .search-body')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${sample.url}/`)
  })
})
