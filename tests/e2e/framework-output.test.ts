import { readInlineScripts } from '@/lib/cache/inline-scripts'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

/** Returns the hydration data of a document. */
const readHydrationData = (html: string) =>
  [...html.matchAll(/self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/g)]
    .map(([, text]) => JSON.parse(text ?? '""') as string)
    .join('')

// `lib/cache` edits the documents of Next.js with regular expressions, which match nothing if Next.js or React changes its output.
test('the output of Next.js and React matches the expressions with which the page cache edits documents', async ({
  request,
  sample,
}) => {
  const html = await (await request.get(sample.url + ARTICLE)).text()
  const data = readHydrationData(html)
  expect(data.length).toBeGreaterThan(1000)
  // The data has a placeholder of the content, which the document contains.
  expect(data).toContain('"html":"<!--markup-->"')
  expect(html).not.toMatch(/<!--[^>]*:page-->/)
  const response = await request.get(sample.url + ARTICLE, { headers: { rsc: '1' } })
  expect(await response.text()).toMatch(/"html":"<div class=\\"notion-sync-block/)
  expect(data.match(/,"[\w-]+":"\$undefined"/g) ?? []).toEqual([])
  expect(data).not.toMatch(/^:H[A-Z]\[/m)
  expect(data).not.toMatch(/"(?:og|article|twitter):\w+"/)
  expect(data).toContain('"application/ld+json","dangerouslySetInnerHTML":{"__html":""}')
  expect(data).toContain('"script",null,{"dangerouslySetInnerHTML":{"__html":""}')
  expect(html).toMatch(/<script type="application\/ld\+json">\{/)
  expect(html).toContain('<meta property="og:title"')
  expect(html).not.toContain('<meta name="twitter:title"')
  // The script of `deferScripts` loads the chunks after the first paint.
  expect(html).not.toMatch(/<script src="\/_next\/static\/chunks\/[^"]*" async/)
  expect(html).not.toMatch(/<link rel="preload"[^>]* as="script"/)
  // The policy allows the inline scripts by hash, so all of them must be recognized.
  const { own, foreign } = readInlineScripts(html)
  expect(foreign).toEqual([])
  expect(own.filter((script) => script.startsWith('{let n="'))).toHaveLength(1)
  expect(own.length).toBeGreaterThan(2)
})
