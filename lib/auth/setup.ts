import 'server-only'
import type { Env } from '../settings/env'
import { hasOwnScreens } from '../settings/sign-in'
import type { SiteIndex } from '../site/site-index'
import { findKeyProblem, findUnknownOrganizations } from './clerk/setup'

/** Returns what is wrong with the keys of the sign-in service, if there are any. `api` is the address of its API. */
export async function checkSignInKeys({ signIn }: Env, api?: string): Promise<string | undefined> {
  if (signIn === undefined || signIn.kind === 'headers') return undefined
  if (signIn.kind === 'oidc') return (await import('./oidc/setup')).findProviderProblem(signIn)
  return findKeyProblem(signIn, api)
}

/** Returns the slugs and ids of organizations that access depends on, in lower case and without duplicates. */
export function collectOrganizations({ pages }: Pick<SiteIndex, 'pages'>, editorsOrganization?: string): string[] {
  const named = pages.flatMap(({ access }) => {
    const audience =
      access.kind === 'public' ? undefined : access.kind === 'members' ? access.organizations : access.audience
    return Array.isArray(audience) ? audience : []
  })
  const editors = editorsOrganization === undefined ? [] : [editorsOrganization.toLowerCase()]
  return [...new Set([...editors, ...named])].sort()
}

/**
 * Returns the organizations in the workspace or the environment that the sign-in service does not know. Returns undefined if the
 * service cannot be reached.
 */
export async function getUnknownOrganizations(
  index: SiteIndex,
  { signIn, editorsOrganization }: Env,
): Promise<string[] | undefined> {
  const names = collectOrganizations(index, editorsOrganization)
  if (signIn === undefined || names.length === 0) return []
  // Other providers have no list of groups that a client may read, so their names are not checked.
  return hasOwnScreens(signIn) ? [] : findUnknownOrganizations(names, signIn)
}
