import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordRights, removeRights, SEEN_WITHIN_MS } from '@/lib/auth/access-records'
import { findTokenUser, makeTokens, readTokens, revokeTokens } from '@/lib/auth/personal-tokens'
import { clearProblem, getCurrentReasons } from '@/lib/problems'
import { type Env, readEnv } from '@/lib/settings/env'
import { expectConsole } from '@/tests/support/console'
import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { getSignInEnv } from '@/tests/support/sign-in/visitor'
import { createFolder } from '@/tests/support/site'

const keys = createServiceKeys()
const PERSON = { id: 'user_1' }
const VIEWER = { signedIn: true, organizations: ['board'], role: 'editor' as const, unlocked: ['lock'] }
const READER = { signedIn: true, organizations: ['board'] }

function createEnv(more: Record<string, string | undefined> = {}): Env {
  const settings = { SITE_URL: 'https://site.example', SITE_SECRET: 'a-secret-of-the-tests', ...more }
  return readEnv({ ...getSignInEnv(keys), STATE_DIR: createFolder('personal'), ...settings }, '/')
}

afterEach(() => void vi.useRealTimers())

async function make(env: Env) {
  await makeTokens(PERSON, VIEWER, env)
  const tokens = await readTokens(PERSON, env)
  if (tokens === undefined) throw new Error('There are no tokens')
  return tokens
}

describe('findTokenUser', () => {
  it('returns the rights of the last session, without the role of an editor and without passwords', async () => {
    const env = createEnv()
    const { feed, mcp } = await make(env)
    expect((await findTokenUser(feed, 'feed', env))?.viewer).toEqual(READER)
    expect((await findTokenUser(mcp, 'mcp', env))?.viewer).toEqual(READER)
    expect(feed).not.toContain(PERSON.id)
  })

  it('refuses forged tokens, and those for another purpose, site, secret or person', async () => {
    const env = createEnv()
    const { feed, mcp } = await make(env)
    const [, person = '', made = '', signature = ''] = feed.split('~')
    const forged = [
      ...['', 'feed', feed.slice(0, -1), `${feed}x`, ` ${feed}`, feed.replace('feed', 'mcp'), mcp],
      `feed~${person}~${made}~${'A'.repeat(43)}`,
      `feed~${person}~${Number(made) + 1}~${signature}`,
      `feed~${person}~0${made}~${signature}`,
      `feed~${'A'.repeat(22)}~${made}~${signature}`,
      `feed~../../../../etc/passw~${made}~${signature}`,
    ]
    for (const token of forged) expect(await findTokenUser(token, 'feed', env), token).toBeUndefined()
    const others = [
      { siteUrl: 'https://other.example' },
      { siteSecret: 'another-secret-of-tests' },
      { siteSecret: undefined },
      { signIn: undefined },
    ]
    for (const other of others) expect(await findTokenUser(feed, 'feed', { ...env, ...other })).toBeUndefined()
    expect(await readTokens({ id: 'user_2' }, env)).toBeUndefined()
  })

  it('refuses revoked tokens, also after new ones were made, or the records were lost', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const env = createEnv()
    const before = await make(env)
    await revokeTokens(PERSON, env)
    expect(await findTokenUser(before.feed, 'feed', env)).toBeUndefined()
    expect(await readTokens(PERSON, env)).toBeUndefined()
    expect(readdirSync(path.join(env.stateDir, 'personal'))).toEqual([])
    await recordRights(PERSON, ['board'], env)
    expect(await findTokenUser(before.feed, 'feed', env)).toBeUndefined()
    vi.advanceTimersByTime(2)
    const after = await make(env)
    expect(await findTokenUser(before.feed, 'feed', env)).toBeUndefined()
    expect(await findTokenUser(after.feed, 'feed', env)).toBeDefined()
    rmSync(env.stateDir, { recursive: true })
    expect(await findTokenUser(after.feed, 'feed', env)).toBeUndefined()
    vi.advanceTimersByTime(2)
    await make(env)
    expect(await findTokenUser(after.feed, 'feed', env)).toBeUndefined()
  })

  it('follows the organizations of later sessions', async () => {
    const env = createEnv()
    const { feed } = await make(env)
    await recordRights(PERSON, [], env)
    expect((await findTokenUser(feed, 'feed', env))?.viewer.organizations).toEqual([])
    await recordRights(PERSON, ['choir'], env)
    expect((await findTokenUser(feed, 'feed', env))?.viewer.organizations).toEqual(['choir'])
  })

  it('refuses tokens of a person whom the provider has refused, until it confirms new rights', async () => {
    const env = createEnv()
    const { feed } = await make(env)
    const now = Date.now()
    const read = async () => (await findTokenUser(feed, 'feed', env))?.viewer.organizations
    await removeRights(PERSON, env, now + 1000)
    expect(await read()).toBeUndefined()
    // A session that the provider confirmed before brings nothing back.
    await recordRights(PERSON, ['choir'], env, now + 999)
    expect(await read()).toBeUndefined()
    await recordRights(PERSON, ['choir'], env, now + 2000)
    expect(await read()).toEqual(['choir'])
    await recordRights(PERSON, ['board'], env, now + 1999)
    expect(await read()).toEqual(['choir'])
  })

  it('refuses tokens of a person who has not visited the site for long', async () => {
    const env = createEnv()
    const { feed } = await make(env)
    const now = Date.now()
    expect(await findTokenUser(feed, 'feed', env, now + SEEN_WITHIN_MS - 60_000)).toBeDefined()
    expect(await findTokenUser(feed, 'feed', env, now + SEEN_WITHIN_MS + 1)).toBeUndefined()
    await recordRights(PERSON, ['board'], env, now + SEEN_WITHIN_MS / 2)
    expect(await findTokenUser(feed, 'feed', env, now + SEEN_WITHIN_MS + 1)).toBeDefined()
  })
})

describe('recordRights', () => {
  it('records nothing of people without tokens', async () => {
    const env = createEnv()
    await recordRights(PERSON, ['board'], env)
    expect(() => readdirSync(path.join(env.stateDir, 'personal'))).toThrow('ENOENT')
  })

  it('gives no rights if they cannot be saved', async () => {
    const env = createEnv()
    const { feed } = await make(env)
    const folder = path.join(env.stateDir, 'personal')
    const file = readdirSync(folder).find((name) => name.includes('.rights.')) ?? ''
    rmSync(path.join(folder, file))
    mkdirSync(path.join(folder, file))
    expectConsole(/^error: The rights of a member could not be saved: EISDIR/)
    await recordRights(PERSON, ['board'], env)
    expect(getCurrentReasons()).toEqual(['The rights of members could not be saved for their feeds'])
    clearProblem('personal-addresses')
    await expect(findTokenUser(feed, 'feed', env)).rejects.toThrow('EISDIR')
  })
})

it('removes the records of people who have not visited the site for long', async () => {
  const env = createEnv()
  await make(env)
  const folder = path.join(env.stateDir, 'personal')
  const old = new Date(Date.now() - SEEN_WITHIN_MS - 1000)
  await removeRights(PERSON, env)
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), old, old)
  const rights = readdirSync(folder).find((name) => name.includes('.rights.')) ?? ''
  // It may be lost alone.
  rmSync(path.join(folder, rights))
  await makeTokens({ id: 'user_2' }, READER, env)
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  for (const name of names) expect(statSync(path.join(folder, name)).mtimeMs).toBeGreaterThan(old.getTime())
})
