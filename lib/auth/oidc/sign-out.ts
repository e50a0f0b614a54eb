import 'server-only'
import * as client from 'openid-client'
import { addBasePath } from '../../base-path'
import { reportProblem } from '../../problems'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import { isObject } from '../../workspace/values'
import { removeRights } from '../access-records'
import { readText } from '../claims'
import { isUnavailable } from '../provider-requests'
import { getProviderClient, verifyToken } from './client'
import { openSessionOfBrowser, removeSession } from './oidc-session'
import { isRevoked, revokeSessions } from './revoked-sessions'

/** Names the event of a logout token. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** How long a failed revocation is reported. */
const REPORTED_MS = 60_000
/** A logout token is accepted for this long. */
const MAX_TOKEN_AGE_S = 300

/**
 * Ends the session of a browser. Returns where to go on: to the provider, so that the person is signed out there as well, or to the home
 * page.
 */
export async function signOut(
  cookie: string | null,
  settings: OidcSettings,
  env: Env,
): Promise<{ location: string; cookies: string[] }> {
  const session = await openSessionOfBrowser(cookie, settings, env)
  // A copy of the cookie must not work any longer.
  if (session !== undefined) await revokeSessions({ id: session.id }, settings, env).catch(reportUnrevokedSession)
  const endAddress = session && (await getEndAddress(session.idToken, settings, env))
  return { location: endAddress ?? addBasePath('/'), cookies: removeSession(settings, env) }
}

/**
 * Ends all sessions of the person whose browser sends a request, on all instances. Returns the next address, as {@link signOut} does: that of
 * sign-in if the browser has no session, and undefined if the sessions in other browsers could not be ended.
 */
export async function signOutEverywhere(
  cookie: string | null,
  settings: OidcSettings,
  env: Env,
): Promise<{ location: string | undefined; cookies: string[] }> {
  const cookies = removeSession(settings, env)
  const session = await openSessionOfBrowser(cookie, settings, env)
  // A copy of the cookie of an ended session must not end the sessions that began afterwards.
  if (session === undefined || (await isRevoked(session, settings, env))) {
    return { location: addBasePath('/sign-in'), cookies }
  }
  try {
    await revokeSessions({ sub: session.sub }, settings, env)
  } catch {
    reportUnrevokedSession()
    return { location: undefined, cookies }
  }
  return { location: (await getEndAddress(session.idToken, settings, env)) ?? addBasePath('/'), cookies }
}

/** The browser loses its cookie all the same. */
const reportUnrevokedSession = () => reportProblem('sign-out', 'Sessions that ended could not be revoked', REPORTED_MS)

async function getEndAddress(idToken: string | undefined, settings: OidcSettings, env: Env) {
  try {
    const { config } = await getProviderClient(settings)
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined
    return client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${env.siteUrl}/`,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href
  } catch {
    // The person is signed out here, even if the provider does not respond.
    return undefined
  }
}

/** Returns the origins to which the form of a sign-out may lead. */
export async function getSignOutOrigins(settings: OidcSettings): Promise<string[]> {
  try {
    const { config } = await getProviderClient(settings)
    return [config.serverMetadata().end_session_endpoint ?? []].flat().map((each) => new URL(each).origin)
  } catch {
    return []
  }
}

/**
 * Ends sessions that a logout token of the provider names. Returns the status of the response: 200, 400 for an invalid token, or 503 if the
 * provider or Redis does not respond.
 */
export async function handleLogoutToken(token: string, settings: OidcSettings, env: Env): Promise<200 | 400 | 503> {
  try {
    const claims = await verifyToken(token, await getProviderClient(settings), {
      maxTokenAge: MAX_TOKEN_AGE_S,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const { events, nonce } = claims
    const [sid, sub] = [readText(claims.sid, 255), readText(claims.sub, 255)]
    // An ID token has a nonce and no events, and must not end sessions.
    if (!isObject(events) || !isObject(events[LOGOUT_EVENT]) || nonce !== undefined) return 400
    // With both, one session ends. Without an id of the provider, it could be any of the person.
    const names = [
      sid === undefined ? [] : { sid },
      sub === undefined ? [] : sid === undefined ? { sub } : { withoutSid: sub },
    ].flat()
    if (names.length === 0) return 400
    if (sub !== undefined) await removeRights({ id: sub }, env)
    return await Promise.all(names.map((name) => revokeSessions(name, settings, env))).then(
      () => 200 as const,
      () => 503 as const,
    )
  } catch (error) {
    return isUnavailable(error) ? 503 : 400
  }
}
