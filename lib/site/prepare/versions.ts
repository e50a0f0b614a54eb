import { createHash } from 'node:crypto'
import { getRolledUpCollections } from '../../workspace/query/relations'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { mayList, PUBLIC } from '../access'
import { isHomePage, splitByLanguage } from '../languages/languages'
import { collectTranslations } from '../languages/translations'
import { createNeighborFinder, type Neighbors } from '../neighbors'
import { getBranch, hasSidebar } from '../page-tree'
import { MOST_NAVIGATION, Site } from '../site'
import type { SiteIndex, SitePage } from '../site-index'
import { TAXONOMIES } from '../terms'
import { createInheritance, type Holder } from './tree'

/** Sets the version of each page. It depends on everything that the page shows: its content, other pages and the site. */
export function stampVersions(
  index: SiteIndex,
  pages: ReadonlyMap<Id, PageRecord>,
  collections: ReadonlyMap<Id, Pick<Collection, 'schema'>>,
): void {
  const summaries = new Map(
    // A replaced file has another hash. The whole access is included, because organizations have different members.
    index.pages.map((page) => [
      page.id,
      [page.id, page.path, page.title, page.icon, page.picture, JSON.stringify(page.access), ...page.files].join('\n'),
    ]),
  )
  const of = (ids: readonly Id[]) => ids.map((id) => summaries.get(id) ?? id)
  const rows = new Map<Id, string[]>()
  for (const page of index.pages) {
    if (page.collection === undefined) continue
    const links = pages.get(page.id)?.links ?? []
    const list = rows.get(page.collection) ?? []
    list.push(...of([page.id, ...links]))
    rows.set(page.collection, list)
  }
  const digests = new Map(
    Object.entries(index.collections).map(([id, { hash, access, files }]) => [
      id,
      hashParts([hash, JSON.stringify(access), ...files, ...(rows.get(id) ?? [])]),
    ]),
  )
  const linked = index.menu.flatMap((link) => ('id' in link ? [link.id] : []))
  const byLanguage = splitByLanguage(index)
  const sites = byLanguage.length === 0 ? [index] : byLanguage.map(([, site]) => site)
  const main = sites.flatMap(({ navigation }) => navigation.slice(0, MOST_NAVIGATION))
  const homes = index.languages.map(({ root }) => root)
  const chrome = of([...main, ...linked, ...homes])
  const listed = index.pages.filter((page) => mayList(page.access, PUBLIC))
  const lists = [
    ...TAXONOMIES.map((each) => listed.some((page) => page[each]?.length)),
    listed.some(({ published }) => published !== undefined),
  ]
  const hashBranch = createBranchHash(index)
  const site = hashParts([
    index.name,
    index.description,
    index.icon ?? '',
    JSON.stringify([index.look, index.menu]),
    ...lists.map(String),
    ...chrome,
    hashBranch(),
    ...sites.map(({ postList }) => String(postList !== null)),
  ])
  const navigation = new Set(index.navigation)
  const described = index.pages
    .filter((page) => navigation.has(page.id))
    .map(({ description, published }) => `${description} ${published}`)
  const announcements = JSON.stringify(index.announcements)
  index.homeVersion = hashParts([site, announcements, ...of(index.navigation), ...described])
  const translations = collectTranslations(index)
  const around = createNeighborFinders(index, byLanguage)
  index.listsVersion = hashParts([
    site,
    JSON.stringify(index.authors),
    ...listed
      .filter((page) => page.published !== undefined || TAXONOMIES.some((each) => page[each]?.length))
      .flatMap((page) => [...of([page.id]), String(page.published), page.description, getTerms(page)]),
    // Posts with a password are listed, too.
    ...index.pages
      .filter(({ isPost }) => isPost)
      .flatMap((page) => [...of([page.id]), ...[page.published, page.created, page.words, page.isPinned].map(String)]),
  ])
  const byId = new Map(index.pages.map((page) => [page.id, page]))
  const lineage = createInheritance<string>(
    ({ id }) => toPageHolder(byId.get(id)?.parent ?? null),
    ({ id }, fromAbove) => hashParts([fromAbove ?? '', ...of([id]), hashBranch(byId.get(id))]),
  )
  for (const page of index.pages) {
    const record = pages.get(page.id)
    const others = [
      ...page.children,
      ...page.backlinks,
      ...(record?.links ?? []),
      ...Object.keys(record?.accessTable ?? {}),
    ]
    const { previous, next, related } = around(page)
    const near = [previous, next, ...related].flatMap((each) => each?.id ?? [])
    const synced = (record?.synced ?? []).map((id) => index.synced[id] ?? id)
    const shown = addRolledUp([...page.collections, page.collection ?? ''], collections)
    page.version = hashParts([
      page.hash,
      getTerms(page),
      ...page.files,
      ...Object.entries(page.anchors ?? {}).flatMap(([block, from]) => [block, ...of(from)]),
      site,
      String(page.readable),
      lineage({ kind: 'page', id: page.id }),
      ...of(others),
      ...of(near),
      ...of([...(translations.get(page.id)?.values() ?? [])]),
      ...of(synced),
      ...shown.map((id) => digests.get(id) ?? id),
      ...(sites.some(({ postList }) => page.id === postList?.page) ? [index.listsVersion] : []),
      ...(isHomePage(page) ? [announcements] : []),
    ])
  }
}

/** Returns a function that finds the public pages around a page, in its language. */
function createNeighborFinders(index: SiteIndex, byLanguage: ReturnType<typeof splitByLanguage>) {
  const finders = new Map(byLanguage.map(([tag, site]) => [tag, createNeighborFinder(site, PUBLIC)]))
  const otherwise = finders.size === 0 ? createNeighborFinder(index, PUBLIC) : () => ({ related: [] })
  return (page: SitePage): Partial<Neighbors> & Pick<Neighbors, 'related'> =>
    (finders.get(page.locale ?? '') ?? otherwise)(page)
}

/**
 * Returns a function that hashes what the sidebar shows of the pages below a page, or of the top pages. A page shows the branches on the way
 * to it, so an edit elsewhere in the tree leaves its version as it is.
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

/** Returns collections with all collections that their rollups read. */
function addRolledUp(ids: Id[], collections: ReadonlyMap<Id, Pick<Collection, 'schema'>>): Id[] {
  const found = new Set(ids)
  for (const id of found) {
    const collection = collections.get(id)
    for (const other of collection ? getRolledUpCollections(collection) : []) found.add(other)
  }
  return [...found]
}

const toPageHolder = (id: Id | null): Holder | undefined => (id === null ? undefined : { kind: 'page', id })
const hashParts = (parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
