import type { Page, Request } from '@playwright/test'
import { writeMediaWorkspace } from '../support/media-workspace'
import { scrollNear, waitForObservers } from '../support/near'
import { type RunningSite, startSite } from '../support/site'
import { expect, test } from './test'

const workspace = writeMediaWorkspace()
const { hashes } = workspace
let site: RunningSite
// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({ workspaceDir: workspace.dir })
})
test.afterAll(() => site.kill())

const findPicture = (page: Page, name: string) => page.getByRole('img', { name: `Picture ${name}` })
const getState = (page: Page, name: string) => findPicture(page, name).getAttribute('data-state')

/** Collects the hosts other than the site that a page requests from now on. */
function collectHosts(page: Page): string[] {
  const hosts: string[] = []
  page.on('request', (request: Request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== '' && hostname !== 'localhost') hosts.push(hostname)
  })
  return hosts
}

test('a picture is requested 50 px before it comes into view, once, without layout shift', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => void (request.url().includes(hashes.below) && requests.push(request.url())))
  await page.goto(`${site.url}/album`)
  await expect.poll(() => getState(page, 'top')).toBe('success')
  expect(await getState(page, 'below')).toBe('not-asked')
  const below = findPicture(page, 'below')
  await scrollNear(below, 120)
  await waitForObservers(below)
  expect([await getState(page, 'below'), requests]).toEqual(['not-asked', []])
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      Object.assign(window, { shifts: list.getEntries().length })
    }).observe({ type: 'layout-shift' })
  })
  await scrollNear(below, 30)
  await expect.poll(() => getState(page, 'below')).toBe('success')
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/\.w\d+\.webp$/)
  expect(await page.evaluate(() => 'shifts' in window && window.shifts)).toBe(0)
})

test('a picture is served as AVIF, in the smallest size that fills its box', async ({ page }) => {
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().includes(hashes.top)),
    page.goto(`${site.url}/album`),
  ])
  expect(response.headers()['content-type']).toBe('image/avif')
  expect(response.headers().vary).toContain('accept')
  expect(response.url()).toMatch(/\.w960\.webp$/)
  await expect.poll(() => findPicture(page, 'top').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(708)
  // A small picture is not enlarged.
  await expect.poll(async () => (await findPicture(page, 'small').boundingBox())?.width).toBe(128)
})

test('a picture that fails to load keeps its height and its alternative text [N-360]', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await page.route(`**/files/${hashes.broken}/**`, (route) => route.abort())
  await page.goto(`${site.url}/album`)
  const height = (await findPicture(page, 'broken').boundingBox())?.height
  expect(height).toBeGreaterThan(400)
  await findPicture(page, 'broken').scrollIntoViewIfNeeded()
  await expect.poll(() => getState(page, 'broken')).toBe('error')
  await expect.poll(async () => (await findPicture(page, 'broken').boundingBox())?.height).toBe(height)
  await expect(findPicture(page, 'broken')).toBeVisible()
  await expect.poll(() => page.locator('figure:has([data-state=error])').textContent()).toBe('')
  await expect(page.locator('figure:has([data-state=error]) button')).toHaveCount(0)
})

test('an enlarged picture fills the window on black, and a small one doubles its size', async ({ page }) => {
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

test('no other site is contacted before its embed is near the view, and videos can be started by keyboard [N-366] [N-368]', async ({
  page,
}) => {
  const hosts = collectHosts(page)
  await page.goto(`${site.url}/album`)
  const video = page.locator('.block-video')
  await scrollNear(video, 120)
  await waitForObservers(video)
  expect(await video.locator('img').count()).toBe(0)
  expect(hosts).toEqual([])
  await scrollNear(video, 30)
  await expect.poll(() => [...new Set(hosts)]).toEqual(['i.ytimg.com'])
  await page.getByRole('button', { name: 'Play: YouTube video' }).focus()
  await page.keyboard.press('Enter')
  const player = page.locator('.block-video iframe')
  // Not `toBeFocused`, because the document itself can lose focus if the other site is unreachable.
  await expect.poll(() => player.evaluate((iframe) => iframe === document.activeElement)).toBe(true)
  await expect(player).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&mute=1&start=90',
  )
  const getRatio = async () => {
    const { width = 0, height = 1 } = (await player.boundingBox()) ?? {}
    return width / height
  }
  await expect.poll(getRatio).toBeCloseTo(560 / 315, 1)
  await page.getByText('The end.').scrollIntoViewIfNeeded()
  await expect(page.locator('iframe')).toHaveCount(3)
  await expect.poll(() => new Set(hosts)).toContain('platform.twitter.com')
  await expect.poll(async () => (await page.locator('figure[data-post]').boundingBox())?.width).toBe(420)
})

test('with EMBEDS=click no other site is contacted before a click', async ({ page }) => {
  // Starts a site of its own.
  test.setTimeout(90_000)
  const withClick = await startSite({ workspaceDir: workspace.dir, env: { EMBEDS: 'click' } })
  const hosts = collectHosts(page)
  await page.goto(`${withClick.url}/album`)
  const end = page.getByText('The end.')
  await end.scrollIntoViewIfNeeded()
  await waitForObservers(end)
  expect(await page.locator('iframe, .block-video img').count()).toBe(0)
  expect(hosts).toEqual([])
  await page.getByRole('button', { name: 'Show: codepen.io' }).click()
  await expect.poll(() => [...new Set(hosts)]).toEqual(['codepen.io'])
  const shown = page.getByTitle('codepen.io')
  await expect.poll(() => shown.evaluate((iframe) => iframe === document.activeElement)).toBe(true)
  await withClick.kill()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows pictures, and replaces embeds with links', async ({ page }) => {
    const hosts = collectHosts(page)
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

// The last test, because it makes the page inaccessible.
test('returns 404 for every size of a picture once its page is no longer public', async ({ request }) => {
  const address = `${site.url}/files/${hashes.top}/top.webp`
  const getStatus = async (query: string) =>
    (await request.get(address + query, { headers: { accept: 'image/avif,image/webp' } })).status()
  const queries = ['', '?w=384', '?w=1920', '?w=128', '.w384.webp']
  for (const query of queries) expect(await getStatus(query)).toBe(200)
  for (const query of ['?w=385', '?w=0', '?w=99999', '?w=x', '?w=']) expect(await getStatus(query)).toBe(400)
  workspace.withdraw()
  await expect.poll(() => getStatus('')).toBe(404)
  for (const query of queries) expect(await getStatus(query)).toBe(404)
  const optimizer = `${site.url}/_next/image?url=${encodeURIComponent(`/files/${hashes.top}/top.webp`)}&w=640&q=75`
  expect((await request.get(optimizer)).status()).toBe(404)
})
