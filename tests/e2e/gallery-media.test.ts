import { scrollNear, waitForObservers } from '../support/near'
import { expect, test } from './test'

const { step } = test

test('a picture is requested near the window, and enlarged by a click [N-358] [N-359] [N-361]', async ({
  page,
  gallery,
}) => {
  const far = page.getByRole('img', { name: 'Far' })
  const requests: string[] = []
  page.on('request', (request) => /pictures\.example/.test(request.url()) && requests.push(request.url()))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${gallery.url}/pictures`)

  await step('enlarged in 0.3 seconds over a black overlay, until Escape is pressed [N-361]', async () => {
    const enlarged = page.locator('[data-rmiz-modal-img]')
    await page.getByRole('button', { name: /Enlarge the picture: Anatomy/ }).click()
    await expect(page.locator('[data-rmiz-modal-overlay=visible]')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0.8)')
    await expect(enlarged).toHaveCSS('transition-duration', /0\.3s/)
    await expect.poll(async () => Math.round((await enlarged.boundingBox())?.x ?? 0)).toBeGreaterThanOrEqual(40)
    await page.keyboard.press('Escape')
    await expect(enlarged).toBeHidden()
  })
  await step('not requested while less than 1 % of it is within 50 px of the window [N-358]', async () => {
    // The image is 200 pixels high, so 1 % are 2 pixels.
    await scrollNear(far, 50)
    await waitForObservers(far)
    await expect(far).toHaveAttribute('data-state', 'not-asked')
    expect(requests).toEqual([])
  })
  await step('not requested if it leaves the window before [N-359]', async () => {
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await scrollNear(far, 0)
    await expect(far).toHaveAttribute('data-state', 'buffering')
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(far).toHaveAttribute('data-state', 'not-asked')
    await page.clock.runFor(1000)
    expect(requests).toEqual([])
    await page.clock.resume()
  })
  await step('requested once within 50 px of the window [N-358]', async () => {
    await scrollNear(far, 46)
    await expect(far).toHaveAttribute('data-state', 'success')
    expect(requests).toHaveLength(1)
  })
})

test('an exception in the browser replaces the page by a message [N-397]', async ({ page, gallery, expectConsole }) => {
  expectConsole(/broken on purpose/)
  await page.addInitScript(() => {
    // The page looks for the properties of its islands in an effect.
    const { querySelector } = Element.prototype
    Element.prototype.querySelector = function find(this: Element, selector: string) {
      if (selector === 'script[data-islands]') throw new Error('broken on purpose')
      return querySelector.call(this, selector)
    } as typeof querySelector
  })
  await page.goto(`${gallery.url}/pictures`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Application error: a client-side exception has occurred',
  )
  await expect(page.getByText('A paragraph.')).toHaveCount(0)
})

test('embeds have the size of their kind, and a video plays after a click [N-364] [N-365] [N-369] [N-370]', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${gallery.url}/embeds`)
  const player = page.locator('iframe[src*="youtube-nocookie.com/embed"]')
  const playButton = page.getByRole('button', { name: /^Play: / }).first()

  await step('hovering over a video preconnects without loading the player [N-364]', async () => {
    await playButton.hover()
    await expect(page.locator('link[rel=preconnect][href*="youtube-nocookie.com"]')).toHaveCount(1)
    await expect(player).toHaveCount(0)
  })
  await step('a click loads the player, 560 by 315 px, without cookies [N-365]', async () => {
    await playButton.click()
    const address = /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?autoplay=1/
    await expect(player).toHaveAttribute('src', address)
    await expect(player).toHaveAttribute('width', '560')
    await expect(player).toHaveAttribute('height', '315')
    await expect(player).toBeFocused()
  })
  await step('a gist is half as high as it is wide [N-370]', async () => {
    // An iframe replaces its link when it comes near the viewport.
    await page.getByRole('heading', { name: 'Gist' }).scrollIntoViewIfNeeded()
    const gist = page.locator('iframe[src^="https://gist.github.com/octocat/"]')
    await expect.poll(async () => (await gist.boundingBox())?.width).toBeGreaterThan(600)
    const getBox = async () => (await gist.boundingBox()) ?? { width: 0, height: -1 }
    await expect.poll(async () => (await getBox()).height - (await getBox()).width / 2).toBeCloseTo(0, 0)
  })
  await step('a post is 420 px wide, and narrower only in a narrow window [N-369]', async () => {
    const posts = page.locator('.block-embed[data-post]')
    await expect(posts).toHaveCount(2)
    for (const windowWidth of [1440, 400]) {
      await page.setViewportSize({ width: windowWidth, height: 900 })
      for (const post of await posts.all()) {
        await post.scrollIntoViewIfNeeded()
        const width = expect.poll(async () => (await post.locator('iframe').boundingBox())?.width)
        if (windowWidth === 1440) await width.toBe(420)
        else await width.toBeLessThan(400)
      }
    }
  })
})

test('the browser remembers the view of each database block, which the HTML does not contain [N-371]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}/two-databases`)
  const list = page.getByRole('tab', { name: 'First list' })
  const cards = page.getByRole('tab', { name: 'Second gallery' })
  await cards.click()
  await expect(page.locator('.collection-gallery')).toBeVisible()
  await list.click()
  await expect(page.locator('.collection-list')).toBeVisible()
  await page.reload()
  for (const tab of [list, cards]) await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.collection-list')).toHaveCount(1)
  await expect(page.locator('.collection-gallery')).toHaveCount(1)
  const sent = await (await fetch(`${gallery.url}/two-databases`)).text()
  expect(sent).toContain('collection-table')
  expect(sent).not.toMatch(/collection-(?:list|gallery)/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('collection')).length),
  ).toBe(2)
})
