import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace, type WorkspaceFile } from '@/cli/sample/builder'
import { attachment } from '@/cli/sample/ids'
import { pageMention } from '@/cli/sample/inline'
import { embed, file } from '@/cli/sample/media'
import { writeWorkspace } from '@/cli/sample/output'
import { page as createPage } from '@/cli/sample/pages'
import { requestSearch } from '../support/search-request'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expect, test } from './test'

/** Tries to reach the page, the site and the network, and shows what it could reach. */
const PROBE = `<!doctype html><title>Tides</title><style>p { height: 700px }</style><p>The tide table</p><ul></ul>
<script>
const attempts = {
  parent: () => parent.document.title,
  cookie: () => (document.cookie = 'probe=1', document.cookie),
  storage: () => localStorage.length,
  network: () => fetch('/api/health').then(({ status }) => status),
  picture: () => new Promise((load, fail) => Object.assign(new Image(), { onload: load, onerror: fail, src: '/icon-192.png' })),
}
for (const [name, attempt] of Object.entries(attempts))
  (async () => attempt())().then(() => 'reached', () => 'refused').then((result) => {
    document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: name + ' ' + result }))
  })
</script>`
const FILES = {
  'tides.html': PROBE,
  'chart.html': '<p>A chart for members</p>',
  'archive.html': '<p>A long archive</p>\n'.repeat(25_000),
}

const dir = createFolder('html-blocks')
mkdirSync(path.join(dir, 'files'))
const hashes: Record<string, string> = {}
const files: Record<string, WorkspaceFile> = {}
for (const [name, content] of Object.entries(FILES)) {
  writeFileSync(path.join(dir, 'files', name), content)
  const hash = createHash('sha256').update(content).digest('hex')
  hashes[name] = hash
  files[attachment(name)] = { file: `files/${name}`, hash, type: 'application/octet-stream' }
}
const rows = [
  ['Page', 'Access'],
  [pageMention('chart'), 'Members'],
]
const harbour = createPage('Harbour', { key: 'home' }, [
  table(rows),
  createPage('Report', { key: 'report' }, [
    embed('embed', attachment('tides.html'), { caption: 'Tides of the week', height: 200 }),
    text('Between the blocks'),
    embed('embed', attachment('archive.html')),
    file(attachment('tides.html'), 'tides.html'),
  ]),
  createPage('Chart', { key: 'chart' }, [embed('embed', attachment('chart.html'))]),
])
writeWorkspace(dir, buildWorkspace(harbour, { files }))

let site: RunningSite
// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({ workspaceDir: dir })
})
test.afterAll(() => site.kill())

/** What the browser reports of the attempts in the iframe. */
const BLOCKED = /Content Security Policy|sandboxed|Refused/
const findIframe = (page: Page) => page.locator('iframe[title="Tides of the week"]')

test('an HTML block is shown in an iframe that reaches neither the page nor the network', async ({
  page,
  expectConsole,
}) => {
  expectConsole(BLOCKED)
  await page.goto(`${site.url}/report`)
  const items = findIframe(page).contentFrame().getByRole('listitem')
  await expect(items).toHaveCount(5)
  expect((await items.allTextContents()).sort()).toEqual([
    'cookie refused',
    'network refused',
    'parent refused',
    'picture refused',
    'storage refused',
  ])
})

test('an HTML block gets the height that its document reports, and a link to the document', async ({
  page,
  expectConsole,
}) => {
  expectConsole(BLOCKED)
  await page.goto(`${site.url}/report`)
  await expect.poll(async () => (await findIframe(page).boundingBox())?.height).toBeGreaterThan(700)
  const link = page.getByRole('link', { name: 'tides', exact: true })
  expect(await link.getAttribute('href')).toBe(`/embed.html/${hashes['tides.html']}`)
  await page.evaluate(() => window.postMessage({ height: 90 }, '*'))
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect((await findIframe(page).boundingBox())?.height).toBeGreaterThan(700)
})

test('an HTML file is a document of its own origin, and a download as an attached file', async ({ request }) => {
  const shown = await request.get(`${site.url}/embed.html/${hashes['tides.html']}`)
  expect(shown.status()).toBe(200)
  expect(shown.headers()['content-security-policy']).toContain("sandbox allow-scripts; default-src 'none'")
  expect(shown.headers()['x-robots-tag']).toBe('noindex')
  const html = await (await request.get(`${site.url}/report`)).text()
  const [, attached = ''] = /href="(\/files\/[^"]+tides\.html)"/.exec(html) ?? []
  const download = await request.get(site.url + attached)
  expect(download.headers()['content-disposition']).toBe('attachment')
})

test('an HTML file that is too large is a link', async ({ page, request, expectConsole }) => {
  expectConsole(BLOCKED)
  await page.goto(`${site.url}/report`)
  await expect(page.getByRole('link', { name: /archive\.html/ })).toHaveAttribute('href', /^\/files\//)
  await expect(page.locator('iframe')).toHaveCount(1)
  expect((await request.get(`${site.url}/embed.html/${hashes['archive.html']}`)).status()).toBe(404)
})

test('the HTML file of a page that is not public has no public address', async ({ request }) => {
  expect((await request.get(`${site.url}/embed.html/${hashes['chart.html']}`)).status()).toBe(404)
})

test('Markdown copies link to an HTML block, and searches find its caption', async ({ request }) => {
  for (const address of ['/report.md', '/llms-full.txt']) {
    const markdown = await (await request.get(site.url + address)).text()
    expect(markdown).toContain(`[tides](${site.url}/embed.html/${hashes['tides.html']})\\\nTides of the week`)
  }
  // The site may still load its search index, which this request waits for.
  await requestSearch(site, { query: 'week' })
  expect(await (await request.get(`${site.url}/search?q=week`)).text()).toMatch(/Tides of the <mark>week<\/mark>/)
})
