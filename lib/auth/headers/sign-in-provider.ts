import 'server-only'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Env } from '../../settings/env'
import type { HeaderSettings } from '../../settings/sign-in'
import { normalizeGroups, readPersonClaims, readText } from '../claims'
import { noteGroups } from '../missing-groups'
import { createPresenceCookie, hasPresenceCookie } from '../presence-cookie'
import type { Authentication, Identity, SignInProvider } from '../provider'
import { ASYMMETRIC_ALGORITHMS, CLOCK_SKEW_S, fetchFromProvider, KEY_SET_OPTIONS } from '../provider-requests'
import { isProvenByServer, PROOF_HEADER } from '../proxy-headers'

/** The maximum length of a header with groups. */
const MAX_GROUPS_LENGTH = 8000

/** Sign-in by a proxy in front of the site, which names the person in a header or in a token. */
export const headerProvider: SignInProvider<HeaderSettings> = {
  // By the cookie, scripts of public pages, which the proxy may not protect, know whether to offer a sign-in. It proves nothing.
  listHeaders: ({ userHeader, groupsHeader }) => [PROOF_HEADER, userHeader, groupsHeader ?? [], 'cookie'].flat(),
  async authenticate({ headers }, settings, env): Promise<Authentication> {
    const { cloudflare } = settings
    const identity = cloudflare
      ? await readToken(headers.get(settings.userHeader), cloudflare, env)
      : await readPlainHeaders(headers, settings, env)
    // Public pages are the same for everyone, also for the proxy's own session, which the site cannot see there.
    const isSignedIn = identity !== undefined
    const response = new Headers()
    if (hasPresenceCookie(headers.get('cookie')) !== isSignedIn) {
      response.append('set-cookie', createPresenceCookie(isSignedIn, env))
    }
    return { identity, headers: response }
  },
}

/** Reads the headers of a request that the server received from the proxy. */
async function readPlainHeaders(
  headers: Headers,
  { userHeader, groupsHeader }: HeaderSettings,
  env: Env,
): Promise<Identity | undefined> {
  const id = readText(headers.get(userHeader), 255)
  // No id contains a comma. A proxy joins repeated headers with it, and the client may have sent one of them.
  if (!isProvenByServer(headers) || id === undefined || id.includes(',')) return undefined
  const groups = groupsHeader === undefined ? null : headers.get(groupsHeader)
  if (groupsHeader !== undefined) await noteGroups({ hasGroups: groups !== null }, env)
  const names = (groups ?? '').slice(0, MAX_GROUPS_LENGTH).split(',')
  const person = { id, ...(id.includes('@') && { email: id }) }
  return createIdentity(person, normalizeGroups(names.map((each) => each.trim().replace(/^\//, ''))))
}

const createIdentity = (person: Identity['person'], groups: string[]): Identity => ({
  person,
  organizations: groups.map((id) => ({ id })),
})

type Cloudflare = NonNullable<HeaderSettings['cloudflare']>

let keys: { team: string; get: JWTVerifyGetKey } | undefined

/** Verifies the token of Cloudflare Access. Its header counts from any address, because only Cloudflare can sign it. */
async function readToken(
  token: string | null,
  { team, audience, groupsClaim }: Cloudflare,
  env: Env,
): Promise<Identity | undefined> {
  if (token === null) return undefined
  if (keys?.team !== team) {
    const address = new URL('/cdn-cgi/access/certs', team)
    keys = { team, get: createRemoteJWKSet(address, { ...KEY_SET_OPTIONS, [customFetch]: fetchFromProvider }) }
  }
  try {
    const { payload } = await jwtVerify(token, keys.get, {
      issuer: team,
      audience,
      algorithms: ASYMMETRIC_ALGORITHMS,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    // Tokens of services have an empty subject.
    const claims = readPersonClaims([payload], groupsClaim)
    if (claims === undefined) return undefined
    await noteGroups(claims, env)
    return createIdentity(claims.person, claims.groups)
  } catch {
    return undefined
  }
}
