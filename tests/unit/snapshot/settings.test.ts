import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { createRawMap, pageFile, workspace } from './support'

const KEY = `pk_test_${Buffer.from('a.clerk.example$').toString('base64')}`

/** Prepares a site twice, the second time with more variables. Returns whether the index was rebuilt. */
async function isRebuilt(more: Partial<Record<string, string>>): Promise<boolean> {
  const { folder, env } = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) })
  const source = { WORKSPACE_DIR: folder, STATE_DIR: env.stateDir, SITE_URL: 'https://a.example' }
  await prepareSite(readEnv(source, '/'), 0)
  return (await prepareSite(readEnv({ ...source, ...more }, '/'), 0)).changed
}

describe('the index', () => {
  it.each([
    { SITE_TIMEZONE: 'Asia/Tokyo' },
    { SITE_LOCALE: 'ja' },
    { SITE_URL: 'https://b.example' },
    { SITE_SECRET: 'a long random text' },
    { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: KEY, CLERK_SECRET_KEY: 'sk_test_x' },
  ])('is rebuilt for %j', async (more) => {
    expect(await isRebuilt(more)).toBe(true)
  })

  it.each([{ PORT: '4000' }, { EMBEDS: 'off' }, { SEARCH_RATE: '5' }])('is kept for %j', async (more) => {
    expect(await isRebuilt(more)).toBe(false)
  })
})
