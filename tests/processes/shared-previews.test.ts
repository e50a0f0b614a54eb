import { expect, test } from 'vitest'
import { removeAllPreviews, removePreview } from '@/lib/auth/preview-records'
import { findPreview, findPreviews, makePreview } from '@/lib/auth/previews'
import { waitForRedis } from '@/lib/redis/shared'
import { readEnv } from '@/lib/settings/env'
import { startFileRedis } from '@/tests/support/file-redis'
import { createId } from '@/tests/support/records'

const HOUR = 3600 * 1000
const server = await startFileRedis()
const redis = await server.client()
const settings = { SITE_URL: 'https://site.example', SITE_SECRET: 'a-secret-of-the-tests', REDIS_URL: server.url }
const env = readEnv(settings, '/')

test('instances share the records of preview links in Redis', async () => {
  expect(await waitForRedis(server.url, 10_000)).toBe(true)
  const now = Date.now()
  const make = async (lifetime: number) =>
    (await makePreview({ page: createId('Draft'), hasSubpages: true, lifetime }, env, now)) ?? ''
  const [short, long] = [await make(HOUR), await make(2 * HOUR)]
  expect((await findPreview(short, env))?.viewer.preview.page).toBe(createId('Draft'))
  expect((await findPreviews(env)).map(({ token }) => token)).toEqual([short, long])
  expect((await findPreviews(env, now + HOUR)).map(({ token }) => token)).toEqual([long])
  expect(await findPreview(short, env)).toBeUndefined()

  const other = await make(HOUR)
  await removePreview(other.split('~')[0] ?? '', env)
  expect(await findPreview(other, env)).toBeUndefined()
  await removeAllPreviews(env)
  expect(await findPreview(long, env)).toBeUndefined()
  expect(await redis.keys('colophon:*previews*')).toEqual([])
})
