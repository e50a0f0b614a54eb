import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSharedPagesHandler } from '@/lib/cache/shared-pages'
import { expectConsole } from '@/tests/support/console'
import { startFileRedis } from '@/tests/support/file-redis'
import { RedisServer } from '@/tests/support/redis'

type Handler = Parameters<typeof createSharedPagesHandler>[0]
type Entry = Parameters<Handler['set']>[1]

const CONTEXT = { implicitTags: [] }

const server = await startFileRedis()
const redis = await server.client()
let keys = 0
/** The current version of the page. */
let current: string

beforeEach(() => {
  current = 'first'
})

const isCurrent: Parameters<typeof createSharedPagesHandler>[3] = async (headers) =>
  headers?.['x-colophon-version'] === `page-1:${current}`

/** Creates the page cache of one instance: an own cache in front of the cache that all instances share. */
function createInstance(prefix: string, client = redis) {
  const ownPages = new Map<string, Entry>()
  const local: Handler = {
    name: 'local',
    get: async (key) => ownPages.get(key) ?? null,
    set: async (key, entry) => void ownPages.set(key, entry),
    revalidateTag: async () => {},
    delete: async (key) => void ownPages.delete(key),
  }
  return { ownPages, pages: createSharedPagesHandler(local, client, prefix, isCurrent) }
}

const createPrefix = () => `test:pages:${keys++}:`

function createEntry(version = current): Entry {
  return {
    lastModified: 1,
    lifespan: null,
    tags: ['a tag'],
    value: {
      kind: 'APP_PAGE' as Extract<NonNullable<Entry['value']>, { rscData: unknown }>['kind'],
      html: '<p>Grüße, 世界 \u{1f30a}',
      // All byte values, because RSC data need not be valid UTF-8.
      rscData: Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
      status: 200,
      headers: { vary: 'accept', 'set-cookie': ['a', 'b'], 'x-colophon-version': `page-1:${version}` },
      postponed: undefined,
      segmentData: undefined,
    },
  }
}

/** Waits until a page is stored in Redis. `set` does not wait for that. */
const waitForKey = (key: string) => expect.poll(() => redis.exists(key)).toBe(1)

describe('a rendered page', () => {
  test('is returned unchanged to every instance, which then has its own copy', async () => {
    const prefix = createPrefix()
    const [first, second] = [createInstance(prefix), createInstance(prefix)]
    await first.pages.set('/tides', createEntry())
    await waitForKey(`${prefix}/tides`)
    expect(await second.pages.get('/tides', CONTEXT)).toEqual(createEntry())
    expect(second.ownPages.get('/tides')).toEqual(createEntry())
    await redis.del(`${prefix}/tides`)
    expect(await second.pages.get('/tides', CONTEXT)).toEqual(createEntry())
    expect(await second.pages.get('/else', CONTEXT)).toBeNull()
  })

  test('expires in Redis a day after its last use', async () => {
    const prefix = createPrefix()
    await createInstance(prefix).pages.set('/tides', createEntry())
    await waitForKey(`${prefix}/tides`)
    const left = await redis.ttl(`${prefix}/tides`)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(24 * 60 * 60)
    await redis.expire(`${prefix}/tides`, 60)
    await createInstance(prefix).pages.get('/tides', CONTEXT)
    expect(await redis.ttl(`${prefix}/tides`), 'a read extends the lifetime').toBeGreaterThan(60)
  })

  test('is stored only by the instance while Redis is full, which is logged once', async () => {
    current = 'first'
    const full = await RedisServer.start('--maxmemory', '1', '--maxmemory-policy', 'noeviction')
    const client = await full.client()
    const { pages } = createInstance('test:', client)
    expectConsole(/^error: Redis refuses writes, so rendered pages are cached only in this process: OOM /)
    for (const key of ['/tides', '/else']) {
      await pages.set(key, createEntry())
      expect(await pages.get(key, CONTEXT)).toEqual(createEntry())
    }
    await expect.poll(() => vi.mocked(console.error).mock.calls.flat().join()).toContain('OOM')
    // Redis has rejected both pages.
    await expect
      .poll(async () => /errorstat_OOM:count=(\d+)/.exec(String(await client.info('errorstats')))?.[1])
      .toBe('2')
    expect(
      vi
        .mocked(console.error)
        .mock.calls.flat()
        .filter((line) => String(line).includes('OOM')),
    ).toHaveLength(1)
    await client.configSet('maxmemory', '0')
    await expect
      .poll(async () => {
        await pages.set('/tides', createEntry())
        return await client.exists('test:/tides')
      })
      .toBe(1)
    await full.stop()
  })

  test('is not read by another build', async () => {
    const prefix = createPrefix()
    await createInstance(prefix).pages.set('/tides', createEntry())
    await waitForKey(`${prefix}/tides`)
    expect(await createInstance(createPrefix()).pages.get('/tides', CONTEXT)).toBeNull()
  })

  test('that was withdrawn is returned by no instance, and a newer version replaces it', async () => {
    const prefix = createPrefix()
    const [first, second] = [createInstance(prefix), createInstance(prefix)]
    await first.pages.set('/tides', createEntry())
    await waitForKey(`${prefix}/tides`)
    await second.pages.get('/tides', CONTEXT)
    current = 'second'
    for (const each of [first, second]) expect(await each.pages.get('/tides', CONTEXT)).toBeNull()
    await first.pages.set('/tides', createEntry())
    await expect.poll(() => second.pages.get('/tides', CONTEXT)).toEqual(createEntry('second'))
  })

  test.each([
    ['not compressed', Buffer.from('broken')],
    ['truncated', gzipSync(JSON.stringify(createEntry('first'))).subarray(0, 60)],
    ['not JSON', gzipSync('<p>')],
    ['null', gzipSync('null')],
    ['not a page', gzipSync('{"value":7}')],
    ['a page with invalid RSC data', gzipSync(JSON.stringify({ ...createEntry('first'), flight: 7 }))],
  ])('that is %s is a miss', async (_, bytes) => {
    const prefix = createPrefix()
    await redis.set(`${prefix}/tides`, bytes)
    const { pages, ownPages } = createInstance(prefix)
    expect(await pages.get('/tides', CONTEXT)).toBeNull()
    expect(ownPages.size).toBe(0)
  })

  test('is a miss without an error while Redis is unreachable, and instances continue to serve their own copies', async () => {
    const server = await RedisServer.start()
    const { pages } = createInstance('test:', await server.client())
    await pages.set('/tides', createEntry())
    await server.interrupt()
    expect(await pages.get('/tides', CONTEXT)).toEqual(createEntry())
    expect(await pages.get('/else', CONTEXT)).toBeNull()
    await pages.set('/else', createEntry())
    expect(await pages.get('/else', CONTEXT)).toEqual(createEntry())
    await server.stop()
  })

  test('is a miss if Redis hangs', async () => {
    const server = await RedisServer.start()
    const { pages } = createInstance('test:', await server.client())
    process.kill(server.pid, 'SIGSTOP')
    expect(await pages.get('/tides', CONTEXT)).toBeNull()
    process.kill(server.pid, 'SIGCONT')
    await server.stop()
  })
})
