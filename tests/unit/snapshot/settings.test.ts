import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { SIGN_IN_VARIABLES } from '../../support/sign-in/variables'
import { createRawMap, pageFile, workspace } from './support'

/** Prepares a site twice, the second time with more variables. Returns whether the index was rebuilt. */
async function isRebuilt(more: Partial<Record<string, string>>): Promise<boolean> {
  const { folder, env } = workspace({ [pageFile('A')]: createRawMap({ A: 'a' }) })
  const source = { WORKSPACE_DIR: folder, STATE_DIR: env.stateDir, SITE_URL: SIGN_IN_VARIABLES.SITE_URL }
  await prepareSite(readEnv(source, '/'), 0)
  return (await prepareSite(readEnv({ ...source, ...more }, '/'), 0)).changed
}

describe('the index', () => {
  it.each([
    { SITE_TIMEZONE: 'Asia/Tokyo' },
    { SITE_LOCALE: 'ja' },
    { SITE_URL: 'https://b.example' },
    { SITE_SECRET: 'a long random text' },
    SIGN_IN_VARIABLES,
  ])('is rebuilt for %j', async (more) => {
    expect(await isRebuilt(more)).toBe(true)
  })

  it.each([{ PORT: '4000' }, { EMBEDS: 'off' }, { SEARCH_RATE: '5' }])('is kept for %j', async (more) => {
    expect(await isRebuilt(more)).toBe(false)
  })
})
