import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { SiteIndex } from '@/lib/site/types'
import { child, killSites, ORIGIN, revalidate, root, startHarbour, startInstance } from '@/tests/support/instances'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { newFolder, type RunningSite, runCommand, startCommand } from '@/tests/support/site'
import { healthOf, soon, statusOf, visit } from '@/tests/support/visits'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { writePage } from '@/tests/support/workspaces'
import { expect, test } from './base'

// Several sites and their Redis are started, ended and started again here.
test.slow()

const TOKEN = 'secret_webhooktoken'

async function tell(site: RunningSite, page: string) {
  const event = { id: `${page} ${Date.now()}`, type: 'page.content_updated', entity: { id: page, type: 'page' } }
  const body = JSON.stringify(event)
  const signature = `sha256=${createHmac('sha256', TOKEN).update(body).digest('hex')}`
  const headers = { 'x-notion-signature': signature }
  const { status } = await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
  expect(status).toBe(200)
}

async function metricsOf(site: RunningSite, token: string) {
  const response = await fetch(`${site.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, text: await response.text() }
}

/** By name and labels. */
function figuresIn(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test.describe('two instances', () => {
  // One pair for all of them: a start takes seconds of processor time.
  test.describe.configure({ mode: 'default' })
  let redis: RedisServer
  let sites: [RunningSite, RunningSite]
  let workspaceDir: string
  test.beforeAll(async () => {
    redis = await RedisServer.start()
    const settings = { SEARCH_RATE: '3', METRICS_TOKEN: 'metrics-token' }
    ;({ sites, workspaceDir } = await startHarbour(redis, settings))
  })
  test.afterAll(async () => {
    await killSites(...sites)
    await redis.stop()
    rmSync(workspaceDir, { recursive: true })
  })

  test('searches are counted together, requests are logged without what was asked, and figures move behind a token', async () => {
    const search = async (site: RunningSite) => {
      const response = await fetch(`${site.url}/api/search`, { method: 'POST', body: '{"query":"a secret wish"}' })
      return response.status
    }
    const statuses = [await search(sites[0]), await search(sites[1]), await search(sites[0]), await search(sites[1])]
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses[3]).toBe(429)

    const named = await fetch(`${sites[0].url}/tides?who=me`, { headers: { 'x-request-id': 'from-the-balancer' } })
    expect(named.headers.get('x-request-id')).toBe('from-the-balancer')
    await soon(() => sites[0].output()).toContain('"id":"from-the-balancer","method":"GET","kind":"page","status":200')
    for (const word of ['secret wish', 'who=me', '127.0.0.1"']) expect(sites[0].output()).not.toContain(word)
    const odd = writePage(workspaceDir, { ...child, text: 'High at one' })
    writeFileSync(odd, readFileSync(odd, 'utf8').replace('["High at one"]', '["High at one",[["glow"]]]'))
    await revalidate(sites[0])
    await fetch(`${sites[0].url}/tides`, { headers: { 'x-request-id': 'the-first-reader' } })
    await soon(() => sites[0].output()).toMatch(
      /"level":"warn","id":"the-first-reader","message":"Page \S+ is shown without all of it/,
    )
    const lines = sites[0].output().trimEnd().split('\n')
    for (const line of lines) expect(JSON.parse(line), line).toMatchObject({ time: expect.stringContaining('T') })
    const [event] = lines.filter((line) => line.includes('Colophon is at'))
    expect(JSON.parse(event ?? '')).toMatchObject({ level: 'info', message: expect.stringMatching(/^Colophon is at/) })

    expect((await metricsOf(sites[0], 'wrong')).status).toBe(401)
    const figuresOf = async (site: RunningSite) => figuresIn((await metricsOf(site, 'metrics-token')).text)
    const PAGES = 'colophon_requests_total{kind="page",status="200"}'
    const MISSING = 'colophon_requests_total{kind="page",status="404"}'
    const HITS = 'colophon_page_cache_total{outcome="hit"}'
    const before = await figuresOf(sites[0])
    expect(before).toMatchObject({ colophon_pages: 2, colophon_redis_up: 1 })
    // Two here, and the warm-up's if the site was ready by then.
    expect(before.colophon_search_duration_seconds_count).toBeGreaterThanOrEqual(2)
    for (let again = 0; again < 3; again++) await visit(sites[0], '/tides')
    await visit(sites[0], '/nowhere')
    const after = await figuresOf(sites[0])
    const risen = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect([risen(PAGES), risen(MISSING), risen(HITS)]).toEqual([3, 1, 3])
    // What one has rendered the other has from Redis.
    await visit(sites[1], '/tides')
    expect(await figuresOf(sites[1])).toMatchObject({ colophon_shared_pages_total: 1 })

    const GENERATION = 'colophon_snapshot_generation'
    writePage(workspaceDir, { ...child, text: 'Low at six' })
    await revalidate(sites[1])
    const generations = await Promise.all(sites.map(async (site) => (await figuresOf(site))[GENERATION]))
    expect(generations[0]).toBeGreaterThan(before[GENERATION] ?? 0)
    expect(generations[1]).toBe(generations[0])
  })

  test('what changes shows on all instances at the next visit, whichever was told, and what is withdrawn is gone from all', async () => {
    for (const [at, told] of sites.entries()) {
      for (const site of sites) expect((await visit(site, '/')).text).toContain('Harbour')
      writePage(workspaceDir, { ...child, title: `Tides ${at}`, text: `High at ${at}` })
      expect(await (await revalidate(told)).json()).toEqual({ refreshed: expect.arrayContaining([`/tides-${at}`]) })
      // One visit each, no waiting.
      for (const site of sites) {
        expect((await visit(site, `/tides-${at}`)).text).toContain(`High at ${at}`)
        expect((await visit(site, '/')).text).toContain(`Tides ${at}`)
      }
    }
    writePage(workspaceDir, { ...root, children: [] })
    rmSync(`${workspaceDir}/${child.id}.json`)
    expect((await revalidate(sites[1])).status).toBe(200)
    for (const site of sites) expect([404, 410]).toContain(await statusOf(site, '/tides-1'))
    // Without a webhook or a revalidation, the change is noticed by itself.
    writePage(workspaceDir, { ...root, text: 'Closed for the winter', children: [] })
    for (const site of sites) await soon(async () => (await visit(site, '/')).text).toContain('Closed for the winter')
  })

  test('while Redis is away pages are served from what each instance holds, and later all go on by themselves', async () => {
    for (const page of [root, child]) writePage(workspaceDir, page)
    expect((await revalidate(sites[0])).status).toBe(200)
    await redis.interrupt()
    for (const site of sites) {
      await soon(() => healthOf(site)).toBe('degraded')
      for (const path of ['/', '/tides', '/plain/tides']) expect(await statusOf(site, path), path).toBe(200)
      expect((await revalidate(site)).status).toBe(503)
    }
    // One that starts now cannot know what was withdrawn since it ran last.
    const late = await startInstance(redis, workspaceDir)
    expect(await healthOf(late)).toBe('live')
    // Its balancer asks another one.
    expect(await statusOf(late, '/')).toBe(504)
    writePage(workspaceDir, { ...child, text: 'Low at six' })
    await redis.resume()
    for (const site of [...sites, late]) {
      await soon(async () => (await visit(site, '/tides')).text).toContain('Low at six')
      await soon(() => healthOf(site)).toBe('ready')
    }
    // One that lost everything is filled again by those that have it.
    const client = await redis.client()
    await client.flushAll()
    for (const site of sites) expect(await statusOf(site, '/tides')).toBe(200)
    await soon(async () => (await client.keys('colophon:*:generation')).length).toBe(1)
    await late.kill()
  })
})

test('one that joins others has shown its pages to itself before a balancer can send anybody', async () => {
  const redis = await RedisServer.start()
  const first = await startInstance(redis, 'workspace')
  await soon(() => healthOf(first)).toBe('ready')
  const client = await redis.client()
  expect(await client.keys('colophon:pages:*')).toHaveLength(0)
  const second = await startInstance(redis, 'workspace')
  // The home page at least: the warm-up ends after some seconds, however slow the machine is.
  expect((await client.keys('colophon:pages:*')).length).toBeGreaterThan(0)
  await killSites(first, second)
  await redis.stop()
})

test('a snapshot is copied from a folder to Redis and on into another folder, and what is wrong is said', async () => {
  const redis = await RedisServer.start()
  const dir = newFolder('copied')
  const [first, second] = [`${dir}/first`, `${dir}/second`]
  const copy = (from: string, to: string) =>
    runCommand('snapshot', { STATE_DIR: first, REDIS_URL: redis.url }, 'copy', from, to)
  const there = await copy('workspace', 'redis')
  expect(there.stdout).toMatch(
    /^Copied \d+ pieces \(\d+\.\d MB\); \d+ pieces of \d+ pages are there and whole, snapshot \w+$/m,
  )
  expect(there.code).toBe(0)
  const back = await copy(redis.url, second)
  expect(back.stdout).toBe(there.stdout)
  const twice = await copy('redis', second)
  expect(twice.stdout).toContain('Copied 0 pieces')
  expect(await copy(`${dir}/nowhere`, redis.url)).toMatchObject({ code: 1, stderr: 'There is no snapshot to copy\n' })
  const unknown = await runCommand('snapshot', { STATE_DIR: first }, 'copy', 'workspace', 'redis')
  expect(unknown).toMatchObject({ code: 1, stderr: '"redis" is the one at REDIS_URL, which is not set\n' })
  await redis.stop()
  rmSync(dir, { recursive: true })
})

test('a sync by itself writes for instances, and when it is killed one of them goes on where it was', async () => {
  const workspace = await WorkspaceServer.start('workspace')
  const redis = await RedisServer.start()
  const dirs = [newFolder('sync'), newFolder('instance')] as const
  const settings = {
    ...workspace.env,
    SYNC_RATE: '500',
    SYNC_INTERVAL: '2',
    NOTION_WEBHOOK_TOKEN: TOKEN,
    REDIS_URL: redis.url,
    SITE_URL: ORIGIN,
  }
  const places = { STATE_DIR: `${dirs[0]}/state`, WORKSPACE_DIR: `${dirs[0]}/snapshot` }
  const sync = startCommand('sync', { ...settings, ...places }, '--watch')
  const client = await redis.client()
  await soon(async () => (await client.keys('colophon:*:generation')).length).toBe(1)
  const site = await startInstance(redis, `${dirs[1]}/snapshot`, settings)
  await soon(() => healthOf(site)).toBe('ready')
  const added = workspace.editor.addPage(workspace.root, 'A page for the tide', 'High at noon')
  await tell(site, workspace.root)
  await soon(() => statusOf(site, '/a-page-for-the-tide')).toBe(200)
  const fetched = (since: number) => workspace.calls.slice(since).filter(({ name }) => name === 'loadPageChunk').length
  expect(fetched(0)).toBeGreaterThan(10)
  // All of that was the sync's.
  expect(existsSync(`${dirs[1]}/snapshot/manifest.json`)).toBe(false)

  const calls = workspace.calls.length
  killAll(sync.pid)
  expect(await statusOf(site, '/a-page-for-the-tide')).toBe(200)
  workspace.editor.write(added, 'Low at six')
  await soon(async () => (await visit(site, '/a-page-for-the-tide')).text).toContain('Low at six')
  expect(fetched(calls)).toBeLessThan(10)
  await sync.ended
  await site.kill()
  await redis.stop()
  await workspace.stop()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

test('another version, or other settings, goes on from what the one before fetched, and knows its former addresses', async () => {
  const workspace = await WorkspaceServer.start('workspace')
  const redis = await RedisServer.start()
  const client = await redis.client()
  const dir = newFolder('sync')
  const start = (name: string, env: Record<string, string> = {}) => {
    const places = { STATE_DIR: `${dir}/${name}/state`, WORKSPACE_DIR: `${dir}/${name}/snapshot` }
    const settings = { ...workspace.env, SYNC_RATE: '500', SYNC_INTERVAL: '2', REDIS_URL: redis.url, ...env }
    return startCommand('sync', { ...settings, ...places }, '--watch')
  }
  const prefixes = async () => (await client.keys('colophon:*:state')).map((key) => String(key).replace(/state$/, ''))
  const indexAt = async (prefix = '') => {
    const bytes = await client.hGet(`${prefix}state`, 'index')
    return bytes ? (JSON.parse(gunzipSync(bytes).toString()) as SiteIndex) : undefined
  }
  const formerAt = async (prefix?: string) => Object.values((await indexAt(prefix))?.formerPaths ?? {})
  const page = workspace.editor.addPage(workspace.root, 'A page for the tide', 'High at noon')
  const first = start('first')
  await soon(async () => (await indexAt((await prefixes())[0]))?.pages.some(({ id }) => id === page)).toBe(true)
  workspace.editor.rename(page, 'Tide tables')
  const [before] = await prefixes()
  await soon(() => formerAt(before)).toContain(page)

  const calls = workspace.calls.length
  const second = start('second', { SITE_TIMEZONE: 'Europe/Paris' })
  const after = async () => (await prefixes()).find((each) => each !== before)
  await soon(async () => formerAt(await after())).toContain(page)
  const fetched = workspace.calls.slice(calls).filter(({ name }) => name === 'loadPageChunk')
  expect(fetched.length).toBeLessThan(5)
  for (const each of [first, second]) killAll(each.pid)
  await Promise.all([first.ended, second.ended])
  await redis.stop()
  await workspace.stop()
  rmSync(dir, { recursive: true })
})
