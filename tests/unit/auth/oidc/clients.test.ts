import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { expectConsole } from '@/tests/support/console'
import { ACCOUNT_SITE, openAccountSite, readBrowser, readOidcEnv } from '@/tests/support/oidc/account-client'
import { signInWithOidc } from '@/tests/support/oidc/browser'
import { startOidcProvider } from '@/tests/support/oidc/provider'

/** Starts a provider at which the site is registered with these further values, and returns how to sign in there. */
async function startProvider(registration: object, clientSecret: string | undefined) {
  const provider = await startOidcProvider({ siteUrl: ACCOUNT_SITE, registration })
  onTestFinished(async () => {
    await provider.stop()
    Object.assign(getRuntime(), { providerUnavailableUntil: 0, problems: undefined })
  })
  provider.accounts.set('mia', { groups: ['board'] })
  const { OIDC_CLIENT_SECRET: _, ...settings } = provider.env
  const secret: Record<string, string> = clientSecret === undefined ? {} : { OIDC_CLIENT_SECRET: clientSecret }
  const env = readOidcEnv({ env: settings }, secret)
  const signIn = async () => {
    const browser = openAccountSite(env)
    const { response, body } = await signInWithOidc(browser, ACCOUNT_SITE, 'mia')
    return { browser, status: response.status, body, ...(await readBrowser(browser, env)) }
  }
  return { provider, env, signIn }
}

async function createKey(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const describeKey = async (key: CryptoKey) => ({ ...(await exportJWK(key)), alg, kid: 'site', use: 'sig' })
  return { secret: JSON.stringify(await describeKey(privateKey)), jwks: { keys: [await describeKey(publicKey)] } }
}

describe('a client with a private key', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('signs in, and is checked again, with %s', async (alg) => {
    const { secret, jwks } = await createKey(alg)
    const registration = {
      client_secret: undefined,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: alg,
      jwks,
    }
    const { provider, env, signIn } = await startProvider(registration, secret)
    const { browser, viewer, body } = await signIn()
    // The body names the reason if the sign-in failed.
    expect(viewer.organizations, body).toEqual(['board'])
    provider.accounts.set('mia', { groups: ['choir'] })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await readBrowser(browser, env)).viewer.organizations).toEqual(['choir'])
  })

  it('is refused with another key', async () => {
    const [{ jwks }, { secret }] = [await createKey('ES256'), await createKey('ES256')]
    const registration = { client_secret: undefined, token_endpoint_auth_method: 'private_key_jwt', jwks }
    expectConsole(/^warn: A sign-in failed: invalid_client$/)
    const { status, viewer } = await (await startProvider(registration, secret)).signIn()
    expect([status, viewer.signedIn]).toEqual([400, false])
  })
})

describe('a public client, without a secret', () => {
  const registration = { client_secret: undefined, token_endpoint_auth_method: 'none' }

  it('signs in with PKCE only, and is checked again', async () => {
    const { provider, env, signIn } = await startProvider(registration, undefined)
    const { browser, viewer, body } = await signIn()
    // The body names the reason if the sign-in failed.
    expect(viewer.organizations, body).toEqual(['board'])
    provider.accounts.set('mia', { groups: [] })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await readBrowser(browser, env)).viewer.organizations).toEqual([])
  })

  it('is not signed in with a code of another attempt', async () => {
    const { env } = await startProvider(registration, undefined)
    const [attacker, victim] = [openAccountSite(env), openAccountSite(env)]
    const form = await attacker.open(`${ACCOUNT_SITE}/auth/start`)
    // The provider sends the code to the redirect address, which is not opened here.
    let { headers } = await attacker.send(`${form.url}?login=mia`)
    while (!headers.get('location')?.startsWith(`${ACCOUNT_SITE}/`)) {
      headers = (await attacker.send(new URL(headers.get('location') ?? '', form.url).href)).headers
    }
    const own = new URL((await victim.send(`${ACCOUNT_SITE}/auth/start`)).headers.get('location') ?? '')
    const callback = new URL(headers.get('location') ?? '')
    callback.searchParams.set('state', own.searchParams.get('state') ?? '')
    expect((await victim.send(callback.href)).status).toBe(400)
    expect((await readBrowser(victim, env)).viewer.signedIn).toBe(false)
  })
})
