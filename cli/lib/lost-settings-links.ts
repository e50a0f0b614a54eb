import { collectOrganizations } from '../../lib/auth/setup'
import type { SiteSettings } from '../../lib/branding/site-settings'
import { openAddress } from '../../lib/site/links-around'
import { findPublicPage } from '../../lib/site/not-found'
import type { Site } from '../../lib/site/site'
import type { Viewer } from '../../lib/site/site-index'

/**
 * Returns a sentence for each address of `site.json` that leads no viewer to a page, so that its link is not shown.
 * @example 'site.json: footer[0].links[1].href leads to no page: /imprnt'
 */
export function findLostSettingsLinks(site: Site, settings: SiteSettings): string[] {
  const { navigation = [], footer = [], social = [], announcement, notFound } = settings
  const groups = [...name('navigation', navigation), ...name('footer', footer)]
  const links: [place: string, entry: { href?: string; links?: unknown }][] = [
    ...groups,
    ...groups.flatMap(([place, { links = [] }]) => name(`${place}.links`, links)),
    ...name('social', social),
    ['announcement', announcement ?? {}],
  ]
  const sites = [site, ...site.index.languages.map(({ tag }) => site.forLanguage(tag))]
  // Reads all pages, also drafts.
  const reader: Viewer = { signedIn: true, organizations: collectOrganizations(site.index), role: 'editor' }
  const lost = links.filter(
    ([, { href }]) => href !== undefined && sites.every((each) => openAddress(href, each, reader) === undefined),
  )
  const page = notFound?.page
  const isPageLost = page !== undefined && sites.every((each) => findPublicPage(page, site, each) === undefined)
  return [
    ...lost.map(([place, { href }]) => `site.json: ${place}.href leads to no page: ${href}`),
    ...(isPageLost ? [`site.json: notFound.page leads to no public page: ${page}`] : []),
  ]
}

const name = <Entry>(list: string, entries: readonly Entry[]): [place: string, entry: Entry][] =>
  entries.map((entry, at) => [`${list}[${at}]`, entry])
