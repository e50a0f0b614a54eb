import { LRUCache } from 'lru-cache'
import { addBasePath } from '../base-path'
import { MEMBERS } from '../members-path'
import { HTML_BLOCKS, PREVIEW, UNLOCK } from '../routes'
import type { Id } from '../workspace/record-map'
import { mayList, mayRead, mayUnlock, PUBLIC } from './access'
import { collectTranslations, findPathLanguage, isHomePage, splitByLanguage } from './languages/languages'
import { collectDated, collectNewest, collectPosts, findList, type Posts, type SiteList } from './lists'
import { createNeighborFinder, type Neighbors } from './neighbors'
import { toUnlockAddress } from './page-locks'
import { joinPath } from './paths'
import { createFileOwnerFinder, mayOpen } from './resolve/file-owners'
import {
  createSimilarPathFinder,
  findLockedPage,
  findPage,
  findReachablePage,
  type PageLookup,
} from './resolve/find-page'
import {
  createWildcardFinder,
  fillWildcard,
  findQueryTarget,
  findRowAt,
  hasQueryRows,
  MAX_WILDCARDS,
} from './resolve/find-row'
import { findBlogAddress, findPeerAddress, findSearchAddress } from './resolve/peer-addresses'
import type { PageResolution, Resolution } from './resolve/resolution'
import type {
  Access,
  PageLink,
  RedirectStatus,
  RedirectTarget,
  SiteIndex,
  SitePage,
  SuggestedLink,
  Viewer,
  WildcardRedirect,
} from './site-index'
import { collectAllTerms, type Taxonomy, type Term } from './terms'

/** The maximum number of main pages in the navigation. */
export const MAX_NAVIGATION = 50

/** One state of the site, read-only. Methods whose result depends on access rights take the viewer. */
export class Site {
  readonly #byId: ReadonlyMap<Id, SitePage>
  readonly #byPath: ReadonlyMap<string, SitePage>
  readonly #lookup: PageLookup
  readonly #findFileOwners: ReturnType<typeof createFileOwnerFinder>
  readonly #findWildcards: ReturnType<typeof createWildcardFinder<WildcardRedirect>>
  readonly #findNeighbors = cacheByViewer((viewer) => createNeighborFinder(this.index, viewer))
  readonly #terms = cacheByViewer((viewer) => collectAllTerms(this.index, viewer))
  readonly #posts = cacheByViewer((viewer) =>
    collectPosts(this.index, viewer, this.prefix, (path) =>
      [this.#byPath.get(path)?.id, this.index.formerPaths[path]].some((id = '') =>
        findReachablePage(this.#lookup, id, viewer),
      ),
    ),
  )
  readonly #dated = cacheByViewer((viewer) => collectDated(this.index, viewer))
  readonly #newest = cacheByViewer((viewer) => collectNewest(this.index, viewer))
  #findSuggestions: ((path: string) => SitePage[]) | undefined
  #translations: ReturnType<typeof collectTranslations> | undefined
  #byLanguage: ReadonlyMap<string, Site> | undefined
  #whole: Site | undefined

  /**
   * `revision` identifies this state of the site. Threads with the same revision have the same pages and access rights. `language` is the
   * tag of the language whose pages these are, see {@link forLanguage}.
   */
  constructor(
    readonly index: SiteIndex,
    readonly revision = '',
    readonly language?: string,
  ) {
    this.#byId = new Map(index.pages.map((page) => [page.id, page]))
    this.#byPath = new Map(index.pages.map((page) => [page.path, page]))
    this.#findFileOwners = createFileOwnerFinder(index)
    this.#findWildcards = createWildcardFinder(index.redirects.wildcards)
    this.#lookup = {
      index,
      byId: this.#byId,
      byPath: this.#byPath,
      findList: (path, viewer) => findList(this.forPath(path), path, viewer),
      forPath: (path) => this.forPath(path),
    }
  }

  /** Returns the pages of one language as a site, with its home page, navigation, lists and neighbors; itself if there is one language. */
  forLanguage(tag: string | undefined): Site {
    if (this.language !== undefined || tag === undefined) return this
    this.#byLanguage ??= new Map(
      splitByLanguage(this.index).map(([language, index]) => {
        const site = new Site(index, this.revision, language)
        site.#whole = this
        return [language, site]
      }),
    )
    return this.#byLanguage.get(tag) ?? this
  }

  /** The site with the pages of all languages. */
  get whole(): Site {
    return this.#whole ?? this
  }

  /** The same for a tag that a visitor names. Languages whose home page the viewer may not read do not exist. */
  forNamedLanguage(tag: string | undefined, viewer: Viewer): Site {
    const site = this.forLanguage(tag)
    return site.name(viewer) === undefined ? this : site
  }

  /** Returns the site of the language in which a decoded path lies, see {@link forLanguage}. */
  forPath(path: string): Site {
    return this.forLanguage(findPathLanguage(path, this.index))
  }

  /** The home page of the language; undefined on a site with one language. */
  get languageRoot(): Id | undefined {
    return this.language === undefined ? undefined : (this.index.root ?? undefined)
  }

  /** Precedes the paths of the language's pages and lists; empty for the first language. */
  get prefix(): string {
    return this.language === this.index.languages[0]?.tag ? '' : (this.language ?? '')
  }

  /** Returns the path of the home page. It is the prefix, unless another page has that path. */
  homePath(viewer: Viewer): string {
    return findReachablePage(this.#lookup, this.index.root ?? '', viewer)?.path ?? this.prefix
  }

  /** Returns a page by id; undefined if the viewer may not read it. */
  page(id: Id, viewer: Viewer): SitePage | undefined {
    const page = this.#byId.get(id)
    return page && mayRead(page.access, viewer) ? page : undefined
  }

  /** Returns the name of a collection's content file; undefined if the viewer may not see the collection. */
  collection(id: Id, viewer: Viewer): string | undefined {
    const found = Object.hasOwn(this.index.collections, id) ? this.index.collections[id] : undefined
    return found && mayRead(found.access, viewer) ? found.hash : undefined
  }

  /** Returns a page by id if a list names it to the viewer, on a page with the access `from`; see {@link mayList}. */
  listedPage(id: Id, viewer: Viewer, from?: Access): SitePage | undefined {
    const page = this.#byId.get(id)
    return page && mayList(page.access, viewer, from) ? page : undefined
  }

  /** Returns the site's name, which is the title of its root page. */
  name(viewer: Viewer): string | undefined {
    const { root, name } = this.index
    return root === null || this.page(root, viewer) !== undefined ? name : undefined
  }

  /** Whether a page or collection that the viewer may read shows a file. `owner` limits this to one page or collection. */
  showsFile(hash: string, viewer: Viewer, owner?: Id): boolean {
    return this.#findFileOwners(hash).some(
      (each) => (owner === undefined || each.id === owner) && mayOpen(each, viewer),
    )
  }

  /** Returns the address of a file for the viewer's browser: a public address, or one that checks access. */
  fileAddress(hash: string, name: string, viewer: Viewer): string | undefined {
    if (this.showsFile(hash, PUBLIC)) return addBasePath(`/files/${hash}/${name}`)
    const owner = this.#findFileOwners(hash).find((each) => mayOpen(each, viewer))
    return owner && addBasePath(`/${getArea(viewer)}/files/${owner.id}/${hash}-${name}`)
  }

  /** Returns the address at which an HTML file is shown, for an iframe in the viewer's browser. */
  htmlAddress(hash: string, viewer: Viewer): string | undefined {
    if (this.showsFile(hash, PUBLIC)) return addBasePath(`/${HTML_BLOCKS}/${hash}`)
    const owner = this.#findFileOwners(hash).find((each) => mayOpen(each, viewer))
    return owner && addBasePath(`/${getArea(viewer)}/${HTML_BLOCKS}/${owner.id}/${hash}`)
  }

  /** Whether the viewer may read the page with the container of a synced block. */
  mayShowSynced(container: Id, viewer: Viewer): boolean {
    const owner = Object.hasOwn(this.index.synced, container) ? this.index.synced[container] : undefined
    return owner !== undefined && this.page(owner, viewer) !== undefined
  }

  /** Returns the current version of a page that the viewer may read, of the generated home page, or of the lists by tag and date. */
  version(id: Id | 'home' | 'lists', viewer: Viewer): string | undefined {
    if (id === 'lists') return this.index.listsVersion
    if (id === 'home') return this.index.homeVersion
    const page = this.#byId.get(id)
    if (page !== undefined && mayUnlock(page.access, viewer)) {
      return mayRead(page.access, viewer) ? page.version : `locked-${page.version}`
    }
    return this.page(id, viewer)?.version
  }

  /**
   * Resolves a decoded path without slashes at both ends: to a page or a list, or else as an old address. The home page has an empty path.
   * `query` is that of the request, which only old addresses depend on.
   */
  resolve(path: string, viewer: Viewer, query = ''): Resolution {
    return this.#followPage(this.#resolve(path, viewer, query, { wildcards: MAX_WILDCARDS }))
  }

  /** Returns the list at a decoded path; undefined if there is none. */
  list(path: string, viewer: Viewer): SiteList | undefined {
    const found = this.#lookup.findList(path, viewer)
    return found?.kind === 'redirect' ? undefined : found
  }

  /** Whether what a decoded path shows depends on the query. */
  readsQuery(path: string): boolean {
    return hasQueryRows(this.index.redirects, path) || path === ''
  }

  /** `budget` is shared by all paths of a request. Without it, the path has no row with a `*`, and keeps the name of a file. */
  #resolve(path: string, viewer: Viewer, query: string, budget?: { wildcards: number }): Resolution {
    const byQuery = query === '' ? undefined : this.#findByQuery(path, viewer, query)
    if (byQuery !== undefined) return byQuery
    const found = findPage(this.#lookup, path, viewer)
    if (found.kind === 'page' || found.kind === 'home') return found
    const locked = this.lockedPage(path, viewer)
    if (locked !== undefined) return { kind: 'locked', page: locked }
    const row = findRowAt(this.index.redirects.exact, path)
    const moved = row && this.#openTarget(row, viewer)
    if (moved !== undefined) return moved
    if (found.kind === 'redirect' || found.kind === 'unavailable') return found
    const list = this.#lookup.findList(path, viewer)
    if (list !== undefined) return list.kind === 'redirect' ? list : { kind: 'list', list }
    const old = path.length <= MAX_OLD_LENGTH ? this.#findOldAddress(path, viewer, budget) : undefined
    return old ?? this.#unavailableIfFilling(found)
  }

  #findOldAddress(path: string, viewer: Viewer, budget?: { wildcards: number }): Resolution | undefined {
    if (budget === undefined) return findPeerAddress(this.#lookup, path, viewer)
    return (
      this.#findByWildcard(path, viewer, budget) ??
      findPeerAddress(this.#lookup, path, viewer, (bare) => this.#resolve(bare, viewer, ''))
    )
  }

  #findByQuery(path: string, viewer: Viewer, query: string): Resolution | undefined {
    const target = findQueryTarget(this.index.redirects, path, query)
    const found = target ? this.#openTarget(target, viewer) : path === '' ? findSearchAddress(query) : undefined
    return found && (found.kind === 'redirect' || found.kind === 'external') ? { ...found, dropsQuery: true } : found
  }

  /** Returns where the longest row leads from all paths below a path, if the site has something there. */
  #findByWildcard(path: string, viewer: Viewer, budget: { wildcards: number }): Resolution | undefined {
    for (const row of this.#findWildcards(path)) {
      const target = fillWildcard(row, path)
      const found =
        row.continues && 'path' in target
          ? this.#openContinued(target.path, target.status, viewer, budget)
          : this.#openTarget(target, viewer)
      if (found !== undefined) return found
    }
    return undefined
  }

  #openContinued(path: string, status: RedirectStatus | undefined, viewer: Viewer, budget: { wildcards: number }) {
    if (budget.wildcards === 0) return undefined
    budget.wildcards--
    return this.#openPath(path, status, this.#resolve(path, viewer, '', budget))
  }

  /** Returns where a row leads; undefined if the viewer may not open its page. */
  #openTarget(target: RedirectTarget, viewer: Viewer): Resolution | undefined {
    if (target.status === 410) return { kind: 'gone' }
    const status = target.status && { status: target.status }
    if ('address' in target) return { kind: 'external', address: target.address, ...status }
    if ('path' in target) return { kind: 'redirect', path: target.path, ...status }
    const page = findReachablePage(this.#lookup, target.id, viewer)
    if (page === undefined) return undefined
    return target.suffix === undefined
      ? { kind: 'redirect', path: page.path, ...status }
      : { kind: 'external', address: getPageAddress(page, viewer) + target.suffix, ...status }
  }

  /** Returns a redirect to what is at a path; undefined if nothing is there. */
  #openPath(path: string, status: RedirectStatus | undefined, found: Resolution): Resolution | undefined {
    switch (found.kind) {
      case 'page':
      case 'locked':
        return { kind: 'redirect', path: found.page.path, ...(status && { status }) }
      case 'home':
      case 'list':
        return { kind: 'redirect', path, ...(status && { status }) }
      case 'redirect':
      case 'external':
        return { ...found, ...(status && !found.status && { status }) }
      default:
        return undefined
    }
  }

  /** Returns the other site if a page, or the page to which an old address leads, is only a link to it. */
  #followPage(found: Resolution): Resolution {
    const page =
      found.kind === 'page' ? found.page : found.kind === 'redirect' ? this.#byPath.get(found.path) : undefined
    // Editors may change the address.
    return page?.address === undefined ? found : { kind: 'external', address: page.address, status: 307 }
  }

  /** Resolves a path to a page only, for routes that lists do not have, such as Markdown copies. */
  resolvePage(path: string, viewer: Viewer): PageResolution {
    const found = findPage(this.#lookup, path, viewer)
    // What leads to another site has no copies.
    if (found.kind === 'page' && found.page.address !== undefined) return { kind: 'missing' }
    const isUnknown = found.kind === 'missing' || found.kind === 'gone'
    const to = isUnknown ? findBlogAddress(this.#lookup, path, viewer) : undefined
    return to === undefined ? this.#unavailableIfFilling(found) : { kind: 'redirect', path: to }
  }

  /** Returns the page at a path if the viewer can read it only after giving a password. */
  lockedPage(path: string, viewer: Viewer): SitePage | undefined {
    return findLockedPage(this.#lookup, path, viewer)
  }

  /** Until the first sync is complete, an unknown path may belong to a page that has not been fetched. */
  #unavailableIfFilling(found: PageResolution): PageResolution {
    const isUnknown = found.kind === 'missing' || found.kind === 'gone'
    return isUnknown && this.index.isFilling ? { kind: 'unavailable' } : found
  }

  /** Returns a link to a page; undefined if the viewer may not read it. */
  link(id: Id, viewer: Viewer): PageLink | undefined {
    const page = this.page(id, viewer)
    return page && getPageLink(page, viewer)
  }

  /** Returns the blocks of a page that are linked from pages that the viewer may read. */
  anchors({ anchors = {} }: SitePage, viewer: Viewer): Id[] {
    return Object.keys(anchors).filter((block) => anchors[block]?.some((id) => this.page(id, viewer) !== undefined))
  }

  /** Returns the readable anchor of a heading on a page that the viewer may read, if links lead to it. */
  headingAnchor(id: Id, heading: Id, viewer: Viewer): string | undefined {
    const headings = this.page(id, viewer)?.headings ?? {}
    return Object.hasOwn(headings, heading) ? headings[heading] : undefined
  }

  /** Returns the pages above a page, from the root. The viewer may read all of them, because access is inherited. */
  ancestors(page: SitePage, viewer: Viewer): PageLink[] {
    const links: PageLink[] = []
    for (let at = page.parent; at !== null; at = this.#byId.get(at)?.parent ?? null) {
      const link = this.link(at, viewer)
      if (link !== undefined) links.push(link)
    }
    return links.reverse()
  }

  /** Returns the links of the menu, or else to the main pages. Their number is limited, because every page contains them. */
  navigation(viewer: Viewer): PageLink[] {
    const { menu } = this.index
    if (menu.length === 0) return this.sections(viewer).map((page) => getPageLink(page, viewer))
    return menu.flatMap((link): PageLink[] => {
      const { title } = link
      if ('address' in link) return [{ path: link.address, title }]
      if ('path' in link) return [{ path: getViewerAddress(link.path, viewer), title }]
      const found = this.link(link.id, viewer)
      return found === undefined ? [] : [{ path: found.path, title }]
    })
  }

  /** Returns the main pages that the viewer may read, at most {@link MAX_NAVIGATION}. */
  sections(viewer: Viewer): SitePage[] {
    return this.index.navigation.slice(0, MAX_NAVIGATION).flatMap((id) => this.listedPage(id, viewer) ?? [])
  }

  /** Returns the newest pages that lists name to the viewer, without the main pages. */
  newest(viewer: Viewer): SitePage[] {
    return this.#newest(viewer)
  }

  /** Returns a page in another language, or itself in its own; undefined if there is none that the viewer may be shown. */
  translation(page: SitePage, tag: string, viewer: Viewer): SitePage | undefined {
    if (tag === page.locale) return page
    this.#translations ??= collectTranslations(this.index)
    return this.listedPage(this.#translations.get(page.id)?.get(tag) ?? '', viewer, page.access)
  }

  children({ children, access }: SitePage, viewer: Viewer): PageLink[] {
    return children.flatMap((id) => {
      const child = this.listedPage(id, viewer, access)
      return child === undefined ? [] : [getPageLink(child, viewer)]
    })
  }

  /** Returns the previous and next page, backlinks and related pages, as far as the viewer may read them. */
  neighbors(page: SitePage, viewer: Viewer): Neighbors {
    const site = this.forLanguage(page.locale)
    return site === this ? this.#findNeighbors(viewer)(page) : site.neighbors(page, viewer)
  }

  /** Returns the tags, categories or authors of the pages that lists name to the viewer, by path segment. */
  terms(taxonomy: Taxonomy, viewer: Viewer): ReadonlyMap<string, Term> {
    return this.#terms(viewer)[taxonomy]
  }

  /** Returns links to public pages whose paths are similar to a missing path. */
  suggestions(path: string): SuggestedLink[] {
    this.#findSuggestions ??= createSimilarPathFinder(
      this.index.pages.filter((page) => !isHomePage(page) && mayList(page.access, PUBLIC)),
    )
    const found = this.#findSuggestions(path)
    return found.map((page) => {
      const isAlone = !found.some((other) => other !== page && other.title === page.title)
      const parent = isAlone ? undefined : this.page(page.parent ?? '', PUBLIC)?.title
      return { ...getPageLink(page, PUBLIC), ...(parent !== undefined && { parent }) }
    })
  }

  /** Returns the posts that the home page lists to the viewer. */
  posts(viewer: Viewer): Posts {
    return this.#posts(viewer)
  }

  /** Returns the pages with a date that lists name to the viewer, newest first. */
  dated(viewer: Viewer): SitePage[] {
    return this.#dated(viewer)
  }
}

/** Returns a link to a page, with its address in a browser. Links of signed-in viewers stay below `/members`. */
export function getPageLink(page: SitePage, viewer: Viewer): PageLink {
  return { path: getPageAddress(page, viewer), title: page.title, icon: page.icon }
}

/** Returns the address to which links to a page lead: that of the page in a browser, or that of another site. */
export const getPageAddress = (page: SitePage, viewer: Viewer): string =>
  page.address ?? addBasePath(getPagePath(page, viewer))

/** Returns the path below which a viewer finds the files of pages that are not public. */
function getArea({ signedIn, preview }: Viewer): string {
  if (preview !== undefined) return `${PREVIEW}/${preview.token}`
  return signedIn ? MEMBERS : UNLOCK
}

/**
 * Returns the encoded path of a page for a viewer who may read it. Pages with a password are read below `/unlock`, and drafts below their
 * preview.
 */
export function getPagePath({ id, path, access }: SitePage, viewer: Viewer): string {
  const address = getViewerPath(path, viewer)
  if (access.kind === 'unpublished' && viewer.preview !== undefined) {
    return `/${getArea(viewer)}${id === viewer.preview.page ? '' : address}`
  }
  return access.kind === 'locked' && !viewer.signedIn ? toUnlockAddress(address) : address
}

/** Returns the address at which a viewer's browser finds the page with this path. */
export const getViewerAddress = (path: string, viewer: Viewer): string => addBasePath(getViewerPath(path, viewer))

/** Returns the encoded path of a page for a viewer: signed-in viewers read below `/members`. */
export function getViewerPath(path: string, viewer: Viewer): string {
  const address = encodeURI(`/${path}`)
  if (!viewer.signedIn) return address
  return path === '' ? `/${MEMBERS}` : `/${MEMBERS}${address}`
}

/** Returns the decoded path before `.md` in the address of a page's Markdown copy for a viewer. The home page has the name `index`. */
export const getCopyPath = (path: string, { signedIn }: Viewer): string =>
  joinPath(signedIn ? MEMBERS : '', path === '' ? 'index' : path)

/** Returns the URL below which a viewer finds the pages of the site. */
export const getSiteUrl = (siteUrl: string, { signedIn }: Viewer): string =>
  signedIn ? `${siteUrl}/${MEMBERS}` : siteUrl

/** The maximum number of characters of a path that may be one of a former site. */
const MAX_OLD_LENGTH = 2000

/** The maximum number of different rights of viewers for which results are cached. */
const MAX_VIEWERS = 20

/** Returns a function that caches the result of `make` for viewers with the same rights. The least recently used result is evicted. */
export function cacheByViewer<Made extends object>(make: (viewer: Viewer) => Made): (viewer: Viewer) => Made {
  const cache = new LRUCache<string, Made>({ max: MAX_VIEWERS })
  return (viewer) => {
    const key = JSON.stringify(viewer)
    const made = cache.get(key) ?? make(viewer)
    cache.set(key, made)
    return made
  }
}
