import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { requestPublication } from '@/lib/instances/requests'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { listContents } from '@/lib/snapshot/contents'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { startFileRedis } from '@/tests/support/file-redis'
import { temporaryFolder, writeFiles } from '@/tests/support/folders'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { messagesIn } from '@/tests/support/site'
import { startTlsRedis } from '@/tests/support/tls-redis'
import { startWriter } from '@/tests/support/writer'
import { rawMap, workspace } from '@/tests/unit/snapshot/support'

const TIMEOUT = { timeout: 30_000 }

const server = await startFileRedis()
const redis = await server.client()

const pages = (...titles: string[]) => rawMap(Object.fromEntries(titles.map((title) => [title, `Text of ${title}`])))

/** A folder of one page, its snapshot in Redis, and writers for it. */
function harbour() {
  const { env, folder } = workspace({ 'home.json': pages('Home') })
  const shared = openSharedSnapshot(env, redis)
  const start = (name: string) => {
    const stateDir = path.join(temporaryFolder(), name)
    const writer = startWriter(server, { workspaceDir: env.workspaceDir, stateDir })
    onTestFinished(() => killAll(writer.pid))
    return { ...writer, says: () => messagesIn(writer.output()) }
  }
  const holder = async () => String((await redis.get(`${shared.site}writer`)) ?? '')
  const titles = async () => {
    const index = (await shared.derived('index')) as { pages: { title: string }[] } | undefined
    return index?.pages.map(({ title }) => title).sort()
  }
  const edit = (...shown: string[]) => writeFiles(folder, { 'home.json': pages(...shown) })
  return { env, shared, start, holder, titles, edit }
}

test('a second writer waits and names the host of the first, which publishes a plain folder; killed, it is replaced', async () => {
  const { shared, start, holder, titles, edit } = harbour()
  const first = start('first')
  await expect.poll(titles, TIMEOUT).toEqual(['Home'])
  const [firstHolder, generation] = [await holder(), await shared.generation()]
  const second = start('second')
  await expect
    .poll(second.says, TIMEOUT)
    .toContainEqual(expect.stringMatching(/^The writer of this site runs on \S+: this one waits/))
  edit('Home', 'Tides')
  await expect.poll(titles, TIMEOUT).toEqual(['Home', 'Tides'])
  expect(await holder()).toBe(firstHolder)
  killAll(first.pid)
  await expect.poll(holder, TIMEOUT).not.toBe(firstHolder)
  edit('Home', 'Boats')
  await expect.poll(titles, TIMEOUT).toEqual(['Boats', 'Home'])
  expect(await shared.generation()).toBeGreaterThan(generation)
  expect(second.says().filter((line) => line.startsWith('The writer of this site runs on'))).toHaveLength(1)
})

test('a writer that was paused publishes nothing after another one has taken over, and then waits', async () => {
  const { shared, start, holder, titles, edit } = harbour()
  const first = start('first')
  await expect.poll(titles, TIMEOUT).toEqual(['Home'])
  const firstHolder = await holder()
  // The process that publishes is the command itself.
  process.kill(first.pid, 'SIGSTOP')
  const second = start('second')
  await expect.poll(async () => ![firstHolder, ''].includes(await holder()), TIMEOUT).toBe(true)
  edit('Home', 'Tides')
  await expect.poll(titles, TIMEOUT).toEqual(['Home', 'Tides'])
  const secondHolder = await holder()
  const [generation, state] = [await shared.generation(), await shared.published()]
  process.kill(first.pid, 'SIGCONT')
  await expect.poll(first.says, TIMEOUT).toContainEqual(expect.stringContaining('lost the role of the writer'))
  await expect.poll(first.says, TIMEOUT).toContainEqual(expect.stringContaining('this one waits'))
  expect(await holder()).toBe(secondHolder)
  expect(await shared.generation()).toBe(generation)
  expect(await shared.published()).toEqual(state)
  killAll(second.pid)
})

test('a writer that is killed while it publishes leaves the generation before, and is gone on from', async () => {
  const { env, shared, start, titles, edit } = harbour()
  await prepareSite(env, 0)
  await new Publisher(openWorkingCopy(env), shared).publish()
  const [generation, manifest] = [await shared.generation(), await shared.manifest()]
  edit('Home', ...Array.from({ length: 40 }, (_, at) => `Page ${at}`))
  // It stores the contents, and is killed before the script that publishes them may run.
  await redis.aclSetUser('default', '-eval')
  const killed = start('killed')
  await expect.poll(killed.says, TIMEOUT).toContainEqual(expect.stringMatching(/^Not published: NOPERM .*'eval'/))
  killAll(killed.pid)
  await redis.aclSetUser('default', '+eval')
  expect((await redis.keys(`${shared.prefix}pages/*`)).length).toBeGreaterThan(40)
  expect([await shared.generation(), await shared.manifest()]).toEqual([generation, manifest])
  expect(manifest && (await shared.missing(listContents(manifest)))).toEqual([])
  const again = start('again')
  await expect.poll(async () => (await titles())?.length, TIMEOUT).toBe(41)
  const last = await shared.manifest()
  expect(last && (await shared.missing(listContents(last)))).toEqual([])
  killAll(again.pid)
})

test('what Redis lost or broke is published again when a reader reports it, and all of it after a loss of everything', async () => {
  const { shared, start, titles, edit } = harbour()
  const writer = start('writer')
  await expect.poll(titles, TIMEOUT).toEqual(['Home'])
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
  await expect.poll(titles, TIMEOUT).toEqual(['Home', 'Tides'])
  expect(await shared.generation()).toBeGreaterThan(generation)
  expect(await requestPublication(redis, shared.site)).toBe('done')
  process.kill(writer.pid, 'SIGTERM')
  await writer.ended
  expect(await redis.exists(`${shared.site}writer`)).toBe(0)
})

test('a full Redis keeps the published state, and accepts the next one when it has space', async () => {
  const full = await RedisServer.start('--maxmemory-policy', 'noeviction')
  const client = await full.client()
  const { env, folder } = workspace({ 'home.json': pages('Home') })
  const shared = openSharedSnapshot(env, client)
  const writer = startWriter(full, env)
  onTestFinished(() => killAll(writer.pid))
  const version = async () => (await shared.manifest())?.version
  await expect.poll(version, TIMEOUT).toBeDefined()
  const before = await version()
  await client.configSet('maxmemory', '1')
  writeFiles(folder, { 'home.json': pages('Home', 'Tides') })
  await expect
    .poll(() => messagesIn(writer.output()), TIMEOUT)
    .toContainEqual(expect.stringMatching(/^Not published: Redis takes no more \(OOM .*\): give it more memory/))
  expect(await version()).toBe(before)
  await client.configSet('maxmemory', '0')
  await expect.poll(version, TIMEOUT).not.toBe(before)
  killAll(writer.pid)
  await full.stop()
})

test('with TLS and a wrong password a writer logs one error without the password, and publishes once the password is right', async () => {
  const tls = await startTlsRedis()
  const { env } = workspace({ 'home.json': pages('Home') })
  const url = tls.urlOf('second%2Fword')
  const writer = startWriter({ url }, env, { NODE_EXTRA_CA_CERTS: tls.certificate })
  onTestFinished(() => killAll(writer.pid))
  const said = () => messagesIn(writer.output()).filter((line) => line.startsWith('Redis at'))
  const refused = `${tls.shown} refuses the name or the password: check REDIS_URL; it is tried again until it responds`
  await expect.poll(said, TIMEOUT).toEqual([refused])
  await pause(500)
  const client = await tls.server.client()
  const shared = openSharedSnapshot(env, client)
  expect(await shared.generation()).toBe(0)
  await client.aclSetUser('site', ['resetpass', '>second/word'])
  await expect.poll(() => shared.generation(), TIMEOUT).toBeGreaterThan(0)
  expect(said()).toEqual([refused, `${tls.shown} responds`])
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

test('a request to publish is pending after ten seconds without a writer', async () => {
  const started = Date.now()
  expect(await requestPublication(redis, 'test:nobody:')).toBe('pending')
  expect(Date.now() - started).toBeLessThan(13_000)
})
