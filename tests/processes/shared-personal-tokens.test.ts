import { expect, test } from 'vitest'
import { recordRights, SEEN_WITHIN_MS } from '@/lib/auth/access-records'
import { findTokenUser, makeTokens, readTokens, revokeTokens } from '@/lib/auth/personal-tokens'
import { getSharedRedis } from '@/lib/redis/shared'
import { readEnv } from '@/lib/settings/env'
import { startFileRedis } from '@/tests/support/file-redis'
import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { getSignInEnv } from '@/tests/support/sign-in/visitor'

const server = await startFileRedis()
const redis = await server.client()

const PERSON = { id: 'user_1' }
const env = readEnv(
  {
    ...getSignInEnv(createServiceKeys()),
    SITE_URL: 'https://site.example',
    SITE_SECRET: 'a-secret-of-the-tests',
    REDIS_URL: server.url,
  },
  '/',
)

test('instances share the rights of personal tokens in Redis, where they expire', async () => {
  const shared = await getSharedRedis(server.url)
  await expect.poll(() => shared.isReady).toBe(true)
  await makeTokens(PERSON, { signedIn: true, organizations: ['board'] }, env)
  const { feed = '' } = (await readTokens(PERSON, env)) ?? {}
  expect((await findTokenUser(feed, 'feed', env))?.viewer).toEqual({ signedIn: true, organizations: ['board'] })
  const keys = (await redis.keys('colophon:*personal:*')).map(String)
  expect(keys).toHaveLength(2)
  for (const key of keys) {
    expect(key).not.toContain(PERSON.id)
    const left = await redis.pTTL(key)
    expect(left).toBeGreaterThan(SEEN_WITHIN_MS - 60_000)
    expect(left).toBeLessThanOrEqual(SEEN_WITHIN_MS)
  }
  await recordRights(PERSON, [], env)
  expect((await findTokenUser(feed, 'feed', env))?.viewer.organizations).toEqual([])
  await revokeTokens(PERSON, env)
  await recordRights(PERSON, ['board'], env)
  expect(await findTokenUser(feed, 'feed', env)).toBeUndefined()
  expect(await redis.keys('colophon:*personal:*')).toEqual([])
})
