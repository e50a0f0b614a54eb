import 'server-only'
import type { PostView } from '../../components/content/post-list'
import { getEditorsMessages, getSiteMessages } from '../../messages/languages'
import { getScriptTexts } from '../../messages/overrides'
import { resolveAddress } from '../base-path'
import { createForms, type ServiceForms } from '../branding/forms'
import { getLanguageName } from '../language-tags'
import { createFileAddress } from '../page/create-view-context'
import { getIconAddress } from '../page/icons'
import { getMediaSize } from '../page/media-address'
import type { DrawnSlots } from '../page/page-view'
import { describePosts, getHomePosts } from '../page/post-list'
import { createSidebar, type SidebarView } from '../page/sidebar'
import { type DateLabel, formatDateLabel } from '../page/text/date-label'
import { getPageTools, type PageTools } from '../page/tools'
import { getEnv } from '../settings/env'
import { isPublicViewer, mayList, mayRead, PUBLIC } from '../site/access'
import { getStore } from '../site/get-site'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { isHomePage } from '../site/languages/languages'
import { getHeaderLinks, type HeaderLink, hasChosenLinks } from '../site/links-around'
import { hasPostList } from '../site/lists'
import { joinPath } from '../site/paths'
import { isIndexed } from '../site/seo'
import { getPageAddress, getViewerAddress, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import { getSiteBranding, getSiteSettings } from '../site/site-settings'
import { TAXONOMIES } from '../site/terms'
import { type Head, selectHead } from '../site-folder/head'
import { getSiteFolder } from '../site-folder/site-folder'
import { getActiveSlots } from '../slots/active-slots'
import type { Analytics, CommentService } from '../third-parties'
import { getDirection } from '../workspace/read/scripts'
import { getBookAddress } from './copy-address'
import { getSiteParts, type SiteParts } from './site-parts'

/** A link to a page in another language, or to itself. */
export interface LanguageLink {
  tag: string
  /** The name of the language, in that language. */
  name: string
  path: string
  /** Whether the page has no translation, so that the link leads to the home page of the language. */
  isHome: boolean
  /** Search engines do not index the translation at its own address. */
  isOmitted?: true
}

/** The parts of the site that every page shows. */
export interface Chrome {
  /** The home page, with the name and icon of the site. `darkIcon` is the one on dark paper. */
  home: PageLink & { darkIcon?: string | undefined }
  /** The site's main pages, or the links and menus that were chosen; empty if the sidebar shows the main pages. */
  navigation: HeaderLink[]
  /** What was chosen for the parts around pages; undefined if nothing was. */
  parts?: SiteParts
  sidebar?: SidebarView
  /** Links of the current page, if the site shows any. */
  tools?: PageTools
  /** The address of the current page and the pages below it as EPUB, if the site offers books. */
  book?: string
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
  /** The id of the page, if posts show how often they were read. */
  counted?: string
  /** Third-party scripts of public pages. */
  analytics?: Analytics
  /** The service for comments on the current page. */
  comments?: CommentService
  /** The form that asks whether the page was helpful: the id of the page, and whether a text may follow. */
  helpful?: { page: string; hasText: boolean }
  /** Set if readers choose the size of the text. */
  textSize?: true
  /** Set if the page leads to the page that the reader last left unfinished, or if its place is kept. */
  reading?: 'continue' | 'keep'
  /** Set if the browser of the reader keeps a copy of the page. */
  offlineCopy?: true
  /** Forms of other services, on public pages. */
  forms?: ServiceForms
  /** What components of the site folder draw. */
  slots?: DrawnSlots
  /** What the site folder adds to the head of the page. */
  head?: Head
  /** The texts of scripts that the operator replaced, as JSON. */
  texts?: string
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
export type ListedPage = PageLink & {
  description?: string
  language?: string
  date?: DateLabel
  post?: PostView
  /** Its markup, if a component of the site folder draws it; that of a post is in `post`. */
  card?: string
}

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
  const { textSize, continueReading, offlineCopy } = getSiteSettings(site)
  const { signIn, analytics, comments, helpful, viewCounts, siteUrl } = getEnv()
  const locale = getInterfaceLocale(site)
  const sidebar = await createSidebar(site, viewer, current)
  const tools = current && getPageTools(site, current, viewer, sidebar !== undefined)
  const book = current && getBookAddress(site, current, viewer)
  const language = getSiteLanguage(site)
  const isListed = current === undefined || mayList(current.access, PUBLIC)
  const isForEveryone = isPublicViewer(viewer) && isListed
  const isOpen = current !== undefined && isPublicViewer(viewer) && mayRead(current.access, PUBLIC)
  const folder = getSiteFolder()
  const head = selectHead(folder.head, isForEveryone)
  const texts = getScriptTexts(folder.messages, locale)
  const isInSidebar = sidebar !== undefined && !hasChosenLinks(site)
  const parts = getSiteParts(site, viewer, current)
  return {
    home: {
      path: getViewerAddress(site.homePath(viewer), viewer),
      // Visitors who may not read the home page can still search, and see the host instead of the name.
      title: site.name(viewer) ?? new URL(siteUrl).host,
      icon: await getHomeIcon(site, viewer),
      ...getDarkIcon(site),
    },
    navigation: isInSidebar ? [] : getHeaderLinks(site, viewer),
    ...(Object.keys(parts).length > 0 && { parts }),
    ...(sidebar && { sidebar }),
    ...(tools && { tools }),
    ...(book !== undefined && { book }),
    lists: getListLinks(site, viewer.signedIn ? viewer : PUBLIC),
    ...(viewer.role === 'editor' && {
      desk: { path: getViewerAddress('desk', viewer), title: getEditorsMessages(locale).desk.title },
    }),
    // The links to sign in name the current address, which contains the token of a preview.
    hasSignIn: signIn !== undefined && viewer.preview === undefined,
    locale,
    prefix: site.prefix,
    ...(language && { language }),
    // Third parties must not learn what members read, what is behind a password, and the addresses of unlisted pages.
    ...(isForEveryone && { analytics, forms: getForms(site) }),
    ...(isForEveryone && hasComments(current) && comments?.service !== 'notion' && { comments }),
    ...(isOpen && helpful !== undefined && { helpful: { page: current.id, hasText: helpful === 'text' } }),
    ...(isOpen && viewCounts && { counted: current.id }),
    ...(textSize && { textSize }),
    // What members and holders of passwords read is not kept.
    ...(continueReading &&
      isOpen &&
      isListed &&
      hasPublicHomePage(site) && { reading: isHomePage(current) ? 'continue' : 'keep' }),
    ...(offlineCopy && isForEveryone && { offlineCopy }),
    ...(head && { head }),
    ...(texts !== undefined && { texts }),
  }
}

/** Whether visitors see a home page from the workspace, in any language. */
const hasPublicHomePage = (site: Site): boolean =>
  [site.index.root, ...site.index.languages.map(({ root }) => root)].some(
    (id) => id !== null && site.listedPage(id, PUBLIC) !== undefined,
  )

/** Whether a page may have comments of a service. A service would still accept new ones, so closed comments are not shown. */
const hasComments = (page: SitePage | undefined): boolean =>
  page !== undefined && page.comments === undefined && page.layout !== 'landing' && !isHomePage(page)

/** Returns the forms that the `Look` table of the root page sets. Like all of it, they count if that page is public. */
export const getForms = (site: Site): ServiceForms | undefined =>
  site.name(PUBLIC) === undefined ? undefined : createForms(site.index.look)

/** Returns the icon of the site beside its name: the logo, or the icon of the home page. */
export async function getHomeIcon(site: Site, viewer: Viewer): Promise<string | undefined> {
  const { logo } = getSiteBranding(site)
  if (logo !== undefined) return resolveAddress(logo)
  const root = site.index.root === null ? undefined : site.page(site.index.root, viewer)
  if (root?.icon === undefined) return undefined
  const files = (await getStore().manifest())?.files ?? {}
  return getIconAddress(root.icon, root.id, createFileAddress(site, viewer, files))
}

/** Returns the icon that replaces a logo on dark paper. */
export function getDarkIcon(site: Site): { darkIcon?: string } {
  const { logoDark } = getSiteBranding(site)
  return logoDark === undefined ? {} : { darkIcon: resolveAddress(logoDark) }
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

/** Returns the posts that a component for the generated home page gets; none without such a component. */
export async function getNewestPosts(site: Site, viewer: Viewer): Promise<PostView[]> {
  return getActiveSlots()?.slots.Home === undefined
    ? []
    : getHomePosts(site, viewer, await openListContext(site, viewer))
}

async function openListContext(site: Site, viewer: Viewer) {
  const files = (await getStore().manifest())?.files ?? {}
  const fileSize = (source: string) => getMediaSize(source, files)
  return { fileAddress: createFileAddress(site, viewer, files), fileSize, locale: getInterfaceLocale(site) }
}

/** Returns pages with what a list shows of them. */
export async function describePages(site: Site, pages: readonly SitePage[], viewer: Viewer): Promise<ListedPage[]> {
  const context = await openListContext(site, viewer)
  const { fileAddress, locale } = context
  const posts = hasPostList(site.index) ? describePosts(site, pages, viewer, context) : []
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
    const isOmitted = !isIndexed(translation)
    return [
      { tag, name: getLanguageName(tag), path, isHome: translation === undefined, ...(isOmitted && { isOmitted }) },
    ]
  })
  return links.length > 1 ? links : []
}
