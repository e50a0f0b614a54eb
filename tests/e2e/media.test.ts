import type { Page, Request } from '@playwright/test'
import { mediaWorkspace } from '../support/media-workspace'
import { bringNear, waitForObservers } from '../support/near'
import { type RunningSite, startSite } from '../support/site'
import { expect, test } from './test'

const workspace = mediaWorkspace()
const { hashes } = workspace
let site: RunningSite
// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  site = await startSite({ workspaceDir: workspace.dir })
})
test.afterAll(() => site.stop())

const picture = (page: Page, name: string) => page.getByRole('img', { name: `Picture ${name}` })
const state = (page: Page, name: string) => picture(page, name).getAttribute('data-state')

/** The requests that a page makes from now on to anybody but the site. */
function outward(page: Page): string[] {
  const hosts: string[] = []
  page.on('request', (request: Request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== '' && hostname !== 'localhost') hosts.push(hostname)
  })
  return hosts
}

test('a picture is requested 50 px before it comes into view, once, without layout shift', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes(hashes.below) && asked.push(request.url())))
  await page.goto(`${site.url}/album`)
  await expect.poll(() => state(page, 'top')).toBe('success')
  expect(await state(page, 'below')).toBe('not-asked')
  const below = picture(page, 'below')
  await bringNear(below, 120)
  await waitForObservers(below)
  expect([await state(page, 'below'), asked]).toEqual(['not-asked', []])
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      Object.assign(window, { shifts: list.getEntries().length })
    }).observe({ type: 'layout-shift' })
  })
  await bringNear(below, 30)
  await expect.poll(() => state(page, 'below')).toBe('success')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/\.w\d+\.webp$/)
  expect(await page.evaluate(() => 'shifts' in window && window.shifts)).toBe(0)
})

test('a picture comes in a modern format and no larger than its place', async ({ page }) => {
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().includes(hashes.top)),
    page.goto(`${site.url}/album`),
  ])
  expect(response.headers()['content-type']).toBe('image/avif')
  expect(response.headers().vary).toContain('accept')
  expect(response.url()).toMatch(/\.w960\.webp$/)
  await expect.poll(() => picture(page, 'top').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(708)
  // One that is small is not blown up.
  await expect.poll(async () => (await picture(page, 'small').boundingBox())?.width).toBe(128)
})

test('a picture that fails keeps its place and its alternative text, without console errors', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await page.route(`**/files/${hashes.broken}/**`, (route) => route.abort())
  await page.goto(`${site.url}/album`)
  const height = (await picture(page, 'broken').boundingBox())?.height
  expect(height).toBeGreaterThan(400)
  await picture(page, 'broken').scrollIntoViewIfNeeded()
  await expect.poll(() => state(page, 'broken')).toBe('error')
  await expect.poll(async () => (await picture(page, 'broken').boundingBox())?.height).toBe(height)
  await expect(picture(page, 'broken')).toBeVisible()
  await expect.poll(() => page.locator('figure:has([data-state=error])').textContent()).toBe('')
  await expect(page.locator('figure:has([data-state=error]) button')).toHaveCount(0)
})

test('a picture grows to the margins of the window on black, a small one to twice its size', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${site.url}/album`)
  const dialog = page.locator('dialog[open]')
  const large = dialog.locator('img')
  await page.getByRole('button', { name: 'Enlarge the picture: Picture top' }).click()
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(940)
  await expect(dialog.locator('[data-rmiz-modal-overlay]')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0.8)')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.w1280\.webp$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Enlarge the picture: Picture small' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(256)
})

test('no other site is contacted before its embed is near the view, and videos can be started by keyboard', async ({
  page,
}) => {
  const hosts = outward(page)
  await page.goto(`${site.url}/album`)
  const video = page.locator('.block-video')
  await bringNear(video, 120)
  await waitForObservers(video)
  expect(await video.locator('img').count()).toBe(0)
  expect(hosts).toEqual([])
  await bringNear(video, 30)
  await expect.poll(() => [...new Set(hosts)]).toEqual(['i.ytimg.com'])
  await page.getByRole('button', { name: 'Play: YouTube video' }).focus()
  await page.keyboard.press('Enter')
  const player = page.locator('.block-video iframe')
  // Where the other site cannot be reached, a browser may say of the whole document that it is not focused.
  await expect.poll(() => player.evaluate((frame) => frame === document.activeElement)).toBe(true)
  await expect(player).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&mute=1&start=90',
  )
  const ratio = async () => {
    const { width = 0, height = 1 } = (await player.boundingBox()) ?? {}
    return width / height
  }
  await expect.poll(ratio).toBeCloseTo(560 / 315, 1)
  await page.getByText('The end.').scrollIntoViewIfNeeded()
  await expect(page.locator('iframe')).toHaveCount(3)
  await expect.poll(() => new Set(hosts)).toContain('platform.twitter.com')
  await expect.poll(async () => (await page.locator('figure[data-post]').boundingBox())?.width).toBe(420)
})

test('with EMBEDS=click no other site is contacted before a click', async ({ page }) => {
  const asking = await startSite({ workspaceDir: workspace.dir, env: { EMBEDS: 'click' } })
  const hosts = outward(page)
  await page.goto(`${asking.url}/album`)
  const end = page.getByText('The end.')
  await end.scrollIntoViewIfNeeded()
  await waitForObservers(end)
  expect(await page.locator('iframe, .block-video img').count()).toBe(0)
  expect(hosts).toEqual([])
  await page.getByRole('button', { name: 'Show: codepen.io' }).click()
  await expect.poll(() => [...new Set(hosts)]).toEqual(['codepen.io'])
  const shown = page.getByTitle('codepen.io')
  await expect.poll(() => shown.evaluate((frame) => frame === document.activeElement)).toBe(true)
  await asking.stop()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows pictures, and replaces embeds by links', async ({ page }) => {
    const hosts = outward(page)
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.url().includes(hashes.below)),
      page.goto(`${site.url}/album`),
    ])
    expect(response.status()).toBe(200)
    await expect(page.locator('.block-video a')).toHaveAttribute('href', /youtube\.com\/watch\?v=aqz-KE-bpKQ/)
    await expect(page.locator('.block-embed a').first()).toHaveAttribute('href', 'https://codepen.io/ada/pen/xyz')
    expect(hosts).toEqual([])
  })
})

// The last test, because no other finds the page that it closes.
test('a picture is not to be had in any size once its page is closed', async ({ request }) => {
  const address = `${site.url}/files/${hashes.top}/top.webp`
  const ask = async (query: string) =>
    (await request.get(address + query, { headers: { accept: 'image/avif,image/webp' } })).status()
  const queries = ['', '?w=384', '?w=1920', '?w=128', '.w384.webp']
  for (const query of queries) expect(await ask(query)).toBe(200)
  for (const query of ['?w=385', '?w=0', '?w=99999', '?w=x', '?w=']) expect(await ask(query)).toBe(400)
  workspace.withdraw()
  await expect.poll(() => ask('')).toBe(404)
  for (const query of queries) expect(await ask(query)).toBe(404)
  const optimizer = `${site.url}/_next/image?url=${encodeURIComponent(`/files/${hashes.top}/top.webp`)}&w=640&q=75`
  expect((await request.get(optimizer)).status()).toBe(404)
})
