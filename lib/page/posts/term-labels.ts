import { PUBLIC } from '../../site/access'
import { joinPath } from '../../site/paths'
import { getViewerAddress, type Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getTermPath, getTermSegment, type Taxonomy } from '../../site/terms'
import type { TermLabel } from '../page-view'

/** Returns the terms of a page, each with the path of its list if the viewer finds pages there. */
export function getTermLabels(taxonomy: Taxonomy, page: SitePage, site: Site, viewer: Viewer): TermLabel[] {
  const own = site.forLanguage(page.locale)
  const listed = own.terms(taxonomy, viewer.signedIn ? viewer : PUBLIC)
  return (page[taxonomy] ?? []).map((name) =>
    listed.has(getTermSegment(name))
      ? { name, path: getViewerAddress(joinPath(own.prefix, getTermPath(taxonomy, name)), viewer) }
      : { name },
  )
}
