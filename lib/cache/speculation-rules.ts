import { addBasePath } from '../base-path'
import { ROUTES } from '../routes'

/** Patterns of all that is not a public page: files, the search, and what depends on the viewer. */
const OTHERS = ROUTES.filter(({ kind, audience }) => kind !== 'page' || audience !== 'everyone')
  .filter(({ segment }) => !/[./]/.test(segment))
  .flatMap(({ segment }) => [`/${segment}`, `/${segment}?*`, `/${segment}/*`])
  .concat('/*.*')

/** Returns the rules by which browsers prefetch a public page when its link is hovered or pressed, unless the visitor saves data. */
export function createSpeculationRules(): string {
  const pages = { href_matches: addBasePath('/*') }
  const others = { href_matches: OTHERS.map(addBasePath) }
  const unfollowed = { selector_matches: '[rel~=nofollow]' }
  return JSON.stringify({
    prefetch: [{ where: { and: [pages, { not: others }, { not: unfollowed }] }, eagerness: 'moderate' }],
  })
}
