import type { SiteIndex } from './types'

/** Returns the organizations that decide about access on this site: slugs or ids in small letters, each once. */
export function organizationsIn({ pages }: SiteIndex, editorsOrganization?: string): string[] {
  const named = pages.flatMap(({ access }) => {
    const audience = access.kind === 'members' ? access.organizations : access.kind === 'unpublished' && access.audience
    return Array.isArray(audience) ? audience : []
  })
  const editors = editorsOrganization === undefined ? [] : [editorsOrganization.toLowerCase()]
  return [...new Set([...editors, ...named])].sort()
}
