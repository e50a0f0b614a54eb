import { addBasePath } from '../base-path'

/** Paths that are not public pages: files, the search, and what depends on the viewer. Links to sign-in and accounts have `nofollow`. */
const OTHERS = ['/*.*', '/search', '/search?*', '/members', '/members/*', '/unlock/*', '/files/*']

/** Returns the rules by which browsers prefetch a public page when its link is hovered or pressed, unless the visitor saves data. */
export function createSpeculationRules(): string {
  const pages = { href_matches: addBasePath('/*') }
  const others = { href_matches: OTHERS.map(addBasePath) }
  const unfollowed = { selector_matches: '[rel~=nofollow]' }
  return JSON.stringify({
    prefetch: [{ where: { and: [pages, { not: others }, { not: unfollowed }] }, eagerness: 'moderate' }],
  })
}
