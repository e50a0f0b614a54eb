import { parse } from 'yaml'
import { sampleItems } from '@/tests/support/complete'
import { writeHostileWorkspace } from '@/tests/support/hostile-workspace'
import { validateHtml } from '@/tests/support/html'
import { validateAtom, validateJsonFeed, validateSitemap } from '@/tests/support/schemas'
import { startSite } from '@/tests/support/site'
import { expect, test } from './test'

const listLocations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

test('hostile titles, tags, dates and slugs are escaped in every format', async ({ page }) => {
  // Starts a site of its own, and requests every page of it in every format.
  test.setTimeout(180_000)
  const site = await startSite({ workspaceDir: writeHostileWorkspace() })
  const read = async (address: string) => {
    const response = await fetch(new URL(address, site.url))
    expect(response.status, address).toBe(200)
    return response.text()
  }
  const sitemap = await read('/sitemap.xml')
  expect(validateSitemap(sitemap)).toEqual([])
  const addresses = listLocations(sitemap)
  const lists = addresses.filter((address) => /\/(?:tags|archive)(?:\/|$)/.test(address))
  expect(addresses.length - lists.length).toBe(site.index().pages.length)

  const tags = lists.filter((address) => address.includes('/tags/'))
  expect(tags.length).toBeGreaterThan(8)
  for (const feed of [site.url, ...tags]) {
    expect(validateAtom(await read(`${feed}/feed.xml`)), feed).toEqual([])
    expect(validateJsonFeed(await read(`${feed}/feed.json`)), feed).toEqual([])
  }

  const validated = new Set(sampleItems(addresses, 12))
  for (const address of addresses) {
    const html = await read(address)
    if (validated.has(address)) expect(await validateHtml(html), address).toEqual([])
    for (const [, name = ''] of html.matchAll(/<(?:title|h1)(?: [^>]*)?>(.*?)<\/(?:title|h1)>/gs))
      expect(name.replace(/<[^>]*>/g, ''), address).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u)
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">([^<]*)</g)) JSON.parse(json)
  }
  // A script that is not escaped violates the policy, which the browser reports and the test rejects.
  await page.setViewportSize({ width: 320, height: 640 })
  for (const address of sampleItems(addresses, 8)) {
    await page.goto(address)
    const getWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(getWidth, { message: address }).toBeLessThanOrEqual(320)
  }

  const paths = site.index().pages.map(({ path }) => path)
  const pictured = new Set(sampleItems(paths, 16))
  for (const path of paths) {
    const [, facts = ''] = /^---\n([\s\S]*?)\n---\n/.exec(await read(`/${encodeURI(path || 'index')}.md`)) ?? []
    expect(parse(facts).title, path).toMatch(/\S/)
    if (pictured.has(path)) await read(`/social/${encodeURI(path)}`)
  }
  expect(await read('/llms.txt')).not.toMatch(/(?!\n)\p{Cc}/u)
  await site.kill()
})
