import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { getSharedRedis } from '@/lib/redis/shared'
import { getRuntime } from '@/lib/runtime'
import type { Env } from '@/lib/settings/env'
import { ACCOUNT_SITE, openAccountSite, readBrowser, readOidcEnv } from '@/tests/support/oidc/account-client'
import { signInWithOidc } from '@/tests/support/oidc/browser'
import { type OidcProvider, startOidcProvider } from '@/tests/support/oidc/provider'
import { RedisServer } from '@/tests/support/redis'

const PUBLIC = { signedIn: false, organizations: [] }

let provider: OidcProvider
let redis: RedisServer
let env: Env

beforeAll(async () => {
  provider = await startOidcProvider({ siteUrl: ACCOUNT_SITE })
  provider.accounts.set('mia', { groups: ['board'] })
  redis = await RedisServer.start()
  env = readOidcEnv(provider, { REDIS_URL: redis.url })
  const connection = await getSharedRedis(redis.url)
  await vi.waitUntil(() => connection.isReady, 10_000)
})
afterAll(async () => {
  ;(await getSharedRedis(redis.url)).destroy()
  // Test files share a process, and so this connection.
  delete getRuntime().redis
  await redis.stop()
  await provider.stop()
})

/** Forgets what only this instance knows, as if another one got the next request. */
function moveToAnotherInstance() {
  Object.assign(getRuntime(), { revokedSessions: undefined, sessionChecks: undefined })
}

async function signIn(account = 'mia') {
  const browser = openAccountSite(env)
  await signInWithOidc(browser, ACCOUNT_SITE, account)
  expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
  return browser
}

it('a session that ended on one instance has ended on all', async () => {
  const browser = await signIn()
  const before = new Map(browser.cookies)
  const headers = { 'sec-fetch-site': 'same-origin' }
  await browser.send(`${ACCOUNT_SITE}/auth/sign-out`, { method: 'POST', headers })
  moveToAnotherInstance()
  expect((await readBrowser({ cookies: before }, env)).viewer).toEqual(PUBLIC)
})

it('a sign-out everywhere ends the sessions of the person on all instances, and later ones are valid', async () => {
  // The other tests may sign in within the same second.
  provider.accounts.set('eva', { groups: ['board'] })
  const [browser, other] = [await signIn('eva'), await signIn('eva')]
  const init = {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams('everywhere=1'),
  }
  const before = new Map(browser.cookies)
  await browser.send(`${ACCOUNT_SITE}/auth/sign-out`, init)
  moveToAnotherInstance()
  for (const cookies of [before, other.cookies]) {
    expect((await readBrowser({ cookies }, env)).viewer).toEqual(PUBLIC)
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
  onTestFinished(() => void vi.useRealTimers())
  await signIn('eva')
})

it('one of several instances asks the provider, and the others accept the session meanwhile', async () => {
  const browser = await signIn()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 280_000 })
  onTestFinished(() => void vi.useRealTimers())
  const countRefreshes = () => provider.requests.filter((path) => path === '/token').length
  const before = countRefreshes()
  expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
  moveToAnotherInstance()
  expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
  expect(countRefreshes()).toBe(before + 1)
  // The previous cookie does not last longer than OIDC_RECHECK. It is not removed, because the other instance renews it.
  vi.setSystemTime(Date.now() + 21_000)
  moveToAnotherInstance()
  expect((await readBrowser(browser, env)).viewer).toEqual(PUBLIC)
  const previous = new Map(browser.cookies)
  await browser.send(`${ACCOUNT_SITE}/account`)
  expect(browser.cookies).toEqual(previous)
})

it('a session stays valid on all instances while the provider does not respond', async () => {
  const browser = await signIn()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  provider.setDown(503)
  onTestFinished(() => {
    vi.useRealTimers()
    provider.setDown(false)
    Object.assign(getRuntime(), { providerUnavailableUntil: 0, problems: undefined })
  })
  for (let instance = 1; instance <= 2; instance++) {
    moveToAnotherInstance()
    Object.assign(getRuntime(), { providerUnavailableUntil: 0 })
    expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
  }
})

it('a session stays valid while Redis does not respond', async () => {
  const browser = await signIn()
  moveToAnotherInstance()
  process.kill(redis.pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(redis.pid, 'SIGCONT'))
  expect((await readBrowser(browser, env)).viewer.signedIn).toBe(true)
})
