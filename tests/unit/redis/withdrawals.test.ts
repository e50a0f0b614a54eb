import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import { withhold } from '@/lib/site/withhold'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { copySnapshot } from '@/lib/snapshot/copy'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { findWithdrawn, findWithdrawnByPart, getVisibility } from '@/lib/snapshot/visibility'
import { startFileRedis } from '../../support/file-redis'
import { idOf } from '../../support/records'
import { rawMap, workspace } from '../snapshot/support'

const server = await startFileRedis()

test('a new state is announced, and what it withdraws is listed after every earlier generation', async () => {
  const { env } = workspace({ 'home.json': rawMap({ Home: 'Welcome', Tides: 'High at noon' }) })
  await prepareSite(env, 0)
  const store = openWorkingCopy(env)
  const shared = new RedisStore(await server.client(), 'test:withdrawals:')
  const heard: string[] = []
  const stop = shared.listen((news) => heard.push(news))
  // The subscription has no sign of its own.
  await expect
    .poll(async () => {
      await shared.send('ready')
      return heard.length
    })
    .toBeGreaterThan(0)
  await copySnapshot(store, shared)
  const first = await shared.generation()
  await expect.poll(() => heard).toContain('snapshot')
  expect(await shared.compareWith(0)).toEqual({
    since: 0,
    newest: first,
    loadable: first,
    withdrawn: [],
    hasWriter: false,
  })

  const state = await store.state()
  if (state === undefined) throw new Error('there is no state')
  const index = (await store.derived('index')) as SiteIndex
  const without = { ...index, pages: index.pages.filter(({ id }) => id !== idOf('Tides')) }
  const put = (each: SiteIndex) =>
    shared.putState({ ...state, derived: { ...state.derived, index: gzipSync(JSON.stringify(each)) } })
  await put(without)
  const second = await shared.generation()
  expect((await shared.compareWith(first)).withdrawn).toEqual([idOf('Tides')])
  expect((await shared.compareWith(second)).withdrawn).toEqual([])
  // A reader of the first generation still hides it, because it may have changed before it came back.
  await put(index)
  expect((await shared.compareWith(first)).withdrawn).toEqual([idOf('Tides')])
  expect((await shared.compareWith(second)).withdrawn).toEqual([])
  // Any version can read the log: ids in a sorted set, by generation.
  const log = await shared.redis.zRangeWithScores(`${shared.site}withdrawals`, 0, -1)
  expect(log.map(({ value, score }) => [String(value), score])).toEqual([[idOf('Tides'), second]])
  stop()
})

test('a visibility has the form that other versions read, whatever else an index lists', () => {
  const members = (organizations: unknown) => ({ kind: 'members', organizations })
  const pages = [
    { id: 'a', access: { kind: 'public' } },
    { id: 'b', access: members('any') },
    { id: 'c', access: members(['choir', 'board']) },
    { id: 'd', access: { kind: 'unpublished', reason: { why: 'access-empty' } } },
    { id: 7, access: { kind: 'public' } },
    'broken',
  ]
  const collections = { e: { access: { kind: 'public' } }, f: 'broken' }
  expect(getVisibility({ pages, collections })).toEqual({ a: 'public', b: 'members', c: 'board,choir', e: 'public' })
  for (const broken of [undefined, 'broken', {}, { pages: 7, collections: 7 }])
    expect(getVisibility(broken)).toEqual({})
})

test('what becomes public is not withdrawn, and what anyone may lose is', () => {
  const before = { a: 'public', b: 'public', c: 'members', d: 'board', e: 'board', f: 'members' }
  const after = { a: 'public', b: 'members', c: 'public', d: 'board,choir', e: 'board', g: 'public' }
  expect(findWithdrawn(before, after)).toEqual(['b', 'd', 'f'])
})

test('an index of a part of the site withdraws what it closes or removes, with all that lies below, and nothing else', () => {
  const open = { kind: 'public' }
  const closed = { kind: 'unpublished', reason: { why: 'access-empty' } }
  const page = (id: string, parent: string | null, more: object = {}) => ({ id, parent, access: open, ...more })
  const pages = [
    ...[page('deep', 'below'), page('below', 'binned'), page('binned', 'home'), page('home', null)],
    ...[page('closing', 'home'), page('under', 'closing'), page('kept', 'closing')],
    ...[page('row', 'home', { collection: 'list' }), page('later', 'home')],
  ]
  const before = { pages, collections: { list: { access: open } } }
  const part = {
    pages: [page('home', null), page('closing', 'home', { access: closed }), page('kept', 'home')],
    collections: { list: { access: closed } },
    removed: ['binned'],
  }
  expect(findWithdrawnByPart(before, part).sort()).toEqual([
    'below',
    'binned',
    'closing',
    'deep',
    'list',
    'row',
    'under',
  ])
  expect(findWithdrawnByPart(before, { ...part, ...before, removed: ['never'] })).toEqual([])
  for (const broken of [undefined, 'broken', {}, { pages: 7, collections: 7, removed: 7 }]) {
    expect(findWithdrawnByPart(before, broken)).toEqual([])
    expect(findWithdrawnByPart(broken, part)).toEqual([])
  }
})

test('a withdrawn page is closed to all, editors included, and no rendered page of the index stays valid', async () => {
  const { prepare: prepared } = workspace({
    'home.json': rawMap({ Home: 'Welcome', Tides: 'High at noon', Boats: 'Two' }, { Tides: 'Home', Boats: 'Home' }),
  })
  const { index } = await prepared()
  expect(withhold(index, undefined)).toBe(index)
  expect(withhold(index, new Set())).toBe(index)
  const viewers = [
    { signedIn: false, organizations: [] },
    { signedIn: true, organizations: ['board'], role: 'editor' as const },
  ]
  const held = withhold(index, new Set([idOf('Tides')]))
  const [whole, left] = [new Site(index), new Site(held)]
  for (const viewer of viewers) {
    expect(whole.resolve('tides', viewer).kind).toBe('page')
    expect(left.resolve('tides', viewer)).toEqual({ kind: 'missing' })
    expect(left.resolve('boats', viewer).kind).toBe('page')
    for (const id of [idOf('Home'), idOf('Boats'), 'home', 'lists'])
      expect(left.version(id, viewer)).not.toBe(whole.version(id, viewer))
  }
  const other = new Site(withhold(index, new Set([idOf('Boats')])))
  expect(other.version(idOf('Home'), viewers[0] ?? never())).not.toBe(left.version(idOf('Home'), viewers[0] ?? never()))
})

function never(): never {
  throw new Error('there are two')
}
