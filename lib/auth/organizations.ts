import 'server-only'
import type { Env } from '../env'
import type { SiteIndex } from '../site/types'
import { findUnknownOrganizations } from './clerk/organizations'

/** Returns the organizations that decide about access on this site: slugs or ids in small letters, each once. */
export function organizationsIn({ pages }: Pick<SiteIndex, 'pages'>, editorsOrganization?: string): string[] {
  const named = pages.flatMap(({ access }) => {
    const audience = access.kind === 'members' ? access.organizations : access.kind === 'unpublished' && access.audience
    return Array.isArray(audience) ? audience : []
  })
  const editors = editorsOrganization === undefined ? [] : [editorsOrganization.toLowerCase()]
  return [...new Set([...editors, ...named])].sort()
}

/**
 * Returns the organizations that the workspace or the environment names, but the sign-in service does not know. Undefined if it cannot
 * be asked.
 */
export async function unknownOrganizations(
  index: SiteIndex,
  { signIn, editorsOrganization }: Env,
): Promise<string[] | undefined> {
  const names = organizationsIn(index, editorsOrganization)
  return signIn === undefined || names.length === 0 ? [] : findUnknownOrganizations(names, signIn)
}
