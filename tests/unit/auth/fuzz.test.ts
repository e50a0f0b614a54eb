import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCookieName } from '@/lib/auth/oidc/cookies'
import { PROOF_HEADER } from '@/lib/auth/proxy-headers'
import { readSession } from '@/lib/auth/session'
import { respondToAccount } from '@/lib/http/account'
import { getRuntime } from '@/lib/runtime'
import { type Env, readEnv } from '@/lib/settings/env'
import { isCompleteRun } from '@/tests/support/complete'
import { ACCOUNT_SITE, openAccountSite, readOidcEnv } from '@/tests/support/oidc/account-client'
import { type ForgingProvider, startForgingProvider } from '@/tests/support/oidc/forging-provider'
import { getSigningKeys } from '@/tests/support/oidc/signing-keys'

/** A complete run takes minutes. */
const RUNS = isCompleteRun ? 50_000 : 500
const TIMEOUT_MS = isCompleteRun ? 900_000 : 60_000

/** Returns numbers below one that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.=%;, "'

/** Changes a valid text in one to four places: replaces, removes, repeats or moves characters. */
function mutate(text: string, random: () => number): string {
  let changed = text
  for (let times = 1 + Math.floor(random() * 4); times > 0; times--) {
    const [at, length] = [Math.floor(random() * changed.length), 1 + Math.floor(random() * 8)]
    const part = changed.slice(at, at + length)
    const fresh = Array.from(part, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('')
    const kind = Math.floor(random() * 5)
    if (kind === 0) changed = changed.slice(0, at) + fresh + changed.slice(at + length)
    else if (kind === 1) changed = changed.slice(0, at) + changed.slice(at + length)
    else if (kind === 2) changed = changed.slice(0, at) + part + changed.slice(at)
    else if (kind === 3) changed = changed.slice(at) + changed.slice(0, at)
    else changed = changed.slice(0, at)
  }
  return changed
}

/** Whether two tokens have the same header and encode the same bytes: the last character of base64 has unused bits. */
function isSameToken(a: string, b: string): boolean {
  const decode = (token: string) => {
    const [header, ...parts] = token.split('.')
    return [header, ...parts.map((part) => Buffer.from(part, 'base64url').toString('latin1'))].join('.')
  }
  return a.length === b.length && decode(a) === decode(b)
}

let provider: ForgingProvider
let env: Env
beforeAll(async () => {
  provider = await startForgingProvider()
  env = readOidcEnv(provider)
})
afterAll(() => provider.stop())

const isSignedIn = async (headers: Headers, settings = env) =>
  (await readSession({ method: 'GET', path: '/members', headers }, settings)).viewer.signedIn

describe('changed copies of what lets a person in', () => {
  it(
    'are no session as cookies',
    async () => {
      const random = createRandom(1)
      const browser = openAccountSite(env)
      await browser.open(`${ACCOUNT_SITE}/auth/start`)
      if (env.signIn?.kind !== 'oidc') throw new Error('no settings')
      const name = getCookieName('session', { settings: env.signIn, env })
      const value = browser.cookies.get(name) ?? ''
      expect(await isSignedIn(new Headers({ cookie: `${name}=${value}` }))).toBe(true)
      for (let run = 0; run < RUNS; run++) {
        const changed = mutate(value, random)
        // A cookie ends at a semicolon, and spaces around it do not count.
        if (isSameToken(changed.split(';')[0]?.trim() ?? '', value)) continue
        expect(await isSignedIn(new Headers({ cookie: `${name}=${changed}` })), changed).toBe(false)
      }
    },
    TIMEOUT_MS,
  )

  it(
    'are no sign-out as tokens',
    async () => {
      const random = createRandom(2)
      const iat = Math.floor(Date.now() / 1000)
      const claims = {
        iss: provider.issuer,
        aud: 'colophon',
        sub: 'mia',
        iat,
        exp: iat + 3600,
        jti: 'one',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      }
      const [own, other] = [
        await provider.sign(claims),
        await provider.sign(claims, {}, (await getSigningKeys('another')).privateKey),
      ]
      const send = async (token: string) => {
        const body = new URLSearchParams({ logout_token: token })
        const request = new Request(`${ACCOUNT_SITE}/auth/backchannel-logout`, { method: 'POST', body })
        const result = await respondToAccount(request, { env, render: () => '', settings: { locale: 'en' } })
        return typeof result === 'number' ? result : result.status
      }
      expect(await send(own)).toBe(200)
      for (let run = 0; run < RUNS; run++) {
        const changed = mutate(run % 2 === 0 ? own : other, random)
        if (isSameToken(changed, own)) continue
        expect(await send(changed), changed).toBe(400)
      }
    },
    TIMEOUT_MS,
  )

  it(
    'prove no proxy as headers',
    async () => {
      const random = createRandom(3)
      const proxy = { AUTH_HEADER_USER: 'Remote-User', AUTH_HEADER_GROUPS: 'Remote-Groups', TRUST_PROXY: '1' }
      const settings = readEnv({ SITE_URL: 'https://docs.example', EDITORS_GROUP: 'editors', ...proxy }, '/')
      const proof = '7c0f9c5e-4a35-4c39-9d1b-6f5f2f0f7a11'
      getRuntime().proxyProof = proof
      const read = (given: string) => {
        const headers = new Headers({ 'remote-user': 'ben', 'remote-groups': 'editors', [PROOF_HEADER]: given })
        return isSignedIn(headers, settings)
      }
      expect(await read(proof)).toBe(true)
      for (let run = 0; run < RUNS; run++) {
        const changed = mutate(proof, random)
        if (changed.trim() !== proof) expect(await read(changed), changed).toBe(false)
      }
      // Any name and any groups of the proxy are read without an error, and only known groups make editors.
      for (let run = 0; run < RUNS; run++) {
        const groups = mutate('board,choir,/staff', random)
        const headers = new Headers({
          'remote-user': mutate('ben', random),
          'remote-groups': groups,
          [PROOF_HEADER]: proof,
        })
        const { viewer } = await readSession({ method: 'GET', path: '/members', headers }, settings)
        expect(viewer.role).toBeUndefined()
        for (const group of viewer.organizations) expect(group).toMatch(/^[a-z0-9][a-z0-9_-]*$/)
      }
    },
    TIMEOUT_MS,
  )
})
