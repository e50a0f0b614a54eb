import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import { withhold } from '@/lib/site/withhold'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { copySnapshot } from '@/lib/snapshot/copy'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { findWithdrawn, findWithdrawnInPartialIndex, getVisibility } from '@/lib/snapshot/visibility'
import { startFileRedis } from '../../support/file-redis'
import { createId } from '../../support/records'
import { createRawMap, workspace } from '../snapshot/support'

const server = await startFileRedis()

test('announces a new state and lists its withdrawals for readers of earlier generations', async () => {
  const { env } = workspace({ 'home.json': createRawMap({ Home: 'Welcome', Tides: 'High at noon' }) })
  await prepareSite(env, 0)
  const store = openWorkingCopy(env)
  const shared = new RedisStore(await server.client(), 'test:withdrawals:')
  const messages: string[] = []
  const stop = shared.listen((news) => messages.push(news))
  // The subscription does not report when it is ready, so the test sends messages until one arrives.
  await expect
    .poll(async () => {
      await shared.send('ready')
      return messages.length
    })
    .toBeGreaterThan(0)
  await copySnapshot(store, shared)
  const first = await shared.generation()
  await expect.poll(() => messages).toContain('snapshot')
  expect(await shared.compareWith(0)).toEqual({
    servedGeneration: 0,
    newest: first,
    loadable: first,
    withdrawn: [],
    hasWriter: false,
  })

  const state = await store.state()
  if (state === undefined) throw new Error('there is no state')
  const index = (await store.derived('index')) as SiteIndex
  const without = { ...index, pages: index.pages.filter(({ id }) => id !== createId('Tides')) }
  const put = (each: SiteIndex) =>
    shared.putState({ ...state, derived: { ...state.derived, index: gzipSync(JSON.stringify(each)) } })
  await put(without)
  const second = await shared.generation()
  expect((await shared.compareWith(first)).withdrawn).toEqual([createId('Tides')])
  expect((await shared.compareWith(second)).withdrawn).toEqual([])
  // A reader of the first generation still hides the page, whose content can have changed before it was published again.
  await put(index)
  expect((await shared.compareWith(first)).withdrawn).toEqual([createId('Tides')])
  expect((await shared.compareWith(second)).withdrawn).toEqual([])
  // All versions read this log: a sorted set of ids with generations as scores.
  const log = await shared.redis.zRangeWithScores(`${shared.site}withdrawals`, 0, -1)
  expect(log.map(({ value, score }) => [String(value), score])).toEqual([[createId('Tides'), second]])
  stop()
})

test('a writer that cannot store a newer state withdraws its pages, until it publishes again', async () => {
  const { env } = workspace({ 'home.json': createRawMap({ Home: 'Welcome', Tides: 'High at noon' }) })
  await prepareSite(env, 0)
  const redis = await server.client()
  const site = 'test:without-room:'
  await redis.set(`${site}writer`, 'writer')
  const [shared, other] = ['writer', 'another'].map((role) => new RedisStore(redis, site, 'a', role))
  if (shared === undefined || other === undefined) throw new Error('there are no stores')
  const publisher = new Publisher(openWorkingCopy(env), shared)
  await publisher.publish()
  const first = await shared.generation()
  const newest = getVisibility(await shared.derived('index'))
  await shared.withdraw(newest)
  expect((await shared.compareWith(first)).withdrawn).toEqual([])
  const { [createId('Tides')]: _, ...without } = newest
  // Only the writer may do it.
  await other.withdraw(without)
  expect((await shared.compareWith(first)).withdrawn).toEqual([])
  const messages: string[] = []
  const stop = shared.listen((news) => messages.push(news))
  await expect
    .poll(async () => {
      await shared.withdraw(without)
      return messages
    })
    .toContain('snapshot')
  stop()
  expect(await shared.compareWith(first)).toMatchObject({ withdrawn: [createId('Tides')], newest: first })
  // The same state is published again, so that readers show the page again.
  await publisher.publish()
  const second = await shared.generation()
  expect(second).toBeGreaterThan(first)
  expect((await shared.compareWith(second)).withdrawn).toEqual([])
  await publisher.publish()
  expect(await shared.generation()).toBe(second)
})

test('getVisibility has the format that other versions read, and ignores malformed entries', () => {
  const createMembersAccess = (organizations: unknown) => ({ kind: 'members', organizations })
  const pages = [
    { id: 'a', access: { kind: 'public' } },
    { id: 'b', access: createMembersAccess('any') },
    { id: 'c', access: createMembersAccess(['choir', 'board']) },
    { id: 'd', access: { kind: 'unpublished', reason: { why: 'access-empty' } } },
    { id: 7, access: { kind: 'public' } },
    'broken',
  ]
  const collections = { e: { access: { kind: 'public' } }, f: 'broken' }
  expect(getVisibility({ pages, collections })).toEqual({ a: 'public', b: 'members', c: 'board,choir', e: 'public' })
  for (const broken of [undefined, 'broken', {}, { pages: 7, collections: 7 }])
    expect(getVisibility(broken)).toEqual({})
})

test('findWithdrawn contains pages that any viewer can no longer read, but not pages that become public', () => {
  const before = { a: 'public', b: 'public', c: 'members', d: 'board', e: 'board', f: 'members' }
  const after = { a: 'public', b: 'members', c: 'public', d: 'board,choir', e: 'board', g: 'public' }
  expect(findWithdrawn(before, after)).toEqual(['b', 'd', 'f'])
})

test('findWithdrawnInPartialIndex contains pages that a partial index closes or removes, with their subpages', () => {
  const open = { kind: 'public' }
  const closed = { kind: 'unpublished', reason: { why: 'access-empty' } }
  const createPage = (id: string, parent: string | null, more: object = {}) => ({ id, parent, access: open, ...more })
  const pages = [
    ...[
      createPage('deep', 'below'),
      createPage('below', 'binned'),
      createPage('binned', 'home'),
      createPage('home', null),
    ],
    ...[createPage('closing', 'home'), createPage('under', 'closing'), createPage('kept', 'closing')],
    ...[createPage('row', 'home', { collection: 'list' }), createPage('later', 'home')],
  ]
  const before = { pages, collections: { list: { access: open } } }
  const part = {
    pages: [createPage('home', null), createPage('closing', 'home', { access: closed }), createPage('kept', 'home')],
    collections: { list: { access: closed } },
    removed: ['binned'],
  }
  expect(findWithdrawnInPartialIndex(before, part).sort()).toEqual([
    'below',
    'binned',
    'closing',
    'deep',
    'list',
    'row',
    'under',
  ])
  expect(findWithdrawnInPartialIndex(before, { ...part, ...before, removed: ['never'] })).toEqual([])
  for (const broken of [undefined, 'broken', {}, { pages: 7, collections: 7, removed: 7 }]) {
    expect(findWithdrawnInPartialIndex(before, broken)).toEqual([])
    expect(findWithdrawnInPartialIndex(broken, part)).toEqual([])
  }
})

test('withhold hides a withdrawn page from all viewers and changes the versions of all pages', async () => {
  const { prepare } = workspace({
    'home.json': createRawMap(
      { Home: 'Welcome', Tides: 'High at noon', Boats: 'Two' },
      { Tides: 'Home', Boats: 'Home' },
    ),
  })
  const { index } = await prepare()
  expect(withhold(index, undefined)).toBe(index)
  expect(withhold(index, new Set())).toBe(index)
  const viewers = [
    { signedIn: false, organizations: [] },
    { signedIn: true, organizations: ['board'], role: 'editor' as const },
  ]
  const partial = withhold(index, new Set([createId('Tides')]))
  const [complete, reduced] = [new Site(index), new Site(partial)]
  for (const viewer of viewers) {
    expect(complete.resolve('tides', viewer).kind).toBe('page')
    expect(reduced.resolve('tides', viewer)).toEqual({ kind: 'missing' })
    expect(reduced.resolve('boats', viewer).kind).toBe('page')
    for (const id of [createId('Home'), createId('Boats'), 'home', 'lists'])
      expect(reduced.version(id, viewer)).not.toBe(complete.version(id, viewer))
  }
  const other = new Site(withhold(index, new Set([createId('Boats')])))
  expect(other.version(createId('Home'), viewers[0] ?? throwMissing())).not.toBe(
    reduced.version(createId('Home'), viewers[0] ?? throwMissing()),
  )
})

function throwMissing(): never {
  throw new Error('There is no such viewer')
}
