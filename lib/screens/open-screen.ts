import 'server-only'
import { addCards } from '../../components/slots/add-cards'
import { addBasePath } from '../base-path'
import { getFormOrigins } from '../branding/forms'
import { computeOnce, reportPage } from '../cache/rendered-page'
import type { ErrorStatus } from '../formats/error-page'
import type { OpenedView } from '../page/page-view'
import type { RowsPage } from '../page/rows'
import { hasRows, openView } from '../page/thread/open-content'
import { isSiteChanged, runDrawingJob } from '../page/thread/page-thread'
import { respondWithSite } from '../page/thread/respond-with-site'
import { isPublicViewer, mayRead } from '../site/access'
import { getPageLocale } from '../site/languages/interface-locale'
import { getStatus } from '../site/resolve/resolution'
import { getPageLink, getViewerAddress, getViewerPath, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import { getHeadPolicy } from '../site-folder/head'
import { addOrigins } from '../third-parties'
import { type Chrome, getChrome, getNewestPosts, getPageChrome, getTopPages, type ListedPage } from './chrome'
import { type CommentsPage, type CommentsView, createCommentsPage, createCommentsView } from './comments'
import { getCopyAddress } from './copy-address'
import { findScreen, readAddress, type ScreenAddress } from './find-screen'
import { createListView, getListFeed, type PageListView } from './list'
import { addListCards, createSlotPlace, drawScreen, openRowPlace } from './slots'

/** What every screen of the site has. */
interface SiteScreen {
  chrome: Chrome
  /** The content and its version, as `<page id>:<version>`. Undefined for a form that is not cached, such as a reduced one. */
  version?: string
}

/**
 * What a path shows to a viewer. An error is a rendered page, because the not-found page of Next.js is empty without scripts. The page
 * cache sets its status.
 */
export type Screen =
  | ({ kind: 'page'; page: SitePage; view: OpenedView; comments?: CommentsView | undefined } & SiteScreen)
  | ({ kind: 'home'; site: Site; pages: ListedPage[] } & SiteScreen)
  | ({
      kind: 'list'
      view: PageListView
      /** The decoded path of the list that has a feed of its own. */
      feed?: string
    } & SiteScreen)
  | ({
      kind: 'rows'
      page: SitePage
      /** The last one is the page with the database. */
      ancestors: PageLink[]
      rows: RowsPage
      /** The language of the interface's texts within the page. */
      locale: string
    } & SiteScreen)
  /** A page of the comments on a page, which is the last of the ancestors. */
  | ({ kind: 'comments'; page: SitePage; ancestors: PageLink[]; comments: CommentsPage } & SiteScreen)
  /** The form for the password of a page. */
  | ({
      kind: 'lock'
      title: string
      /** The page's address for viewers who do not need a password. */
      address: string
      /** The same without the base path, as the form sends it. */
      path: string
    } & SiteScreen)
  /** To an encoded path, without the base path. */
  | { kind: 'redirect'; to: string }
  | { kind: 'error'; status: ErrorStatus }

export type ScreenOf<Kind extends Screen['kind']> = Extract<Screen, { kind: Kind }>

/**
 * Opens what an encoded path shows to a viewer, once for each request; in development, once for a page and once for its metadata. What a
 * public path shows is reported to the page cache.
 */
export async function openScreen(pathname: string, viewer: Viewer): Promise<Screen> {
  const address = readAddress(pathname, viewer)
  const key = JSON.stringify(['screen', address ?? pathname, viewer])
  const screen = await computeOnce(key, undefined, () => open(pathname, viewer))
  const isPrivate = address?.area === 'unlock' || address?.area === 'preview'
  if (!isPrivate && isPublicViewer(viewer)) report(screen)
  return screen
}

async function open(pathname: string, viewer: Viewer): Promise<Screen> {
  const address = readAddress(pathname, viewer)
  if (address === undefined) return { kind: 'error', status: 400 }
  return respondWithSite(async (site): Promise<Screen> => {
    if (site === undefined) return { kind: 'error', status: 503 }
    const found = findScreen(site, address, viewer)
    switch (found.kind) {
      case 'page':
        if (address.prefix.startsWith('/rows/')) return openRows(site, found.page, viewer, address)
        if (address.prefix.startsWith('/comments/')) return openComments(site, found.page, viewer, address)
        return openPage(site, found.page, viewer)
      case 'locked':
        return openLock(site, found.page, viewer)
      case 'redirect':
        return { kind: 'redirect', to: getAddress(found.path, address, viewer) }
      case 'home':
        if (/^\/(?:rows|comments)\//.test(address.prefix)) return { kind: 'error', status: 404 }
        return openHome(site, viewer)
      case 'list': {
        const own = site.forPath(address.path)
        const view = await createListView(found.list, own, viewer)
        const { title, path } = view
        const ancestors = view.kind !== 'terms' && view.above ? [view.above] : []
        const { chrome, cards, isPostponed } = await drawScreen(
          site,
          await getPageChrome(site, undefined, viewer, own.language),
          viewer,
          { list: view, current: { path, title }, ancestors },
        )
        return {
          kind: 'list',
          chrome,
          version: isPostponed ? undefined : `lists:${site.version('lists', viewer) ?? ''}`,
          view: addListCards(view, cards),
          feed: getListFeed(found.list, own),
        }
      }
      // The middleware has redirected to the other site.
      case 'external':
        return { kind: 'error', status: 404 }
      default:
        return { kind: 'error', status: getStatus(found) }
    }
  })
}

/** Opens the generated home page. */
async function openHome(site: Site, viewer: Viewer): Promise<Screen> {
  const pages = await getTopPages(site, viewer)
  const { chrome, cards, isPostponed } = await drawScreen(site, await getChrome(site, viewer), viewer, {
    home: { description: site.index.description, pages, posts: await getNewestPosts(site, viewer) },
  })
  const version = isPostponed ? undefined : `home:${site.index.homeVersion}`
  return { kind: 'home', chrome, version, site, pages: addCards(pages, cards) }
}

async function openPage(site: Site, page: SitePage, viewer: Viewer): Promise<Screen> {
  if (!mayRead(page.access, viewer)) return { kind: 'error', status: 503 }
  const chrome = await getPageChrome(site, page, viewer)
  const view = await openView(
    site,
    page,
    viewer,
    createSlotPlace(chrome, viewer, { markdown: getCopyAddress(page, viewer) }),
  )
  if (view === undefined) return { kind: 'error', status: 503 }
  const version = view.isReduced ? undefined : `${page.id}:${page.version}`
  const comments = createCommentsView(site, page, viewer)
  return { kind: 'page', chrome: view.slots ? { ...chrome, slots: view.slots } : chrome, version, page, view, comments }
}

/** Opens a numbered page of the rows of a view. It is valid as long as the page that shows the view. */
async function openRows(site: Site, page: SitePage, viewer: Viewer, { prefix }: ScreenAddress): Promise<Screen> {
  const [, , view = '', number = ''] = prefix.split('/')
  const prepare = async () =>
    (await hasRows(site, page, viewer, view))
      ? await runDrawingJob(
          await openRowPlace(site, page, viewer),
          'rowsPage',
          site,
          page,
          viewer,
          view,
          Number(number),
        )
      : { value: undefined, isReduced: false }
  const made = await prepare().catch((error: unknown) => {
    if (isSiteChanged(error)) throw error
  })
  // The page itself reports that its content cannot be read.
  if (made === undefined) return { kind: 'error', status: 503 }
  const { value: rows, isReduced } = made
  if (rows === undefined) return { kind: 'error', status: 404 }
  const ancestors = [...site.ancestors(page, viewer), getPageLink(page, viewer)]
  const { chrome, isPostponed } = await drawScreen(site, await getPageChrome(site, page, viewer), viewer, {
    ancestors,
    current: { path: addBasePath(`${prefix}/${encodeURI(page.path)}`), title: rows.view.name },
  })
  return {
    kind: 'rows',
    chrome,
    version: isReduced || isPostponed ? undefined : `${page.id}:${page.version}`,
    page,
    ancestors,
    rows,
    locale: getPageLocale(site, page),
  }
}

/** Opens a numbered page of the comments on a page. It is valid as long as the page itself. */
async function openComments(site: Site, page: SitePage, viewer: Viewer, { prefix }: ScreenAddress): Promise<Screen> {
  const comments = createCommentsPage(site, page, Number(prefix.split('/')[2]))
  if (comments === undefined) return { kind: 'error', status: 404 }
  const ancestors = [...site.ancestors(page, viewer), getPageLink(page, viewer)]
  const { chrome, isPostponed } = await drawScreen(site, await getPageChrome(site, page, viewer), viewer, {
    ancestors,
    current: { path: comments.address, title: page.title },
  })
  const version = isPostponed ? undefined : `${page.id}:${page.version}`
  return { kind: 'comments', chrome: { ...chrome, comments: undefined }, version, page, ancestors, comments }
}

/** Opens the form for the password of a page. Third parties must not see passwords being typed. */
async function openLock(site: Site, page: SitePage, viewer: Viewer): Promise<Screen> {
  const own = await getPageChrome(site, page, viewer)
  const { chrome, isPostponed } = await drawScreen(
    site,
    { ...own, analytics: undefined, comments: undefined, forms: undefined, head: undefined },
    viewer,
    { current: { path: getViewerAddress(page.path, viewer), title: page.title } },
  )
  return {
    kind: 'lock',
    chrome,
    version: isPostponed ? undefined : `${page.id}:${site.version(page.id, viewer)}`,
    title: page.title,
    address: getViewerAddress(page.path, viewer),
    path: getViewerPath(page.path, viewer),
  }
}

/** Returns the encoded path of a redirect, which leads to the same copy of the other page. */
function getAddress(path: string, { area, prefix }: ScreenAddress, viewer: Viewer): string {
  return area === 'members' ? getViewerPath(path, viewer) : encodeURI(`${prefix}/${path}`)
}

/** Reports what a path shows, so that the response is stored under the version that was rendered. */
function report(screen: Screen): void {
  if (screen.kind === 'error') reportPage({ status: screen.status })
  if (screen.kind === 'error' || screen.kind === 'redirect') return
  const { version, chrome } = screen
  const { analytics, comments, forms, head, language } = chrome
  const frames = screen.kind === 'page' ? screen.view.frameSources : []
  reportPage({
    version,
    language,
    analytics: analytics?.origins,
    forms: getFormOrigins(forms),
    frames,
    ...(head && { inlineScripts: getHeadPolicy(head).inlineScripts }),
    origins: addOrigins(head?.origins, comments?.origins),
  })
}
