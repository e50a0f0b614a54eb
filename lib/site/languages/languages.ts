import { mayRead, PUBLIC } from '../access'
import type { SiteIndex, SitePage } from '../site-index'

/** Whether a page is the home page of the site, or of one of its languages. */
export const isHomePage = ({ path, parent, locale }: Pick<SitePage, 'path' | 'parent' | 'locale'>): boolean =>
  path === '' || (parent === null && locale !== undefined)

/** Returns an index for each language, with its pages, its home page and its navigation; none if there is only one language. */
export function splitByLanguage(index: SiteIndex): [tag: string, index: SiteIndex][] {
  const first = index.pages.find((page) => page.id === index.root)
  const isRootPublic = first !== undefined && mayRead(first.access, PUBLIC)
  return index.languages.map(({ tag, root, postList = null }) => {
    const pages = index.pages.filter((page) => page.locale === tag)
    const home = pages.find((page) => page.id === root)
    const own: SiteIndex = {
      ...index,
      ...(home && { name: home.title, description: home.description, icon: home.icon }),
      root,
      // A viewer of this language may not be allowed to read the root page, which has the `Look` table.
      look: root === index.root || isRootPublic ? index.look : {},
      pages,
      postList,
      navigation: home?.children ?? [],
      menu: index.menu.filter(({ locale }) => locale === tag),
      announcements: index.announcements.filter(({ locale }) => locale === tag),
    }
    return [tag, own]
  })
}

/**
 * Returns the tag of the language that a decoded path belongs to; undefined on a site with one language. A path that begins with the tag of
 * a language, in upper or lower case, belongs to that language; all other paths belong to the first language.
 */
export function findPathLanguage(path: string, { languages }: Pick<SiteIndex, 'languages'>): string | undefined {
  const first = path.split('/', 1)[0]?.toLowerCase()
  return (languages.slice(1).find(({ tag }) => tag.toLowerCase() === first) ?? languages[0])?.tag
}
