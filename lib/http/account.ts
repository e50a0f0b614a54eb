import 'server-only'
import { THEME_SCRIPT } from '@/components/site/theme'
import { hasPersonalAddresses } from '../auth/access-records'
import { getReturnAddress } from '../auth/routes'
import { isSameOrigin } from '../auth/same-origin'
import { readSession } from '../auth/session'
import { addBasePath } from '../base-path'
import { createContentSecurityPolicy, PRIVACY_HEADERS } from '../cache/policy.mjs'
import type { ErrorPageSettings } from '../formats/error-page'
import { PERSONAL_ACCESS } from '../routes'
import type { Env } from '../settings/env'
import { hasOwnScreens, type OidcSettings } from '../settings/sign-in'
import type { AccountPage, RenderAccountPage } from './account-page'
import { readForm } from './request-body'

/** Query parameter with the address to return to. Its value is untrusted. */
const RETURN = 'redirect_url'

const NOT_CACHED = { 'cache-control': 'private, no-store' }

/** What is needed to respond with a screen. */
interface Screens {
  env: Env
  render: RenderAccountPage
  settings: ErrorPageSettings
}

/**
 * Responds to a request for a path of sign-in on a site that draws its screens itself. The URL of the request has no base path. Returns a
 * status for a path or a method that does not exist.
 */
export async function respondToAccount(request: Request, screens: Screens): Promise<Response | 400 | 404 | 405> {
  const { signIn } = screens.env
  if (!hasOwnScreens(signIn)) return 404
  const { pathname } = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (pathname === '/sign-in') return isRead ? showSignIn(request, screens) : 405
  if (pathname === '/account') return isRead ? showAccount(request, screens) : 405
  if (signIn.kind !== 'oidc') return 404
  switch (pathname) {
    case '/auth/start':
      return isRead ? startSignIn(request, signIn, screens) : 405
    case '/auth/callback':
      return request.method === 'GET' ? finishSignIn(request, signIn, screens) : 405
    case '/auth/sign-out':
      return request.method === 'POST' ? signOut(request, signIn, screens) : 405
    case '/auth/backchannel-logout':
      return request.method === 'POST' ? receiveLogout(request, signIn, screens.env) : 405
    default:
      return 404
  }
}

async function showSignIn(request: Request, screens: Screens): Promise<Response> {
  const { env } = screens
  const returnTo = getReturnAddress(new URL(request.url).searchParams.get(RETURN), env.siteUrl)
  const session = await readRequestSession(request, env)
  if (session.viewer.signedIn) return redirect(returnTo, session.headers.getSetCookie())
  const start = env.signIn?.kind === 'oidc' ? getStart(returnTo) : undefined
  const cookies = session.headers.getSetCookie()
  return send({ kind: 'sign-in', start }, { status: start === undefined ? 403 : 200, cookies }, screens)
}

async function showAccount(request: Request, screens: Screens): Promise<Response> {
  const { env } = screens
  const { viewer, person, headers } = await readRequestSession(request, env)
  const cookies = headers.getSetCookie()
  if (person === undefined) return redirect(addBasePath('/sign-in'), cookies)
  const personal = hasPersonalAddresses(env) ? addBasePath(`/${PERSONAL_ACCESS}`) : undefined
  const page: AccountPage = { kind: 'account', person, groups: viewer.organizations, personal }
  if (env.signIn?.kind !== 'oidc') return send(page, { cookies }, screens)
  const { getSignOutOrigins } = await import('../auth/oidc/sign-out')
  const { openSessionOfBrowser } = await import('../auth/oidc/oidc-session')
  const forms = await getSignOutOrigins(env.signIn)
  const open = await openSessionOfBrowser(request.headers.get('cookie'), env.signIn, env)
  const session = open && { began: open.since * 1000, ends: open.until * 1000 }
  return send({ ...page, signOut: addBasePath('/auth/sign-out'), session }, { cookies, forms }, screens)
}

async function startSignIn(request: Request, settings: OidcSettings, screens: Screens): Promise<Response> {
  const { beginSignIn } = await import('../auth/oidc/sign-in')
  const returnTo = new URL(request.url).searchParams.get(RETURN)
  const step = await beginSignIn(returnTo, settings, screens.env)
  return followStep(step, returnTo, screens)
}

async function finishSignIn(request: Request, settings: OidcSettings, screens: Screens): Promise<Response> {
  const { completeSignIn } = await import('../auth/oidc/sign-in')
  const { search } = new URL(request.url)
  return followStep(await completeSignIn(search, request.headers.get('cookie'), settings, screens.env), null, screens)
}

type Step = Awaited<ReturnType<typeof import('../auth/oidc/sign-in').beginSignIn>>

const FAILURES = { canceled: 403, 'not-allowed': 403, invalid: 400, unavailable: 503 } as const

function followStep(step: Step, returnTo: string | null, screens: Screens): Response {
  if ('location' in step) return redirect(step.location, step.cookies)
  const start = getStart(step.returnTo ?? getReturnAddress(returnTo, screens.env.siteUrl))
  const { failure, cookies } = step
  return send({ kind: 'sign-in', start, failure }, { status: FAILURES[failure], cookies }, screens)
}

/** Takes the form of the account page. */
async function signOut(request: Request, settings: OidcSettings, screens: Screens): Promise<Response> {
  const { env } = screens
  if (!isSameOrigin(request, env)) {
    return new Response('The request came from another site', { status: 403, headers: NOT_CACHED })
  }
  const oidc = await import('../auth/oidc/sign-out')
  const end = (await readForm(request)).has('everywhere') ? oidc.signOutEverywhere : oidc.signOut
  const { location, cookies } = await end(request.headers.get('cookie'), settings, env)
  if (location !== undefined) return redirect(location, cookies)
  const start = getStart(getReturnAddress(null, env.siteUrl))
  return send({ kind: 'sign-in', start, failure: 'remaining' }, { status: 503, cookies }, screens)
}

/** Takes the provider's notice that a person has signed out. */
async function receiveLogout(request: Request, settings: OidcSettings, env: Env): Promise<Response> {
  const { handleLogoutToken } = await import('../auth/oidc/sign-out')
  const token = (await readForm(request)).get('logout_token') ?? ''
  const status = await handleLogoutToken(token, settings, env)
  const body = status === 200 ? '' : JSON.stringify({ error: status === 400 ? 'invalid_request' : 'server_error' })
  return new Response(body, { status, headers: { ...NOT_CACHED, 'content-type': 'application/json' } })
}

const getStart = (returnTo: string) => addBasePath(`/auth/start?${new URLSearchParams({ [RETURN]: returnTo })}`)

function readRequestSession({ method, url, headers }: Request, env: Env) {
  const { pathname, search } = new URL(url)
  return readSession({ method, path: pathname + search, headers }, env)
}

function redirect(location: string, cookies: readonly string[]): Response {
  return new Response(null, { status: 303, headers: createHeaders({ ...NOT_CACHED, location }, cookies) })
}

interface SendOptions {
  status?: number
  cookies?: readonly string[]
  /** The origins to which a form may lead. */
  forms?: readonly string[]
}

function send(page: AccountPage, { status = 200, cookies = [], forms }: SendOptions, screens: Screens): Response {
  const headers = {
    ...NOT_CACHED,
    ...PRIVACY_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': createContentSecurityPolicy([THEME_SCRIPT], { forms }),
    'x-content-type-options': 'nosniff',
    ...(status === 503 && { 'retry-after': '60' }),
  }
  return new Response(screens.render(page, screens.settings), { status, headers: createHeaders(headers, cookies) })
}

function createHeaders(values: Record<string, string>, cookies: readonly string[]): Headers {
  const headers = new Headers(values)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
