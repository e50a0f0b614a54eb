import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { blockReads, SLOW_READS, saveState } from '@/tests/support/slow-content'
import { fetchSnapshotVersion, visit } from '@/tests/support/visits'
import { type SimplePage, writePage } from '@/tests/support/workspaces'
import { expect, test } from './base'

const createId = (digit: number) => `10000000-0000-4000-8000-00000000000${digit}`
const ROOT = createId(1)
const createPage = (digit: number, title: string, text: string): SimplePage => ({
  id: createId(digit),
  title,
  parent: ROOT,
  text,
})

const tides = createPage(2, 'Tides', 'High at noon')
const boats = createPage(3, 'Boats', 'Two of them')
const ropes = createPage(4, 'Ropes', 'Ten fathoms')
const winds = createPage(5, 'Winds', 'From the west')
const nets = createPage(6, 'Nets', 'Mended in spring')
const children = [tides, boats, ropes, winds, nets]
const root: SimplePage = { id: ROOT, title: 'Harbour', text: 'Welcome', children: children.map((child) => child.id) }

const PROBLEM = /^Cannot read .*\.json: /
const TOKEN = 'a-token-of-sixteen-signs'
const env = { NOTION_ROOT_PAGE: ROOT, METRICS_TOKEN: TOKEN }

function writeHarbour(text = tides.text): string {
  const dir = createFolder('harbour')
  for (const each of [root, { ...tides, text }, boats, ropes, winds, nets]) writePage(dir, each)
  return dir
}

test.describe('a site whose workspace folder changes', () => {
  // The tests share one site. Each test changes another page.
  test.describe.configure({ mode: 'default' })
  const workspaceDir = writeHarbour()
  let site: RunningSite
  test.beforeAll(async () => {
    writeFileSync(`${workspaceDir}/${winds.id}.json`, 'not a record map')
    site = await startSite({ workspaceDir, env: { ...env, ...SLOW_READS }, expectedOutput: [PROBLEM] })
  })
  test.afterAll(() => site.stop())

  test('returns 503 for a page that was never readable, and does not cache the 503', async () => {
    for (let again = 0; again < 2; again++) {
      const response = await fetch(`${site.url}/${winds.id}`)
      expect(response.status).toBe(503)
      expect(response.headers.get('cache-control')).toContain('no-store')
    }
    expect(site.output().split(`${winds.id}.json`).length - 1, 'times it was logged').toBe(1)

    writePage(workspaceDir, winds)
    await expect.poll(async () => (await visit(site, '/winds')).status).toBe(200)
  })

  test('shows an edit at the next visit, without a restart and despite cached pages', async () => {
    expect((await visit(site, '/tides')).text).toContain('High at noon')
    expect((await visit(site, '/tides')).headers.get('x-nextjs-cache')).toBe('HIT')

    writePage(workspaceDir, { ...tides, text: 'High at one' })
    await expect.poll(async () => (await visit(site, '/tides')).text).toContain('High at one')

    // A new title is a new path, and the former path redirects.
    writePage(workspaceDir, { ...tides, title: 'Tide tables' })
    await expect.poll(async () => (await visit(site, '/tide-tables')).status).toBe(200)
    expect((await visit(site, '/tides')).status).toBe(308)
    expect((await visit(site, '/')).text).toContain('Tide tables')
  })

  test('keeps the last readable copy of a page that breaks, and logs its file name', async () => {
    writeFileSync(`${workspaceDir}/${boats.id}.json`, '{"block": {')
    await expect.poll(() => site.output()).toContain(`${boats.id}.json`)
    const broken = await visit(site, '/boats')
    expect(broken.status).toBe(200)
    expect(broken.text).toContain('Two of them')
    expect((await visit(site, '/ropes')).status).toBe(200)

    writePage(workspaceDir, { ...boats, text: 'Three of them' })
    await expect.poll(async () => (await visit(site, '/boats')).text).toContain('Three of them')
  })

  test('caches a page that was edited during its render as the version that was rendered', async () => {
    const countMisses = async () => {
      const response = await fetch(`${site.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      return Number(/colophon_page_cache_total\{outcome="miss"\} (\d+)/.exec(await response.text())?.[1] ?? 0)
    }
    const former = { version: await fetchSnapshotVersion(site), restore: saveState(site.stateDir) }
    writePage(workspaceDir, { ...nets, text: 'Mended in autumn' })
    await expect.poll(() => fetchSnapshotVersion(site)).not.toBe(former.version)
    const newer = { version: await fetchSnapshotVersion(site), restore: saveState(site.stateDir) }
    // Both versions are saved in advance, so that switching between them takes less time than a render may take.
    const visitDuringChange = async () => {
      // A preparation that runs meanwhile replaces what was restored, for example the one that verifies all contents after the start.
      await expect(async () => {
        former.restore()
        await expect.poll(() => fetchSnapshotVersion(site), { timeout: 3000 }).toBe(former.version)
      }).toPass({ timeout: 30_000 })
      const before = await countMisses()
      const content = blockReads(site.stateDir, nets.id)
      const first = visit(site, '/nets')
      await content.begun
      // Next.js joins the second request to the render of the first one.
      const joined = visit(site, '/nets')
      // The second request must arrive before the site changes.
      await pause(300)
      newer.restore()
      await expect.poll(() => fetchSnapshotVersion(site)).toBe(newer.version)
      content.release()
      const responses = [await first, await joined]
      expect((await countMisses()) - before, 'renders').toBe(1)
      return responses
    }
    let responses = await visitDuringChange()
    // If the page thread already has the newer version, the render restarts with it, and the case did not occur.
    let tries = 1
    for (; tries < 5 && responses.some(({ text }) => text.includes('Mended in autumn')); tries++) {
      responses = await visitDuringChange()
    }
    const names = ['content-security-policy', 'cache-control', 'vary']
    for (const { status, headers, text } of responses) {
      expect(status).toBe(200)
      expect(text).toContain('Mended in spring')
      expect(names.map((name) => headers.get(name))).toEqual(names.map((name) => responses[0]?.headers.get(name)))
      expect(headers.get('cache-control')).toMatch(/^public, /)
      expect([...headers.keys()].filter((name) => name.startsWith('x-colophon'))).toEqual([])
    }

    for (const cache of ['MISS', 'HIT']) {
      const { headers, text } = await visit(site, '/nets')
      expect(text).toContain('Mended in autumn')
      // An earlier try has rendered and cached the newer version.
      if (cache === 'HIT' || tries === 1) expect(headers.get('x-nextjs-cache')).toBe(cache)
      expect([...headers.keys()].filter((name) => name.startsWith('x-colophon'))).toEqual([])
    }
  })

  test('returns 410 for a deleted page, and serves no cached copy of it', async () => {
    expect((await visit(site, '/ropes')).status).toBe(200)
    expect((await visit(site, '/ropes')).headers.get('x-nextjs-cache')).toBe('HIT')
    expect((await visit(site, '/ropes.md')).status).toBe(200)
    rmSync(`${workspaceDir}/${ropes.id}.json`)
    writePage(workspaceDir, { ...root, children: root.children?.filter((child) => child !== ropes.id) })
    await expect.poll(async () => (await visit(site, '/ropes')).status).toBe(410)
    for (const other of ['/ropes.md', '/social/ropes']) expect((await visit(site, other)).status, other).toBe(410)
    for (const other of ['/', '/feed.xml', '/llms.txt']) {
      expect((await visit(site, other)).text).not.toContain('Ropes')
    }
  })
})

test('a site with another workspace and the same state folder shows no page of the previous workspace', async () => {
  const stateDir = createFolder('state')
  const first = await startSite({ workspaceDir: writeHarbour('Of the first'), stateDir, env })
  expect((await visit(first, '/tides')).text).toContain('Of the first')
  await first.stop()
  const second = await startSite({ workspaceDir: writeHarbour('Of the second'), stateDir, env })
  const shown = await visit(second, '/tides')
  expect(shown.text).toContain('Of the second')
  expect(shown.text).not.toContain('Of the first')
  await second.stop()
  rmSync(stateDir, { recursive: true })
})
