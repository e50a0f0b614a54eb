import { readdirSync } from 'node:fs'
import { startSite } from '@/tests/support/site'
import { expect, test } from './test'

test('the first pictures of the home page are created before the first visit', async ({ request }) => {
  const site = await startSite({ workspaceDir: 'workspace' })
  const listPictures = () => readdirSync(site.stateDir).includes('pictures') && readdirSync(`${site.stateDir}/pictures`)
  await expect.poll(listPictures).toHaveLength(5)
  const home = await (await request.get(site.url)).text()
  const [, cover = '', hash] = /<img class="page-cover"[^>]* srcSet="(\/files\/(\w+)\/[^ ]*)/.exec(home) ?? []
  expect(listPictures()).toContain(`${hash}-384.avif`)
  expect((await request.get(site.url + cover)).status()).toBe(200)
  await site.stop()
})

test('the framework scripts of every page are marked for compilation while they load', async ({
  page,
  sample,
  request,
}) => {
  const scripts: string[] = []
  page.on('request', (each) => {
    if (each.resourceType() === 'script') scripts.push(each.url())
  })
  await page.goto(sample.url)
  await page.waitForLoadState('networkidle')
  const texts = await Promise.all(scripts.map(async (url) => (await request.get(url)).text()))
  const framework = texts.filter((text) => text.includes('react.dev/errors') || text.includes('__NEXT_P'))
  expect(framework.length).toBeGreaterThanOrEqual(1)
  for (const text of framework) expect(text.slice(0, 40)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
