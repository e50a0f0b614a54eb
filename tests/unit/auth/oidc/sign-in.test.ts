import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import type { Env } from '@/lib/settings/env'
import { ACCOUNT_SITE, openAccountSite, readBrowser, readOidcEnv } from '@/tests/support/oidc/account-client'
import { signInWithOidc } from '@/tests/support/oidc/browser'
import { type OidcProvider, startOidcProvider } from '@/tests/support/oidc/provider'
import { expectConsole } from '../../../support/console'

const MIA = { name: 'Mia Lund', email: 'mia@example.com', email_verified: true, groups: ['board', 'Choir', 'No Name'] }
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
  provider.accounts.set('mia', { ...MIA })
  getRuntime().problems?.clear()
})

afterEach(() => void vi.useRealTimers())

/** Returns a browser in which a person has signed in. */
async function signIn(account = 'mia', settings = env) {
  const browser = openAccountSite(settings)
  const { url, body } = await signInWithOidc(browser, ACCOUNT_SITE, account)
  return { browser, url, body }
}

describe('a sign-in', () => {
  it('gives all groups at once, and returns to the page', async () => {
    const browser = openAccountSite(env)
    const form = await browser.open(`${ACCOUNT_SITE}/auth/start?redirect_url=%2Fmembers%2Fledger%3Fa%3Db`)
    expect(form.body).toContain('Sign in at the provider')
    const { url } = await browser.open(`${form.url}?login=mia`)
    expect(url).toBe(`${ACCOUNT_SITE}/members/ledger?a=b`)
    expect(await readBrowser(browser, env)).toEqual({
      viewer: { signedIn: true, organizations: ['board', 'choir'] },
      person: { id: 'mia', name: 'Mia Lund', email: 'mia@example.com' },
    })
  })

  it('makes two requests to the provider, and a page none', async () => {
    await signIn()
    const before = provider.requests.length
    const { browser } = await signIn()
    const bySite = provider.requests.slice(before).filter((path) => /^\/(?:token|me|jwks|\.well-known.*)$/.test(path))
    expect(bySite).toEqual(['/token', '/me'])
    const after = provider.requests.length
    expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
    expect(provider.requests).toHaveLength(after)
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/sign-in'])(
    'returns to this site for %j',
    async (address) => {
      const browser = openAccountSite(env)
      const form = await browser.open(`${ACCOUNT_SITE}/auth/start?${new URLSearchParams({ redirect_url: address })}`)
      expect((await browser.open(`${form.url}?login=mia`)).url).toBe(`${ACCOUNT_SITE}/members`)
    },
  )

  it('makes editors of the members of the editors’ group only', async () => {
    for (const [groups, role] of [
      [['Editors'], 'editor'],
      [['editors-2', 'board'], undefined],
      [[], undefined],
    ] as const) {
      provider.accounts.set('mia', { groups: [...groups] })
      expect((await readBrowser((await signIn()).browser, env)).viewer.role, String(groups)).toBe(role)
    }
  })

  it('offers to try again after it was canceled', async () => {
    const { browser, body } = await signIn('cancel')
    expect(JSON.parse(body)).toMatchObject({ kind: 'sign-in', failure: 'canceled' })
    expect((await readBrowser(browser, env)).viewer).toEqual(PUBLIC)
  })

  it('is refused to those who are not allowed', async () => {
    const signInWith = async (allow: string, account: object) => {
      provider.accounts.set('mia', account)
      const settings = readOidcEnv(provider, { OIDC_ALLOW: allow })
      return (await readBrowser((await signIn('mia', settings)).browser, settings)).viewer.signedIn
    }
    expect(await signInWith('example.com', MIA)).toBe(true)
    expect(await signInWith('choir', MIA)).toBe(true)
    expect(await signInWith('example.org, staff', MIA)).toBe(false)
    expect(await signInWith('example.com', { ...MIA, email_verified: false })).toBe(false)
    expect(await signInWith('example.com', { ...MIA, email: 'mia@example.com.evil.example' })).toBe(false)
    expect(await signInWith('example.com', { ...MIA, email: undefined })).toBe(false)
  })

  it.each(['client_secret_basic', 'client_secret_post'])(
    'proves who the site is by the method %s if the provider supports no other',
    async (method) => {
      const other = await startOidcProvider({
        siteUrl: ACCOUNT_SITE,
        more: { clientAuthMethods: [method], clientDefaults: { token_endpoint_auth_method: method } },
      })
      other.accounts.set('mia', MIA)
      const settings = readOidcEnv(other)
      expect((await readBrowser((await signIn('mia', settings)).browser, settings)).viewer.signedIn).toBe(true)
      await other.stop()
    },
  )

  it('asks for consent only if the provider gives no refresh token without it', async () => {
    const issueRefreshToken = async (_context: unknown, _client: unknown, code: { scopes: Set<string> }) =>
      code.scopes.has('offline_access')
    const other = await startOidcProvider({ siteUrl: ACCOUNT_SITE, more: { issueRefreshToken } })
    other.accounts.set('mia', MIA)
    const settings = readOidcEnv(other, { OIDC_SCOPES: 'openid offline_access', OIDC_RECHECK: '1' })
    const { browser } = await signIn('mia', settings)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.advanceTimersByTime(1100)
    const before = other.requests.length
    expect((await readBrowser(browser, settings)).viewer.signedIn).toBe(true)
    expect(other.requests.slice(before)).toContain('/token')
    await other.stop()
  })
})

describe('an attempt to sign in', () => {
  /** Returns the address to which the provider sends the browser back. */
  async function startAttempt(browser = openAccountSite(env)) {
    const form = await browser.open(`${ACCOUNT_SITE}/auth/start`)
    let url = `${form.url}?login=mia`
    while (!url.startsWith(`${ACCOUNT_SITE}/auth/callback`)) {
      const response = await browser.send(url)
      url = new URL(response.headers.get('location') ?? '', url).href
    }
    return { browser, url }
  }

  it('counts only in the browser that began it', async () => {
    const victim = openAccountSite(env)
    const { url } = await startAttempt()
    expect((await victim.send(url)).status).toBe(400)
    await startAttempt(victim)
    expect((await victim.send(url)).status).toBe(400)
    expect((await readBrowser(victim, env)).viewer).toEqual(PUBLIC)
  })

  it('counts only once', async () => {
    const { browser, url } = await startAttempt()
    const cookies = new Map(browser.cookies)
    expect((await browser.send(url)).status).toBe(303)
    expect((await browser.send(url)).status).toBe(400)
    const replaying = openAccountSite(env)
    for (const [name, value] of cookies) replaying.cookies.set(name, value)
    const { status } = await replaying.send(url)
    expect(status).toBe(400)
    expect((await readBrowser(replaying, env)).viewer).toEqual(PUBLIC)
  })

  it('counts only with its state, code and issuer, each once', async () => {
    expectConsole(/^warn: A sign-in failed: OAUTH_INVALID_RESPONSE$/)
    const change = async (edit: (url: URL) => void) => {
      const { browser, url } = await startAttempt()
      const changed = new URL(url)
      edit(changed)
      const { status } = await browser.send(changed.href)
      expect((await readBrowser(browser, env)).viewer).toEqual(PUBLIC)
      return status
    }
    expect(await change(({ searchParams }) => searchParams.set('state', 'another'))).toBe(400)
    expect(await change(({ searchParams }) => searchParams.delete('state'))).toBe(400)
    expect(await change(({ searchParams }) => searchParams.append('state', 'another'))).toBe(400)
    expect(await change(({ searchParams }) => searchParams.set('code', 'another'))).toBe(400)
    expect(await change(({ searchParams }) => searchParams.set('iss', 'https://another.example'))).toBe(400)
    expect(await change(({ searchParams }) => searchParams.delete('iss'))).toBe(400)
  })

  it('replaces a session that was in the browser before', async () => {
    const { browser } = await signIn()
    const planted = new Map([...browser.cookies].filter(([name]) => name.startsWith('colophon')))
    provider.accounts.set('ben', { name: 'Ben', groups: ['choir'] })
    const victim = openAccountSite(env)
    for (const [name, value] of planted) victim.cookies.set(name, value)
    const form = await victim.open(`${ACCOUNT_SITE}/auth/start`)
    await victim.open(`${form.url}?login=ben`)
    expect((await readBrowser(victim, env)).person?.id).toBe('ben')
    const sessions = [...planted].filter(([name]) => name.includes('-session-'))
    expect(sessions).toHaveLength(1)
    for (const [name, value] of sessions) expect(victim.cookies.get(name)).not.toBe(value)
  })
})

describe('a sign-out', () => {
  const headers = { 'sec-fetch-site': 'same-origin' }

  it('ends the session here and at the provider, also for a copy of the cookie', async () => {
    const { browser } = await signIn()
    const copy = openAccountSite(env)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const response = await browser.send(`${ACCOUNT_SITE}/auth/sign-out`, { method: 'POST', headers })
    const to = new URL(response.headers.get('location') ?? '')
    expect(to.origin).toBe(provider.issuer)
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${ACCOUNT_SITE}/`)
    expect(to.searchParams.get('id_token_hint')).not.toBeNull()
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('colophon'))).toEqual([])
    expect((await readBrowser(copy, env)).viewer).toEqual(PUBLIC)
  })

  it('is refused to a page of another site, and as a link', async () => {
    const { browser } = await signIn()
    for (const [init, status] of [
      [{ method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }, 403],
      [{ method: 'POST' }, 403],
      [{ method: 'GET', headers }, 405],
    ] as const) {
      expect((await browser.send(`${ACCOUNT_SITE}/auth/sign-out`, init)).status).toBe(status)
    }
    expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
  })
})

describe('the screens', () => {
  it('show who is signed in, with the groups, and how long the session lasts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 })
    const began = Date.now()
    const { browser } = await signIn()
    const { body } = await browser.open(`${ACCOUNT_SITE}/account`)
    expect(JSON.parse(body)).toMatchObject({
      kind: 'account',
      groups: ['board', 'choir'],
      person: { name: 'Mia Lund' },
      session: { began, ends: began + 28_800_000 },
    })
    expect((await browser.open(`${ACCOUNT_SITE}/sign-in?redirect_url=/members/a`)).url).toBe(
      `${ACCOUNT_SITE}/members/a`,
    )
  })

  it('do not exist at other paths and for other methods', async () => {
    const browser = openAccountSite(env)
    const read = async (path: string, method = 'GET') => (await browser.send(ACCOUNT_SITE + path, { method })).status
    for (const path of ['/sign-up', '/organization', '/sign-in/more', '/auth', '/auth/other']) {
      expect(await read(path), path).toBe(404)
    }
    expect(await read('/sign-in', 'POST')).toBe(405)
    expect(await read('/auth/backchannel-logout')).toBe(405)
    expect(await read('/account')).toBe(303)
  })
})
