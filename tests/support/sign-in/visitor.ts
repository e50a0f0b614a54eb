import { createClaims, type ServiceKeys, signToken, type TokenSubject } from './keys'

/** Returns the environment variables of a site that accepts these keys. It verifies sessions without a running service. */
export function getSignInEnv(keys: ServiceKeys): Record<string, string> {
  return {
    NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: keys.publishableKey,
    CLERK_SECRET_KEY: keys.secretKey,
    CLERK_JWT_KEY: keys.jwtKey,
    EDITORS_ORGANIZATION: 'editors',
  }
}

/** Returns a token of a signed-in user. `more` replaces claims. */
export function createToken(
  keys: ServiceKeys,
  site: string,
  organization?: { slug: string; role?: string },
  more: Record<string, unknown> = {},
): string {
  const subject: TokenSubject = {
    user: 'user_1',
    session: 'sess_1',
    site,
    organization: organization && { id: `org_${organization.slug}`, role: 'member', ...organization },
  }
  return signToken({ ...createClaims(subject, keys.issuer), ...more }, keys.privateKey)
}

/** Returns the cookies of a browser with this token. */
export function createCookies(keys: ServiceKeys, token: string, since = Math.floor(Date.now() / 1000) - 100): string {
  const named = { __session: token, __client_uat: String(since) }
  return Object.entries(named)
    .flatMap(([name, value]) => [`${name}=${value}`, `${name}_${keys.suffix}=${value}`])
    .join('; ')
}
