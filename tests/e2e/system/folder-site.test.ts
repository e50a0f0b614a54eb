import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Collector, readAttributes } from '@/tests/support/collector'
import { writeSharedWorkspace } from '@/tests/support/members-workspace'
import { requestSearch } from '@/tests/support/search-request'
import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '@/tests/support/sign-in/visitor'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { blockReads, SLOW_READS, saveState } from '@/tests/support/slow-content'
import { eventually, fetchSnapshotVersion, startVisit, visit } from '@/tests/support/visits'
import { type SimplePage, writePage } from '@/tests/support/workspaces'
import { expect, test } from '../base'

// All tests share one site of a folder, because a start takes seconds of processor time. Each changes pages of its own. The timeout allows for
// the start, and for several preparations, on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const { dir: workspaceDir, home, restrict } = writeSharedWorkspace()
const createId = (digit: number) => `10000000-0000-4000-8000-0000000000${digit}`
const pier: SimplePage = { id: createId(10), title: 'Pier', parent: home, text: 'Welcome' }
const createPage = (digit: number, title: string, text: string): SimplePage => ({
  id: createId(digit),
  title,
  parent: pier.id,
  text,
})
const tides = createPage(11, 'Tides', 'High at noon')
const boats = createPage(12, 'Boats', 'Two of them')
const ropes = createPage(13, 'Ropes', 'Ten fathoms')
const winds = createPage(14, 'Winds', 'From the west')
const nets = createPage(15, 'Nets', 'Mended in spring')
const locks = createPage(16, 'Locks', 'Reading 0 ends')
const gauge = createPage(17, 'Gauge', 'Reading 0 ends')
const pages = [tides, boats, ropes, winds, nets, locks, gauge]
pier.children = pages.map(({ id }) => id)

/** The pause of a visitor between two requests. */
const PACE_MS = 50
const TOKEN = 'a-token-of-sixteen-signs'
const keys = createServiceKeys()
const env = { ...getSignInEnv(keys), NOTION_ROOT_PAGE: home }
const stateDir = createFolder('state')
let collector: Collector
let site: RunningSite

test.beforeAll(async () => {
  // The timeout above is not that of this hook.
  test.setTimeout(180_000)
  for (const each of [pier, ...pages]) writePage(workspaceDir, each)
  writeFileSync(`${workspaceDir}/${winds.id}.json`, 'not a record map')
  collector = await Collector.start()
  site = await startSite({
    workspaceDir,
    stateDir,
    env: {
      ...env,
      ...SLOW_READS,
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // Longer than the tests, so that all spans are exported when the site stops.
      OTEL_BSP_SCHEDULE_DELAY: '600000',
      OTEL_SERVICE_NAME: 'harbour',
    },
    expectedOutput: [/^Cannot read .*\.json: /],
  })
})
test.afterAll(async () => {
  await site?.kill()
  await collector?.stop()
  for (const dir of [stateDir, workspaceDir]) rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

test('returns 503 for a page that was never readable, and does not cache the 503', async () => {
  for (let again = 0; again < 2; again++) {
    const response = await fetch(`${site.url}/${winds.id}`)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
  expect(site.output().split(`${winds.id}.json`).length - 1, 'times it was logged').toBe(1)

  writePage(workspaceDir, winds)
  await eventually(async () => (await visit(site, '/winds')).status).toBe(200)
})

test('shows an edit at the next visit, without a restart and despite cached pages', async () => {
  expect((await visit(site, '/tides')).text).toContain('High at noon')
  expect((await visit(site, '/tides')).headers.get('x-nextjs-cache')).toBe('HIT')

  writePage(workspaceDir, { ...tides, text: 'High at one' })
  await eventually(async () => (await visit(site, '/tides')).text).toContain('High at one')

  // A new title is a new path, and the former path redirects.
  writePage(workspaceDir, { ...tides, title: 'Tide tables' })
  await eventually(async () => (await visit(site, '/tide-tables')).status).toBe(200)
  expect((await visit(site, '/tides')).status).toBe(308)
  expect((await visit(site, '/pier')).text).toContain('Tide tables')
})

test('keeps the last readable copy of a page that breaks, and logs its file name', async () => {
  writeFileSync(`${workspaceDir}/${boats.id}.json`, '{"block": {')
  await eventually(() => site.output()).toContain(`${boats.id}.json`)
  const broken = await visit(site, '/boats')
  expect(broken.status).toBe(200)
  expect(broken.text).toContain('Two of them')
  expect((await visit(site, '/ropes')).status).toBe(200)

  writePage(workspaceDir, { ...boats, text: 'Three of them' })
  await eventually(async () => (await visit(site, '/boats')).text).toContain('Three of them')
})

test('caches a page that was edited during its render as the version that was rendered', async () => {
  const countMisses = async () => {
    const response = await fetch(`${site.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    return Number(/colophon_page_cache_total\{outcome="miss"\} (\d+)/.exec(await response.text())?.[1] ?? 0)
  }
  const former = await fetchSnapshotVersion(site)
  writePage(workspaceDir, { ...nets, text: 'Mended in autumn' })
  await eventually(() => fetchSnapshotVersion(site)).not.toBe(former)
  const newer = { version: await fetchSnapshotVersion(site), restore: saveState(site.stateDir) }
  // The folder has the former version again, so that a preparation that runs meanwhile changes nothing.
  writePage(workspaceDir, nets)
  await eventually(() => fetchSnapshotVersion(site)).toBe(former)

  const before = await countMisses()
  const content = blockReads(site.stateDir, nets.id)
  const first = visit(site, '/nets')
  await content.begun
  // Next.js joins the second request to the render of the first one.
  const joined = startVisit(site, '/nets')
  await joined.received
  writePage(workspaceDir, { ...nets, text: 'Mended in autumn' })
  // Restored instead of prepared, because the render has a deadline of a few seconds.
  newer.restore()
  await expect.poll(() => fetchSnapshotVersion(site), { intervals: [20] }).toBe(newer.version)
  content.release()
  const responses = [await first, await joined.response]
  expect((await countMisses()) - before, 'renders').toBe(1)
  const names = ['content-security-policy', 'cache-control', 'vary']
  for (const { status, headers, text } of responses) {
    expect(status).toBe(200)
    expect(text).toContain('Mended in spring')
    expect(names.map((name) => headers.get(name))).toEqual(names.map((name) => responses[0]?.headers.get(name)))
    expect(headers.get('cache-control')).toMatch(/^public, /)
    expect([...headers.keys()].filter((name) => name.startsWith('x-colophon'))).toEqual([])
  }

  const readAgain = async () => {
    const { headers, text } = await visit(site, '/nets')
    expect([...headers.keys()].filter((name) => name.startsWith('x-colophon'))).toEqual([])
    return { isNewer: text.includes('Mended in autumn'), cache: headers.get('x-nextjs-cache') }
  }
  // A preparation that began before the edit, such as the one that verifies the state, publishes the former version once more.
  await eventually(readAgain).toEqual({ isNewer: true, cache: 'MISS' })
  await eventually(readAgain).toEqual({ isNewer: true, cache: 'HIT' })
})

test('a render that ends after a newer version was published does not replace it', async () => {
  await requestSearch(site, { query: 'locks' })
  const snapshot = await fetchSnapshotVersion(site)
  const content = blockReads(site.stateDir, locks.id)
  const slow = visit(site, '/locks')
  await content.begun
  writePage(workspaceDir, { ...locks, text: 'Reading 1 ends' })
  // Polled often, because the render has a deadline. A preparation takes long on a busy machine.
  await expect.poll(() => fetchSnapshotVersion(site), { timeout: 60_000, intervals: [20] }).not.toBe(snapshot)
  // Next.js joins this visit to the slow render.
  const joined = startVisit(site, '/locks')
  await joined.received
  content.release()
  for (const { text } of [await slow, await joined.response]) expect(text).toContain('Reading 0 ends')
  for (let times = 0; times < 5; times++) expect((await visit(site, '/locks')).text).toContain('Reading 1 ends')
})

/** Visits a page repeatedly until stopped, with pauses that leave the processor to the edits. Reports each response that is older than one seen before its request. */
function startReaders(path: string, parseReading: (text: string, status: number) => number) {
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
      await pause(PACE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: 6 }, read))
  return {
    newest: () => newest,
    countVisits: () => visits,
    async stop() {
      isOver = true
      await all
      return { visits, outdated }
    },
  }
}

test('no response under load shows older content after an edit, a move, an access change or a withdrawal', async () => {
  const MOVED = 100
  const CLOSED = 300
  const WITHDRAWN = 500
  const states: Record<number, number> = { 308: MOVED, 404: CLOSED, 410: WITHDRAWN }
  const readers = startReaders('/gauge', (text, status) =>
    status === 200 ? Number(/Reading (\d+) ends/.exec(text)?.[1] ?? -1) : (states[status] ?? -1),
  )
  const expectNewest = (state: number) => eventually(readers.newest).toBe(state)
  const write = (reading: number, title = gauge.title) =>
    writePage(workspaceDir, { ...gauge, title, text: `Reading ${reading} ends` })

  for (let reading = 1; reading <= 3; reading++) {
    write(reading)
    await expectNewest(reading)
  }
  write(4, 'Low tide')
  await expectNewest(MOVED)
  expect((await visit(site, '/low-tide')).text).toContain('Reading 4 ends')
  write(200)
  await expectNewest(200)
  const open = restrict(gauge.id)
  await expectNewest(CLOSED)
  write(400)
  open()
  await expectNewest(400)
  rmSync(`${workspaceDir}/${gauge.id}.json`)
  writePage(workspaceDir, { ...pier, children: pier.children?.filter((child) => child !== gauge.id) })
  await expectNewest(WITHDRAWN)
  const visits = readers.countVisits()
  await expect.poll(readers.countVisits).toBeGreaterThan(Math.max(50, visits + 12))
  expect((await readers.stop()).outdated).toEqual([])
})

test('returns 410 for a deleted page, and serves no cached copy of it', async () => {
  expect((await visit(site, '/ropes')).status).toBe(200)
  expect((await visit(site, '/ropes')).headers.get('x-nextjs-cache')).toBe('HIT')
  expect((await visit(site, '/ropes.md')).status).toBe(200)
  rmSync(`${workspaceDir}/${ropes.id}.json`)
  writePage(workspaceDir, { ...pier, children: [tides.id, boats.id] })
  await eventually(async () => (await visit(site, '/ropes')).status).toBe(410)
  for (const other of ['/ropes.md', '/social/ropes']) expect((await visit(site, other)).status, other).toBe(410)
  for (const other of ['/', '/pier', '/feed.xml', '/llms.txt']) {
    expect((await visit(site, other)).text).not.toContain('Ropes')
  }
})

test('exports request spans with routes and statuses, and without data about visitors', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7', 'user-agent': 'a-browser', referer: 'http://from.example/' }
  const cookie = createCookies(keys, createToken(keys, site.url))
  const get = (path: string, more: Record<string, string> = {}) =>
    fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers, ...more } })
  const responses = [
    await requestSearch(site, { query: 'another-wish' }, headers),
    await get('/quay?who=me'),
    await get('/search?q=secret-wish'),
    await get('/members/lounge?from=the-quay', { cookie }),
    await get('/no-such-page'),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
  await Promise.all(responses.map((response) => response.text()))
  await site.stop()

  expect([...collector.services]).toEqual(['harbour'])
  const requests = collector.spans
    .map(readAttributes)
    .filter((each) => each['next.span_type'] === 'BaseServer.handleRequest')
  const routes = requests.map((each) => [each['http.method'], each['http.route'], Number(each['http.status_code'])])
  expect(routes).toContainEqual(['GET', '/[[...path]]', 200])
  expect(routes).toContainEqual(['POST', '/api/search', 200])
  expect(routes).toContainEqual(['GET', '/members/[[...path]]', 200])
  const personalData =
    /who|wish|from=|quay|lounge|no-such-page|192\.0\.2|127\.0\.0|localhost|a-browser|example|mia|user_1|sess_1/
  expect(collector.received).not.toMatch(personalData)
})

test('a site with another workspace and the same state folder shows no page of the previous workspace', async () => {
  const { dir: other } = writeSharedWorkspace()
  writePage(other, { ...pier, children: [boats.id] })
  writePage(other, { ...boats, text: 'Of the other' })
  site = await startSite({ workspaceDir: other, stateDir, env })
  const shown = await visit(site, '/boats')
  expect(shown.text).toContain('Of the other')
  expect(shown.text).not.toContain('Three of them')
  expect((await visit(site, '/tide-tables')).status).toBe(404)
  await site.stop()
  rmSync(other, { recursive: true })
})
