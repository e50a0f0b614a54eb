import 'server-only'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import type { Authentication, SignInProvider } from '../provider'
import { readCookie } from './cookies'
import { createIdentity, getNow, openSession, removeSession } from './oidc-session'
import { getDueTime, recheckSession } from './recheck'
import { isRevoked } from './revoked-sessions'

/** Sign-in with an OpenID Connect provider. The session is in an encrypted cookie. */
export const oidcProvider: SignInProvider<OidcSettings> = { listHeaders: () => ['cookie'], authenticate }

async function authenticate(request: Request, settings: OidcSettings, env: Env): Promise<Authentication> {
  const text = readCookie('session', request.headers.get('cookie'), { settings, env })
  if (text === undefined) return { headers: new Headers() }
  const session = await openSession(text, settings, env)
  if (session === undefined || (await isRevoked(session, settings, env))) return end(settings, env)
  if (getNow() < getDueTime(session, settings, env)) {
    return { identity: createIdentity(session), headers: new Headers() }
  }
  const { session: current, cookies } = await recheckSession(session, settings, env)
  return { identity: current && createIdentity(current), headers: createHeaders(cookies) }
}

/** The result for a browser whose session has ended. */
const end = (settings: OidcSettings, env: Env): Authentication => ({
  headers: createHeaders(removeSession(settings, env)),
})

function createHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
