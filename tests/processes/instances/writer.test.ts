import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { requestPublication } from '@/lib/instances/requests'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { listContents } from '@/lib/snapshot/contents'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { startFileRedis } from '@/tests/support/file-redis'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { readLogMessages } from '@/tests/support/site'
import { startTlsRedis } from '@/tests/support/tls-redis'
import { startWriter } from '@/tests/support/writer'
import { createRawMap, workspace } from '@/tests/unit/snapshot/support'

const TIMEOUT = { timeout: 30_000 }

const server = await startFileRedis()
const redis = await server.client()

const createMap = (...titles: string[]) =>
  createRawMap(Object.fromEntries(titles.map((title) => [title, `Text of ${title}`])))

/** Creates a folder with one page, and functions to start writers for it and to read their snapshot in Redis. */
function createHarbour() {
  const { env, folder } = workspace({ 'home.json': createMap('Home') })
  const shared = openSharedSnapshot(env, redis)
  const start = (name: string) => {
    const stateDir = path.join(createTemporaryFolder(), name)
    const writer = startWriter(server, { workspaceDir: env.workspaceDir, stateDir })
    onTestFinished(() => killAll(writer.pid))
    return { ...writer, listMessages: () => readLogMessages(writer.output()) }
  }
  /** Expires the role of a process that cannot renew it, as Redis does after some seconds. */
  const expireRole = async () => {
    expect(await redis.pTTL(`${shared.site}writer`)).toBeGreaterThan(0)
    await redis.del(`${shared.site}writer`)
  }
  const getHolder = async () => String((await redis.get(`${shared.site}writer`)) ?? '')
  const listTitles = async () => {
    const index = (await shared.derived('index')) as { pages: { title: string }[] } | undefined
    return index?.pages.map(({ title }) => title).sort()
  }
  const edit = (...shown: string[]) => writeFiles(folder, { 'home.json': createMap(...shown) })
  return { env, shared, start, getHolder, expireRole, listTitles, edit }
}

test('a second writer waits, logs the host of the first, and replaces it when it is killed', async () => {
  const { shared, start, getHolder, expireRole, listTitles, edit } = createHarbour()
  const first = start('first')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Home'])
  const [firstHolder, generation] = [await getHolder(), await shared.generation()]
  const second = start('second')
  await expect
    .poll(second.listMessages, TIMEOUT)
    .toContainEqual(expect.stringMatching(/^The writer of this site runs on \S+: this one waits/))
  edit('Home', 'Tides')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Home', 'Tides'])
  expect(await getHolder()).toBe(firstHolder)
  killAll(first.pid)
  await expireRole()
  await expect.poll(getHolder, TIMEOUT).not.toBe(firstHolder)
  edit('Home', 'Boats')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Boats', 'Home'])
  expect(await shared.generation()).toBeGreaterThan(generation)
  expect(second.listMessages().filter((line) => line.startsWith('The writer of this site runs on'))).toHaveLength(1)
})

test('a writer that was paused publishes nothing after it lost the role to another one, and then waits', async () => {
  const { shared, start, getHolder, expireRole, listTitles, edit } = createHarbour()
  const first = start('first')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Home'])
  const firstHolder = await getHolder()
  // The command itself publishes, so stopping its process is enough.
  process.kill(first.pid, 'SIGSTOP')
  await expireRole()
  const second = start('second')
  await expect.poll(async () => ![firstHolder, ''].includes(await getHolder()), TIMEOUT).toBe(true)
  edit('Home', 'Tides')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Home', 'Tides'])
  const secondHolder = await getHolder()
  const [generation, state] = [await shared.generation(), await shared.published()]
  process.kill(first.pid, 'SIGCONT')
  await expect.poll(first.listMessages, TIMEOUT).toContainEqual(expect.stringContaining('lost the role of the writer'))
  await expect.poll(first.listMessages, TIMEOUT).toContainEqual(expect.stringContaining('this one waits'))
  expect(await getHolder()).toBe(secondHolder)
  expect(await shared.generation()).toBe(generation)
  expect(await shared.published()).toEqual(state)
  killAll(second.pid)
})

test('a writer that is killed while publishing leaves the previous generation, and the next writer continues', async () => {
  const { env, shared, start, listTitles, edit } = createHarbour()
  await prepareSite(env, 0)
  await new Publisher(openWorkingCopy(env), shared).publish()
  const [generation, manifest] = [await shared.generation(), await shared.manifest()]
  edit('Home', ...Array.from({ length: 40 }, (_, at) => `Page ${at}`))
  // The writer stores the contents, but may not run the script that publishes them before it is killed.
  await redis.aclSetUser('default', '-eval')
  const killed = start('killed')
  await expect
    .poll(killed.listMessages, TIMEOUT)
    .toContainEqual(expect.stringMatching(/^Not published: NOPERM .*'eval'/))
  killAll(killed.pid)
  await redis.aclSetUser('default', '+eval')
  expect((await redis.keys(`${shared.prefix}pages/*`)).length).toBeGreaterThan(40)
  expect([await shared.generation(), await shared.manifest()]).toEqual([generation, manifest])
  expect(manifest && (await shared.missing(listContents(manifest)))).toEqual([])
  const again = start('again')
  await expect.poll(async () => (await listTitles())?.length, TIMEOUT).toBe(41)
  const last = await shared.manifest()
  expect(last && (await shared.missing(listContents(last)))).toEqual([])
  killAll(again.pid)
})

test('contents that Redis lost are published again when a reader reports it, and after a loss of all data', async () => {
  const { shared, start, listTitles, edit } = createHarbour()
  const writer = start('writer')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Home'])
  const manifest = await shared.manifest()
  const [lost = ''] = manifest ? listContents(manifest) : []
  await redis.unlink(shared.prefix + lost)
  await expect
    .poll(async () => {
      await shared.send('incomplete')
      return shared.missing([lost])
    }, TIMEOUT)
    .toEqual([])
  const generation = await shared.generation()
  await redis.flushAll()
  edit('Home', 'Tides')
  await expect.poll(listTitles, TIMEOUT).toEqual(['Home', 'Tides'])
  expect(await shared.generation()).toBeGreaterThan(generation)
  expect(await requestPublication(redis, shared.site)).toBe('done')
  process.kill(writer.pid, 'SIGTERM')
  await writer.ended
  expect(await redis.exists(`${shared.site}writer`)).toBe(0)
})

test('a full Redis keeps the published state, and accepts the next one when it has space', async () => {
  const full = await RedisServer.start('--maxmemory-policy', 'noeviction')
  const client = await full.client()
  const { env, folder } = workspace({ 'home.json': createMap('Home') })
  const shared = openSharedSnapshot(env, client)
  const writer = startWriter(full, env)
  onTestFinished(() => killAll(writer.pid))
  const readVersion = async () => (await shared.manifest())?.version
  await expect.poll(readVersion, TIMEOUT).toBeDefined()
  const before = await readVersion()
  await client.configSet('maxmemory', '1')
  writeFiles(folder, { 'home.json': createMap('Home', 'Tides') })
  await expect
    .poll(() => readLogMessages(writer.output()), TIMEOUT)
    .toContainEqual(expect.stringMatching(/^Not published: Redis refuses writes \(OOM .*\): give it more memory/))
  expect(await readVersion()).toBe(before)
  await client.configSet('maxmemory', '0')
  await expect.poll(readVersion, TIMEOUT).not.toBe(before)
  killAll(writer.pid)
  await full.stop()
})

test('with TLS and a wrong password a writer logs one error without the password, and publishes once the password is right', async () => {
  const tls = await startTlsRedis()
  const { env } = workspace({ 'home.json': createMap('Home') })
  const url = tls.createUrl('second%2Fword')
  const writer = startWriter({ url }, env, { NODE_EXTRA_CA_CERTS: tls.certificate })
  onTestFinished(() => killAll(writer.pid))
  const listRedisMessages = () => readLogMessages(writer.output()).filter((line) => line.startsWith('Redis at'))
  const rejection = `${tls.logName} refuses the name or the password: check REDIS_URL; it is tried again until it responds`
  await expect.poll(listRedisMessages, TIMEOUT).toEqual([rejection])
  const client = await tls.server.client()
  // The writer has tried again.
  const countRejections = async () => (await client.aclLog()).reduce((sum, { count }) => sum + count, 0)
  await expect.poll(countRejections, TIMEOUT).toBeGreaterThan(2)
  const shared = openSharedSnapshot(env, client)
  expect(await shared.generation()).toBe(0)
  await client.aclSetUser('site', ['resetpass', '>second/word'])
  await expect.poll(() => shared.generation(), TIMEOUT).toBeGreaterThan(0)
  expect(listRedisMessages()).toEqual([rejection, `${tls.logName} responds`])
  expect(writer.output()).not.toContain('word@')
  killAll(writer.pid)
  await tls.stop()
})

test('a resumed process without the role can neither publish nor remove what the writer stored', async () => {
  const site = 'test:resumed:'
  const late = new RedisStore(redis, site, '', 'late')
  await redis.set(`${site}writer`, 'writer')
  await redis.set(`${late.prefix}pages/of-the-other`, 'just stored')
  await late.sweep([])
  expect(await redis.exists(`${late.prefix}pages/of-the-other`)).toBe(1)
  await redis.set(`${site}writer`, 'late')
  await late.sweep([])
  expect(await redis.exists(`${late.prefix}pages/of-the-other`)).toBe(0)
})

test('a request to publish is pending after its deadline without a writer', async () => {
  expect(await requestPublication(redis, 'test:nobody:', 100)).toBe('pending')
})
