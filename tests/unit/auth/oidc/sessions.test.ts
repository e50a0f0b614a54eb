import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { getPersonKey, readOrganizations, recordMade } from '@/lib/auth/access-records'
import { createUnlockCookie } from '@/lib/auth/unlocking'
import { getRuntime } from '@/lib/runtime'
import type { Env } from '@/lib/settings/env'
import { createLockFor } from '@/lib/site/page-locks'
import { expectConsole } from '@/tests/support/console'
import { ACCOUNT_SITE, openAccountSite, readBrowser, readOidcEnv } from '@/tests/support/oidc/account-client'
import { type CookieBrowser, signInWithOidc } from '@/tests/support/oidc/browser'
import { type OidcProvider, startOidcProvider } from '@/tests/support/oidc/provider'
import { createId } from '@/tests/support/records'

const PUBLIC = { signedIn: false, organizations: [] }

let provider: OidcProvider
let env: Env

beforeAll(async () => {
  provider = await startOidcProvider({ siteUrl: ACCOUNT_SITE })
  env = readOidcEnv(provider)
})
afterAll(() => provider.stop())
beforeEach(() => {
  provider.accounts.clear()
  provider.accounts.set('mia', { groups: ['board'] })
  rmSync(getRevocationsFile(), { force: true })
  restart()
})

const getRevocationsFile = () => path.join(env.stateDir, 'revoked-sessions.json')

/** Forgets what a process knows. */
function restart() {
  Object.assign(getRuntime(), {
    problems: undefined,
    openSessions: undefined,
    revokedSessions: undefined,
    sessionChecks: undefined,
    providerUnavailableUntil: 0,
  })
}

async function signIn(account = 'mia', settings = env) {
  const browser = openAccountSite(settings)
  await signInWithOidc(browser, ACCOUNT_SITE, account)
  expect((await readBrowser(browser, settings)).viewer.signedIn).toBe(true)
  return browser
}

const countRefreshes = () => provider.requests.filter((path) => path === '/token').length

/** Sets the clock of the site forward. */
function passTime(seconds: number) {
  const now = Date.now() + seconds * 1000
  if (vi.isFakeTimers()) vi.setSystemTime(now)
  else vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}

describe('a removed group', () => {
  it('takes effect within OIDC_RECHECK, and an added one as well', async () => {
    const browser = await signIn()
    provider.accounts.set('mia', { groups: ['choir'] })
    expect((await visit(browser)).organizations).toEqual(['board'])
    passTime(301)
    expect((await visit(browser)).organizations).toEqual(['choir'])
    provider.accounts.set('mia', { groups: [] })
    passTime(301)
    expect((await visit(browser)).organizations).toEqual([])
  })

  it('takes effect once for all requests with the same cookie', async () => {
    const browser = await signIn()
    passTime(301)
    const before = countRefreshes()
    const viewers = await Promise.all(Array.from({ length: 20 }, () => readBrowser(browser, env)))
    expect(viewers.every(({ viewer }) => viewer.organizations[0] === 'board')).toBe(true)
    expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
    expect(countRefreshes()).toBe(before + 1)
  })

  it('ends the session if the group was the reason to sign in', async () => {
    const settings = readOidcEnv(provider, { OIDC_ALLOW: 'board' })
    const browser = await signIn('mia', settings)
    provider.accounts.set('mia', { groups: [] })
    passTime(301)
    expect((await readBrowser(browser, settings)).viewer).toEqual(PUBLIC)
  })

  it('ends the session if the account was removed, and the rights of its addresses for programs', async () => {
    const settings = readOidcEnv(provider)
    const browser = await signIn('mia', settings)
    const key = getPersonKey({ id: 'mia' }, settings)
    await recordMade(key, ['board'], settings)
    expect(await readOrganizations(key, settings)).toEqual(['board'])
    provider.accounts.clear()
    passTime(301)
    expect((await readBrowser(browser, settings)).viewer).toEqual(PUBLIC)
    expect(await readOrganizations(key, settings)).toBeUndefined()
  })
})

/** Visits the account page, which stores renewed cookies, and returns the viewer. */
async function visit(browser: CookieBrowser, settings = env) {
  await browser.send(`${ACCOUNT_SITE}/account`)
  return (await readBrowser(browser, settings)).viewer
}

describe('a session', () => {
  it('ends after OIDC_SESSION, however often it was renewed', async () => {
    const settings = readOidcEnv(provider, { OIDC_SESSION: '600' })
    const browser = await signIn('mia', settings)
    passTime(400)
    expect((await visit(browser, settings)).signedIn).toBe(true)
    passTime(150)
    expect((await visit(browser, settings)).signedIn).toBe(true)
    passTime(60)
    expect((await readBrowser(browser, settings)).viewer).toEqual(PUBLIC)
  })

  it('is kept until its end while the provider does not respond, which health reports', async () => {
    const browser = await signIn()
    provider.setDown(503)
    onTestFinished(() => provider.setDown(false))
    passTime(1000)
    expect((await readBrowser(browser, env)).viewer.organizations).toEqual(['board'])
    const reasons = [...(getRuntime().problems?.values() ?? [])].map(({ reason }) => reason)
    expect(reasons).toEqual(['The sign-in provider does not respond'])
    expect((await openAccountSite(env).send(`${ACCOUNT_SITE}/auth/start`)).status).toBe(303)
    passTime(28_000)
    expect((await readBrowser(browser, env)).viewer).toEqual(PUBLIC)
    provider.setDown(false)
    // Requests to the provider are paused for some seconds.
    const { providerUnavailableUntil = 0 } = getRuntime()
    expect(providerUnavailableUntil).toBeGreaterThan(0)
    expect(providerUnavailableUntil - performance.now()).toBeLessThan(20_000)
    // Ends the pause. With 0, the last request would have succeeded.
    Object.assign(getRuntime(), { providerUnavailableUntil: 1 })
    expect((await signedIn(openAccountSite(env))).viewer.signedIn).toBe(true)
    expect(getRuntime().problems?.size).toBe(0)
  })

  it('is kept if the provider refuses too many requests, which it then gets once from each session', async () => {
    const [first, second] = [await signIn(), await signIn()]
    provider.setDown(429)
    onTestFinished(() => provider.setDown(false))
    passTime(1000)
    const before = countRefreshes()
    for (const browser of [first, second, first, second]) {
      expect((await readBrowser(browser, env)).viewer.organizations).toEqual(['board'])
    }
    expect(countRefreshes()).toBe(before + 2)
    provider.setDown(false)
    expect((await signedIn(openAccountSite(env))).viewer.signedIn).toBe(true)
  })

  it('waits for a silent provider in one request at a time', async () => {
    const [first, second] = [await signIn(), await signIn()]
    provider.setDown('silent')
    onTestFinished(() => provider.setDown(false))
    passTime(1000)
    // A request failed before, and its pause is over.
    Object.assign(getRuntime(), { providerUnavailableUntil: 1 })
    let isWaiting = true
    const waiting = readBrowser(first, env).finally(() => {
      isWaiting = false
    })
    expect((await readBrowser(second, env)).viewer.signedIn).toBe(true)
    expect(isWaiting).toBe(true)
    expect((await waiting).viewer.signedIn).toBe(true)
  })

  it('stays valid after a change of SITE_SECRET while the former one is accepted', async () => {
    const browser = await signIn()
    const secrets = { SITE_SECRET: 'another-secret-of-the-site', SITE_SECRET_PREVIOUS: env.siteSecret ?? '' }
    const changed = readOidcEnv(provider, secrets)
    expect((await readBrowser(browser, changed)).viewer.signedIn).toBe(true)
    const without = readOidcEnv(provider, { SITE_SECRET: secrets.SITE_SECRET })
    expect((await readBrowser(browser, without)).viewer).toEqual(PUBLIC)
  })

  it('opens the pages whose passwords the person has given, too', async () => {
    const browser = await signIn()
    const lock = createLockFor(createId('Diary'), 'open sesame', env) ?? ''
    browser.store(createUnlockCookie(lock, env))
    const { viewer } = await readBrowser(browser, env)
    expect(viewer).toMatchObject({ signedIn: true, organizations: ['board'], unlocked: [lock] })
  })

  it('is not that of another site, provider or client with the same secret', async () => {
    const browser = await signIn()
    const others: Record<string, string>[] = [
      { SITE_URL: 'http://localhost:4322' },
      { SITE_URL: `${ACCOUNT_SITE}/docs` },
      { OIDC_ISSUER: 'http://127.0.0.1:1' },
      { OIDC_CLIENT_ID: 'another' },
    ]
    for (const more of others) {
      const other = readOidcEnv(provider, more)
      const names = new Map([...browser.cookies])
      // Under the name that the other site reads.
      const { getCookieName } = await import('@/lib/auth/oidc/cookies')
      const settings = other.signIn
      if (settings?.kind !== 'oidc') throw new Error('no settings')
      const [own] = [...browser.cookies].filter(([name]) => name.includes('-session-'))
      names.set(getCookieName('session', { settings, env: other }), own?.[1] ?? '')
      expect((await readBrowser({ cookies: names }, other)).viewer, JSON.stringify(more)).toEqual(PUBLIC)
    }
  })

  it('is not made of the cookie of an attempt, nor of parts of two sessions', async () => {
    const browser = openAccountSite(env)
    await browser.open(`${ACCOUNT_SITE}/auth/start`)
    const [attempt] = [...browser.cookies].filter(([name]) => name.includes('-sign-in-'))
    const name = attempt?.[0].replace('-sign-in-', '-session-') ?? ''
    expect((await readBrowser({ cookies: new Map([[name, attempt?.[1] ?? '']]) }, env)).viewer).toEqual(PUBLIC)
    const [one, other] = await Promise.all([signIn(), signIn()])
    const [a, b] = [one, other].map(({ cookies }) => cookies.get(name) ?? '')
    const half = Math.floor((a?.length ?? 0) / 2)
    const mixed = (a?.slice(0, half) ?? '') + (b?.slice(half) ?? '')
    expect((await readBrowser({ cookies: new Map([[name, mixed]]) }, env)).viewer).toEqual(PUBLIC)
  })

  it('is in cookies that only this host reads, over TLS', async () => {
    const secure = readOidcEnv(provider, { SITE_URL: 'https://docs.example' })
    const { createCookies } = await import('@/lib/auth/oidc/cookies')
    if (secure.signIn?.kind !== 'oidc') throw new Error('no settings')
    const [first, second, presence] = createCookies('session', 'x'.repeat(4000), 60, {
      settings: secure.signIn,
      env: secure,
    })
    for (const line of [first, second]) {
      expect(line).toMatch(
        /^__Host-colophon-session-[0-9a-f]{8}(?:-2)?=x+; Path=\/; Max-Age=60; SameSite=Lax; Secure; HttpOnly$/,
      )
      expect(line?.length).toBeLessThan(4096)
    }
    expect(presence).toBe('colophon-signed-in=1; Path=/; Max-Age=60; SameSite=Lax; Secure')
  })

  it('has a bounded size, with the groups that fit', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `a-group-with-a-long-name-${at}`)
    provider.accounts.set('mia', { groups: [...many, 'editors'] })
    const browser = await signIn()
    const sizes = [...browser.cookies].filter(([name]) => name.startsWith('colophon')).map(([, value]) => value.length)
    expect(Math.max(...sizes)).toBeLessThan(3700)
    // The site uses none of them but that of its editors.
    expect((await readBrowser(browser, env)).viewer).toEqual({ signedIn: true, organizations: [], role: undefined })
  })
})

async function signedIn(browser: CookieBrowser) {
  await signInWithOidc(browser, ACCOUNT_SITE, 'mia')
  return readBrowser(browser, env)
}

describe('a sign-out everywhere', () => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const send = (browser: CookieBrowser, init: RequestInit = { headers }) =>
    browser.send(`${ACCOUNT_SITE}/auth/sign-out`, {
      method: 'POST',
      body: new URLSearchParams({ everywhere: '1' }),
      ...init,
    })
  const isSignedIn = async ({ cookies }: Pick<CookieBrowser, 'cookies'>, settings = env) =>
    (await readBrowser({ cookies }, settings)).viewer.signedIn

  /** Returns a browser with the same cookies. */
  function copy({ cookies }: CookieBrowser, settings = env) {
    const browser = openAccountSite(settings)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }

  it('ends all sessions of the person and of no other, and goes on at the provider', async () => {
    provider.accounts.set('ben', { groups: ['choir'] })
    const [first, second, ben] = [await signIn(), await signIn(), await signIn('ben')]
    const before = copy(first)
    const response = await send(first)
    expect(response.status).toBe(303)
    const to = new URL(response.headers.get('location') ?? '')
    expect(to.origin).toBe(provider.issuer)
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${ACCOUNT_SITE}/`)
    expect([...first.cookies.keys()].filter((name) => name.startsWith('colophon'))).toEqual([])
    expect(await isSignedIn(before)).toBe(false)
    expect(await isSignedIn(second)).toBe(false)
    expect(await isSignedIn(ben)).toBe(true)
  })

  it('does not end a session that begins afterwards, also not by a copy of an ended one', async () => {
    const browser = await signIn()
    const before = copy(browser)
    await send(browser)
    passTime(1)
    const after = await signIn()
    expect(await isSignedIn(after)).toBe(true)
    expect((await send(before)).headers.get('location')).toBe('/sign-in')
    expect(await isSignedIn(after)).toBe(true)
  })

  it('leads a browser without a session to sign-in', async () => {
    const response = await send(openAccountSite(env))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sign-in'])
  })

  it('is refused to a page of another site', async () => {
    const [browser, other] = [await signIn(), await signIn()]
    expect((await send(browser, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await send(browser, {})).status).toBe(403)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(other)).toBe(true)
  })

  it.each([
    ['a folder that cannot be written', { stateDir: path.join('/dev/null', 'state') }],
    ['an unreachable Redis', { redisUrl: 'redis://127.0.0.1:1' }],
  ])('reports that it could not be stored in %s, and signs this browser out', async (_, store) => {
    const settings = readOidcEnv(provider)
    const browser = copy(await signIn('mia', settings), { ...settings, ...store })
    const response = await send(browser)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ kind: 'sign-in', failure: 'remaining' })
    expect(await isSignedIn(browser, settings)).toBe(false)
    const reasons = [...(getRuntime().problems?.values() ?? [])].map(({ reason }) => reason)
    expect(reasons).toContain('Sessions that ended could not be revoked')
  })
})

describe('a back-channel sign-out', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const createClaims = (more: object = {}) => {
    const iat = Math.floor(Date.now() / 1000)
    const base = { iss: provider.issuer, aud: 'colophon', iat, exp: iat + 60, jti: randomUUID(), events: EVENT }
    return { ...base, sub: 'mia', ...more }
  }
  const post = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token })
    return (await openAccountSite(env).send(`${ACCOUNT_SITE}/auth/backchannel-logout`, { method: 'POST', body })).status
  }

  it('ends all sessions of a person, or the one that it names', async () => {
    provider.accounts.set('ben', { groups: ['choir'] })
    const [first, second, other] = [await signIn(), await signIn(), await signIn('ben')]
    expect(await post(await provider.sign(createClaims()))).toBe(200)
    expect((await readBrowser(first, env)).viewer).toEqual(PUBLIC)
    expect((await readBrowser(second, env)).viewer).toEqual(PUBLIC)
    expect((await readBrowser(other, env)).viewer.signedIn).toBe(true)
  })

  it('ends sessions without an id of the provider, if it names one and the person', async () => {
    const other = await startOidcProvider({
      siteUrl: ACCOUNT_SITE,
      more: { features: { devInteractions: { enabled: false } } },
    })
    onTestFinished(() => other.stop())
    other.accounts.set('mia', { groups: ['board'] })
    const settings = readOidcEnv(other)
    const browser = openAccountSite(settings)
    await signInWithOidc(browser, ACCOUNT_SITE, 'mia')
    expect((await readBrowser(browser, settings)).viewer.signedIn).toBe(true)
    const claims = createClaims({ iss: other.issuer, sid: 'another' })
    const body = new URLSearchParams({ logout_token: await other.sign(claims) })
    await openAccountSite(settings).send(`${ACCOUNT_SITE}/auth/backchannel-logout`, { method: 'POST', body })
    expect((await readBrowser(browser, settings)).viewer).toEqual(PUBLIC)
  })

  it('ends the rights of addresses for programs, as does a sign-in of a person who is not allowed', async () => {
    const settings = readOidcEnv(provider, { OIDC_ALLOW: 'board' })
    const key = getPersonKey({ id: 'mia' }, settings)
    const record = async () => {
      await recordMade(key, ['board'], settings)
      expect(await readOrganizations(key, settings)).toEqual(['board'])
    }
    await record()
    const body = new URLSearchParams({ logout_token: await provider.sign(createClaims({ sid: 'one' })) })
    const address = `${ACCOUNT_SITE}/auth/backchannel-logout`
    expect((await openAccountSite(settings).send(address, { method: 'POST', body })).status).toBe(200)
    expect(await readOrganizations(key, settings)).toBeUndefined()
    passTime(1)
    await record()
    provider.accounts.set('mia', { groups: ['choir'] })
    passTime(1)
    await signInWithOidc(openAccountSite(settings), ACCOUNT_SITE, 'mia')
    expect(await readOrganizations(key, settings)).toBeUndefined()
  })

  it('still holds after a restart, until OIDC_SESSION has passed', async () => {
    const browser = await signIn()
    expect(await post(await provider.sign(createClaims()))).toBe(200)
    restart()
    expect((await readBrowser(browser, env)).viewer).toEqual(PUBLIC)
    passTime(1)
    expect((await readBrowser(await signIn(), env)).viewer.signedIn).toBe(true)
  })

  it('counts for everyone after a restart if the list of ended sessions cannot be read', async () => {
    const browser = await signIn()
    expectConsole(/^warn: .*revoked-sessions\.json cannot be read: everyone has to sign in again$/)
    for (const content of ['', '{}', '[["a"]]', '[["a", "b"]]']) {
      writeFileSync(getRevocationsFile(), content)
      restart()
      expect((await readBrowser(browser, env)).viewer, content).toEqual(PUBLIC)
    }
    passTime(1)
    expect((await readBrowser(await signIn(), env)).viewer.signedIn).toBe(true)
  })

  it('is repeated by the provider if it cannot be stored', async () => {
    const settings = { ...env, stateDir: path.join('/dev/null', 'state') }
    const body = new URLSearchParams({ logout_token: await provider.sign(createClaims()) })
    expectConsole(/^warn: .*revoked-sessions\.json cannot be read/)
    expectConsole(/^error: The rights of a member could not be saved/)
    const address = `${ACCOUNT_SITE}/auth/backchannel-logout`
    expect((await openAccountSite(settings).send(address, { method: 'POST', body })).status).toBe(503)
  })

  it('lets the person sign in again', async () => {
    const before = await signIn()
    await post(await provider.sign(createClaims()))
    passTime(1)
    const after = await signIn()
    expect((await readBrowser(before, env)).viewer).toEqual(PUBLIC)
    expect((await readBrowser(after, env)).viewer.signedIn).toBe(true)
  })

  it('ends no session with a wrong token', async () => {
    const browser = await signIn()
    const iat = Math.floor(Date.now() / 1000)
    const wrong = [
      createClaims({ iss: 'https://another.example' }),
      createClaims({ aud: 'another' }),
      createClaims({ events: {} }),
      createClaims({ events: undefined }),
      createClaims({ nonce: 'a' }),
      createClaims({ jti: undefined }),
      createClaims({ iat: iat - 3600, exp: iat + 60 }),
      createClaims({ sub: undefined }),
    ]
    for (const claims of wrong) expect(await post(await provider.sign(claims)), JSON.stringify(claims)).toBe(400)
    expect(await post('none')).toBe(400)
    expect(await post(`${await provider.sign(createClaims())}x`)).toBe(400)
    expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
  })
})
