import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createSharedPagesHandler } from '@/lib/cache/shared-pages'

type Local = Parameters<typeof createSharedPagesHandler>[0]
type Redis = Parameters<typeof createSharedPagesHandler>[1]

test('ignores a page in Redis that expands to more than 64 MB', async () => {
  const page = gzipSync(JSON.stringify({ value: { kind: 'APP_PAGE', headers: {} } }))
  const spaces = gzipSync(' '.repeat(1024 * 1024))
  const read = (bytes: Buffer) => {
    const local = { get: async () => null, set: async () => {} } as unknown as Local
    const redis = { getEx: async () => bytes } as unknown as Redis
    const isCurrent: Parameters<typeof createSharedPagesHandler>[3] = async (headers) => headers !== undefined
    return createSharedPagesHandler(local, redis, '', isCurrent).get('/tides', { implicitTags: [] })
  }
  expect(await read(page)).toMatchObject({ value: { kind: 'APP_PAGE' } })
  expect(await read(Buffer.concat([page, ...Array<Buffer>(64).fill(spaces)]))).toBeNull()
})
