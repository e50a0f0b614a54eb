import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleItems } from '@/tests/support/complete'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { blockReads, SLOW_READS } from '@/tests/support/slow-content'
import { fetchSnapshotVersion, visit } from '@/tests/support/visits'
import { type SimplePage, writePage } from '@/tests/support/workspaces'
import { expect, test } from './base'

/** With this header Next.js handles the request instead of the document cache, because a range could be requested. */
const THROUGH_NEXT = { 'if-range': '"none"' }
/** Headers that differ between responses, or because Next.js does not compress. */
const VARYING = /^(?:date|etag|x-nextjs-cache|connection|keep-alive|transfer-encoding|content-(?:encoding|length))$/

test('a cached document equals the response of Next.js, in both encodings', async ({ sample }) => {
  const readPage = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(sample.url + path, { headers })
    const stable = [...response.headers].filter(([name]) => !VARYING.test(name))
    const encoding = response.headers.get('content-encoding')
    const etag = response.headers.get('etag')?.replace(/^W\//, '')
    return { encoding, page: { status: response.status, headers: stable, etag, text: await response.text() } }
  }
  const shown = sample.index().pages.filter((page) => page.access.kind === 'public')
  const paths = ['', ...sampleItems(shown, 8).map(({ path }) => path)].map((path) => encodeURI(`/${path}`))
  for (const path of paths) {
    const rendered = await readPage(path, THROUGH_NEXT)
    for (const encoding of ['gzip', 'br']) {
      for (let times = 0; times < 2; times++) {
        const cached = await readPage(`${path}?utm_source=a`, { 'accept-encoding': encoding })
        expect(cached, `${encoding} ${path}`).toEqual({ ...rendered, encoding })
      }
    }
  }
})

test('a cached home page is not served for other methods, formats or conditional requests', async ({
  sample,
  request,
}) => {
  const requestRoot = (headers: Record<string, string> = {}, method = 'GET', path = '/') =>
    fetch(sample.url + path, { headers, method, redirect: 'manual' })
  await requestRoot()
  expect((await requestRoot()).headers.get('x-nextjs-cache')).toBe('HIT')
  expect((await requestRoot({}, 'POST')).status).toBe(405)
  expect((await requestRoot({}, 'DELETE')).status).toBe(405)
  expect((await requestRoot({ accept: 'text/markdown' })).headers.get('content-type')).toContain('text/markdown')
  expect((await requestRoot({ rsc: '1' })).headers.get('content-type') ?? '').not.toContain('text/html')
  expect((await requestRoot({}, 'GET', '/plain')).status).toBe(200)
  expect((await requestRoot({}, 'GET', '/?_rsc=abc')).status).toBeLessThan(400)
  expect((await requestRoot({ range: 'bytes=0-9' })).status).toBe(200)
  // Sent with Playwright, because `fetch` adds `Cache-Control: no-cache` to conditional requests.
  const conditional = { 'if-none-match': String((await requestRoot()).headers.get('etag')) }
  const unchanged = await request.get(sample.url, { headers: conditional })
  expect(unchanged.status()).toBe(304)
  expect(unchanged.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, must-revalidate$/)
})

const createId = (digit: number) => `20000000-0000-4000-8000-00000000000${digit}`
const ROOT = createId(1)
const tides: SimplePage = { id: createId(2), title: 'Tides', parent: ROOT, text: 'Reading 0 ends' }
const root: SimplePage = { id: ROOT, title: 'Harbour', text: 'Welcome', children: [tides.id] }
const env = { NOTION_ROOT_PAGE: ROOT }

/** Visits a page repeatedly until stopped, with pauses that leave the processor to the edits. Reports each response that is older than one seen before its request. */
function startReaders(site: RunningSite, path: string, parseReading: (text: string, status: number) => number) {
  let newest = 0
  let visits = 0
  let isOver = false
  const outdated: string[] = []
  const read = async () => {
    while (!isOver) {
      const seen = newest
      const { status, text } = await visit(site, path)
      const reading = parseReading(text, status)
      visits++
      if (reading < seen) outdated.push(`${reading} after ${seen}`)
      newest = Math.max(newest, reading)
      await pause(5)
    }
  }
  const all = Promise.all(Array.from({ length: 6 }, read))
  return {
    newest: () => newest,
    async stop() {
      isOver = true
      await all
      return { visits, outdated }
    },
  }
}

test('no response under load shows older content after an edit, a move, an access change or a withdrawal', async () => {
  const workspaceDir = createFolder('tides')
  for (const each of [root, tides]) writePage(workspaceDir, each)
  const site = await startSite({ workspaceDir, env })
  const MOVED = 100
  const CLOSED = 300
  const WITHDRAWN = 500
  const states: Record<number, number> = { 308: MOVED, 404: CLOSED, 410: WITHDRAWN }
  const readers = startReaders(site, '/tides', (text, status) =>
    status === 200 ? Number(/Reading (\d+) ends/.exec(text)?.[1] ?? -1) : (states[status] ?? -1),
  )
  const expectNewest = (state: number) => expect.poll(readers.newest).toBe(state)
  const write = (reading: number, title = tides.title) =>
    writePage(workspaceDir, { ...tides, title, text: `Reading ${reading} ends` })

  for (let reading = 1; reading <= 3; reading++) {
    write(reading)
    await expectNewest(reading)
  }
  write(4, 'Low tide')
  await expectNewest(MOVED)
  expect((await visit(site, '/low-tide')).text).toContain('Reading 4 ends')
  write(200)
  await expectNewest(200)
  writePage(workspaceDir, { ...root, forMembers: tides.id })
  await expectNewest(CLOSED)
  write(400)
  writePage(workspaceDir, root)
  await expectNewest(400)
  rmSync(`${workspaceDir}/${tides.id}.json`)
  writePage(workspaceDir, { ...root, children: [] })
  await expectNewest(WITHDRAWN)
  await pause(500)
  const { visits, outdated } = await readers.stop()
  expect(visits).toBeGreaterThan(50)
  expect(outdated).toEqual([])
  await site.stop()
})

test('a render that ends after a newer version was published does not replace it', async () => {
  const workspaceDir = createFolder('slow')
  for (const each of [root, tides]) writePage(workspaceDir, each)
  const site = await startSite({ workspaceDir, env: { ...env, ...SLOW_READS } })
  await fetch(`${site.url}/api/search`, { method: 'POST', body: '{"query":"tides"}' })
  const snapshot = await fetchSnapshotVersion(site)
  const content = blockReads(site.stateDir, tides.id)
  const slow = visit(site, '/tides')
  await content.begun
  writePage(workspaceDir, { ...tides, text: 'Reading 1 ends' })
  await expect.poll(() => fetchSnapshotVersion(site)).not.toBe(snapshot)
  // Next.js joins this visit to the slow render.
  const joined = visit(site, '/tides')
  content.release()
  for (const { text } of [await slow, await joined]) expect(text).toContain('Reading 0 ends')
  for (let times = 0; times < 5; times++) expect((await visit(site, '/tides')).text).toContain('Reading 1 ends')
  await site.stop()
})
