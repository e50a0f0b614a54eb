import { addBasePath } from '../base-path'
import { MEMBERS } from '../members-path'
import { UNLOCK } from '../routes'
import { findPageId } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { mayList, mayRead, mayUnlock, PUBLIC } from './access'
import { cacheByViewer } from './cache-by-viewer'
import { toPathHere } from './former-addresses'
import { findList, type SiteList } from './lists'
import { createNeighborFinder, type Neighbors } from './neighbors'
import { collectDated, collectNewest } from './newest'
import { toUnlockAddress } from './page-locks'
import { toPath } from './paths'
import { collectPosts, type Posts } from './posts'
import { createSimilarPathFinder } from './similar-paths'
import type { Access, PageLink, SiteIndex, SitePage, SuggestedLink, Viewer } from './site-index'
import { collectAllTerms, type Taxonomy, type Term } from './terms'

/** The most main pages in the navigation. */
export const MOST_NAVIGATION = 50

/** What a page's address resolves to for a viewer. The target of a redirect is the decoded path of a page that the viewer may read. */
type PageResolution =
  | { kind: 'page'; page: SitePage }
  /** The generated home page of a snapshot without a root page. */
  | { kind: 'home' }
  | { kind: 'redirect'; path: string }
  | { kind: 'gone' }
  | { kind: 'unavailable' }
  | { kind: 'missing' }

/** What an address resolves to for a viewer. `locked`: the form for the password of a page, which shows only the title. */
export type Resolution = PageResolution | { kind: 'list'; list: SiteList } | { kind: 'locked'; page: SitePage }

/** One state of the site, read-only. Methods whose result depends on access rights take the viewer. */
export class Site {
  readonly #byId: ReadonlyMap<Id, SitePage>
  readonly #byPath: ReadonlyMap<string, SitePage>
  /** The pages and collections that show a file, and their access. */
  readonly #byFile = new Map<string, { id: Id; access: Access }[]>()
  readonly #around = cacheByViewer((viewer) => createNeighborFinder(this.index, viewer))
  readonly #terms = cacheByViewer((viewer) => collectAllTerms(this.index, viewer))
  readonly #posts = cacheByViewer((viewer) =>
    collectPosts(this.index, viewer, (path) =>
      [this.#byPath.get(path)?.id, this.index.formerPaths[path]].some((id = '') => this.#addressed(id, viewer)),
    ),
  )
  readonly #dated = cacheByViewer((viewer) => collectDated(this.index, viewer))
  readonly #newest = cacheByViewer((viewer) => collectNewest(this.index, viewer))
  #near: ((path: string) => SitePage[]) | undefined

  /** `revision` identifies this state of the site. Threads with the same revision have the same pages and access rights. */
  constructor(
    readonly index: SiteIndex,
    readonly revision = '',
  ) {
    this.#byId = new Map(index.pages.map((page) => [page.id, page]))
    this.#byPath = new Map(index.pages.map((page) => [page.path, page]))
    const collections = Object.entries(index.collections).map(([id, collection]) => ({ id, ...collection }))
    for (const { id, files, access } of [...index.pages, ...collections]) {
      for (const hash of files) {
        const known = this.#byFile.get(hash)
        if (known === undefined) this.#byFile.set(hash, [{ id, access }])
        else known.push({ id, access })
      }
    }
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

  /** Whether a page or collection that the viewer may read shows a file. `holder` limits this to one page or collection. */
  showsFile(hash: string, viewer: Viewer, holder?: Id): boolean {
    const holders = this.#byFile.get(hash) ?? []
    return holders.some(({ id, access }) => (holder === undefined || id === holder) && mayRead(access, viewer))
  }

  /** Returns the address of a file for the viewer's browser: a public address, or one that checks access. */
  fileAddress(hash: string, name: string, viewer: Viewer): string | undefined {
    if (this.showsFile(hash, PUBLIC)) return addBasePath(`/files/${hash}/${name}`)
    const holder = this.#byFile.get(hash)?.find(({ access }) => mayRead(access, viewer))
    return holder && addBasePath(`/${viewer.signedIn ? MEMBERS : UNLOCK}/files/${holder.id}/${hash}-${name}`)
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

  /** Resolves a decoded path without slashes at both ends to a page or a list. The home page has an empty path. */
  resolve(path: string, viewer: Viewer): Resolution {
    const found = this.#findPage(path, viewer)
    if (found.kind !== 'missing' && found.kind !== 'gone') return found
    const locked = this.lockedPage(path, viewer)
    if (locked !== undefined) return { kind: 'locked', page: locked }
    const list = findList(this, path, viewer)
    if (list === undefined) return this.#unavailableIfFilling(found)
    return list.kind === 'redirect' ? list : { kind: 'list', list }
  }

  /** Resolves a path to a page only, for routes that lists do not have, such as Markdown copies. */
  resolvePage(path: string, viewer: Viewer): PageResolution {
    return this.#unavailableIfFilling(this.#findPage(path, viewer))
  }

  /** Returns the page at a path if the viewer can read it only after giving a password. */
  lockedPage(path: string, viewer: Viewer): SitePage | undefined {
    const page = this.#byPath.get(path)
    return page && mayUnlock(page.access, viewer) && !mayRead(page.access, viewer) ? page : undefined
  }

  /** Until the first sync is complete, an unknown path may belong to a page that has not been fetched. */
  #unavailableIfFilling(found: PageResolution): PageResolution {
    const isUnknown = found.kind === 'missing' || found.kind === 'gone'
    return isUnknown && this.index.isFilling ? { kind: 'unavailable' } : found
  }

  #findPage(path: string, viewer: Viewer): PageResolution {
    const page = this.#byPath.get(path)
    if (page !== undefined && mayRead(page.access, viewer)) {
      return page.readable ? { kind: 'page', page } : { kind: 'unavailable' }
    }
    // The history may contain the same path.
    if (this.lockedPage(path, viewer) !== undefined) return { kind: 'missing' }
    if (path === '') return this.index.root === null ? { kind: 'home' } : { kind: 'missing' }
    const { formerPaths, gone } = this.index
    const id = findPageId(path)
    // Paths are in Unicode form NFC. Another form redirects, so that each page has one address.
    const composed = path.normalize('NFC')
    const target =
      (id === undefined ? undefined : this.#addressed(id, viewer)) ??
      (Object.hasOwn(formerPaths, composed) ? this.#addressed(formerPaths[composed] ?? '', viewer) : undefined) ??
      this.#respelled(path, viewer)
    const to = target?.path ?? (this.index.hasBlog ? this.#findByBlogAddress(path, viewer) : undefined)
    if (to !== undefined) return { kind: 'redirect', path: to }
    // The access of an unreadable page is unknown. Signed-in viewers must not learn that it exists.
    if (id !== undefined && !viewer.signedIn && this.index.unreadable.includes(id)) return { kind: 'unavailable' }
    return Object.hasOwn(gone, composed) ? { kind: 'gone' } : { kind: 'missing' }
  }

  /** Returns the path of the page or list that NotionNext would show at a path. */
  #findByBlogAddress(path: string, viewer: Viewer): string | undefined {
    const here = toPathHere(path, this.posts(viewer).paths)
    const page = here === undefined ? undefined : (this.#byPath.get(here) ?? this.#byPath.get(toPath(here)))
    if (here === undefined || page !== undefined) return page && this.#addressed(page.id, viewer)?.path
    const list = findList(this, here, viewer)
    return list?.kind === 'redirect' ? list.path : list && here
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

  /** Returns the main pages that the viewer may read, at most {@link MOST_NAVIGATION}. */
  sections(viewer: Viewer): SitePage[] {
    return this.index.navigation.slice(0, MOST_NAVIGATION).flatMap((id) => this.listedPage(id, viewer) ?? [])
  }

  /** Returns the newest pages that lists name to the viewer, without the main pages. */
  newest(viewer: Viewer): SitePage[] {
    return this.#newest(viewer)
  }

  children({ children, access }: SitePage, viewer: Viewer): PageLink[] {
    return children.flatMap((id) => {
      const child = this.listedPage(id, viewer, access)
      return child === undefined ? [] : [getPageLink(child, viewer)]
    })
  }

  /** Returns the previous and next page, backlinks and related pages, as far as the viewer may read them. */
  around(page: SitePage, viewer: Viewer): Neighbors {
    return this.#around(viewer)(page)
  }

  /** Returns the tags, categories or authors of the pages that lists name to the viewer, by path segment. */
  terms(taxonomy: Taxonomy, viewer: Viewer): ReadonlyMap<string, Term> {
    return this.#terms(viewer)[taxonomy]
  }

  /** Returns links to public pages whose paths are similar to a missing path. */
  near(path: string): SuggestedLink[] {
    this.#near ??= createSimilarPathFinder(
      this.index.pages.filter((page) => page.path !== '' && mayList(page.access, PUBLIC)),
    )
    const found = this.#near(path)
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

  /** Returns a page by id if the viewer may read it, or may be asked for its password. */
  #addressed(id: Id, viewer: Viewer): SitePage | undefined {
    const page = this.#byId.get(id)
    return page && (mayRead(page.access, viewer) || mayUnlock(page.access, viewer)) ? page : undefined
  }

  #respelled(path: string, viewer: Viewer): SitePage | undefined {
    const page = this.#byPath.get(toPath(path))
    return page && page.path !== '' && page.path !== path ? this.#addressed(page.id, viewer) : undefined
  }
}

/** Returns a link to a page, with its address in a browser. Links of signed-in viewers stay below `/members`. */
export function getPageLink(page: SitePage, viewer: Viewer): PageLink {
  return { path: addBasePath(getPagePath(page, viewer)), title: page.title, icon: page.icon }
}

/** Returns the encoded path of a page for a viewer who may read it. Pages with a password are read below `/unlock`. */
export function getPagePath({ path, access }: SitePage, viewer: Viewer): string {
  const address = getViewerPath(path, viewer)
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
