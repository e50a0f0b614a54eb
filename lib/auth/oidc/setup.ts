import 'server-only'
import type { OidcSettings } from '../../settings/sign-in'
import { getProviderClient } from './client'

/** Returns what is wrong with the provider, as a sentence with what to do; undefined if nothing is. */
export async function findProviderProblem(settings: OidcSettings): Promise<string | undefined> {
  const { issuer, groupsClaim } = settings
  try {
    const { config } = await getProviderClient(settings)
    const { code_challenge_methods_supported: methods, claims_supported: claims } = config.serverMetadata()
    if (Array.isArray(methods) && !methods.includes('S256')) return `${issuer} does not support PKCE with S256`
    const isNamed = (name: string | undefined) => name !== undefined && claims?.includes(name)
    // Most providers list the claims of the specification only.
    if (claims?.includes('groups') && !isNamed(groupsClaim) && !isNamed(groupsClaim.split('.')[0])) {
      return `${issuer} names no claim ${groupsClaim}, but groups: check OIDC_GROUPS_CLAIM`
    }
    return undefined
  } catch (error) {
    // The innermost error has the reason, such as a refused connection.
    let reason = error as Error
    while (reason.cause instanceof Error) reason = reason.cause
    return `The discovery document of ${issuer} cannot be used (${reason.message}): check OIDC_ISSUER and the network`
  }
}
