import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSession } from '@/lib/auth/session'
import { respondToAccount } from '@/lib/http/account'
import { getRuntime } from '@/lib/runtime'
import { type Env, readEnv } from '@/lib/settings/env'
import { CookieBrowser, formatCookies } from './browser'
import type { OidcProvider } from './provider'

/** The address of a site that {@link openAccountSite} handles without a server. */
export const ACCOUNT_SITE = 'http://localhost:4321'

/**
 * Returns the settings of a site that signs in at a provider, with a state folder of its own. Forgets what other sites have revoked: the
 * provider may have the port of an earlier one, and a moved clock may have revoked its sessions in the future.
 */
export function readOidcEnv(provider: Pick<OidcProvider, 'env'>, more: Record<string, string> = {}): Env {
  getRuntime().revokedSessions = undefined
  const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-oidc-'))
  return readEnv({ SITE_URL: ACCOUNT_SITE, STATE_DIR: stateDir, ...provider.env, ...more }, '/')
}

/** Returns a browser for which the screens of sign-in are called directly. Pages of members respond with a link to sign in. */
export function openAccountSite(env: Env): CookieBrowser {
  const browser = new CookieBrowser()
  browser.fetch = async (url, init) => {
    const { origin, pathname } = new URL(url)
    // A provider's port may begin with that of the site, such as 43210.
    if (origin !== ACCOUNT_SITE) return fetch(url, init)
    if (/^\/(?:members|$)/.test(pathname)) return new Response('<a href="/auth/start">a page</a>')
    const screens = { env, render: renderPlain, settings: { locale: 'en' } }
    const result = await respondToAccount(new Request(url, init), screens)
    return typeof result === 'number' ? new Response(null, { status: result }) : result
  }
  return browser
}

const renderPlain = (page: object) => JSON.stringify(page)

/** Returns what a page for members learns about a browser. */
export async function readBrowser({ cookies }: Pick<CookieBrowser, 'cookies'>, env: Env) {
  const cookie = formatCookies(cookies)
  const headers = new Headers({ cookie })
  const { viewer, person } = await readSession({ method: 'GET', path: '/members', headers }, env)
  return { viewer, person }
}
