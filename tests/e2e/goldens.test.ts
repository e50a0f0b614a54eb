import { normalizeHtml, normalizeText } from '@/tests/support/golden'
import { expect, type SharedSite, test } from './base'

// `npm run test:e2e -- goldens --update-snapshots` rewrites the files.
for (const name of ['sample', 'gallery'] as const) {
  test(`the pages, Markdown copies and feeds of the ${name} equal those in tests/goldens`, async ({
    sample,
    gallery,
  }) => {
    // Requests every page twice, each for the first time.
    test.setTimeout(180_000)
    const site = { sample, gallery }[name]
    const request = async (path: string) => (await fetch(site.url + path)).text()
    for (const path of listPublicPaths(site)) {
      const address = encodeURI(`/${path}`)
      const file = [name, ...(path === '' ? 'index' : path).split('/')]
      const last = file.pop()
      const markdown = await request(`${address === '/' ? '/index' : address}.md`)
      expect.soft(normalizeHtml(await request(address), site.url)).toMatchSnapshot([...file, `${last}.html`])
      expect.soft(normalizeText(markdown, site.url)).toMatchSnapshot([...file, `${last}.md`])
    }
    const feed = JSON.stringify(JSON.parse(await request('/feed.json')), undefined, 2)
    expect.soft(`${normalizeText(feed, site.url)}\n`).toMatchSnapshot([name, 'feed.json'])
  })
}

function listPublicPaths(site: SharedSite): string[] {
  const { pages } = site.index()
  return pages.filter((page) => page.access.kind === 'public' && page.readable).map(({ path }) => path)
}
