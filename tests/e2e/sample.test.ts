import type { SitePage } from '@/lib/site/site-index'
import { sampleItems } from '@/tests/support/complete'
import { expectNoViolations, getThemes } from './axe'
import { type SharedSite, test as siteTest } from './base'
import { expect, test } from './test'

/** Widths in pixels: the narrowest phone, a common phone, a tablet and a laptop. */
const WIDTHS = [320, 390, 768, 1440]

/** The number of tests that the pages are divided among. They run in parallel. */
const SHARES = 2

for (let share = 0; share < SHARES; share++) {
  test(`public pages have a title, one h1 heading and no overflow at any width (${share + 1} of ${SHARES})`, async ({
    page,
    sample,
  }) => {
    // Loads several pages at four widths.
    test.setTimeout(180_000)
    const shown = listPublicPages(sample)
    expect(shown.length).toBeGreaterThanOrEqual(20)
    for (const { path, title } of sampleItems(shown, 8).filter((_, at) => at % SHARES === share)) {
      const response = await page.goto(`${sample.url}/${path}`)
      expect(response?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
      await expect.poll(() => page.title(), { message: path }).toContain(title)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const getOverflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        await expect.poll(getOverflow, { message: `/${path} at ${width} px` }).toBeLessThanOrEqual(0)
      }
    }
  })
}

siteTest('no internal link is broken, with or without an anchor', async ({ sample, request }) => {
  // Requests every page, each of which is rendered for the first time.
  test.setTimeout(180_000)
  const documents = new Map<string, string>()
  const read = async (address: string): Promise<string> => {
    const cached = documents.get(address)
    if (cached !== undefined) return cached
    const response = await request.get(sample.url + address, { maxRedirects: 0 })
    expect(response.status(), address).toBe(200)
    const html = await response.text()
    documents.set(address, html)
    return html
  }
  const links = new Set<string>()
  for (const { path } of listPublicPages(sample)) {
    const address = `/${encodeURI(path)}`
    for (const [, href = ''] of (await read(address)).matchAll(/<a [^>]*href="([/#][^"]*)"/g)) {
      links.add(href.replace(/^(?=#)/, address).replaceAll('&amp;', '&'))
    }
  }
  expect([...links].filter((link) => link.includes('#')).length).toBeGreaterThan(5)
  for (const link of links) {
    const [address = '', anchor] = link.split('#')
    const html = await read(address)
    if (anchor) expect(html, link).toContain(` id="${anchor}"`)
  }
})

siteTest('restricted pages return the same 404 page as missing ones', async ({ sample, request }) => {
  const hidden = sample.index().pages.filter((each) => each.access.kind !== 'public')
  expect(hidden.length).toBeGreaterThanOrEqual(2)
  const missing = await (await request.get(`${sample.url}/there-is-no-such-page`)).text()
  for (const { id, path } of hidden) {
    for (const address of [`/${path}`, `/${id}`, `/${id.replaceAll('-', '')}`, `/plain/${path}`]) {
      const response = await request.get(sample.url + encodeURI(address), { maxRedirects: 0 })
      expect(response.status(), address).toBe(404)
      if (address === `/${path}`) expect((await response.text()).length).toBeCloseTo(missing.length, -3)
    }
  }
})

siteTest(
  'an address with a page id redirects to the path of the page',
  { tag: '@server' },
  async ({ sample, request }) => {
    const page = sample.index().pages.find((each) => each.access.kind === 'public' && each.path !== '')
    const id = page?.id.replaceAll('-', '') ?? ''
    for (const address of [`/${id}`, `/${page?.id}`, `/Any-words-${id}`]) {
      const response = await request.get(sample.url + address, { maxRedirects: 0 })
      expect(response.status(), address).toBe(308)
      expect(new URL(response.headers().location ?? '', sample.url).pathname).toBe(encodeURI(`/${page?.path}`))
    }
  },
)

siteTest(
  'the sitemap contains exactly the public pages and the list pages',
  { tag: '@server' },
  async ({ sample, request }) => {
    const robots = await (await request.get(`${sample.url}/robots.txt`)).text()
    const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? []
    const response = await request.get(sitemap)
    expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8')
    const addresses = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
    const shown = listPublicPages(sample)
    const isList = (address: string) => /\/(?:tags|archive)(?:\/|$)/.test(address)
    const pages = addresses.filter((address) => !isList(address))
    expect(pages.toSorted()).toEqual(shown.map(({ path }) => `${sample.url}/${encodeURI(path)}`).toSorted())
    expect(addresses.filter(isList)).toEqual(expect.arrayContaining([`${sample.url}/tags`, `${sample.url}/archive`]))
    expect((await request.get(`${sitemap}?part=2`)).status()).toBe(404)
    expect((await request.post(sitemap)).status()).toBe(405)
  },
)

test('pages are accessible in the light and in the dark theme', async ({ page, sample }) => {
  // Axe checks about eight pages, some of them long.
  test.setTimeout(180_000)
  for (const [at, { path }] of selectPages(sample.index().pages).entries()) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${sample.url}/${path}`)
    for (const colorScheme of getThemes(at)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoViolations(page, undefined, `/${path}, ${colorScheme}`)
    }
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages, links, error pages and plain pages work', async ({ page, sample, expectConsole }) => {
    expectConsole(/status of 404/)
    await page.goto(sample.url)
    const link = page.locator('main a[href^="/"]').first()
    const href = await link.getAttribute('href')
    await link.click()
    await expect(page).toHaveURL(sample.url + href)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(`${sample.url}/plain${href}`)
    await expect(page.locator('main')).toBeVisible()
    await page.goto(`${sample.url}/there-is-no-such-page`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

const listPublicPages = (site: SharedSite) => site.index().pages.filter((each) => each.access.kind === 'public')

/** Selects the home page, the longest page, all pages with databases, and one page of each language. */
function selectPages(pages: readonly SitePage[]): SitePage[] {
  const shown = pages.filter((page) => page.access.kind === 'public')
  const longest = shown.toSorted((a, b) => b.words - a.words)[0]
  const languages = new Map(shown.map((page) => [page.language, page]))
  return shown.filter(
    (page) =>
      page.path === '' || page === longest || page.collections.length > 0 || languages.get(page.language) === page,
  )
}
