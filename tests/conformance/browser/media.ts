import type { Locator, Page } from '@playwright/test'
import { expect } from '../../e2e/base'
import { bringNear, waitForObservers } from '../../support/near'
import { rowsFor, type Section } from '../row'
import { css, type InBrowser, open, stopTime } from './world'

const far = (page: Page) => page.getByRole('img', { name: 'Far' })
/** What the page asks of the host of the picture that lies far down. */
function requestsOf(page: Page, host: RegExp): string[] {
  const urls: string[] = []
  page.on('request', (request) => host.test(request.url()) && urls.push(request.url()))
  return urls
}

export const IMAGES: Section<InBrowser> = {
  name: 'Pictures',
  rows: rowsFor({
    lazy: {
      says: 'An image is requested when 1 % of it is within 50 pixels of the window, and shown once it is loaded.',
      holds: async (world) => {
        const { page } = world
        const asked = requestsOf(page, /pictures\.example/)
        await open(world, 'pictures')
        await expect(far(page)).toHaveAttribute('data-state', 'not-asked')
        // It is 200 pixels high, so 1 % are 2 pixels.
        await bringNear(far(page), 50)
        await waitForObservers(far(page))
        await expect(far(page)).toHaveAttribute('data-state', 'not-asked')
        expect(asked).toEqual([])
        await bringNear(far(page), 46)
        await expect(far(page)).toHaveAttribute('data-state', 'success')
        expect(asked).toHaveLength(1)
      },
    },
    buffering: {
      says: 'A picture that leaves the view again before it was asked for is not.',
      holds: async (world) => {
        const { page } = world
        const asked = requestsOf(page, /pictures\.example/)
        await open(world, 'pictures')
        await stopTime(page)
        await bringNear(far(page), 0)
        await expect(far(page)).toHaveAttribute('data-state', 'buffering')
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        await expect(far(page)).toHaveAttribute('data-state', 'not-asked')
        await page.clock.runFor(1000)
        expect(asked).toEqual([])
      },
    },
    failed: {
      says: 'A picture that fails keeps its place, shows no message, and still says what it would have shown.',
      holds: async (world) => {
        const { page } = world
        world.expectConsole(/ERR_FAILED/)
        await page.route(/pictures\.example/, (route) => route.abort())
        await open(world, 'pictures')
        const before = await far(page).boundingBox()
        await bringNear(far(page), 0)
        await expect(far(page)).toHaveAttribute('data-state', 'error')
        await expect.poll(async () => (await far(page).boundingBox())?.height).toBe(before?.height)
        expect(before?.height).toBe(200)
        // A picture of nothing has taken its place.
        await expect
          .poll(() => far(page).evaluate((image: HTMLImageElement) => image.currentSrc))
          .toMatch(/^data:image/)
      },
    },
    zoom: {
      says: 'A click enlarges a picture over a ground of black that lets a fifth through, for 0.3 seconds; Escape makes it small again.',
      holds: async (world) => {
        const { page } = world
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(world, 'pictures')
        const button = page.getByRole('button', { name: /Enlarge the picture: Anatomy/ })
        await button.click()
        await expect(page.locator('[data-rmiz-modal-overlay=visible]')).toBeVisible()
        await expect.poll(() => css(page, '[data-rmiz-modal-overlay]', 'background-color')).toBe('rgba(0, 0, 0, 0.8)')
        expect(await css(page, '[data-rmiz-modal-img]', 'transition-duration')).toContain('0.3s')
        await expect
          .poll(async () => Math.round((await page.locator('[data-rmiz-modal-img]').boundingBox())?.x ?? 0))
          .toBeGreaterThanOrEqual(40)
        await page.keyboard.press('Escape')
        await expect(page.locator('[data-rmiz-modal-img]')).toBeHidden()
      },
    },
    'zoom, by keyboard': {
      says: 'The keyboard enlarges a picture, too.',
      holds: async (world) => {
        await open(world, 'pictures')
        await world.page.getByRole('button', { name: /Enlarge the picture: Anatomy/ }).focus()
        await world.page.keyboard.press('Enter')
        await expect(world.page.locator('[data-rmiz-modal-overlay=visible]')).toBeVisible()
      },
    },
    linked: {
      says: 'A picture that is a link is not enlarged.',
      holds: async (world) => {
        await open(world, 'gallery')
        const linked = world.page
          .locator('.block-image')
          .filter({ has: world.page.locator('a') })
          .first()
        await linked.scrollIntoViewIfNeeded()
        await expect(linked.locator('img')).toHaveAttribute('data-state', 'success')
        await expect(linked.getByRole('button')).toHaveCount(0)
      },
    },
  }),
}

const player = (page: Page) => page.locator('iframe[src*="youtube-nocookie.com/embed"]')
const play = (page: Page) => page.getByRole('button', { name: /^Play: / }).first()

export const EMBEDS: Section<InBrowser> = {
  name: 'Videos and frames',
  rows: rowsFor({
    'video, pointed at': {
      says: 'Pointing at a video makes the connection to its hosts, and loads no player.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'embeds')
        await play(page).hover()
        await expect(page.locator('link[rel=preconnect][href*="youtube-nocookie.com"]')).toHaveCount(1)
        await expect(player(page)).toHaveCount(0)
      },
    },
    'video, asked for': {
      says: 'A click puts the player in place of the picture, 560 by 315, without cookies, and already playing.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'embeds')
        await play(page).click()
        await expect(player(page)).toHaveAttribute(
          'src',
          /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?autoplay=1/,
        )
        expect(
          await player(page).evaluate((frame) => [frame.getAttribute('width'), frame.getAttribute('height')]),
        ).toEqual(['560', '315'])
        await expect(player(page)).toBeFocused()
      },
    },
    'video, as its source says': {
      says: 'Mute and the moment to begin at are carried over from a video’s address.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'embeds')
        await page
          .getByRole('button', { name: /^Play: / })
          .last()
          .click()
        await expect(player(page)).toHaveAttribute('src', /[?&]mute=1&(?:.*&)?start=90(?:&|$)/)
      },
    },
    thumbnails: {
      says: 'The picture of a video comes in widths of 120, 320, 480, 640 and 1280 pixels.',
      holds: async (world) => {
        const { page } = world
        // One that has no widths is shown in a single one.
        const body = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>'
        await page.route(/ytimg/, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
        await open(world, 'embeds')
        await play(page).scrollIntoViewIfNeeded()
        const widths = async () => {
          const set = (await page.locator('.block-video img').first().getAttribute('srcset')) ?? ''
          return [...set.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
        }
        await expect.poll(widths).toEqual([120, 320, 480, 640, 1280])
      },
    },
    'frames, far': {
      says: 'No other site is contacted before its frame comes near the view.',
      holds: async (world) => {
        const { page } = world
        const asked = requestsOf(page, /typeform|figma|google/)
        await page.setViewportSize({ width: 1440, height: 500 })
        await open(world, 'embeds')
        expect(asked).toEqual([])
        await page.locator('.block-embed', { hasText: /typeform/i }).scrollIntoViewIfNeeded()
        await expect(page.locator('iframe[src*=typeform]')).toHaveAttribute('sandbox', /allow-scripts/)
      },
    },
    post: {
      says: 'A post is 420 pixels wide, also where its block is wider, and narrower only where the page is.',
      holds: async (world) => {
        const { page } = world
        const posts = page.locator('.block-embed[data-post]')
        const widthOf = async (post: Locator) => {
          await post.scrollIntoViewIfNeeded()
          return (await post.locator('iframe').boundingBox())?.width
        }
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(world, 'embeds')
        await expect(posts).toHaveCount(2)
        for (const post of await posts.all()) await expect.poll(() => widthOf(post)).toBe(420)
        await page.setViewportSize({ width: 400, height: 900 })
        for (const post of await posts.all()) await expect.poll(() => widthOf(post)).toBeLessThan(400)
      },
    },
    gist: {
      says: 'A gist is shown in a frame that is half as high as it is wide.',
      holds: async (world) => {
        const { page } = world
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(world, 'embeds')
        const frame = page.locator('iframe[src^="https://gist.github.com/octocat/"]')
        // Frames come as they near the window, in the place of a link.
        await page.getByRole('heading', { name: 'Gist' }).scrollIntoViewIfNeeded()
        await expect(frame).toBeVisible()
        await expect.poll(async () => (await frame.boundingBox())?.width).toBeGreaterThan(600)
        const box = async () => (await frame.boundingBox()) ?? { width: 0, height: -1 }
        await expect.poll(async () => (await box()).height - (await box()).width / 2).toBeCloseTo(0, 0)
      },
    },
  }),
}
