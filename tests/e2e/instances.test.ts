import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  child,
  healthOf,
  revalidate,
  root,
  soon,
  startHarbour,
  startInstance,
  statusOf,
  visit,
} from '@/tests/support/instances'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { newFolder, type RunningSite, runCommand } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { writePage } from '@/tests/support/workspaces'

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

test('what changes shows on all instances at the next visit, whichever was told, and what is withdrawn is gone from all', async () => {
  const redis = await RedisServer.start()
  const { workspaceDir, sites } = await startHarbour(redis)
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
  // Nobody asked for this one, and it is seen all the same.
  writePage(workspaceDir, { ...root, text: 'Closed for the winter', children: [] })
  for (const site of sites) await soon(async () => (await visit(site, '/')).text).toContain('Closed for the winter')
  for (const site of sites) await site.stop()
  await redis.stop()
  rmSync(workspaceDir, { recursive: true })
})

test('one that joins others has shown its pages to itself before a balancer can send anybody', async () => {
  const redis = await RedisServer.start()
  const first = await startInstance(redis, 'workspace')
  await soon(() => healthOf(first)).toBe('ready')
  const client = await redis.client()
  expect(await client.keys('colophon:pages:*')).toHaveLength(0)
  const second = await startInstance(redis, 'workspace')
  expect((await client.keys('colophon:pages:*')).length).toBeGreaterThan(5)
  for (const site of [first, second]) await site.stop()
  await redis.stop()
})

test('while Redis is away pages are served from what each instance holds, and later all go on by themselves', async () => {
  const redis = await RedisServer.start()
  const { workspaceDir, sites } = await startHarbour(redis)
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
    await site.stop()
  }
  await redis.stop()
  rmSync(workspaceDir, { recursive: true })
})

test('searches are counted together, requests are logged without what was asked, and figures are behind a token', async () => {
  const redis = await RedisServer.start()
  const workspaceDir = newFolder('harbour')
  for (const page of [root, child]) writePage(workspaceDir, page)
  const env = { SEARCH_RATE: '3', METRICS_TOKEN: 'metrics-token' }
  const sites = [await startInstance(redis, workspaceDir, env), await startInstance(redis, workspaceDir, env)] as const
  for (const site of sites) await soon(() => healthOf(site)).toBe('ready')
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

  const ask = (token: string) => fetch(`${sites[0].url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask('wrong')).status).toBe(401)
  const text = await (await ask('metrics-token')).text()
  expect(text).toMatch(/^colophon_requests_total\{kind="page",status="200"\} \d/m)
  expect(text).toMatch(/^colophon_pages 2$/m)
  expect(text).toMatch(/^colophon_redis_up 1$/m)
  for (const site of sites) await site.stop()
  await redis.stop()
  rmSync(workspaceDir, { recursive: true })
})

test('a Redis that lost everything is filled again, and loses nobody a page', async () => {
  const redis = await RedisServer.start()
  const { workspaceDir, sites } = await startHarbour(redis)
  await (await redis.client()).flushAll()
  for (const site of sites) expect(await statusOf(site, '/tides')).toBe(200)
  const late = await startInstance(redis, workspaceDir)
  await soon(() => statusOf(late, '/tides')).toBe(200)
  for (const site of [...sites, late]) await site.stop()
  await redis.stop()
  rmSync(workspaceDir, { recursive: true })
})

test('a snapshot is copied from a folder to Redis and on into another folder, and what is wrong is said', async () => {
  const redis = await RedisServer.start()
  const dir = newFolder('copied')
  const [first, second] = [`${dir}/first`, `${dir}/second`]
  const copy = (from: string, to: string) => runCommand('snapshot', { STATE_DIR: first }, 'copy', from, to)
  const there = await copy('workspace', redis.url)
  expect(there.stdout).toMatch(
    /^Copied \d+ pieces \(\d+\.\d MB\); \d+ pieces of \d+ pages are there and whole, snapshot \w+$/m,
  )
  expect(there.code).toBe(0)
  const back = await copy(redis.url, second)
  expect(back.stdout).toBe(there.stdout)
  const twice = await copy(redis.url, second)
  expect(twice.stdout).toContain('Copied 0 pieces')
  expect(await copy(`${dir}/nowhere`, redis.url)).toMatchObject({ code: 1, stderr: 'There is no snapshot to copy\n' })
  await redis.stop()
  rmSync(dir, { recursive: true })
})

test('when the instance that writes is killed another goes on where it was, without asking for everything again', async () => {
  const workspace = await WorkspaceServer.start('workspace')
  const redis = await RedisServer.start()
  const dirs = [newFolder('instance'), newFolder('instance')]
  const settings = { ...workspace.env, SYNC_RATE: '500', SYNC_INTERVAL: '2', NOTION_WEBHOOK_TOKEN: TOKEN }
  const [first, second] = [
    await startInstance(redis, `${dirs[0]}/snapshot`, settings),
    await startInstance(redis, `${dirs[1]}/snapshot`, settings),
  ]
  for (const site of [first, second]) await soon(() => healthOf(site)).toBe('ready')
  const added = workspace.editor.addPage(workspace.root, 'A page for the tide', 'High at noon')
  await tell(second, workspace.root)
  for (const site of [first, second]) await soon(() => statusOf(site, '/a-page-for-the-tide')).toBe(200)
  const fetched = (since: number) => workspace.calls.slice(since).filter(({ name }) => name === 'loadPageChunk').length
  expect(fetched(0)).toBeGreaterThan(10)

  const calls = workspace.calls.length
  killAll(first.pid)
  expect(await statusOf(second, '/a-page-for-the-tide')).toBe(200)
  workspace.editor.write(added, 'Low at six')
  await soon(async () => (await visit(second, '/a-page-for-the-tide')).text).toContain('Low at six')
  expect(fetched(calls)).toBeLessThan(10)
  await second.stop()
  await first.stop()
  await redis.stop()
  await workspace.stop()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})
