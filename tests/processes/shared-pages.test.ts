import { setTimeout as delay } from 'node:timers/promises'
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

/** What one instance holds itself, and the pages of all behind it. */
function instance(prefix: string, client = redis) {
  const held = new Map<string, Entry>()
  const local: Handler = {
    name: 'local',
    get: async (key) => held.get(key) ?? null,
    set: async (key, entry) => void held.set(key, entry),
    revalidateTag: async () => {},
    delete: async (key) => void held.delete(key),
  }
  return { held, pages: createSharedPagesHandler(local, client, prefix, isCurrent) }
}

const newPrefix = () => `test:pages:${keys++}:`

function entryOf(version = current): Entry {
  return {
    lastModified: 1,
    lifespan: null,
    tags: ['a tag'],
    value: {
      kind: 'APP_PAGE' as Extract<NonNullable<Entry['value']>, { rscData: unknown }>['kind'],
      html: '<p>Grüße, 世界 \u{1f30a}',
      // Every byte, because a flight is none that text would hold.
      rscData: Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
      status: 200,
      headers: { vary: 'accept', 'set-cookie': ['a', 'b'], 'x-colophon-version': `page-1:${version}` },
      postponed: undefined,
      segmentData: undefined,
    },
  }
}

/** Until what was put has arrived: nobody who puts a page waits for that. */
const arrived = (key: string) => expect.poll(() => redis.exists(key)).toBe(1)

describe('a rendered page', () => {
  test('comes back to every instance as it was put, and is held there from then on', async () => {
    const prefix = newPrefix()
    const [one, other] = [instance(prefix), instance(prefix)]
    await one.pages.set('/tides', entryOf())
    await arrived(`${prefix}/tides`)
    expect(await other.pages.get('/tides', CONTEXT)).toEqual(entryOf())
    expect(other.held.get('/tides')).toEqual(entryOf())
    await redis.del(`${prefix}/tides`)
    expect(await other.pages.get('/tides', CONTEXT)).toEqual(entryOf())
    expect(await other.pages.get('/else', CONTEXT)).toBeNull()
  })

  test('leaves Redis by itself', async () => {
    const prefix = newPrefix()
    await instance(prefix).pages.set('/tides', entryOf())
    await arrived(`${prefix}/tides`)
    const left = await redis.ttl(`${prefix}/tides`)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(24 * 60 * 60)
    await redis.expire(`${prefix}/tides`, 60)
    await instance(prefix).pages.get('/tides', CONTEXT)
    expect(await redis.ttl(`${prefix}/tides`), 'stays for those who ask for it').toBeGreaterThan(60)
  })

  test('is stored only by the instance while Redis is full, which is logged once', async () => {
    current = 'first'
    const full = await RedisServer.start('--maxmemory', '1', '--maxmemory-policy', 'noeviction')
    const client = await full.client()
    const { pages } = instance('test:', client)
    expectConsole(/^error: Rendered pages are kept by this reader alone: OOM /)
    for (const key of ['/tides', '/else']) {
      await pages.set(key, entryOf())
      expect(await pages.get(key, CONTEXT)).toEqual(entryOf())
    }
    await expect.poll(() => vi.mocked(console.error).mock.calls.flat().join()).toContain('OOM')
    // The second page is refused a moment after the first.
    await delay(100)
    expect(
      vi
        .mocked(console.error)
        .mock.calls.flat()
        .filter((line) => String(line).includes('OOM')),
    ).toHaveLength(1)
    await client.configSet('maxmemory', '0')
    await expect
      .poll(async () => {
        await pages.set('/tides', entryOf())
        return await client.exists('test:/tides')
      })
      .toBe(1)
    await full.stop()
  })

  test('is not read by another build', async () => {
    const prefix = newPrefix()
    await instance(prefix).pages.set('/tides', entryOf())
    await arrived(`${prefix}/tides`)
    expect(await instance(newPrefix()).pages.get('/tides', CONTEXT)).toBeNull()
  })

  test('that was withdrawn is had from nowhere, and what is newer replaces what is held', async () => {
    const prefix = newPrefix()
    const [one, other] = [instance(prefix), instance(prefix)]
    await one.pages.set('/tides', entryOf())
    await arrived(`${prefix}/tides`)
    await other.pages.get('/tides', CONTEXT)
    current = 'second'
    for (const each of [one, other]) expect(await each.pages.get('/tides', CONTEXT)).toBeNull()
    await one.pages.set('/tides', entryOf())
    await expect.poll(() => other.pages.get('/tides', CONTEXT)).toEqual(entryOf('second'))
  })

  test.each([
    ['no compressed bytes', Buffer.from('broken')],
    ['half of one', gzipSync(JSON.stringify(entryOf('first'))).subarray(0, 60)],
    ['no JSON', gzipSync('<p>')],
    ['nothing', gzipSync('null')],
    ['no page', gzipSync('{"value":7}')],
    ['a page with no flight to send', gzipSync(JSON.stringify({ ...entryOf('first'), flight: 7 }))],
  ])('that is %s is a miss', async (_, bytes) => {
    const prefix = newPrefix()
    await redis.set(`${prefix}/tides`, bytes)
    const { pages, held } = instance(prefix)
    expect(await pages.get('/tides', CONTEXT)).toBeNull()
    expect(held.size).toBe(0)
  })

  test('is a miss without an error while Redis is unreachable, and instances continue to serve their own copies', async () => {
    const own = await RedisServer.start()
    const { pages } = instance('test:', await own.client())
    await pages.set('/tides', entryOf())
    await own.interrupt()
    expect(await pages.get('/tides', CONTEXT)).toEqual(entryOf())
    expect(await pages.get('/else', CONTEXT)).toBeNull()
    await pages.set('/else', entryOf())
    expect(await pages.get('/else', CONTEXT)).toEqual(entryOf())
    await own.stop()
  })

  test('is not waited for long when Redis hangs', async () => {
    const own = await RedisServer.start()
    const { pages } = instance('test:', await own.client())
    process.kill(own.pid, 'SIGSTOP')
    const asked = performance.now()
    expect(await pages.get('/tides', CONTEXT)).toBeNull()
    expect(performance.now() - asked).toBeLessThan(5000)
    process.kill(own.pid, 'SIGCONT')
    await own.stop()
  })
})
