import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { type Balancer, startBalancer } from '@/tests/support/balancer'
import { child, killSites, ORIGIN, root, startHarbour, startInstance } from '@/tests/support/instances'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { newFolder, type RunningSite, startCommandOf } from '@/tests/support/site'
import { healthOf, soon, statusOf, visit } from '@/tests/support/visits'
import { writePage } from '@/tests/support/workspaces'
import { expect, test } from './base'

// Two sites, Redis and a balancer are started, ended and started again here.
test.slow()

const portOf = ({ url }: RunningSite) => Number(new URL(url).port)

/** How many requests for pages a site has answered, by its log. */
const answered = (site: RunningSite) => site.output().split('"kind":"page"').length - 1

/** Readers who go on asking for pages until they are stopped; what they did not get with 200. */
function readers({ url }: Balancer, paths: readonly string[]) {
  const failures: string[] = []
  let asked = 0
  let isOver = false
  const read = async (first: number) => {
    for (let at = first; !isOver; at++) {
      const path = paths[at % paths.length] ?? '/'
      const status = await fetch(url + path).then(
        async (response) => (await response.text()) && response.status,
        (error: unknown) => String(error),
      )
      asked++
      if (status !== 200) failures.push(`${path}: ${status}`)
    }
  }
  const all = Promise.all([read(0), read(1), read(2), read(3)])
  return {
    asked: () => asked,
    async stop() {
      isOver = true
      await all
      return failures
    },
  }
}

test.describe('two instances behind a balancer', () => {
  // One pair for both tests: a start takes seconds of processor time.
  test.describe.configure({ mode: 'default' })
  let redis: RedisServer
  let sites: [RunningSite, RunningSite]
  let workspaceDir: string
  let balancer: Balancer
  test.beforeAll(async () => {
    redis = await RedisServer.start()
    ;({ sites, workspaceDir } = await startHarbour(redis))
    balancer = await startBalancer(sites)
  })
  test.afterAll(async () => {
    await balancer.stop()
    await killSites(...sites)
    await redis.stop()
    rmSync(workspaceDir, { recursive: true })
  })

  test('requests are spread over both instances, and one that is killed under load or comes back fails nobody', async () => {
    const before = sites.map(answered)
    const load = readers(balancer, ['/', '/tides', '/plain/tides'])
    await soon(load.asked).toBeGreaterThan(40)
    for (const [at, site] of sites.entries()) expect(answered(site) - (before[at] ?? 0)).toBeGreaterThan(10)

    const [first] = sites
    killAll(first.pid)
    const question = { method: 'POST', body: '{"query":"tides"}' }
    for (let again = 0; again < 4; again++)
      expect((await fetch(`${balancer.url}/api/search`, question)).status).toBe(200)
    const killedAt = load.asked()
    await soon(load.asked).toBeGreaterThan(killedAt + 40)
    const again = await startInstance(redis, workspaceDir, {}, { port: portOf(first) })
    await soon(() => answered(again)).toBeGreaterThan(10)
    expect(await load.stop()).toEqual([])
    expect(await healthOf(balancer)).toBe('ready')
    await first.kill()
    sites[0] = again
  })

  test('an instance that stops says so first, answers what it was asked, and leaves in time', async () => {
    const [first] = sites
    const load = readers(balancer, ['/', '/tides'])
    // Taking up the index is not what is waited for here.
    const quick = { method: 'POST', body: '{"query":"tides"}' }
    await soon(async () => (await fetch(`${first.url}/api/search`, quick)).status).toBe(200)
    const question = slowQuestion(first)
    await question.begun

    const asked = Date.now()
    const stopped = first.stop()
    await soon(() => healthOf(first)).toBe('live')
    expect(await statusOf(first, '/tides')).toBe(200)
    // Longer than it says farewell, so that it no longer listens.
    await expect
      .poll(() => statusOf(first, '/').catch(() => 'nobody there'), { timeout: 10_000, intervals: [50] })
      .toBe('nobody there')
    expect(await question.finish()).toMatch(/^HTTP\/1\.1 200 /)
    await stopped
    expect(Date.now() - asked).toBeLessThan(20_000)
    await soon(load.asked).toBeGreaterThan(20)
    expect(await load.stop()).toEqual([])
  })
})

/** A search whose question takes its time to arrive. */
function slowQuestion(site: RunningSite) {
  const body = '{"query":"tides"}'
  const head = [
    'POST /api/search HTTP/1.1',
    'Host: localhost',
    `Content-Length: ${body.length}`,
    'Connection: close',
    'Expect: 100-continue',
  ]
  const socket = createConnection({ port: portOf(site), host: 'localhost' })
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  const ended = once(socket, 'close')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return {
    /** The site has its head, and asks for the rest. */
    begun: once(socket, 'data'),
    async finish() {
      answer = ''
      socket.write(body)
      await ended
      return answer
    },
  }
}

test('one that has nothing to show is passed over, and a page that nobody can show takes nobody away', async () => {
  const redis = await RedisServer.start()
  const workspaceDir = newFolder('harbour')
  for (const page of [root, child]) writePage(workspaceDir, page)
  writeFileSync(`${workspaceDir}/${child.id}.json`, 'not a record map')
  const start = (port?: number) =>
    startInstance(redis, workspaceDir, {}, { port, expectedOutput: [/^Cannot read .*\.json: /] })
  const sites = await Promise.all([start(), start()])
  for (const site of sites) await soon(() => statusOf(site, '/')).toBe(200)
  const balancer = await startBalancer(sites)
  const times = async (path: string) => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(balancer, path)))
    return [...new Set(statuses)]
  }
  const unreadable = new URL((await fetch(`${sites[0].url}/${child.id}`)).url).pathname
  expect(await times(unreadable)).toEqual([503])
  expect(await times('/')).toEqual([200])

  const [first, second] = sites
  await first.kill()
  await redis.interrupt()
  const empty = await start(portOf(first))
  expect(await healthOf(empty)).toBe('live')
  expect(await statusOf(empty, '/')).toBe(504)
  for (let again = 0; again < 3; again++) expect(await times('/')).toEqual([200])
  await redis.resume()
  await soon(() => statusOf(empty, '/')).toBe(200)

  await balancer.stop()
  await killSites(empty, second)
  await redis.stop()
  rmSync(workspaceDir, { recursive: true })
})

test('two builds share one Redis and no rendered page, and a reader of either finds its files at both', async () => {
  const redis = await RedisServer.start()
  const workspaceDir = newFolder('harbour')
  for (const page of [root, child]) writePage(workspaceDir, page)
  const other = anotherBuild()
  const sites = await Promise.all([
    startInstance(redis, workspaceDir),
    startInstance(redis, workspaceDir, {}, { project: other.dir }),
  ])
  for (const site of sites) await soon(() => healthOf(site)).toBe('ready')
  const client = await redis.client()
  const kept = async (build: string) => (await client.keys(`colophon:pages:${build}:*`)).map(String)
  // Had either taken the other's, it would have put none of its own.
  for (const site of sites) expect((await visit(site, '/tides')).text).toContain('High at noon')
  for (const build of [other.first, other.id])
    await soon(async () => (await kept(build)).some((key) => key.endsWith('/tides'))).toBe(true)

  // A version that stores its index otherwise puts a snapshot of its own beside the one that these two read.
  const index = `${other.dir}/lib/site/working-copy.ts`
  writeFileSync(index, readFileSync(index, 'utf8').replace(/INDEX_FORMAT = \d+/, 'INDEX_FORMAT = 999'))
  const env = { REDIS_URL: redis.url, SITE_URL: ORIGIN, WORKSPACE_DIR: workspaceDir, STATE_DIR: `${other.dir}/.state` }
  const snapshots = async () => (await client.keys('colophon:*:generation')).map(String)
  const before = await snapshots()
  const newer = startCommandOf(other.dir, 'sync', env, '--watch')
  await soon(async () => (await snapshots()).length).toBe(2)
  expect(await snapshots()).toEqual(expect.arrayContaining([...before, expect.stringMatching(/\.999:generation$/)]))
  for (const site of sites) expect(await healthOf(site)).toBe('ready')
  killAll(newer.pid)
  await newer.ended

  const balancer = await startBalancer(sites)
  const chunk = `/_next/static/chunks/${other.lacking}`
  expect(await statusOf(sites[1], chunk)).toBe(404)
  for (let again = 0; again < 4; again++) expect(await statusOf(balancer, chunk)).toBe(200)
  expect(await statusOf(balancer, '/_next/static/chunks/nowhere.js')).toBe(404)
  expect(await statusOf(balancer, '/')).toBe(200)

  await balancer.stop()
  await killSites(...sites)
  await redis.stop()
  for (const dir of [workspaceDir, other.dir]) rmSync(dir, { recursive: true })
})

/** This project once more, as a build of another name that lacks one of the files of this one. */
function anotherBuild() {
  const dir = newFolder('build')
  const chunks = '.next/static/chunks'
  const [lacking = ''] = readdirSync(chunks).filter((name) => name.endsWith('.js'))
  const left = new Set(['node_modules', '.git', '.next/cache', '.state', 'test-results', `${chunks}/${lacking}`])
  cpSync('.', dir, { recursive: true, filter: (from) => !left.has(from) })
  symlinkSync(`${process.cwd()}/node_modules`, `${dir}/node_modules`)
  const first = readFileSync('.next/BUILD_ID', 'utf8').trim()
  writeFileSync(`${dir}/.next/BUILD_ID`, 'another')
  return { dir, first, id: 'another', lacking }
}
