import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as delay, setImmediate as pause } from 'node:timers/promises'
import { getLeastPrivilegedViewers, mayList, mayRead, PUBLIC } from '../site/access'
import type { Site } from '../site/site'
import type { Access, SitePage, Viewer } from '../site/site-index'
import { oneAtATime } from '../snapshot/one-at-a-time'
import type { WorkingStore } from '../snapshot/store'
import { DocumentReader, type DocumentSettings, type PageDocument } from './documents'
import { findPages, toDay, weighDay } from './find-pages'
import { type Found, type Question, SearchNotReadyError } from './index-contract'
import { PageIndex } from './page-index'
import { RecentAnswers } from './recent-answers'
import { RecentDocuments } from './recent-documents'

type Store = Pick<WorkingStore, 'page' | 'collection' | 'derived' | 'putDerived'>

/** The saved indexes' name beside the site's own index. */
const NAME = 'search'
/** Read at the same time, because each waits for the disk. */
const AT_ONCE = 8
/** What a start may have to catch up with, as a share of the pages: saving takes longer than reading these again. */
const UNSAVED = 0.01

/**
 * The indexes of a site: one of what the public may read, and where some pages are for members, another for them, so that
 * neither order nor speed tells the public of more. Kept up to date page by page.
 */
export class LiveIndex {
  #public = PageIndex.empty()
  #members: PageIndex | undefined
  #reader: DocumentReader | undefined
  #recent: RecentDocuments | undefined
  #answers: RecentAnswers | undefined
  #ready = false
  #firstUpdate: Promise<void>
  #isReady = () => {}
  /** How many pages changed since the indexes were saved. */
  #unsaved = 0

  constructor(
    readonly store: Store,
    readonly site: () => Promise<Site>,
    readonly settings: DocumentSettings,
    /** How long a question waits for an index that is being taken up, in milliseconds. */
    readonly patience = 4000,
  ) {
    this.#firstUpdate = new Promise((resolve) => {
      this.#isReady = resolve
    })
  }

  /** Takes up what was saved; what is missing, broken or made by another version is made anew by the next update. */
  async load(): Promise<void> {
    const saved = ((await this.store.derived(NAME)) ?? {}) as { public?: unknown; members?: unknown }
    this.#public = PageIndex.load(saved.public) ?? this.#public
    this.#members = PageIndex.load(saved.members)
  }

  /** Brings the indexes up to date with the site; questions are answered meanwhile. */
  readonly update = oneAtATime(async () => {
    const site = await this.site()
    await this.#catchUp(site)
    // They were found in the index as it was before.
    this.#answers = undefined
    this.#ready = true
    this.#isReady()
    await this.#documents(site).readCollections()
  })

  /** Throws {@link SearchNotReadyError} before the first update is done. */
  async search(question: Question, viewer: Viewer): Promise<Found> {
    if (!this.#ready) await Promise.race([this.#firstUpdate, delay(this.patience, undefined, { ref: false })])
    if (!this.#ready) throw new SearchNotReadyError()
    const site = await this.site()
    if (viewer.signedIn) return this.#find(question, site, viewer)
    if (this.#answers?.site !== site) this.#answers = new RecentAnswers(site)
    return this.#answers.get(question, () => this.#find(question, site, PUBLIC))
  }

  #find(question: Question, site: Site, viewer: Viewer): Promise<Found> {
    const { query, ancestorId } = question
    const index = viewer.signedIn ? (this.#members ?? this.#public) : this.#public
    const isBelow = ancestorId === undefined ? () => true : below(site, ancestorId, viewer)
    const now = Date.now()
    const weigh = (id: string) => {
      const page = site.listedPage(id, viewer)
      if (page?.readable !== true || !isBelow(id)) return 0
      return weighDay(toDay(page.edited), now)
    }
    // A page is read again: what is shown is what it says now.
    const read = async (id: string) => {
      const page = site.listedPage(id, viewer)
      return page && this.#recentOf(site).get(page, () => this.#document(page, site))
    }
    return findPages(question, (most) => index.search(query, most, weigh, index === this.#members), read)
  }

  /** What can be found of a page; undefined when its content cannot be read, of which the page itself tells its visitors. */
  #document(page: SitePage, site: Site): Promise<PageDocument | undefined> {
    return this.#documents(site)
      .read(page)
      .catch(() => undefined)
  }

  #documents(site: Site): DocumentReader {
    if (this.#reader?.site !== site) {
      this.#reader = new DocumentReader(site, this.store, this.settings, this.#reader?.collections)
    }
    return this.#reader
  }

  #recentOf(site: Site): RecentDocuments {
    if (this.#recent?.site !== site) this.#recent = new RecentDocuments(site)
    return this.#recent
  }

  async #catchUp(site: Site): Promise<void> {
    const found = site.index.pages.filter((page) => page.readable && isSearchable(page.access))
    const hasMembers = found.some((page) => page.access.kind === 'members')
    this.#members = hasMembers ? (this.#members ?? PageIndex.empty()) : undefined
    const stale: SitePage[] = []
    const kept = new Map<PageIndex, number>()
    for (const page of found) {
      const versions = this.#indexesOf(page).map((index) => {
        const version = index.version(page.id)
        if (version !== undefined) kept.set(index, (kept.get(index) ?? 0) + 1)
        return version
      })
      if (versions.some((version) => version !== page.version)) stale.push(page)
    }
    for (const index of [this.#public, this.#members]) {
      if (index !== undefined && index.size > (kept.get(index) ?? 0)) this.#unsaved += this.#forget(index, site, found)
    }
    for (let at = 0; at < stale.length; at += AT_ONCE) {
      const pages = stale.slice(at, at + AT_ONCE)
      const documents = await Promise.all(pages.map((page) => this.#document(page, site)))
      for (const [position, page] of pages.entries()) {
        const document = documents[position]
        for (const index of this.#indexesOf(page)) {
          if (document === undefined) index.remove(page.id)
          else if (index.put(document, page.version, digestOf(document))) this.#unsaved++
        }
        // Questions are answered between any two pages.
        await pause()
      }
    }
    if (this.#unsaved > UNSAVED * found.length) await this.#save()
  }

  /** Takes out what is no longer there for an index's readers. Answers how many pages that were. */
  #forget(index: PageIndex, site: Site, found: SitePage[]): number {
    const pages = new Set(found.map(({ id }) => id))
    const gone = [...index.ids()].filter(
      (id) => !pages.has(id) || (index === this.#public && site.page(id, PUBLIC) === undefined),
    )
    for (const id of gone) index.remove(id)
    return gone.length
  }

  #indexesOf(page: SitePage): PageIndex[] {
    const forPublic = mayRead(page.access, PUBLIC) ? [this.#public] : []
    return this.#members === undefined ? forPublic : [...forPublic, this.#members]
  }

  /** Throws nothing: what is not saved is found all the same, and is made again by the next start. */
  async #save(): Promise<void> {
    try {
      await this.store.putDerived(NAME, { public: this.#public.save(), members: this.#members?.save() })
      this.#unsaved = 0
    } catch (error) {
      console.error(`The search index was not saved: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** Whether a page is the one named or lies below it; nothing lies below a page that the viewer may not read. */
function below(site: Site, ancestor: string, viewer: Viewer): (id: string) => boolean {
  const known = new Map<string, boolean>([[ancestor, site.page(ancestor, viewer) !== undefined]])
  return (id) => {
    const way: string[] = []
    let at: string | null = id
    while (at !== null && !known.has(at)) {
      way.push(at)
      // Whatever leads back to itself leads nowhere.
      known.set(at, false)
      at = site.page(at, viewer)?.parent ?? null
    }
    const isBelow = at !== null && known.get(at) === true
    for (const passed of way) known.set(passed, isBelow)
    return isBelow
  }
}

/** Whether the index contains a page: not if no list names it, or if it has a password. */
const isSearchable = (access: Access) =>
  access.kind !== 'locked' && getLeastPrivilegedViewers(access).some((viewer) => mayList(access, viewer))

function digestOf(document: PageDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 16)
}
