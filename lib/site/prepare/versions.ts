import { createHash } from 'node:crypto'
import { ReadCollections } from '../../workspace/query/relations'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { mayList, PUBLIC } from '../access'
import { collectTranslations, splitByLanguage } from '../languages/languages'
import { createNeighborFinder, type Neighbors } from '../neighbors'
import { getBranch, hasSidebar } from '../page-tree'
import { isIndexed } from '../seo'
import { MAX_NAVIGATION, Site } from '../site'
import type { GlossaryEntry, SiteIndex, SitePage } from '../site-index'
import { TAXONOMIES } from '../terms'
import { createInheritance, type TreeNode } from './tree'

type Schemas = ReadonlyMap<Id, Pick<Collection, 'schema'>>

/** What all versions of a site are computed from. */
interface VersionedSite {
  index: SiteIndex
  /** The parts of the index in each language; the whole index if there is one language. */
  languageSites: readonly SiteIndex[]
  /** Returns what other pages show of pages, such as the title. */
  summarize(ids: readonly Id[]): string[]
  /** See {@link createBranchHash}. */
  hashBranch(above?: SitePage): string
}

/** Sets the version of each page. It depends on everything that the page shows: its content, other pages and the site. */
export function stampVersions(index: SiteIndex, pages: ReadonlyMap<Id, PageRecord>, collections: Schemas): void {
  const byLanguage = splitByLanguage(index)
  const site: VersionedSite = {
    index,
    languageSites: byLanguage.length === 0 ? [index] : byLanguage.map(([, each]) => each),
    summarize: createSummaries(index),
    hashBranch: createBranchHash(index),
  }
  const siteHash = hashSite(site)
  index.homeVersion = hashHome(site, siteHash)
  index.listsVersion = hashLists(site, siteHash)
  const hashPage = createPageHash(site, siteHash, { pages, collections, byLanguage })
  for (const page of index.pages) page.version = hashPage(page)
}

function createSummaries(index: SiteIndex): VersionedSite['summarize'] {
  const summaries = new Map(
    // A replaced file has another hash. The whole access is included, because organizations have different members.
    index.pages.map((page) => [
      page.id,
      [
        ...[page.id, page.path, page.address, page.title, page.icon, page.picture, JSON.stringify(page.access)],
        ...Object.values(page.headings ?? {}),
        ...listFiles(page),
      ].join('\n'),
    ]),
  )
  return (ids) => ids.map((id) => summaries.get(id) ?? id)
}

const listFiles = ({ files, propertyFiles }: SitePage) => [...files, ...Object.values(propertyFiles ?? {}).flat()]

/** Hashes what every page shows of the site: its header, its footer and its branding. */
function hashSite({ index, languageSites, summarize, hashBranch }: VersionedSite): string {
  const groups = index.links.flatMap(({ header, footer }) => [...header, ...footer])
  const links = [...index.menu, ...groups.flatMap((group) => group.links)]
  const menuPages = links.flatMap((link) => ('id' in link ? [link.id] : []))
  const navigation = languageSites.flatMap((site) => site.navigation.slice(0, MAX_NAVIGATION))
  const homes = index.languages.map(({ root }) => root)
  const headerPages = summarize([...navigation, ...menuPages, ...homes])
  const listed = index.pages.filter((page) => mayList(page.access, PUBLIC))
  const hasLists = [
    ...TAXONOMIES.map((each) => listed.some((page) => page[each]?.length)),
    listed.some(({ published }) => published !== undefined),
  ]
  return hashParts([
    index.name,
    index.description,
    index.icon ?? '',
    JSON.stringify([index.look, index.menu, index.links, index.announcements]),
    ...hasLists.map(String),
    ...headerPages,
    ...(index.glossary === undefined ? [] : [hashGlossary(index.glossary, { index, summarize })]),
    hashBranch(),
    ...languageSites.map(({ postList }) => String(postList !== null)),
  ])
}

/** Hashes the terms that pages explain, with who may read them. */
function hashGlossary(
  glossary: readonly GlossaryEntry[],
  { index, summarize }: Pick<VersionedSite, 'index' | 'summarize'>,
): string {
  const access = new Set(glossary.map(({ collection }) => JSON.stringify(index.collections[collection]?.access)))
  return hashParts([JSON.stringify(glossary), ...access, ...summarize(glossary.map(({ page }) => page))])
}

/** Hashes the generated home page. */
function hashHome({ index, summarize }: VersionedSite, siteHash: string): string {
  const navigation = new Set(index.navigation)
  const described = index.pages
    .filter((page) => navigation.has(page.id))
    .map(({ description, published }) => `${description} ${published}`)
  return hashParts([siteHash, ...summarize(index.navigation), ...described])
}

/** Hashes the lists of public pages by tag and date. */
function hashLists({ index, summarize }: VersionedSite, siteHash: string): string {
  return hashParts([
    siteHash,
    JSON.stringify(index.authors),
    // The site hash contains the setting that sorts pinned posts by their last edit.
    JSON.stringify([index.postList, ...index.languages.map(({ postList }) => postList)].map((list) => list?.order)),
    ...index.pages
      .filter((page) => mayList(page.access, PUBLIC))
      .filter((page) => page.published !== undefined || TAXONOMIES.some((each) => page[each]?.length))
      .flatMap((page) => [...summarize([page.id]), String(page.published), page.description, getTerms(page)]),
    // Posts with a password are listed, too.
    ...index.pages
      .filter(({ isPost }) => isPost)
      .flatMap((page) => [
        ...summarize([page.id]),
        ...[page.published, page.created, page.words, page.isPinned].map(String),
        ...(index.look.pinnedTag !== undefined && page.isPinned ? [String(page.edited)] : []),
      ]),
  ])
}

interface PageContents {
  pages: ReadonlyMap<Id, PageRecord>
  collections: Schemas
  byLanguage: ReturnType<typeof splitByLanguage>
}

/** Returns a function that hashes everything that a page shows. */
function createPageHash(
  { index, languageSites, summarize, hashBranch }: VersionedSite,
  siteHash: string,
  { pages, collections, byLanguage }: PageContents,
): (page: SitePage) => string {
  const findNeighbors = createNeighborFinders(index, byLanguage)
  const translations = collectTranslations(index)
  const collectionHashes = hashCollections(index, pages, summarize)
  const byId = new Map(index.pages.map((page) => [page.id, page]))
  const findReadCollections = createReadCollectionFinder(collections)
  const hashAncestors = createInheritance<string>(
    ({ id }) => toPageNode(byId.get(id)?.parent ?? null),
    ({ id }, fromAbove) => hashParts([fromAbove ?? '', ...summarize([id]), hashBranch(byId.get(id))]),
  )
  return (page) => {
    const record = pages.get(page.id)
    const linkedPages = [
      ...page.children,
      ...page.backlinks,
      ...(record?.links ?? []),
      ...Object.keys(record?.accessTable ?? {}),
    ]
    const { previous, next, series, related } = findNeighbors(page)
    const neighborIds = [previous, next, ...series, ...related].flatMap((each) => each?.id ?? [])
    const syncedPages = (record?.synced ?? []).map((id) => index.synced[id] ?? id)
    const shownCollections = findReadCollections([...page.collections, page.collection ?? ''])
    return hashParts([
      page.hash,
      getTerms(page),
      ...listFiles(page),
      ...Object.entries(page.anchors ?? {}).flatMap(([block, from]) => [block, ...summarize(from)]),
      siteHash,
      String(page.readable),
      hashAncestors({ kind: 'page', id: page.id }),
      ...summarize(linkedPages),
      ...summarize(neighborIds),
      ...summarize([...(translations.get(page.id)?.values() ?? [])]),
      ...summarize(syncedPages),
      ...shownCollections.map((id) => collectionHashes.get(id) ?? id),
      ...(languageSites.some(({ postList }) => page.id === postList?.page) ? [index.listsVersion] : []),
      page.layout ?? '',
      page.comments ?? '',
      JSON.stringify(index.comments[page.id] ?? []),
      JSON.stringify(page.seo ?? {}),
      // Only translations that search engines index are named to them.
      ...[...(translations.get(page.id)?.values() ?? [])].map((id) => String(isIndexed(byId.get(id)))),
    ])
  }
}

/** Hashes each collection with its rows and the pages that they link to. */
function hashCollections(
  index: SiteIndex,
  pages: ReadonlyMap<Id, PageRecord>,
  summarize: VersionedSite['summarize'],
): Map<Id, string> {
  const rows = new Map<Id, string[]>()
  for (const page of index.pages) {
    if (page.collection === undefined) continue
    const links = pages.get(page.id)?.links ?? []
    const list = rows.get(page.collection) ?? []
    list.push(...summarize([page.id, ...links]))
    rows.set(page.collection, list)
  }
  return new Map(
    Object.entries(index.collections).map(([id, { hash, access, shownBy, files }]) => [
      id,
      hashParts([hash, JSON.stringify([access, shownBy]), ...files, ...(rows.get(id) ?? [])]),
    ]),
  )
}

/** Returns a function that finds the public pages around a page, in its language. */
function createNeighborFinders(index: SiteIndex, byLanguage: ReturnType<typeof splitByLanguage>) {
  const finders = new Map(byLanguage.map(([tag, site]) => [tag, createNeighborFinder(site, PUBLIC)]))
  const otherwise = finders.size === 0 ? createNeighborFinder(index, PUBLIC) : () => ({ series: [], related: [] })
  return (page: SitePage): Partial<Neighbors> & Pick<Neighbors, 'series' | 'related'> =>
    (finders.get(page.locale ?? '') ?? otherwise)(page)
}

/**
 * Returns a function that hashes what the sidebar shows of the pages below a page, or of the top pages. A page shows
 * the branches on the way to it, so an edit elsewhere in the tree leaves its version as it is.
 */
function createBranchHash(index: SiteIndex): (above?: SitePage) => string {
  const site = new Site(index)
  const sites = [site, ...index.languages.map(({ tag }) => site.forLanguage(tag))]
  if (!sites.some((each) => hasSidebar(each, PUBLIC))) return () => ''
  return (above) => {
    const { entries, isCut } = getBranch(site, PUBLIC, above)
    const shown = entries.map(({ page, isBranch }) => `${page.id} ${page.path} ${page.title} ${isBranch}`)
    return hashParts([...shown, String(isCut)])
  }
}

const getTerms = (page: SitePage) => JSON.stringify(TAXONOMIES.map((each) => page[each]))

/** Returns a function that returns collections with all collections that their computed properties read. */
function createReadCollectionFinder(collections: Schemas): (ids: Id[]) => Id[] {
  // All rows of a database have the same collections.
  const known = new Map<string, Id[]>()
  return (ids) => {
    const key = ids.join()
    const found = known.get(key) ?? addReadCollections(ids, collections)
    known.set(key, found)
    return found
  }
}

function addReadCollections(ids: Id[], collections: Schemas): Id[] {
  const found = new Set(ids)
  const read = new ReadCollections()
  for (const id of found) read.add(id, collections.get(id)?.schema ?? {}, true)
  for (let id = read.next(); id !== undefined; id = read.next()) {
    found.add(id)
    read.add(id, collections.get(id)?.schema ?? {}, false)
  }
  return [...found]
}

const toPageNode = (id: Id | null): TreeNode | undefined => (id === null ? undefined : { kind: 'page', id })
const hashParts = (parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
