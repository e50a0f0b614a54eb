import type { JWTPayload } from 'jose'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import type { Env } from '@/lib/settings/env'
import type { SiteState } from '@/lib/site/get-site'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { ACCOUNT_SITE, openAccountSite, readBrowser, readOidcEnv } from '@/tests/support/oidc/account-client'
import { type ForgingProvider, startForgingProvider } from '@/tests/support/oidc/forging-provider'
import { getSigningKeys } from '@/tests/support/oidc/signing-keys'
import { buildInput, SETTINGS } from '../../../support/build-input'
import { expectConsole } from '../../../support/console'
import { page } from '../../../support/records'

let provider: ForgingProvider
let env: Env

beforeEach(async () => {
  provider = await startForgingProvider()
  env = readOidcEnv(provider)
  getRuntime().problems?.clear()
})
afterEach(() => provider.stop())

/** Returns the viewer of a browser that signed in, and the status of the last response. */
async function signIn(settings = env) {
  const browser = openAccountSite(settings)
  const { response } = await browser.open(`${ACCOUNT_SITE}/auth/start`)
  return { ...(await readBrowser(browser, settings)), status: response.status, browser }
}

const change = (more: JWTPayload) => async () => provider.sign({ ...provider.createClaims(), ...more })

describe('an ID token', () => {
  it('signs in if it is correct', async () => {
    const { viewer, person, status } = await signIn()
    expect([viewer, person, status]).toEqual([
      { signedIn: true, organizations: ['board'] },
      { id: 'mia', name: 'Mia' },
      200,
    ])
  })

  const now = Math.floor(Date.now() / 1000)
  const WRONG: [string, () => NonNullable<ForgingProvider['next']['idToken']>][] = [
    ['of another issuer', () => change({ iss: 'https://another.example' })],
    ['for another site', () => change({ aud: 'another' })],
    ['for several sites without naming this one', () => change({ aud: ['another', 'third'] })],
    ['for several sites that another may use', () => change({ aud: ['colophon', 'another'], azp: 'another' })],
    ['that has expired', () => change({ iat: now - 7200, exp: now - 61 })],
    ['that begins later', () => change({ nbf: now + 120 })],
    ['without an end', () => change({ exp: undefined })],
    ['without a person', () => change({ sub: undefined })],
    ['with an empty person', () => change({ sub: '' })],
    ['of another attempt', () => change({ nonce: 'another' })],
    ['without a nonce', () => change({ nonce: undefined })],
    [
      'that another key signed',
      () => async () => provider.sign(provider.createClaims(), {}, (await getSigningKeys('another')).privateKey),
    ],
    ['with an unknown key', () => async () => provider.sign(provider.createClaims(), { kid: 'another' })],
    [
      'signed with the secret of the client',
      () => async () =>
        provider.sign(provider.createClaims(), { alg: 'HS256' }, new TextEncoder().encode('secret of the client')),
    ],
    [
      'without a signature',
      () => async () => {
        const [, claims] = (await provider.sign(provider.createClaims())).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
      },
    ],
    [
      'with other claims than were signed',
      () => async () => {
        const [header, , signature] = (await provider.sign(provider.createClaims())).split('.')
        const claims = JSON.stringify({ ...provider.createClaims(), groups: ['editors'] })
        return `${header}.${Buffer.from(claims).toString('base64url')}.${signature}`
      },
    ],
    ['that is none', () => async () => 'none'],
    ['that is missing', () => async () => undefined],
  ]

  it.each(WRONG)('%s gives no session', async (_, make) => {
    expectConsole(/^warn: A sign-in failed: /)
    provider.next.idToken = make()
    const { viewer, status } = await signIn()
    expect(viewer).toEqual({ signedIn: false, organizations: [] })
    expect(status).toBe(400)
  })

  it('is accepted from a clock that is wrong by less than a minute', async () => {
    provider.next.idToken = change({ iat: now + 50, exp: now + 3600 })
    expect((await signIn()).viewer.signedIn).toBe(true)
    provider.next.idToken = change({ nbf: now + 50 })
    expect((await signIn()).viewer.signedIn).toBe(true)
  })

  it('is verified with new keys of the provider', async () => {
    expect((await signIn()).viewer.signedIn).toBe(true)
    await provider.rotateKey()
    // A second unknown key would be fetched only after a while.
    const first = provider.requests.filter((path) => path === '/keys').length
    getRuntime().problems?.clear()
    expectConsole(/^warn: A sign-in failed: ERR_JWKS_NO_MATCHING_KEY$/)
    for (let attempt = 0; attempt < 5; attempt++) await signIn()
    expect(provider.requests.filter((path) => path === '/keys').length - first).toBeLessThanOrEqual(1)
  })
})

describe('the provider', () => {
  it('must be named by the response, not by another provider of the person', async () => {
    expectConsole(/^warn: A sign-in failed: OAUTH_INVALID_RESPONSE$/)
    provider.next.iss = 'https://another.example'
    expect((await signIn()).viewer.signedIn).toBe(false)
  })

  it('must be the one of the settings', async () => {
    expectConsole(/^warn: A sign-in failed: OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED$/)
    provider.next.metadata = { issuer: 'https://another.example' }
    expect((await signIn()).status).toBe(400)
  })

  it('must speak of the same person in its userinfo', async () => {
    expectConsole(/^warn: A sign-in failed: /)
    provider.next.userInfo = { sub: 'ben', groups: ['editors'] }
    expect((await signIn()).viewer.signedIn).toBe(false)
  })

  it('is named in the log if it refuses the site', async () => {
    expectConsole(/^warn: A sign-in failed: invalid_client$/)
    provider.next.tokenError = 'invalid_client'
    expect((await signIn()).status).toBe(400)
  })

  it('is reported if it sends no groups, until it does', async () => {
    const reason = /sends no groups/
    const readReasons = () => [...(getRuntime().problems?.values() ?? [])].map((each) => each.reason).join()
    const site = new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS))
    const store = {} as SiteState['store']
    Object.assign(getRuntime(), { hasSeenGroups: false, site: { store, site: Promise.resolve(site), last: site } })
    onTestFinished(() => void delete getRuntime().site)
    const settings = readOidcEnv(provider, { EDITORS_GROUP: 'editors' })
    provider.next.idToken = change({ groups: undefined })
    expect((await signIn()).viewer).toEqual({ signedIn: true, organizations: [] })
    expect(readReasons(), 'a site without groups').not.toMatch(reason)
    expect((await signIn(settings)).viewer.signedIn).toBe(true)
    expect(readReasons()).toMatch(reason)
    provider.next.idToken = change({ groups: [] })
    await signIn()
    expect(readReasons()).not.toMatch(reason)
  })

  it('gives the session the life of its token without a refresh token', async () => {
    provider.next.idToken = change({ exp: now() + 100 })
    const { browser } = await signIn()
    const lines: string[] = []
    const { store } = browser
    browser.store = (line) => {
      lines.push(line)
      store.call(browser, line)
    }
    await browser.open(`${ACCOUNT_SITE}/auth/start`)
    const ages = lines.flatMap((line) => /session-.*Max-Age=(\d+)/.exec(line)?.[1] ?? []).map(Number)
    expect(Math.max(...ages)).toBeGreaterThan(90)
    expect(Math.max(...ages)).toBeLessThanOrEqual(100)
  })
})

const now = () => Math.floor(Date.now() / 1000)
