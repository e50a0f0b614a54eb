import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** The host that the service's publishable key contains. No request is sent to it. */
const HOST = 'clerk.colophon.example'
const KEY_ID = 'ins_colophon'

/** Lifetime of a token in seconds. */
const TOKEN_LIFETIME_S = 60

/** The keys with which the service signs tokens and a site verifies them. */
export interface ServiceKeys {
  privateKey: KeyObject
  /** PEM of the public half. */
  jwtKey: string
  publishableKey: string
  secretKey: string
  issuer: string
  /** The suffix of the names of this service's cookies. */
  suffix: string
}

/** Creates the keys of a service, from a PEM if one is given. */
export function createServiceKeys(pem?: string): ServiceKeys {
  const { privateKey } = pem === undefined ? createKeyPair() : { privateKey: createPrivateKey(pem) }
  const publishableKey = `pk_live_${Buffer.from(`${HOST}$`).toString('base64').replaceAll('=', '')}`
  return {
    privateKey,
    jwtKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString().trim(),
    publishableKey,
    secretKey: 'sk_live_loopback',
    issuer: `https://${HOST}`,
    suffix: createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8),
  }
}

export const createKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Returns the public key as a JSON Web Key Set. */
export function createKeySet({ privateKey }: ServiceKeys) {
  return { keys: [{ ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
}

/** Signs a token. Tests use another `header` or `key` for tokens that must be rejected. */
export function signToken(
  claims: Record<string, unknown>,
  key: KeyObject,
  header: Record<string, unknown> = { alg: 'RS256', typ: 'JWT', kid: KEY_ID },
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${part(header)}.${part(claims)}`
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
}

/** The subject of a token. */
export interface TokenSubject {
  user: string
  session: string
  /** Origin of the site that it is for. */
  site: string
  organization?: { id: string; slug: string; role: string }
}

/** Returns the claims of a session's token, valid from now on. */
export function createClaims({ user, session, site, organization }: TokenSubject, issuer: string, now = Date.now()) {
  const seconds = Math.floor(now / 1000)
  return {
    iss: issuer,
    azp: site,
    sub: user,
    sid: session,
    v: 2,
    sts: 'active',
    fva: [0, -1],
    iat: seconds,
    nbf: seconds - 10,
    exp: seconds + TOKEN_LIFETIME_S,
    ...(organization && {
      o: { id: organization.id, slg: organization.slug, rol: organization.role, per: 'read,manage', fpm: '3' },
      fea: 'o:memberships',
    }),
  }
}
