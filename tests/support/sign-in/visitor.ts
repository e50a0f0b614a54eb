import { claimsOf, type ServiceKeys, type Speaker, signedToken } from './keys'

/** What a site that believes these keys has in its environment; no service need be there for it to know its readers. */
export function siteEnv(keys: ServiceKeys): Record<string, string> {
  return {
    NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: keys.publishableKey,
    CLERK_SECRET_KEY: keys.secretKey,
    CLERK_JWT_KEY: keys.jwtKey,
    EDITORS_ORGANIZATION: 'editors',
  }
}

/** Returns a token of a signed-in user. `more` replaces claims. */
export function tokenFor(
  keys: ServiceKeys,
  site: string,
  organization?: { slug: string; role?: string },
  more: Record<string, unknown> = {},
): string {
  const speaker: Speaker = {
    user: 'user_1',
    session: 'sess_1',
    site,
    organization: organization && { id: `org_${organization.slug}`, role: 'member', ...organization },
  }
  return signedToken({ ...claimsOf(speaker, keys.issuer), ...more }, keys.privateKey)
}

/** The cookies of a browser that holds this token. */
export function cookiesWith(keys: ServiceKeys, token: string, since = Math.floor(Date.now() / 1000) - 100): string {
  const named = { __session: token, __client_uat: String(since) }
  return Object.entries(named)
    .flatMap(([name, value]) => [`${name}=${value}`, `${name}_${keys.suffix}=${value}`])
    .join('; ')
}
