import { createHash } from 'node:crypto'
import type { Collection, Id } from '../workspace/record-map'
import type { PageRecord } from '../workspace/stored'
import { plainText } from '../workspace/text'
import { type AccessSettings, accessOfRow, accessOfWords, mayRead, PUBLIC, stricter } from './access'
import { type Holder, type Tree, treeOf, wayUp } from './chain'
import { assignPaths, pathFrom } from './paths'
import { rowFacts } from './row-facts'
import type { Access, SiteIndex, SitePage } from './types'
import { INDEX_FORMAT } from './working-copy'

export interface BuildInput {
  /** Version of the snapshot. */
  snapshot: string
  syncedAt: number
  /** Undefined: all pages whose parent is not in the snapshot, under a generated home page. */
  root: Id | undefined
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
  /** Names of the collections' stored content. */
  collectionHashes: Readonly<Record<Id, string>>
  /** Hashes of the files that each page shows. */
  files: ReadonlyMap<Id, string[]>
  /** Pages of which only a file that cannot be read is known. */
  unreadable: Id[]
}

export interface BuildSettings extends AccessSettings {
  /** Without sign-in, members-only counts as not published. */
  signIn: boolean
}

/** Thrown when the snapshot has no page to start from; the message says what to do. */
export class NoRootError extends Error {
  override name = 'NoRootError'
}

/** Builds the site's index: what belongs to the site, who may read it, and under which path. Pure. */
export function buildSite(input: BuildInput, settings: BuildSettings): SiteIndex {
  const { pages, collections } = input
  if (input.root !== undefined && !pages.has(input.root)) {
    throw new NoRootError(`The root page ${input.root} is not in the snapshot: check NOTION_ROOT_PAGE or sync again`)
  }
  const tree = treeOf(pages, collections)
  const root = input.root ?? onlyTop(pages, tree)
  const members = new Map<Id, Holder[]>()
  for (const id of pages.keys()) {
    const holders = wayUp({ kind: 'page', id }, tree, pages, root)
    if (holders !== undefined) members.set(id, holders)
  }
  if (members.size === 0) {
    throw new NoRootError('The snapshot holds no page that can be published: set NOTION_ROOT_PAGE or add pages')
  }

  const access = accessOf(input, root, settings)
  const drafts = [...members].map(([id, holders]) =>
    draftPage(id, holders, input, access([{ kind: 'page', id }, ...holders]), settings),
  )
  const rootPage = root === undefined ? undefined : drafts.find((page) => page.id === root)
  const paths = assignPaths(drafts.filter((page) => page !== rootPage).sort(choosesFirst))
  const sitePages = drafts.map(({ wish: _, ...page }) => ({ ...page, path: paths.get(page.id) ?? '' }))
  linkPages(sitePages, pages, members)

  const index: SiteIndex = {
    format: INDEX_FORMAT,
    snapshot: input.snapshot,
    syncedAt: input.syncedAt,
    root: root ?? null,
    name: rootPage?.title ?? 'Workspace',
    description: rootPage?.description ?? '',
    icon: rootPage?.icon,
    navigation: navigationOf(sitePages, root),
    homeVersion: '',
    pages: sitePages,
    collections: siteCollections(input, tree, root, access),
    synced: syncedOwners(pages, tree),
    // The root's own name leads to the home page, unless another page has it.
    formerPaths: rootPage === undefined ? {} : { [rootPage.wish]: rootPage.id },
    gone: {},
    unreadable: input.unreadable,
    due: earliest(sitePages),
  }
  stampVersions(index, input)
  return index
}

type DraftPage = SitePage & { wish: string }

/** A snapshot with a single top page needs no generated home: that page is it. */
function onlyTop(pages: ReadonlyMap<Id, PageRecord>, tree: Tree): Id | undefined {
  const tops = [...pages.keys()].filter(
    (id) => tree.holderOfPage(id) === undefined && pages.get(id)?.block.alive === true,
  )
  const loose = [...pages.keys()].some((id) => {
    return wayUp({ kind: 'page', id }, tree, pages, undefined)?.at(-1)?.kind === 'collection'
  })
  return tops.length === 1 && !loose ? tops[0] : undefined
}

/** Who may read what lies at the end of a way, given from itself up: the strictest word on the way from the root. */
function accessOf(
  { pages, collections }: BuildInput,
  root: Id | undefined,
  settings: BuildSettings,
): (way: Holder[]) => Access {
  const table = root === undefined ? {} : (pages.get(root)?.accessTable ?? {})
  const wordsFor = (id: Id): Access => {
    const words = Object.hasOwn(table, id) ? table[id] : undefined
    return words === undefined ? { kind: 'public' } : accessOfWords(words.split(/[\n,]/))
  }
  const own = (holder: Holder): Access => {
    if (holder.kind === 'collection') {
      const parent = collections.get(holder.id)?.parent_id
      return stricter(wordsFor(holder.id), parent === undefined ? { kind: 'public' } : wordsFor(parent))
    }
    const block = pages.get(holder.id)?.block
    const collection = block?.parent_table === 'collection' ? collections.get(block.parent_id) : undefined
    const words = wordsFor(holder.id)
    return block && collection ? stricter(words, accessOfRow(block, collection, settings)) : words
  }
  const known = new Map<Id, Access>()
  return (way) => {
    let decided: Access = { kind: 'public' }
    for (const step of way.toReversed()) {
      decided = known.get(step.id) ?? stricter(decided, own(step))
      known.set(step.id, decided)
    }
    if (decided.kind !== 'members' || settings.signIn) return decided
    return { kind: 'unpublished', reason: 'it is for members only, and sign-in is not set up' }
  }
}

/** The collections that belong to the site; of all others not even the name is shown. */
function siteCollections(
  { pages, collections, collectionHashes }: BuildInput,
  tree: Tree,
  root: Id | undefined,
  access: (way: Holder[]) => Access,
): SiteIndex['collections'] {
  const found: SiteIndex['collections'] = {}
  for (const id of collections.keys()) {
    const holders = wayUp({ kind: 'collection', id }, tree, pages, root)
    const hash = collectionHashes[id]
    if (holders === undefined || hash === undefined) continue
    found[id] = { hash, access: access([{ kind: 'collection', id }, ...holders]) }
  }
  return found
}

function draftPage(
  id: Id,
  holders: Holder[],
  { pages, collections, files }: BuildInput,
  access: Access,
  settings: BuildSettings,
): DraftPage {
  const record = pages.get(id)
  if (record === undefined) throw new Error(`page ${id} is not among the pages`)
  const { block } = record
  const ownCollection = block.collection_id === undefined ? undefined : collections.get(block.collection_id)
  const rowOf = block.parent_table === 'collection' ? collections.get(block.parent_id) : undefined
  const facts = rowOf ? rowFacts(block, rowOf, settings.timeZone) : { tags: [] }
  const summary = facts.description ?? textIn(plainText(ownCollection?.description ?? []).trim())
  const title = oneLine(plainText(block.properties.title ?? ownCollection?.name ?? []))
  return {
    id,
    path: '',
    wish: pathFrom(facts.slug ?? '') || pathFrom(title),
    title: title || 'Untitled',
    icon: textIn(block.format.page_icon) ?? ownCollection?.icon,
    cover: textIn(block.format.page_cover) ?? ownCollection?.cover,
    summary,
    description: summary ?? record.excerpt,
    parent: holders.find((holder) => holder.kind === 'page')?.id ?? null,
    children: [],
    backlinks: [],
    files: files.get(id) ?? [],
    collections: record.collections,
    created: block.created_time,
    edited: block.last_edited_time,
    published: facts.published,
    tags: facts.tags,
    language: record.language,
    direction: record.direction,
    words: record.words,
    access,
    hash: record.hash,
    version: '',
    readable: record.readable,
    held: record.held,
    collection: rowOf?.id,
  }
}

/** Public pages choose their paths first, oldest first. */
function choosesFirst(a: DraftPage, b: DraftPage): number {
  const rank = (page: DraftPage) => (mayRead(page.access, PUBLIC) ? 0 : 1)
  return rank(a) - rank(b) || a.created - b.created || (a.id < b.id ? -1 : 1)
}

function linkPages(sitePages: SitePage[], pages: ReadonlyMap<Id, PageRecord>, members: ReadonlyMap<Id, Holder[]>) {
  const byId = new Map(sitePages.map((page) => [page.id, page]))
  for (const page of sitePages) {
    const record = pages.get(page.id)
    page.children = (record?.children ?? []).filter((id) => members.has(id) && byId.get(id)?.parent === page.id)
    for (const id of record?.links ?? []) {
      const target = byId.get(id)
      if (target !== undefined && target !== page) target.backlinks.push(page.id)
    }
  }
}

function navigationOf(sitePages: SitePage[], root: Id | undefined): Id[] {
  if (root !== undefined) return sitePages.find((page) => page.id === root)?.children ?? []
  return sitePages.filter((page) => page.parent === null).map((page) => page.id)
}

function syncedOwners(pages: ReadonlyMap<Id, PageRecord>, tree: Tree): Record<Id, Id> {
  const owners: Record<Id, Id> = {}
  for (const page of pages.values()) {
    for (const container of page.synced) {
      const owner = tree.pageOfBlock(container)
      if (owner !== undefined) owners[container] = owner
    }
  }
  return owners
}

function earliest(sitePages: SitePage[]): number | null {
  const moments = sitePages.flatMap(({ access }) =>
    access.kind === 'unpublished' && access.until !== undefined ? [access.until] : [],
  )
  return moments.length > 0 ? Math.min(...moments) : null
}

/** A page's version covers everything it shows: its own content and what it says of other pages and of the site. */
function stampVersions(index: SiteIndex, { pages }: BuildInput): void {
  const summaries = new Map(
    index.pages.map((page) => [page.id, [page.id, page.path, page.title, page.icon, page.access.kind].join('\n')]),
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
    Object.entries(index.collections).map(([id, { hash, access }]) => [
      id,
      digest([hash, access.kind, ...(rows.get(id) ?? [])]),
    ]),
  )
  const site = digest([index.name, index.description, index.icon ?? '', ...of(index.navigation)])
  const described = index.pages.filter((page) => index.navigation.includes(page.id)).map((page) => page.description)
  index.homeVersion = digest([site, ...described])
  const parents = new Map(index.pages.map((page) => [page.id, page.parent]))
  const ancestors = (page: SitePage) => {
    const ids = new Set<Id>()
    for (let at = page.parent; at !== null && !ids.has(at); at = parents.get(at) ?? null) ids.add(at)
    return [...ids]
  }
  for (const page of index.pages) {
    const record = pages.get(page.id)
    const others = [
      page.id,
      ...ancestors(page),
      ...page.children,
      ...page.backlinks,
      ...(record?.links ?? []),
      ...Object.keys(record?.accessTable ?? {}),
    ]
    const synced = (record?.synced ?? []).map((id) => index.synced[id] ?? id)
    const shown = [...page.collections, page.collection ?? ''].map((id) => digests.get(id) ?? id)
    page.version = digest([page.hash, site, String(page.readable), ...of(others), ...of(synced), ...shown])
  }
}

const digest = (parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
