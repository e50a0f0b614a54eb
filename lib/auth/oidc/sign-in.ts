import 'server-only'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import { isUnavailable } from '../provider-requests'
import { getReturnAddress } from '../routes'
import { getProviderClient } from './client'
import { createCookies, decrypt, encrypt, readCookie } from './cookies'
import { createSession, getNow, storeSession } from './oidc-session'

/** What the browser keeps from the start of a sign-in until its end. */
const ATTEMPT = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** An address of this site. */
  returnTo: z.string(),
  /** Whether the request made the provider ask the person for consent. */
  asksForConsent: z.boolean(),
  /** Seconds since 1970. */
  until: z.number(),
})

/** A person has this long to sign in, in seconds. */
const ATTEMPT_LASTS_S = 900
/** Path of the redirect address, which is registered at the provider. */
const CALLBACK = '/auth/callback'

/** Why a person is not signed in. */
export type Failure = 'unavailable' | 'invalid' | 'not-allowed' | 'canceled'

/** A redirect with `Set-Cookie` lines; or why there is none. */
export type SignInStep =
  | { location: string; cookies: string[] }
  | { failure: Failure; cookies: string[]; returnTo?: string }

/**
 * Whether the provider gives a refresh token only with the person's consent, as the last attempt with consent has shown. The
 * specification requires that for `offline_access`, but some providers refuse it, and others give a refresh token without.
 */
let needsConsent = false

/** Begins a sign-in: returns the address at the provider, and a cookie that belongs to this attempt. */
export async function beginSignIn(
  returnTo: string | null | undefined,
  settings: OidcSettings,
  env: Env,
  asksForConsent = needsConsent,
): Promise<SignInStep> {
  try {
    const { config } = await getProviderClient(settings)
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
    const location = client.buildAuthorizationUrl(config, {
      redirect_uri: env.siteUrl + CALLBACK,
      scope: settings.scopes,
      ...{ state, nonce },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(asksForConsent && { prompt: 'consent' }),
    })
    const attempt = {
      ...{ state, nonce, verifier, asksForConsent },
      returnTo: getReturnAddress(returnTo, env.siteUrl),
      until: getNow() + ATTEMPT_LASTS_S,
    }
    const site = { settings, env }
    const cookies = createCookies('sign-in', await encrypt('sign-in', attempt, site), ATTEMPT_LASTS_S, site)
    return { location: location.href, cookies }
  } catch (error) {
    return { failure: explain(error), cookies: [] }
  }
}

/**
 * Completes a sign-in with the parameters that the provider sent to the redirect address. They count only together with the cookie of the
 * attempt, and only once.
 */
export async function completeSignIn(
  search: string,
  cookie: string | null,
  settings: OidcSettings,
  env: Env,
): Promise<SignInStep> {
  const site = { settings, env }
  const cookies = createCookies('sign-in', '', 0, site)
  const attempt = ATTEMPT.safeParse(await decrypt('sign-in', readCookie('sign-in', cookie, site) ?? '', site)).data
  if (attempt === undefined || attempt.until <= getNow()) return { failure: 'invalid', cookies }
  try {
    const provider = await getProviderClient(settings)
    const tokens = await client.authorizationCodeGrant(provider.config, new URL(env.siteUrl + CALLBACK + search), {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    })
    if (attempt.asksForConsent) needsConsent = tokens.refresh_token !== undefined
    const wantsRefresh = tokens.refresh_token === undefined && settings.scopes.split(' ').includes('offline_access')
    if (wantsRefresh && !attempt.asksForConsent) {
      return await beginSignIn(attempt.returnTo, settings, env, true)
    }
    const session = await createSession(tokens, provider, settings, env)
    if (typeof session === 'string') return { failure: session, cookies, returnTo: attempt.returnTo }
    return { location: attempt.returnTo, cookies: [...cookies, ...(await storeSession(session, settings, env))] }
  } catch (error) {
    const isOwnState = new URLSearchParams(search).get('state') === attempt.state
    return { failure: explain(error, isOwnState), cookies, returnTo: attempt.returnTo }
  }
}

/** Returns why a sign-in failed. Logs what the operator has to know, but not what every visitor can cause. */
function explain(error: unknown, isOwnState = true): Failure {
  if (isUnavailable(error)) return 'unavailable'
  if (error instanceof client.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'canceled' : 'invalid'
  }
  const isUsedCode = error instanceof client.ResponseBodyError && error.error === 'invalid_grant'
  if (isUsedCode || !isOwnState) return 'invalid'
  // The code of the provider, such as `invalid_client`. The error itself may contain a token.
  const code = error instanceof client.ResponseBodyError ? error.error : (error as { code?: unknown }).code
  console.warn(`A sign-in failed: ${/^\w{1,60}$/.exec(String(code))?.[0] ?? 'the response is invalid'}`)
  return 'invalid'
}
