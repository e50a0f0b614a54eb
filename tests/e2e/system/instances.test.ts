import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyBuild } from '@/tests/support/another-build'
import { startBalancer } from '@/tests/support/balancer'
import {
  child,
  expectCountedVisits,
  expectDegraded,
  expectJsonLog,
  fetchMetrics,
  fetchReadiness,
  killSites,
  ORIGIN,
  pier,
  readSyncRequests,
  revalidate,
  startFolderWriter,
  startNewerWriter,
  startReader,
  withdrawChild,
  writePier,
} from '@/tests/support/instances'
import { countPageResponses, fetchStatuses, startLoad, startSlowSearch } from '@/tests/support/load'
import { writeSharedWorkspace } from '@/tests/support/members-workspace'
import type { WebServer } from '@/tests/support/nginx'
import { closeNotice, countNoticeMentions, expectNoticeForBoard } from '@/tests/support/notice'
import { type Forwarder, startForwarder } from '@/tests/support/ports'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { requestSearch } from '@/tests/support/search-request'
import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { getSignInEnv } from '@/tests/support/sign-in/visitor'
import { getPort, type RunningSite } from '@/tests/support/site'
import { eventually, fetchHealth, fetchStatus, startVisit, visit } from '@/tests/support/visits'
import { sendEditWebhook } from '@/tests/support/webhook'
import { writePage } from '@/tests/support/workspaces'
import { expect, test } from '../base'

// All tests share one writer and two readers, and leave them running. The timeout allows for starts on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
const TOKEN = 'secret_webhooktoken'
const keys = createServiceKeys()
const SIGN_IN = getSignInEnv(keys)
/** One client may search 20 times a minute. */
const SETTINGS = { ...SIGN_IN, SEARCH_RATE: '20', METRICS_TOKEN: TOKEN, TRUST_PROXY: '1', NOTION_WEBHOOK_TOKEN: TOKEN }

/** Messages of readers about a writer of another version, and about a webhook while Redis is unavailable. */
const EXPECTED = [/^The newest snapshot is of another version/, /^An event was not processed: /]
let redis: RedisServer
let writer: ReturnType<typeof startFolderWriter>
let sites: [RunningSite, RunningSite]
let workspaceDir: string
/** The balancer reaches the readers through these, because a reader that is started again has another port. */
let forwarders: [Forwarder, Forwarder]
let balancer: WebServer

const fetchGeneration = async (site: RunningSite) => (await fetchMetrics(site, TOKEN)).colophon_snapshot_generation
const startOneWriter = () => startFolderWriter(redis, workspaceDir, { ...SIGN_IN, SITE_URL: ORIGIN })
async function startOneReader(more: Parameters<typeof startReader>[3], forwarder: Forwarder): Promise<RunningSite> {
  const site = await startReader(redis, workspaceDir, SETTINGS, { expectedOutput: EXPECTED, ...more })
  forwarder.setTarget(getPort(site))
  return site
}
/** Restores both pages of the workspace. */
async function restore() {
  writePier(workspaceDir)
  expect((await revalidate(sites[0])).status).toBe(200)
}

test.beforeAll(async () => {
  redis = await RedisServer.start()
  workspaceDir = writeSharedWorkspace().dir
  writePier(workspaceDir)
  forwarders = [await startForwarder(), await startForwarder()]
})
test.afterAll(async () => {
  await balancer?.stop()
  for (const forwarder of forwarders) await forwarder.stop()
  if (writer !== undefined) killAll(writer.pid)
  await killSites(...(sites ?? []))
  await redis.stop()
  rmSync(workspaceDir, { recursive: true })
})

test('a reader that starts before any writer logs how to start one, and serves pages once a writer has published', async () => {
  const first = await startOneReader({}, forwarders[0])
  const reasons = expect.arrayContaining([expect.stringContaining('npm run sync -- --watch')])
  expect(await fetchReadiness(first)).toMatchObject({ status: 'live', reasons })
  expect(await fetchStatus(first, '/')).toBe(503)
  await eventually(() => first.output()).toContain('No writer is running for this site: start one with')
  writer = startOneWriter()
  await eventually(() => fetchStatus(first, '/')).toBe(200)
  await eventually(() => fetchReadiness(first)).toMatchObject({ status: 'ready', reasons: [] })

  // The second reader renders the home page before it accepts requests, and shares it through Redis.
  const client = await redis.client()
  await client.del((await client.keys('colophon:pages:*')).map(String).concat('none'))
  sites = [first, await startOneReader({}, forwarders[1])]
  expect((await client.keys('colophon:pages:*')).length).toBeGreaterThan(0)
  await eventually(() => fetchHealth(sites[1])).toBe('ready')
  for (const site of sites) await requestSearch(site, { query: 'tides' }, { 'x-forwarded-for': '192.0.2.9' })
  balancer = await startBalancer(forwarders)
})

test('instances share the search limit, log requests without queries, and require a token for metrics', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const request = { method: 'POST', body: '{"query":"a secret wish"}', headers }
  const search = async (at: number) => (await fetch(`${sites[at % 2]?.url}/api/search`, request)).status
  expect(await search(0)).toBe(200)
  const statuses = await Promise.all(Array.from({ length: 27 }, (_, at) => search(at)))
  // Each instance got fewer requests than its own limit allows.
  expect(new Set(statuses)).toEqual(new Set([200, 429]))

  const withId = await fetch(`${sites[0].url}/tides?who=me`, { headers: { 'x-request-id': 'from-the-balancer' } })
  expect(withId.headers.get('x-request-id')).toBe('from-the-balancer')
  const logged = '"id":"from-the-balancer","method":"GET","kind":"page","status":200'
  await eventually(() => sites[0].output()).toContain(logged)
  for (const text of ['secret wish', 'who=me', '127.0.0.1"', '192.0.2.1']) expect(sites[0].output()).not.toContain(text)
  const file = writePage(workspaceDir, { ...child, text: 'High at one' })
  writeFileSync(file, readFileSync(file, 'utf8').replace('["High at one"]', '["High at one",[["glow"]]]'))
  await revalidate(sites[0])
  await fetch(`${sites[0].url}/tides`, { headers: { 'x-request-id': 'the-first-reader' } })
  await eventually(() => sites[0].output()).toMatch(
    /"level":"warn","id":"the-first-reader","message":"Page \S+(?: \(.+\))? is shown without all of it/,
  )
  expectJsonLog(sites[0])

  const rejected = await fetch(`${sites[0].url}/api/metrics`, { headers: { authorization: 'Bearer wrong' } })
  expect(rejected.status).toBe(401)
  const before = await expectCountedVisits(sites, TOKEN)
  writePage(workspaceDir, { ...child, text: 'Low at six' })
  await revalidate(sites[1])
  const [first, second] = await Promise.all(sites.map(fetchGeneration))
  expect(first).toBeGreaterThan(before.colophon_snapshot_generation ?? 0)
  expect(second).toBe(first)
})

test('a change is visible on all readers at the next visit, and a link of one reader works on the other', async () => {
  for (const [at, notified] of sites.entries()) {
    for (const site of sites) expect((await visit(site, '/')).text).toContain('Harbour')
    writePage(workspaceDir, { ...child, title: `Tides ${at}`, text: `High at ${at}` })
    expect(await (await revalidate(notified)).json()).toEqual({ refreshed: expect.arrayContaining([`/tides-${at}`]) })
    // A single visit to each reader, without polling.
    for (const site of sites) {
      expect((await visit(site, `/tides-${at}`)).text).toContain(`High at ${at}`)
      expect((await visit(site, '/pier')).text).toContain(`Tides ${at}`)
    }
  }
  // Without a revalidation the readers detect a change themselves, at different times.
  for (let at = 0; at < 4; at++) {
    const [first, second] = at % 2 === 0 ? sites : [sites[1], sites[0]]
    writePage(workspaceDir, { ...child, title: `Port ${at}` })
    await expect
      .poll(async () => (await visit(first, '/pier')).text, { timeout: 60_000, intervals: [20] })
      .toContain(`href="/port-${at}"`)
    expect(await fetchStatus(second, `/port-${at}`)).toBe(200)
  }
  withdrawChild(workspaceDir)
  expect((await revalidate(sites[1])).status).toBe(200)
  for (const site of sites) expect([404, 410]).toContain(await fetchStatus(site, '/port-3'))
  // A webhook is stored in the folder from which the writer reads sync requests.
  await sendEditWebhook(sites[1], child.id, TOKEN)
  await eventually(() => readSyncRequests(writer.stateDir)).toEqual([{ pages: [child.id], deleted: [] }])
})

test('a page that becomes members-only disappears from all readers and all formats before the revalidation responds', async () => {
  expect(await countNoticeMentions(sites[0])).toBeGreaterThan(2)
  for (const site of sites) expect((await visit(site, '/notice')).status).toBe(200)
  closeNotice(workspaceDir)
  expect((await revalidate(sites[0])).status).toBe(200)
  // No polling: the revalidation responds once all readers show the change.
  for (const site of sites) await expectNoticeForBoard(site, keys)
})

test('a reader that is paused while a page is withdrawn does not show it afterwards', async () => {
  await restore()
  const [first, second] = sites
  const addresses = ['/tides', '/pier', '/plain/tides', '/tides.md', '/sitemap.xml', '/llms.txt']
  for (const path of addresses) expect((await visit(second, path)).text).toMatch(/tides/i)
  process.kill(second.pid, 'SIGSTOP')
  withdrawChild(workspaceDir)
  // The revalidation does not wait for a reader without a heartbeat, which expires after some seconds.
  expect((await revalidate(first)).status).toBe(200)
  expect([404, 410]).toContain(await fetchStatus(first, '/tides'))
  // As after a longer pause, in which the connections of the reader to Redis become too old.
  const client = await redis.client()
  await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
  // These requests wait until the reader continues, and are the first that it handles.
  const visits = addresses.map((path) => ({ path, ...startVisit(second, path) }))
  await Promise.all(visits.map(({ written }) => written))
  process.kill(second.pid, 'SIGCONT')
  for (const { path, response } of visits) {
    const { status, text } = await response
    expect(path.includes('tides') ? [404, 410] : [200], path).toContain(status)
    expect(text.replace(/\/tides/g, ''), path).not.toMatch(/tides|high at noon/i)
  }
  await eventually(() => fetchHealth(second)).toBe('ready')
})

test('the balancer distributes requests, and no request fails when a reader is killed or started under load', async () => {
  await restore()
  const before = sites.map(countPageResponses)
  const load = startLoad(balancer, ['/', '/tides', '/plain/tides'])
  await eventually(load.countRequests).toBeGreaterThan(40)
  // The lines of a log arrive after the responses.
  for (const [at, site] of sites.entries())
    await eventually(() => countPageResponses(site) - (before[at] ?? 0)).toBeGreaterThan(10)

  const [first] = sites
  killAll(first.pid)
  const search = { method: 'POST', body: '{"query":"tides"}' }
  for (let again = 0; again < 4; again++) expect((await fetch(`${balancer.url}/api/search`, search)).status).toBe(200)
  const killedAt = load.countRequests()
  await eventually(load.countRequests).toBeGreaterThan(killedAt + 40)
  const again = await startOneReader({}, forwarders[0])
  await eventually(() => countPageResponses(again)).toBeGreaterThan(10)
  expect(await load.stop()).toEqual([])
  expect(await fetchHealth(balancer)).toBe('ready')
  await first.kill()
  sites[0] = again
})

test('an unreadable page does not make the balancer remove a reader', async () => {
  const broken = '20000000-0000-4000-8000-00000000000b'
  writePage(workspaceDir, { ...pier, children: [child.id, broken] })
  writeFileSync(`${workspaceDir}/${broken}.json`, 'not a record map')
  expect((await revalidate(sites[0])).status).toBe(200)
  const address = new URL((await fetch(`${sites[0].url}/${broken}`)).url).pathname
  expect(await fetchStatuses(balancer, address)).toEqual([503])
  expect(await fetchStatuses(balancer, '/')).toEqual([200])
  writePage(workspaceDir, pier)
  rmSync(`${workspaceDir}/${broken}.json`)
  expect((await revalidate(sites[0])).status).toBe(200)
})

test('without Redis readers serve pages, a new reader gets no requests, and builds share no rendered pages', async () => {
  const [first, second] = sites
  await second.kill()
  await redis.interrupt()
  await expectDegraded(first, 'Redis')
  for (const path of ['/', '/tides', '/plain/tides']) expect(await fetchStatus(first, path), path).toBe(200)
  expect((await revalidate(first)).status).toBe(503)
  await expect(sendEditWebhook(first, child.id, TOKEN)).rejects.toThrow('503')
  // Not removed here, because a reader of this build runs until the end.
  const other = copyBuild()
  // A reader that starts without Redis cannot know which pages were withdrawn, so it serves none.
  const newReader = await startOneReader({ project: other.dir }, forwarders[1])
  sites[1] = newReader
  expect([await fetchHealth(newReader), await fetchStatus(newReader, '/')]).toEqual(['live', 503])
  for (let again = 0; again < 3; again++) expect(await fetchStatuses(balancer, '/')).toEqual([200])
  writePage(workspaceDir, { ...child, text: 'Low at six' })
  await redis.resume()
  for (const site of sites) {
    await eventually(async () => (await visit(site, '/tides')).text).toContain('Low at six')
    await eventually(() => fetchHealth(site)).toBe('ready')
  }

  // A reader that used the rendered page of the other build would not have stored one of its own.
  const client = await redis.client()
  const listKeys = async (build: string) => (await client.keys(`colophon:pages:${build}:*`)).map(String)
  for (const build of [other.originalId, other.id])
    await eventually(async () => (await listKeys(build)).some((key) => key.endsWith('/tides'))).toBe(true)
  const chunk = `/_next/static/chunks/${other.missingChunk}`
  expect(await fetchStatus(newReader, chunk)).toBe(404)
  for (let again = 0; again < 4; again++) expect(await fetchStatus(balancer, chunk)).toBe(200)
  expect(await fetchStatus(balancer, '/_next/static/chunks/nowhere.js')).toBe(404)

  // A writer of another version has another index format. Readers keep their snapshot, but remove withdrawn pages. It has a project folder
  // of its own: a reader starts threads of the code in its folder.
  killAll(writer.pid)
  withdrawChild(workspaceDir)
  const newer = startNewerWriter(redis, workspaceDir, copyBuild().dir, SIGN_IN)
  for (const site of sites) {
    await eventually(() => fetchStatus(site, '/tides')).not.toBe(200)
    expect([404, 410]).toContain(await fetchStatus(site, '/tides'))
    expect((await visit(site, '/pier')).text).not.toMatch(/tides/i)
    await expectDegraded(site, 'version')
  }
  killAll(newer.pid)
  writer = startOneWriter()
  for (const site of sites) await eventually(() => fetchHealth(site)).toBe('ready')
})

test('a reader that shuts down reports it in health, finishes its responses, and exits', async () => {
  await restore()
  const [first] = sites
  const load = startLoad(balancer, ['/', '/tides'])
  const found = await requestSearch(first, { query: 'tides' }, { 'x-forwarded-for': '192.0.2.2' })
  expect(found.status).toBe(200)
  const search = startSlowSearch(getPort(first))
  await search.headReceived

  const stopped = first.stop()
  await eventually(() => fetchHealth(first)).toBe('live')
  expect(await fetchStatus(first, '/tides')).toBe(200)
  // After the drain period the reader no longer listens.
  await expect
    .poll(() => fetchStatus(first, '/').catch(() => 'connection refused'), { timeout: 10_000, intervals: [50] })
    .toBe('connection refused')
  expect(await search.finish()).toMatch(/^HTTP\/1\.1 200 /)
  await stopped
  await eventually(load.countRequests).toBeGreaterThan(20)
  expect(await load.stop()).toEqual([])
})
