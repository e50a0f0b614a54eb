import { randomBytes } from 'node:crypto'
import { gunzip, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createSharedPagesHandler } from '@/lib/cache/shared-pages'
import { expand, parseCompressed } from '@/lib/snapshot/contents'

vi.mock('node:zlib', { spy: true })

test('content expands to at most 256 MB, and a shared page to at most 64 MB', async () => {
  await parseCompressed(gzipSync('1'))
  expect(vi.mocked(gunzipSync).mock.lastCall?.[1]).toMatchObject({ maxOutputLength: 256 * 1024 * 1024 })
  await expand(gzipSync(randomBytes(20_000)))
  expect(vi.mocked(gunzip).mock.lastCall?.[1]).toMatchObject({ maxOutputLength: 256 * 1024 * 1024 })

  type Arguments = Parameters<typeof createSharedPagesHandler>
  const local = { get: async () => null } as unknown as Arguments[0]
  const redis = { getEx: async () => gzipSync('1') } as unknown as Arguments[1]
  await createSharedPagesHandler(local, redis, '', async () => false).get('/tides', { implicitTags: [] })
  expect(vi.mocked(gunzip).mock.lastCall?.[1]).toMatchObject({ maxOutputLength: 64 * 1024 * 1024 })
})
