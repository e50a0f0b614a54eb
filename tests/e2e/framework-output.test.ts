import { readInlineScripts } from '@/lib/cache/inline-scripts'
import { searchFor } from '@/tests/support/search-request'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

// `lib/cache` edits the documents of Next.js with regular expressions, which match nothing if Next.js or React changes its output.
test('documents of public pages have no script and no data of Next.js', async ({ request, sample }) => {
  const html = await (await request.get(sample.url + ARTICLE)).text()
  expect(html).not.toMatch(/<!--[^>]*:page-->/)
  expect(html).not.toMatch(/__next_f|TURBOPACK|\/_next\/static\/chunks\/[^"]*\.js|as="script"/)
  expect([...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
    expect.stringMatching(/^\/_next\/static\/scripts\/start-\w+\.js$/),
  ])
  expect(html).toMatch(/<script type="application\/ld\+json">\{/)
  expect(html).toContain('<meta property="og:title"')
  expect(html).not.toContain('<meta name="twitter:title"')
  // The policy allows the inline scripts by hash, so all of them must be recognized.
  const { own, foreign } = readInlineScripts(html)
  expect(foreign).toEqual([])
  expect(own).toHaveLength(2)
})

test('the search page, which is rendered for each visit, has no script and no data of Next.js', async ({
  request,
  sample,
}) => {
  // The index may not be loaded.
  await searchFor(sample, 'paragraph')
  const response = await request.get(`${sample.url}/search?q=paragraph`)
  const html = await response.text()
  expect(html).not.toMatch(/__next_f|TURBOPACK|\/_next\/static\/chunks\/[^"]*\.js|as="script"/)
  expect(html).toContain('class="result"')
  expect(response.headers()['content-encoding']).toBe('gzip')
})

test('a client-side navigation to a public page gets its document', async ({ request, sample }) => {
  const response = await request.get(`${sample.url}${ARTICLE}?_rsc=abc`, { headers: { rsc: '1' } })
  expect(response.headers()['content-type']).toBe('text/html; charset=utf-8')
  expect(await response.text()).toContain('<!DOCTYPE html>')
})
