import type { CDPSession, Page } from '@playwright/test'
import { expectNoViolations, THEMES } from './axe'
import { expect, test } from './test'

const PICTURES = '/pictures-sound-and-files'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

type Finger = readonly [x: number, y: number]

/** Fingers on the screen. Every step takes 20 milliseconds, however slow the machine is. */
async function createFingers(page: Page): Promise<(...steps: Finger[][]) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  let timestamp = 1_000_000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]) => {
    timestamp += 0.02
    const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }))
    return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp })
  }
  return async (...steps) => {
    for (const [index, fingers] of steps.entries()) await send(index === 0 ? 'touchStart' : 'touchMove', fingers)
    await send('touchEnd', [])
  }
}

const dialog = (page: Page) => page.locator('dialog[open]')
/** The picture that is shown. */
const picture = (page: Page) => dialog(page).locator('.zoom-area :is(div > img, span:not([hidden]) > img)')
const getBox = async (page: Page) => (await picture(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Enlarges a picture of the page, and waits until it responds to fingers. */
async function enlarge(page: Page, index: number): Promise<void> {
  const figure = page.locator('.block-image').nth(index)
  await figure.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await figure.getByRole('button').tap()
  await expect(page.locator('.zoom[data-ready]')).toBeVisible()
}

test('an enlarged picture has its caption, its number, and buttons to the next one and to close it', async ({
  page,
  sample,
}) => {
  // Takes 12 seconds on a machine that does nothing else: the site makes larger pictures, and axe runs twice.
  test.setTimeout(90_000)
  await page.goto(sample.url + PICTURES)
  const total = await page.locator('.picture > button').count()
  await enlarge(page, 0)
  const [previous, next] = ['Previous picture', 'Next picture'].map((name) =>
    dialog(page).getByRole('button', { name, exact: true }),
  )
  await expect(dialog(page).getByText(`1 of ${total}`)).toBeVisible()
  await expect(dialog(page).getByText('As wide as the text.')).toBeVisible()
  await expect(previous ?? dialog(page)).toHaveAttribute('aria-disabled', 'true')
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await expectNoViolations(page, 'dialog[open]')
  }

  await next?.tap()
  await expect(dialog(page).getByText(`2 of ${total}`)).toBeVisible()
  await expect(dialog(page).locator('.zoom-caption em')).toHaveText('formatted')
  await expect(next ?? dialog(page)).toBeFocused()
  for (let count = 0; count < 6; count++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBeNull()
  }
  for (const button of await dialog(page).getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }

  await dialog(page).getByRole('button', { name: 'Close', exact: true }).tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('.block-image').nth(1).getByRole('button')).toBeFocused()
})

test('two taps and two fingers enlarge a picture further, and one finger moves it', async ({ page, sample }) => {
  await page.goto(sample.url + PICTURES)
  await enlarge(page, 1)
  const touch = await createFingers(page)
  await expect.poll(async () => (await getBox(page)).width).toBeCloseTo(374, 0)
  const fitting = await getBox(page)

  await touch([[195, 422]])
  await touch([[195, 422]])
  await expect.poll(async () => (await getBox(page)).width).toBeCloseTo(2.5 * fitting.width, 0)
  await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.sizes)).toBe('250vw')
  const { x } = await getBox(page)
  await touch([[195, 422]], [[150, 422]], [[120, 422]])
  await expect.poll(async () => (await getBox(page)).x).toBeCloseTo(x - 75, 0)
  await touch([[350, 422]], [[200, 422]], [[-5000, 422]])
  const getRight = async () => {
    const box = await getBox(page)
    return box.x + box.width
  }
  await expect.poll(getRight).toBeCloseTo(390, 0)

  await touch([[195, 422]])
  await touch([[195, 422]])
  await expect.poll(async () => (await getBox(page)).width).toBeCloseTo(fitting.width, 0)

  await touch(
    [
      [145, 422],
      [245, 422],
    ],
    [
      [95, 422],
      [295, 422],
    ],
  )
  await expect.poll(async () => (await getBox(page)).width).toBeCloseTo(2 * fitting.width, 0)
  await touch(
    [
      [95, 422],
      [295, 422],
    ],
    [
      [190, 422],
      [200, 422],
    ],
  )
  await expect.poll(async () => (await getBox(page)).width).toBeCloseTo(fitting.width, 0)
  await expect(dialog(page)).toHaveCount(1)
})

test('a swipe shows the next picture, and a swipe down closes it', async ({ page, sample }) => {
  await page.goto(sample.url + PICTURES)
  await enlarge(page, 0)
  const touch = await createFingers(page)
  const counter = dialog(page).locator('.zoom-bar p')
  await touch([[300, 422]], [[240, 422]], [[150, 430]])
  await expect(counter).toHaveText(/^2 of/)
  await touch([[100, 422]], [[160, 422]], [[260, 430]])
  await expect(counter).toHaveText(/^1 of/)
  // There is no picture before the first.
  await touch([[100, 422]], [[160, 422]], [[260, 430]])
  await expect(counter).toHaveText(/^1 of/)
  await touch([[195, 300]], [[195, 360]], [[200, 480]])
  await expect(dialog(page)).toHaveCount(0)
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('nothing moves on its own', async ({ page, sample }) => {
    await page.goto(sample.url + PICTURES)
    await enlarge(page, 1)
    await expect(page.locator('.zoom-area > div')).toHaveCSS('transition-duration', '0s')
    await expect(picture(page)).toHaveCSS('transition-duration', '1e-05s')
  })
})

test('on a page that is written from right to left, the next picture is on the left', async ({ page, sample }) => {
  await page.goto(sample.url + PICTURES)
  await page.locator('article').evaluate((article) => {
    article.setAttribute('dir', 'rtl')
    article.setAttribute('lang', 'ar')
  })
  await enlarge(page, 0)
  const touch = await createFingers(page)
  const counter = dialog(page).locator('.zoom-bar p')
  await touch([[100, 422]], [[160, 422]], [[260, 430]])
  await expect(counter).toHaveText(/^2 من/)
  await page.keyboard.press('ArrowLeft')
  await expect(counter).toHaveText(/^3 من/)
  const [next, previous, close] = ['الصورة التالية', 'الصورة السابقة', 'إغلاق'].map((name) =>
    dialog(page).getByRole('button', { name, exact: true }),
  )
  const [nextBox, previousBox] = [await next?.boundingBox(), await previous?.boundingBox()]
  expect(nextBox?.x).toBeLessThan(previousBox?.x ?? 0)
  expect((await close?.boundingBox())?.x).toBeLessThan(100)
  await expect(dialog(page).locator('.zoom-bar svg').first()).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
})
