import type { Locator, Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { scrollNear, waitForObservers } from '../../support/near'
import { createRows, type Section } from '../row'
import { open, type PageFixtures, readStyle, stopTime } from './fixtures'

const findFarPicture = (page: Page) => page.getByRole('img', { name: 'Far' })
/** Collects the requests of a page to a host from now on. */
function collectRequests(page: Page, host: RegExp): string[] {
  const urls: string[] = []
  page.on('request', (request) => host.test(request.url()) && urls.push(request.url()))
  return urls
}

export const IMAGES: Section<PageFixtures> = {
  name: 'Pictures',
  rows: createRows({
    lazy: {
      statement: 'An image is requested when 1 % of it is within 50 pixels of the window, and shown once it is loaded.',
      check: async (fixtures) => {
        const { page } = fixtures
        const requests = collectRequests(page, /pictures\.example/)
        await open(fixtures, 'pictures')
        await expect(findFarPicture(page)).toHaveAttribute('data-state', 'not-asked')
        // The image is 200 pixels high, so 1 % are 2 pixels.
        await scrollNear(findFarPicture(page), 50)
        await waitForObservers(findFarPicture(page))
        await expect(findFarPicture(page)).toHaveAttribute('data-state', 'not-asked')
        expect(requests).toEqual([])
        await scrollNear(findFarPicture(page), 46)
        await expect(findFarPicture(page)).toHaveAttribute('data-state', 'success')
        expect(requests).toHaveLength(1)
      },
    },
    buffering: {
      statement: 'An image that leaves the viewport before it was requested is not requested.',
      check: async (fixtures) => {
        const { page } = fixtures
        const requests = collectRequests(page, /pictures\.example/)
        await open(fixtures, 'pictures')
        await stopTime(page)
        await scrollNear(findFarPicture(page), 0)
        await expect(findFarPicture(page)).toHaveAttribute('data-state', 'buffering')
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        await expect(findFarPicture(page)).toHaveAttribute('data-state', 'not-asked')
        await page.clock.runFor(1000)
        expect(requests).toEqual([])
      },
    },
    failed: {
      statement: 'An image that fails to load keeps its space and its alternative text, and shows no message.',
      check: async (fixtures) => {
        const { page } = fixtures
        fixtures.expectConsole(/ERR_FAILED/)
        await page.route(/pictures\.example/, (route) => route.abort())
        await open(fixtures, 'pictures')
        const before = await findFarPicture(page).boundingBox()
        await scrollNear(findFarPicture(page), 0)
        await expect(findFarPicture(page)).toHaveAttribute('data-state', 'error')
        await expect.poll(async () => (await findFarPicture(page).boundingBox())?.height).toBe(before?.height)
        expect(before?.height).toBe(200)
        // An empty image has replaced it.
        await expect
          .poll(() => findFarPicture(page).evaluate((image: HTMLImageElement) => image.currentSrc))
          .toMatch(/^data:image/)
      },
    },
    zoom: {
      statement: 'A click zooms a picture in 0.3 seconds over a black overlay of 80 % opacity. Escape closes it.',
      check: async (fixtures) => {
        const { page } = fixtures
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(fixtures, 'pictures')
        const button = page.getByRole('button', { name: /Enlarge the picture: Anatomy/ })
        await button.click()
        await expect(page.locator('[data-rmiz-modal-overlay=visible]')).toBeVisible()
        await expect
          .poll(() => readStyle(page, '[data-rmiz-modal-overlay]', 'background-color'))
          .toBe('rgba(0, 0, 0, 0.8)')
        expect(await readStyle(page, '[data-rmiz-modal-img]', 'transition-duration')).toContain('0.3s')
        await expect
          .poll(async () => Math.round((await page.locator('[data-rmiz-modal-img]').boundingBox())?.x ?? 0))
          .toBeGreaterThanOrEqual(40)
        await page.keyboard.press('Escape')
        await expect(page.locator('[data-rmiz-modal-img]')).toBeHidden()
      },
    },
    'zoom, by keyboard': {
      statement: 'A picture can be zoomed by keyboard.',
      check: async (fixtures) => {
        await open(fixtures, 'pictures')
        await fixtures.page.getByRole('button', { name: /Enlarge the picture: Anatomy/ }).focus()
        await fixtures.page.keyboard.press('Enter')
        await expect(fixtures.page.locator('[data-rmiz-modal-overlay=visible]')).toBeVisible()
      },
    },
    linked: {
      statement: 'A picture that is a link cannot be zoomed.',
      check: async (fixtures) => {
        await open(fixtures, 'gallery')
        const linked = fixtures.page
          .locator('.block-image')
          .filter({ has: fixtures.page.locator('a') })
          .first()
        await linked.scrollIntoViewIfNeeded()
        await expect(linked.locator('img')).toHaveAttribute('data-state', 'success')
        await expect(linked.getByRole('button')).toHaveCount(0)
      },
    },
  }),
}

const findPlayer = (page: Page) => page.locator('iframe[src*="youtube-nocookie.com/embed"]')
const findPlayButton = (page: Page) => page.getByRole('button', { name: /^Play: / }).first()

export const EMBEDS: Section<PageFixtures> = {
  name: 'Videos and frames',
  rows: createRows({
    'video, pointed at': {
      statement: 'Hovering over a video preconnects to its hosts without loading the player.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'embeds')
        await findPlayButton(page).hover()
        await expect(page.locator('link[rel=preconnect][href*="youtube-nocookie.com"]')).toHaveCount(1)
        await expect(findPlayer(page)).toHaveCount(0)
      },
    },
    'video, asked for': {
      statement:
        'A click replaces the thumbnail with the player, 560 by 315 pixels, which plays at once and sets no cookies.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'embeds')
        await findPlayButton(page).click()
        await expect(findPlayer(page)).toHaveAttribute(
          'src',
          /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?autoplay=1/,
        )
        expect(
          await findPlayer(page).evaluate((iframe) => [iframe.getAttribute('width'), iframe.getAttribute('height')]),
        ).toEqual(['560', '315'])
        await expect(findPlayer(page)).toBeFocused()
      },
    },
    'video, as its source says': {
      statement: 'The player keeps the start time and mute setting of the video’s address.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'embeds')
        await page
          .getByRole('button', { name: /^Play: / })
          .last()
          .click()
        await expect(findPlayer(page)).toHaveAttribute('src', /[?&]mute=1&(?:.*&)?start=90(?:&|$)/)
      },
    },
    thumbnails: {
      statement: 'The thumbnail of a video is available in widths of 120, 320, 480, 640 and 1280 pixels.',
      check: async (fixtures) => {
        const { page } = fixtures
        // An image without intrinsic widths is requested in a single width.
        const body = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>'
        await page.route(/ytimg/, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
        await open(fixtures, 'embeds')
        await findPlayButton(page).scrollIntoViewIfNeeded()
        const listWidths = async () => {
          const set = (await page.locator('.block-video img').first().getAttribute('srcset')) ?? ''
          return [...set.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
        }
        await expect.poll(listWidths).toEqual([120, 320, 480, 640, 1280])
      },
    },
    'frames, far': {
      statement: 'No other site is contacted before its embed is near the viewport.',
      check: async (fixtures) => {
        const { page } = fixtures
        const requests = collectRequests(page, /typeform|figma|google/)
        await page.setViewportSize({ width: 1440, height: 500 })
        await open(fixtures, 'embeds')
        expect(requests).toEqual([])
        await page.locator('.block-embed', { hasText: /typeform/i }).scrollIntoViewIfNeeded()
        await expect(page.locator('iframe[src*=typeform]')).toHaveAttribute('sandbox', /allow-scripts/)
      },
    },
    post: {
      statement: 'A post is 420 pixels wide, even in a wider block, and narrower only on a narrow page.',
      check: async (fixtures) => {
        const { page } = fixtures
        const posts = page.locator('.block-embed[data-post]')
        const getWidth = async (post: Locator) => {
          await post.scrollIntoViewIfNeeded()
          return (await post.locator('iframe').boundingBox())?.width
        }
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(fixtures, 'embeds')
        await expect(posts).toHaveCount(2)
        for (const post of await posts.all()) await expect.poll(() => getWidth(post)).toBe(420)
        await page.setViewportSize({ width: 400, height: 900 })
        for (const post of await posts.all()) await expect.poll(() => getWidth(post)).toBeLessThan(400)
      },
    },
    gist: {
      statement: 'A gist is embedded with half its width as its height.',
      check: async (fixtures) => {
        const { page } = fixtures
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(fixtures, 'embeds')
        const iframe = page.locator('iframe[src^="https://gist.github.com/octocat/"]')
        // An iframe replaces its link when it comes near the viewport.
        await page.getByRole('heading', { name: 'Gist' }).scrollIntoViewIfNeeded()
        await expect(iframe).toBeVisible()
        await expect.poll(async () => (await iframe.boundingBox())?.width).toBeGreaterThan(600)
        const getBox = async () => (await iframe.boundingBox()) ?? { width: 0, height: -1 }
        await expect.poll(async () => (await getBox()).height - (await getBox()).width / 2).toBeCloseTo(0, 0)
      },
    },
  }),
}
