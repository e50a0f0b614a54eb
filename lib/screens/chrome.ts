import 'server-only'
import type { PostView } from '../../components/content/post-list'
import { getEditorsMessages, getSiteMessages } from '../../messages/languages'
import { addBasePath } from '../base-path'
import { createForms, type ServiceForms } from '../branding/forms'
import { getLanguageName } from '../language-tags'
import { createFileAddress } from '../page/create-view-context'
import { getIconAddress } from '../page/icons'
import { getMediaSize } from '../page/media-address'
import { describePosts } from '../page/post-list'
import { createSidebar, type SidebarView } from '../page/sidebar'
import { type DateLabel, formatDateLabel } from '../page/text/date-label'
import { getPageTools, type PageTools } from '../page/tools'
import { getEnv } from '../settings/env'
import { isPublicViewer, mayList, mayRead, PUBLIC } from '../site/access'
import { getStore } from '../site/get-site'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { isHomePage } from '../site/languages/languages'
import { hasPostList } from '../site/lists'
import { joinPath } from '../site/paths'
import { getPageAddress, getViewerAddress, type Site } from '../site/site'
import { getSiteBranding } from '../site/site-branding'
import type { Announcement, PageLink, SitePage, Viewer } from '../site/site-index'
import { TAXONOMIES } from '../site/terms'
import type { Analytics, Comments } from '../third-parties'
import { getDirection } from '../workspace/read/scripts'

/** A link to a page in another language, or to itself. */
export interface LanguageLink {
  tag: string
  /** The name of the language, in that language. */
  name: string
  path: string
  /** Whether the page has no translation, so that the link leads to the home page of the language. */
  isHome: boolean
}

/** The parts of the site that every page shows. */
export interface Chrome {
  /** The home page, with the name and icon of the site. */
  home: PageLink
  /** The site's main pages, or the links of its menu; empty if the sidebar shows the main pages. */
  navigation: PageLink[]
  /** Shown on the home page only. */
  announcement?: Announcement
  sidebar?: SidebarView
  /** Links of the current page, if the site shows any. */
  tools?: PageTools
  /** The lists of pages by date, tag, category and author, if they have any pages. */
  lists: PageLink[]
  /** The editor dashboard, for editors. */
  desk?: PageLink
  /** Whether visitors can sign in. */
  hasSignIn: boolean
  /** The language of the interface. */
  locale: string
  /** Precedes the decoded paths of lists and feeds; empty for the first language. */
  prefix: string
  /** The language of the document, on a site with several. */
  language?: DocumentLanguage
  /** Links to the page in all languages, on a site with several. */
  languages?: LanguageLink[]
  /** Third-party scripts of public pages. */
  analytics?: Analytics
  comments?: Comments
  /** Forms of other services, on public pages. */
  forms?: ServiceForms
}

/** The `lang` and `dir` of a document. */
export interface DocumentLanguage {
  tag: string
  direction: 'ltr' | 'rtl'
}

/** Returns the language of the documents of a site; undefined on a site with one language. */
export const getSiteLanguage = ({ language: tag }: Pick<Site, 'language'>): DocumentLanguage | undefined =>
  tag === undefined ? undefined : { tag, direction: getDirection(tag) }

/** A page in a list. `post` is what a list of posts shows of it, on a site that has one. */
export type ListedPage = PageLink & { description?: string; language?: string; date?: DateLabel; post?: PostView }

/** Returns the parts of the site that a page shows to a viewer. `language` is a tag, by default that of the page. Lists have no page. */
export async function getPageChrome(
  site: Site,
  page: SitePage | undefined,
  viewer: Viewer,
  language = page?.locale,
): Promise<Chrome> {
  const chrome = await getChrome(site.forLanguage(language), viewer, page)
  const languages = getLanguageLinks(site, page, viewer)
  return languages.length === 0 ? chrome : { ...chrome, languages }
}

/**
 * Returns the parts of the site that every page shows to a viewer. On a site with several languages, `site` is one of
 * them. `current` is the page, if the address is that of one.
 */
export async function getChrome(site: Site, viewer: Viewer, current?: SitePage): Promise<Chrome> {
  const { signIn, analytics, comments, siteUrl } = getEnv()
  const locale = getInterfaceLocale(site)
  const sidebar = await createSidebar(site, viewer, current)
  const tools = current && getPageTools(site, current, viewer, sidebar !== undefined)
  const language = getSiteLanguage(site)
  const isListed = current === undefined || mayList(current.access, PUBLIC)
  const isInSidebar = sidebar !== undefined && site.index.menu.length === 0
  return {
    home: {
      path: getViewerAddress(site.homePath(viewer), viewer),
      // Visitors who may not read the home page can still search, and see the host instead of the name.
      title: site.name(viewer) ?? new URL(siteUrl).host,
      icon: await getHomeIcon(site, viewer),
    },
    navigation: isInSidebar ? [] : site.navigation(viewer).map(({ path, title }) => ({ path, title })),
    ...(current && isHomePage(current) && getAnnouncement(site)),
    ...(sidebar && { sidebar }),
    ...(tools && { tools }),
    lists: getListLinks(site, viewer.signedIn ? viewer : PUBLIC),
    ...(viewer.role === 'editor' && {
      desk: { path: getViewerAddress('desk', viewer), title: getEditorsMessages(locale).desk.title },
    }),
    hasSignIn: signIn !== undefined,
    locale,
    prefix: site.prefix,
    ...(language && { language }),
    // Third parties must not learn what members read, what is behind a password, and the addresses of unlisted pages.
    ...(isPublicViewer(viewer) && isListed && { analytics, comments, forms: getForms(site) }),
  }
}

/** Returns the announcement of a site or of a language, which its home page shows. */
export function getAnnouncement({ index }: Site): Pick<Chrome, 'announcement'> {
  const [announcement] = index.announcements
  return announcement === undefined ? {} : { announcement }
}

/** Returns the forms that the `Look` table of the root page sets. Like all of it, they count if that page is public. */
export const getForms = (site: Site): ServiceForms | undefined =>
  site.name(PUBLIC) === undefined ? undefined : createForms(site.index.look)

/** Returns the icon of the site beside its name: the logo, or the icon of the home page. */
export async function getHomeIcon(site: Site, viewer: Viewer): Promise<string | undefined> {
  const { logo } = getSiteBranding(site)
  if (logo !== undefined) return logo.startsWith('/') ? addBasePath(logo) : logo
  const root = site.index.root === null ? undefined : site.page(site.index.root, viewer)
  if (root?.icon === undefined) return undefined
  const files = (await getStore().manifest())?.files ?? {}
  return getIconAddress(root.icon, root.id, createFileAddress(site, viewer, files))
}

/** Returns the lists of the pages that a viewer may read, for the footer. */
export function getListLinks(site: Site, viewer: Viewer): PageLink[] {
  const { lists } = getSiteMessages(getInterfaceLocale(site))
  const getAddress = (path: string) => getViewerAddress(joinPath(site.prefix, path), viewer)
  return [
    ...(site.dated(viewer).length > 0 ? [{ path: getAddress('archive'), title: lists.archive }] : []),
    ...TAXONOMIES.flatMap((each) =>
      // A page may have the path of a list.
      site.resolve(joinPath(site.prefix, each), viewer).kind === 'list'
        ? [{ path: getAddress(each), title: lists[each] }]
        : [],
    ),
  ]
}

/** Returns the pages on a generated home page. */
export async function getTopPages(site: Site, viewer: Viewer): Promise<ListedPage[]> {
  const pages = site.index.navigation.flatMap((id) => site.listedPage(id, viewer) ?? [])
  return describePages(site, pages, viewer)
}

/** Returns pages with what a list shows of them. */
export async function describePages(site: Site, pages: readonly SitePage[], viewer: Viewer): Promise<ListedPage[]> {
  const files = (await getStore().manifest())?.files ?? {}
  const fileAddress = createFileAddress(site, viewer, files)
  const fileSize = (source: string) => getMediaSize(source, files)
  const locale = getInterfaceLocale(site)
  const posts = hasPostList(site.index) ? describePosts(site, pages, viewer, { fileAddress, fileSize, locale }) : []
  return pages.map((page, place) => {
    const { id, title, icon, description, published, language } = page
    const isReadable = mayRead(page.access, viewer)
    return {
      path: getPageAddress(page, viewer),
      title,
      icon: icon && getIconAddress(icon, id, fileAddress),
      description: isReadable ? description : undefined,
      language: isReadable ? language : undefined,
      date: published === undefined ? undefined : formatDateLabel(published, locale),
      post: posts[place],
    }
  })
}

/**
 * Returns a link for each language of the site in which the viewer may read a page: the translation of `page`, or else the home page.
 * Without a page, all links lead to home pages. Returns nothing for a site with one language.
 */
function getLanguageLinks(site: Site, page: SitePage | undefined, viewer: Viewer): LanguageLink[] {
  const links = site.index.languages.flatMap(({ tag, root }): LanguageLink[] => {
    const translation = page && site.translation(page, tag, viewer)
    const shown = translation ?? site.listedPage(root, viewer)
    if (shown === undefined) return []
    const path = getPageAddress(shown, viewer)
    return [{ tag, name: getLanguageName(tag), path, isHome: translation === undefined }]
  })
  return links.length > 1 ? links : []
}
