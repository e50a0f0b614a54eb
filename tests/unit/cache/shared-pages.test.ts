import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createSharedPagesHandler } from '@/lib/cache/shared-pages'

type Local = Parameters<typeof createSharedPagesHandler>[0]
type Redis = Parameters<typeof createSharedPagesHandler>[1]

test('ignores a page in Redis that expands beyond the limit', async () => {
  const page = JSON.stringify({ value: { kind: 'APP_PAGE', headers: {} } })
  const read = (...limit: [maxPageBytes?: number]) => {
    const local = { get: async () => null, set: async () => {} } as unknown as Local
    const redis = { getEx: async () => gzipSync(page) } as unknown as Redis
    const isCurrent: Parameters<typeof createSharedPagesHandler>[3] = async (headers) => headers !== undefined
    const handler = createSharedPagesHandler(local, redis, '', isCurrent, undefined, ...limit)
    return handler.get('/tides', { implicitTags: [] })
  }
  expect(await read()).toMatchObject({ value: { kind: 'APP_PAGE' } })
  expect(await read(page.length)).toMatchObject({ value: { kind: 'APP_PAGE' } })
  expect(await read(page.length - 1)).toBeNull()
})
