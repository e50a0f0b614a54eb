import { chooseLocale } from '../../../messages/languages'
import { parseEditorSettings } from '../../branding/editor-settings'
import type { FailedFile } from '../../snapshot/intake'
import type { MisnamedProperty } from '../../workspace/clean/misnamed-properties'
import type { PageComment } from '../../workspace/comments'
import { formatDate } from '../../workspace/dates'
import { parsePageLayout } from '../../workspace/page-layout'
import { chooseTextLanguage, getDirection } from '../../workspace/read/scripts'
import type { LanguageRow } from '../../workspace/read/site-tables'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { mayRead, PUBLIC } from '../access'
import { findBlogProperties } from '../blog'
import { createGlossary } from '../glossary'
import { assignPaths, joinPath } from '../paths'
import type { Access, SiteIndex, SiteLanguage, SitePage } from '../site-index'
import { INDEX_FORMAT } from '../working-copy'
import { createAuthors } from './authors'
import { readConfig } from './config-rows'
import { findFormerPaths } from './former-paths'
import { chooseLanguages, createLanguageFinder, getRoots } from './languages'
import { arrangePosts, findPostDatabases, findPostList } from './posts'
import { readRedirects } from './redirects'
import { addSeo } from './seo'
import { addShownBy } from './shown-by'
import { type BuildSettings, createSiteAccess, type SiteAccess } from './site-access'
import { createSiteLinks } from './site-links'
import { createAnnouncements, createMenu, readMenuRows } from './site-rows'
import { findStarterKitPaths } from './starter-kit-paths'
import { createTitles, type ResolvedTitle } from './titles'
import {
  createInheritance,
  createMembershipTest,
  createTree,
  findRevealed,
  findSyncedOwners,
  type Tree,
  type TreeNode,
} from './tree'
import { createUnroutedPage, findPageCollection, type UnroutedPage } from './unrouted-page'
import { stampVersions } from './versions'

export interface BuildInput {
  /** The version of the snapshot. */
  snapshot: string
  syncedAt: number
  /** If undefined, the site consists of all pages whose parent is not in the snapshot, below a generated home page. */
  root: Id | undefined
  /** The languages that the operator names. */
  languages: readonly LanguageRow[]
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
  /** The comments of readers, by page. */
  comments?: Readonly<Record<Id, PageComment[]>>
  /** The names of the collections' content files. */
  collectionHashes: Readonly<Record<Id, string>>
  /** The hashes of the files that each page shows itself, and of each collection's icon and cover. */
  files: ReadonlyMap<Id, string[]>
  /** The hashes of the files in properties of a row that only other pages show, by page and property. */
  propertyFiles: ReadonlyMap<Id, Record<string, string[]>>
  /** The hashes of the files in synced blocks that their pages do not show, by the id of the block. */
  concealedFiles: ReadonlyMap<Id, string[]>
  /** The files that each page should show and does not, as for `files`. */
  failedFiles: ReadonlyMap<Id, readonly FailedFile[]>
  /** The names of people by id. */
  users: Readonly<Record<Id, string>>
  /** Pages of which no file can be read, so the site does not contain them. */
  unreadable: Id[]
  /** For both see {@link SiteIndex}. */
  isFilling: boolean
  removed: Id[]
  /** Properties whose names do not protect, but probably should. */
  misnamed: readonly MisnamedProperty[]
}

/** Thrown if the snapshot has no page to publish. The message contains the remedy. */
export class NoRootError extends Error {
  override name = 'NoRootError'
}

/** Builds the index of the site: its pages, their access and their paths. Pure. */
export function buildSite(
  input: BuildInput,
  settings: BuildSettings,
  tree = createTree(input.pages, input.collections),
): SiteIndex {
  const { pages, collections } = input
  if (input.root !== undefined && !pages.has(input.root)) {
    throw new NoRootError(`The root page ${input.root} is not in the snapshot: check NOTION_ROOT_PAGE or sync again`)
  }
  const root = input.root ?? findOnlyTop(pages, tree)
  const { languages } = chooseLanguages({ ...input, root }, settings.locale, tree)
  const roots = getRoots(root, languages)
  const { ownAccess, access } = createSiteAccess(input, tree, roots, settings)
  const getAccess = (id: Id) => access({ kind: 'page', id })
  const listMembers = (isMember: (node: TreeNode) => boolean) =>
    [...pages.values()].filter(({ id }) => isMember({ kind: 'page', id }))
  const isMember = createMembershipTest(tree, pages, roots)
  const revealed = findRevealed(listMembers(isMember), getAccess)
  const isInSite =
    revealed.blocks.size === 0
      ? isMember
      : createMembershipTest(createTree(pages, collections, revealed.blocks), pages, roots)
  const members = listMembers(isInSite)
  if (members.length === 0) {
    throw new NoRootError('The snapshot holds no page that can be published: set NOTION_ROOT_PAGE or add pages')
  }

  const postDatabases = findPostDatabases(input, tree)
  const findLanguage = createLanguageFinder(languages, tree)
  const files = addConcealedFiles(input, revealed.containers)
  const ownCollections = new Map(
    members.map((record) => [record.id, findPageCollection(record, { collections, isInSite, access })]),
  )
  const titles = createPageTitles(input, members, { getAccess, findLanguage, ownCollections, settings })
  const unroutedPages = members.map((record) => {
    const { id } = record
    const isHome = roots.includes(id)
    const parent = isHome ? null : findPageAbove({ kind: 'page', id }, tree)
    const { text: title, mentions } = titles.get(id) ?? { text: settings.untitled, mentions: [] }
    const tag = findLanguage(id)
    const prefix = tag === languages[0]?.tag ? '' : (tag ?? '')
    const ownCollection = ownCollections.get(id)
    const facts = { title, ownCollection, mentions, access: getAccess(id), isHome, prefix, postDatabases, settings }
    return addLanguage(createUnroutedPage(record, parent, { ...input, files }, facts), tag, languages)
  })
  const rootRecord = pages.get(root ?? '')
  const rootPage = root === undefined ? undefined : unroutedPages.find((page) => page.id === root)
  const routedPages = unroutedPages.filter((page) => page !== rootPage).sort(createPathComparator(languages))
  const paths = assignPaths(routedPages)
  const sitePages = unroutedPages.map(({ preferredPath, formerPath: _, prefix, ...page }) =>
    assignPath(page, joinPath(prefix, preferredPath), paths.get(page.id)),
  )
  addOwnAccess(sitePages, roots, ownAccess)
  addLayouts(sitePages, pages, roots)
  linkPages(sitePages, pages)
  addAnchors(sitePages, pages)

  const findPosts = (id: Id | undefined) => findPostList(pages.get(id ?? ''), collections, postDatabases)
  const siteCollections = collectSiteCollections(input, postDatabases, isInSite, { access, ownAccess })
  const synced = findSyncedOwners(pages, tree)
  addShownBy(siteCollections, sitePages, synced, input)
  const index: SiteIndex = {
    format: INDEX_FORMAT,
    snapshot: input.snapshot,
    syncedAt: input.syncedAt,
    root: root ?? null,
    name: rootPage?.title ?? settings.unnamed,
    description: rootPage?.description ?? '',
    icon: rootPage?.icon,
    look: {},
    navigation: getNavigation(sitePages, root),
    languages: languages.map((language) => ({ ...language, postList: findPosts(language.root) ?? undefined })),
    hasBlogDatabase: [...collections.values()].some(
      (collection) =>
        findBlogProperties(collection) !== undefined && siteCollections[collection.id]?.access.kind === 'public',
    ),
    postList: findPosts(root),
    menu: [],
    links: [],
    announcements: [],
    redirects: { exact: {}, queries: {}, wildcards: [] },
    starterKitPaths: findStarterKitPaths(routedPages, paths),
    // Lists are public, so those who may not read the root page would learn what it contains.
    authors: rootPage && mayRead(rootPage.access, PUBLIC) ? createAuthors(rootRecord?.authors) : {},
    homeVersion: '',
    listsVersion: '',
    pages: sitePages,
    collections: siteCollections,
    comments: selectComments(sitePages, input.comments ?? {}),
    synced,
    // The path of the root page's title redirects to the home page, unless another page has it.
    formerPaths: { ...findFormerPaths(routedPages, paths), ...(rootPage && { [rootPage.preferredPath]: rootPage.id }) },
    gone: {},
    unreadable: input.unreadable,
    isFilling: input.isFilling,
    removed: input.removed,
    due: findEarliestSchedule(sitePages),
  }
  const { look } = readConfig(input, index, settings, { tree, ownAccess })
  index.look = parseEditorSettings({ ...look, ...rootRecord?.look })
  arrangePosts(index, input)
  index.redirects = readRedirects(input, index, settings).redirects
  index.menu = createMenu(readMenuRows(input, index, settings))
  index.links = createSiteLinks(input, index).links
  index.announcements = createAnnouncements(input, index, settings)
  const glossary = createGlossary(input, index)
  if (glossary !== undefined) index.glossary = glossary
  addSeo(index, input, roots, settings.siteUrl)
  stampVersions(index, pages, collections)
  return index
}

/** Returns the files of each page, with those in its synced blocks that it does not show, but that count as shown. */
function addConcealedFiles(
  { files, concealedFiles }: Pick<BuildInput, 'files' | 'concealedFiles'>,
  containers: ReadonlyMap<Id, Id[]>,
): BuildInput['files'] {
  if (containers.size === 0) return files
  const added = [...containers].map(([page, ids]): [Id, string[]] => {
    const hashes = [...(files.get(page) ?? []), ...ids.flatMap((id) => concealedFiles.get(id) ?? [])]
    return [page, [...new Set(hashes)]]
  })
  return new Map([...files, ...added])
}

/** Returns the titles of pages in the language in which each page is shown. */
function createPageTitles(
  { users }: BuildInput,
  members: readonly PageRecord[],
  {
    getAccess,
    findLanguage,
    ownCollections,
    settings,
  }: {
    getAccess(id: Id): Access
    findLanguage(id: Id): string | undefined
    ownCollections: ReadonlyMap<Id, Collection | undefined>
    settings: BuildSettings
  },
): ReadonlyMap<Id, ResolvedTitle> {
  const languages = new Map(members.map(({ id, language }) => [id, language]))
  const getLocale = (id: Id) => {
    const [language = '', tag] = [languages.get(id), findLanguage(id)]
    if (tag === undefined) return chooseLocale(language, settings.locale)
    return chooseLocale(chooseTextLanguage(language, tag), chooseLocale(tag, settings.locale))
  }
  const pages = members.map(({ id, block }) => ({
    id,
    title: block.properties.title ?? ownCollections.get(id)?.name ?? [],
    access: getAccess(id),
  }))
  const { timeZone, untitled } = settings
  return createTitles(pages, {
    users,
    formatDate: (id, date) => formatDate(date, { locale: getLocale(id), timeZone }),
    untitled,
  })
}

/** Adds the language of the nearest root page. The first language has no prefix. */
function addLanguage(page: UnroutedPage, tag: string | undefined, languages: readonly SiteLanguage[]): UnroutedPage {
  if (tag === undefined) return page
  const language = chooseTextLanguage(page.language, tag)
  const localized = { ...page, locale: tag, language, direction: getDirection(language) }
  if (tag === languages[0]?.tag) return localized
  if (page.parent === null) return { ...localized, preferredPath: tag, formerPath: tag }
  return { ...localized, prefix: tag }
}

/** Returns the top page if there is only one. It is then the home page. */
function findOnlyTop(pages: ReadonlyMap<Id, PageRecord>, tree: Tree): Id | undefined {
  const isInSite = createMembershipTest(tree, pages, [])
  const findTop = createInheritance<TreeNode>(tree.above, (node, fromAbove) => fromAbove ?? node)
  const tops = new Map<Id, TreeNode>()
  for (const id of pages.keys()) {
    const page: TreeNode = { kind: 'page', id }
    if (isInSite(page)) tops.set(findTop(page).id, findTop(page))
  }
  const [top] = tops.values()
  return tops.size === 1 && top?.kind === 'page' ? top.id : undefined
}

/** Returns the nearest page above; null if there is none. */
function findPageAbove(node: TreeNode, tree: Tree): Id | null {
  let current = tree.above(node)
  while (current?.kind === 'collection') current = tree.above(current)
  return current?.id ?? null
}

/** Returns the collections that belong to the site. Nothing of other collections is shown, not even the name. */
function collectSiteCollections(
  { collections, collectionHashes, files }: BuildInput,
  postDatabases: ReadonlySet<Id>,
  isInSite: (node: TreeNode) => boolean,
  { access, ownAccess }: SiteAccess,
): SiteIndex['collections'] {
  const found: SiteIndex['collections'] = {}
  for (const id of collections.keys()) {
    const hash = collectionHashes[id]
    const node: TreeNode = { kind: 'collection', id }
    if (hash === undefined || !isInSite(node)) continue
    const own = ownAccess(node)
    found[id] = {
      hash,
      access: access(node),
      ...(setsAccess(own) && { ownAccess: own }),
      files: files.get(id) ?? [],
      ...(postDatabases.has(id) && { hasPosts: true }),
    }
  }
  return found
}

/** Adds the path to a page, and the preferred path if that differs. Only the root has an empty path. */
function assignPath(page: SitePage, preferredPath: string, path: string | undefined): SitePage {
  return { ...page, path: path ?? '', ...(path !== undefined && path !== preferredPath && { preferredPath }) }
}

/**
 * Returns a function that compares pages by their priority for paths: the first language first, so that its pages keep a path that equals
 * another language's tag, then public pages first, then oldest first.
 */
function createPathComparator(languages: readonly SiteLanguage[]): (a: UnroutedPage, b: UnroutedPage) => number {
  const places = new Map(languages.map(({ tag }, at) => [tag, at]))
  const place = ({ locale = '' }: UnroutedPage) => places.get(locale) ?? 0
  const rank = (page: UnroutedPage) => (mayRead(page.access, PUBLIC) ? 0 : 1)
  return (a, b) => place(a) - place(b) || rank(a) - rank(b) || a.created - b.created || (a.id < b.id ? -1 : 1)
}

/** Adds what pages set themselves. A home page below another one also has what it inherits, because it has no parent in the index. */
function addOwnAccess(sitePages: SitePage[], roots: readonly Id[], ownAccess: SiteAccess['ownAccess']) {
  for (const page of sitePages) {
    const own = roots.includes(page.id) ? page.access : ownAccess({ kind: 'page', id: page.id })
    if (setsAccess(own)) page.ownAccess = own
  }
}

const setsAccess = (own: Access) => own.kind !== 'public' || own.unlisted !== undefined

/** Returns the comments on pages of the site that have not turned them off. Landing pages have none. */
function selectComments(pages: readonly SitePage[], comments: Readonly<Record<Id, PageComment[]>>) {
  const shown = pages.flatMap(({ id, comments: choice, layout }) =>
    choice !== 'off' && layout !== 'landing' && Object.hasOwn(comments, id) ? [[id, comments[id] ?? []] as const] : [],
  )
  return Object.fromEntries(shown)
}

/** Adds the layouts that tables on the home pages choose. A row's own layout counts more. */
function addLayouts(sitePages: SitePage[], pages: ReadonlyMap<Id, PageRecord>, roots: readonly Id[]) {
  const chosen: Record<Id, string> = Object.assign({}, ...roots.map((id) => pages.get(id)?.layouts).reverse())
  for (const page of sitePages) {
    const layout = page.layout ?? parsePageLayout((Object.hasOwn(chosen, page.id) && chosen[page.id]) || '')
    if (layout !== undefined) page.layout = layout
  }
}

function linkPages(sitePages: SitePage[], pages: ReadonlyMap<Id, PageRecord>) {
  const byId = new Map(sitePages.map((page) => [page.id, page]))
  for (const page of sitePages) {
    const record = pages.get(page.id)
    page.children = (record?.children ?? []).filter((id) => byId.get(id)?.parent === page.id)
    for (const id of record?.links ?? []) {
      const target = byId.get(id)
      if (target !== undefined && target !== page) target.backlinks.push(page.id)
    }
  }
}

/** Adds to each page its blocks that are targets of links, with the linking pages. */
function addAnchors(sitePages: SitePage[], pages: ReadonlyMap<Id, PageRecord>) {
  const linked = new Map<Id, Id[]>()
  for (const { id } of sitePages) {
    for (const block of pages.get(id)?.anchors ?? []) {
      const from = linked.get(block)
      if (from === undefined) linked.set(block, [id])
      else from.push(id)
    }
  }
  if (linked.size === 0) return
  for (const page of sitePages) {
    const { holders = [], headings = {} } = pages.get(page.id) ?? {}
    const anchors = holders.flatMap((id): [Id, Id[]][] => {
      const from = linked.get(id)
      return from === undefined ? [] : [[id, from]]
    })
    if (anchors.length === 0) continue
    page.anchors = Object.fromEntries(anchors)
    const readable = anchors.flatMap(([id]) => (Object.hasOwn(headings, id) ? [[id, headings[id] ?? '']] : []))
    if (readable.length > 0) page.headings = Object.fromEntries(readable)
  }
}

function getNavigation(sitePages: SitePage[], root: Id | undefined): Id[] {
  if (root !== undefined) return sitePages.find((page) => page.id === root)?.children ?? []
  return sitePages.filter((page) => page.parent === null).map((page) => page.id)
}

function findEarliestSchedule(sitePages: SitePage[]): number | null {
  const moments = sitePages.flatMap(({ access }) =>
    access.kind === 'unpublished' && access.reason.why === 'scheduled' ? [access.reason.until] : [],
  )
  return moments.length > 0 ? Math.min(...moments) : null
}
