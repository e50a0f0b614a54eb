import { MEMBERS } from '../members-path'
import { pageIdIn } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { mayRead, PUBLIC } from './access'
import { cacheByViewer } from './cache-by-viewer'
import { findList, type PageList } from './lists'
import { createNeighborFinder, type Neighbors } from './neighbors'
import { toPath } from './paths'
import { createSimilarPathFinder } from './similar-paths'
import type { Access, PageLink, SiteIndex, SitePage, SuggestedLink, Viewer } from './site-index'
import { collectTags, compareNewestFirst, type Tag } from './tags'

/** How many main pages the navigation holds at most. */
export const MOST_NAVIGATION = 50

/** How many of the newest pages the site names before a search. */
const MOST_NEWEST = 5

/** What a page's address is for a viewer. A redirect leads to the decoded path of something that the viewer may read. */
type PageResolution =
  | { kind: 'page'; page: SitePage }
  /** The generated home page of a snapshot without a root page. */
  | { kind: 'home' }
  | { kind: 'redirect'; path: string }
  | { kind: 'gone' }
  | { kind: 'unavailable' }
  | { kind: 'missing' }

/** What an address is for a viewer. */
export type Resolution = PageResolution | { kind: 'list'; list: PageList }

/** One state of the site, read-only. Every question that depends on who asks takes the viewer. */
export class Site {
  readonly #byId: ReadonlyMap<Id, SitePage>
  readonly #byPath: ReadonlyMap<string, SitePage>
  /** The pages and collections that show a file, and who may read them. */
  readonly #byFile = new Map<string, { id: Id; access: Access }[]>()
  readonly #around = cacheByViewer((viewer) => createNeighborFinder(this.index, viewer))
  readonly #tags = cacheByViewer((viewer) => collectTags(this.index, viewer))
  readonly #dated = cacheByViewer((viewer) =>
    this.index.pages
      .filter((page) => page.published !== undefined && mayRead(page.access, viewer))
      .sort(compareNewestFirst),
  )
  readonly #newest = cacheByViewer((viewer) => {
    const { root, navigation, pages } = this.index
    const sections = new Set([root, ...navigation])
    return pages
      .filter((page) => !sections.has(page.id) && mayRead(page.access, viewer))
      .sort(compareNewestFirst)
      .slice(0, MOST_NEWEST)
  })
  #near: ((path: string) => SitePage[]) | undefined

  /** `revision` names this state of the site; threads that loaded the same one agree on who may read what. */
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

  /** A page that the viewer may read, by id. */
  page(id: Id, viewer: Viewer): SitePage | undefined {
    const page = this.#byId.get(id)
    return page && mayRead(page.access, viewer) ? page : undefined
  }

  /** The content file's name of a collection that the viewer may know of. */
  collection(id: Id, viewer: Viewer): string | undefined {
    const found = Object.hasOwn(this.index.collections, id) ? this.index.collections[id] : undefined
    return found && mayRead(found.access, viewer) ? found.hash : undefined
  }

  /** The site's name, which is its root page's title. */
  name(viewer: Viewer): string | undefined {
    const { root, name } = this.index
    return root === null || this.page(root, viewer) !== undefined ? name : undefined
  }

  /** Whether a page or collection that the viewer may read shows the file; `holder` asks for this one. */
  showsFile(hash: string, viewer: Viewer, holder?: Id): boolean {
    const holders = this.#byFile.get(hash) ?? []
    return holders.some(({ id, access }) => (holder === undefined || id === holder) && mayRead(access, viewer))
  }

  /** The address at which the viewer's browser finds a file: one for all readers, or one that asks who reads. */
  fileAddress(hash: string, name: string, viewer: Viewer): string | undefined {
    if (this.showsFile(hash, PUBLIC)) return `/files/${hash}/${name}`
    const holder = this.#byFile.get(hash)?.find(({ access }) => mayRead(access, viewer))
    return holder && `/${MEMBERS}/files/${holder.id}/${hash}-${name}`
  }

  /** Whether a page shows the container of a synced block that lies on another page. */
  mayShowSynced(container: Id, viewer: Viewer): boolean {
    const owner = Object.hasOwn(this.index.synced, container) ? this.index.synced[container] : undefined
    return owner !== undefined && this.page(owner, viewer) !== undefined
  }

  /** The current version of a page that the viewer may read, of the generated home page, or of the lists by tag and date. */
  version(id: Id | 'home' | 'lists', viewer: Viewer): string | undefined {
    if (id === 'lists') return this.index.listsVersion
    return id === 'home' ? this.index.homeVersion : this.page(id, viewer)?.version
  }

  /** Resolves a decoded path without slashes at its ends to a page or a list; '' is the home page. */
  resolve(path: string, viewer: Viewer): Resolution {
    const found = this.#findPage(path, viewer)
    if (found.kind !== 'missing' && found.kind !== 'gone') return found
    const list = findList(this, path, viewer)
    if (list === undefined) return this.#unavailableIfFilling(found)
    return list.kind === 'redirect' ? list : { kind: 'list', list }
  }

  /** Resolves a path to a page only, for addresses that show a page in another form: lists have no copies. */
  resolvePage(path: string, viewer: Viewer): PageResolution {
    return this.#unavailableIfFilling(this.#findPage(path, viewer))
  }

  /** Until a first sync has seen the whole workspace, any path may be of a page that was not fetched yet. */
  #unavailableIfFilling(found: PageResolution): PageResolution {
    const isUnknown = found.kind === 'missing' || found.kind === 'gone'
    return isUnknown && this.index.isFilling ? { kind: 'unavailable' } : found
  }

  #findPage(path: string, viewer: Viewer): PageResolution {
    const page = this.#byPath.get(path)
    if (page !== undefined && mayRead(page.access, viewer)) {
      return page.readable ? { kind: 'page', page } : { kind: 'unavailable' }
    }
    if (path === '') return this.index.root === null ? { kind: 'home' } : { kind: 'missing' }
    const { formerPaths, gone } = this.index
    const id = pageIdIn(path)
    // Paths are composed; whoever writes one in the other form of Unicode is led to it, so that a page has one address.
    const composed = path.normalize('NFC')
    const target =
      (id === undefined ? undefined : this.page(id, viewer)) ??
      (Object.hasOwn(formerPaths, composed) ? this.page(formerPaths[composed] ?? '', viewer) : undefined) ??
      this.#respelled(path, viewer)
    if (target !== undefined) return { kind: 'redirect', path: target.path }
    // Of a page that cannot be read nobody knows who may; a signed-in reader learns of no page that they may not read.
    if (id !== undefined && !viewer.signedIn && this.index.unreadable.includes(id)) return { kind: 'unavailable' }
    return Object.hasOwn(gone, composed) ? { kind: 'gone' } : { kind: 'missing' }
  }

  /** A link to a page; undefined when it does not exist for the viewer. */
  link(id: Id, viewer: Viewer): PageLink | undefined {
    const page = this.page(id, viewer)
    return page && getPageLink(page, viewer)
  }

  /** Blocks of a page to which pages lead that the viewer may read. */
  anchors({ anchors = {} }: SitePage, viewer: Viewer): Id[] {
    return Object.keys(anchors).filter((block) => anchors[block]?.some((id) => this.page(id, viewer) !== undefined))
  }

  /** From the root down, without the page itself. A page above that the viewer may not read would close this one too. */
  ancestors(page: SitePage, viewer: Viewer): PageLink[] {
    const links: PageLink[] = []
    for (let at = page.parent; at !== null; at = this.#byId.get(at)?.parent ?? null) {
      const link = this.link(at, viewer)
      if (link !== undefined) links.push(link)
    }
    return links.reverse()
  }

  /** The beginning of the site's main pages, because every page carries it. */
  navigation(viewer: Viewer): PageLink[] {
    return this.sections(viewer).map((page) => getPageLink(page, viewer))
  }

  /** The main pages that the viewer may read, at most as many as the navigation holds. */
  sections(viewer: Viewer): SitePage[] {
    return this.index.navigation.slice(0, MOST_NAVIGATION).flatMap((id) => this.page(id, viewer) ?? [])
  }

  /** The newest of the pages that the viewer may read, without the main pages. */
  newest(viewer: Viewer): SitePage[] {
    return this.#newest(viewer)
  }

  children(page: SitePage, viewer: Viewer): PageLink[] {
    return this.#links(page.children, viewer)
  }

  /** The pages before and after a page, those that link to it, and those about the same; only what the viewer may read. */
  around(page: SitePage, viewer: Viewer): Neighbors {
    return this.#around(viewer)(page)
  }

  /** The tags of the pages that the viewer may read, by segment. */
  tags(viewer: Viewer): ReadonlyMap<string, Tag> {
    return this.#tags(viewer)
  }

  /** Links to public pages whose path is much like one that does not exist. */
  near(path: string): SuggestedLink[] {
    this.#near ??= createSimilarPathFinder(
      this.index.pages.filter((page) => page.path !== '' && mayRead(page.access, PUBLIC)),
    )
    const found = this.#near(path)
    return found.map((page) => {
      const isAlone = !found.some((other) => other !== page && other.title === page.title)
      const parent = isAlone ? undefined : this.page(page.parent ?? '', PUBLIC)?.title
      return { ...getPageLink(page, PUBLIC), ...(parent !== undefined && { parent }) }
    })
  }

  /** The pages with a date that the viewer may read, the newest first. */
  dated(viewer: Viewer): SitePage[] {
    return this.#dated(viewer)
  }

  #links(ids: readonly Id[], viewer: Viewer): PageLink[] {
    return ids.map((id) => this.link(id, viewer)).filter((link) => link !== undefined)
  }

  #respelled(path: string, viewer: Viewer): SitePage | undefined {
    const page = this.#byPath.get(toPath(path))
    return page && page.path !== '' && mayRead(page.access, viewer) ? page : undefined
  }
}

/** A link as a browser takes it: the path is encoded. A known viewer's links stay where the site is made for them. */
export function getPageLink({ path, title, icon }: SitePage, viewer: Viewer): PageLink {
  return { path: getViewerPath(path, viewer), title, icon }
}

/** The address at which a viewer reads the page of this path. */
export function getViewerPath(path: string, viewer: Viewer): string {
  const address = encodeURI(`/${path}`)
  if (!viewer.signedIn) return address
  return path === '' ? `/${MEMBERS}` : `/${MEMBERS}${address}`
}
