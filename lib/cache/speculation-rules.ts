import { addBasePath } from '../base-path'

/** Paths that are not public pages: files, the search, and what depends on the viewer. */
const OTHERS = ['/*.*', '/search', '/search?*', '/members', '/members/*', '/sign-in*', '/sign-up*', '/account*'].concat(
  ['/organization*', '/auth/*', '/unlock/*', '/api/*', '/files/*', '/html/*', '/preview/*'],
)

/** Returns the rules by which browsers prefetch a public page when its link is hovered or pressed, unless the visitor saves data. */
export function createSpeculationRules(): string {
  const pages = { href_matches: addBasePath('/*') }
  const others = { href_matches: OTHERS.map(addBasePath) }
  const unfollowed = { selector_matches: '[rel~=nofollow]' }
  return JSON.stringify({
    prefetch: [{ where: { and: [pages, { not: others }, { not: unfollowed }] }, eagerness: 'moderate' }],
  })
}
