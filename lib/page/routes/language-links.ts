import 'server-only'
import { getLanguageName } from '../../language-tags'
import { getPageAddress, type Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'

/** A link to a page in another language, or to itself. */
export interface LanguageLink {
  tag: string
  /** The name of the language, in that language. */
  name: string
  path: string
  /** Whether the page has no translation, so that the link leads to the home page of the language. */
  isHome: boolean
}

/**
 * Returns a link for each language of the site in which the viewer may read a page: the translation of `page`, or else the home page.
 * Without a page, all links lead to home pages. Returns nothing for a site with one language.
 */
export function getLanguageLinks(site: Site, page: SitePage | undefined, viewer: Viewer): LanguageLink[] {
  const links = site.index.languages.flatMap(({ tag, root }): LanguageLink[] => {
    const translation = page && site.translation(page, tag, viewer)
    const shown = translation ?? site.listedPage(root, viewer)
    if (shown === undefined) return []
    const path = getPageAddress(shown, viewer)
    return [{ tag, name: getLanguageName(tag), path, isHome: translation === undefined }]
  })
  return links.length > 1 ? links : []
}
