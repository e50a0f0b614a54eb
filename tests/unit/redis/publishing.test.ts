import { expect, test } from 'vitest'
import { prepare } from '@/lib/site/prepare/prepare'
import { workingCopy } from '@/lib/site/working-copy'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { startFileRedis } from '../../support/file-redis'
import { rawMap, workspace } from '../snapshot/support'

const server = await startFileRedis()
let sites = 0

/** The state of a small folder, and a function that opens the same place in Redis for processes. */
async function prepared() {
  const { env } = workspace({ 'home.json': rawMap({ Home: 'Welcome' }) })
  await prepare(env, 0)
  const state = await workingCopy(env).state()
  if (state === undefined) throw new Error('there is no state')
  const site = `test:publishing:${sites++}:`
  return { state, open: async (writer?: string) => new RedisStore(await server.client(), site, '', writer) }
}

test('a manifest that names what no store would is none', async () => {
  const { state, open } = await prepared()
  const shared = await open()
  await shared.putState({ ...state, manifest: { ...state.manifest, pages: { '../../../etc': '0'.repeat(32) } } })
  expect(await shared.manifest()).toBeUndefined()
})

test('a generation only grows, and only the process with the role of the writer makes one', async () => {
  const { state, open } = await prepared()
  const first = await open('first')
  await expect(first.putState(state)).rejects.toThrow('Another writer')
  await first.redis.set(`${first.site}writer`, 'first')
  expect(await first.generation()).toBe(0)
  await first.putState(state)
  const generation = await first.generation()
  expect(generation).toBeGreaterThan(0)
  await first.putState(state)
  expect(await first.generation()).toBeGreaterThan(generation)
  // As after a Redis whose clock was ahead.
  const later = Date.now() + 3_600_000
  await first.redis.set(`${first.site}generation`, later)
  await first.putState(state)
  expect(await first.generation()).toBe(later + 1)
  await first.redis.set(`${first.site}writer`, 'second')
  await expect(first.putState(state)).rejects.toThrow('Another writer')
})

test('the manifests of the last two generations are there for every process', async () => {
  const { state, open } = await prepared()
  const shared = await open()
  const put = (version: string) => shared.putState({ ...state, manifest: { ...state.manifest, version } })
  const versions = async () => (await (await open()).lastManifests()).map(({ version }) => version)
  expect(await versions()).toEqual([])
  for (const version of ['one', 'two', 'three']) await put(version)
  expect(await versions()).toEqual(['three', 'two'])
})

test('what was published last is known by its digest, unless another version has published since', async () => {
  const { state, open } = await prepared()
  const shared = await open()
  expect(await shared.isNewest('digest')).toBe(false)
  await shared.putState(state, 'digest')
  expect([await shared.isNewest('digest'), await shared.isNewest('other')]).toEqual([true, false])
  const other = new RedisStore(shared.redis, shared.site, 'other')
  await other.putState(state, 'digest')
  expect(await shared.isNewest('digest')).toBe(false)
  expect(await other.isNewest('digest')).toBe(true)
})
