import { parsePageLayout } from '../../workspace/page-layout'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { toPlainText } from '../../workspace/text'
import { getLeastPrivilegedViewers, hasPreview, mayList, mayRead, PUBLIC } from '../access'
import { toPath } from '../paths'
import { type RowFacts, readRowFacts } from '../row-facts'
import type { Access, SitePage, Viewer } from '../site-index'
import { getFormerPath } from './former-paths'
import { describePost } from './posts'
import type { BuildSettings } from './site-access'
import type { TreeNode } from './tree'
import { readSlugTarget, type SlugTarget } from './written-addresses'

/** What pages are created from, besides their records. See `BuildInput`. */
interface PageInput {
  collections: ReadonlyMap<Id, Collection>
  files: ReadonlyMap<Id, string[]>
  propertyFiles: ReadonlyMap<Id, Record<string, string[]>>
  users: Readonly<Record<Id, string>>
}

/**
 * A page without a path. `preferredPath` is that of its slug or title, `formerPath` the one that earlier versions of the site preferred,
 * and `prefix` the path of its language's home page.
 */
export type UnroutedPage = SitePage & { preferredPath: string; formerPath: string; prefix: string }

/** What is known of a page besides its record. */
interface PageFacts {
  title: string
  /** The collection that it is named after, see `findPageCollection`. */
  ownCollection?: Collection
  /** The pages whose titles are in its title. */
  mentions: readonly Id[]
  access: Access
  /** Whether it is the home page of the site or of a language. */
  isHome: boolean
  /** The path of its language; empty for the first language. */
  prefix: string
  postDatabases: ReadonlySet<Id>
  settings: BuildSettings
}

/** Returns a page with what its record and its row contain. Its path, children and backlinks are empty. */
export function createUnroutedPage(
  record: PageRecord,
  parent: Id | null,
  { collections, files, propertyFiles, users }: PageInput,
  { title, ownCollection, mentions, access, isHome, prefix, postDatabases, settings }: PageFacts,
): UnroutedPage {
  const { id, block } = record
  const rowCollection = block.parent_table === 'collection' ? collections.get(block.parent_id) : undefined
  const ofProperties = propertyFiles.get(id)
  const facts = rowCollection ? readRowFacts(block, rowCollection, settings.timeZone, users) : NO_FACTS
  const layout = parsePageLayout(facts.layout ?? '')
  const summary = facts.description ?? readString(toPlainText(ownCollection?.description ?? []).trim())
  const formerPath = getFormerPath(facts.slug, block.properties.title ?? ownCollection?.name)
  // The slug of a row that is no page, such as a link of the menu, is not read as that of a page.
  const isPage = access.kind !== 'unpublished' || access.reason.why !== 'no-page'
  const target: SlugTarget = isPage ? readSlugTarget(facts.slug ?? '', settings.siteUrl, prefix) : { path: formerPath }
  const address = isHome || access.kind === 'locked' ? undefined : target.address
  const preferredPath = target.path || toPath(title === settings.untitled ? '' : title)
  return {
    id,
    path: '',
    preferredPath,
    formerPath: formerPath || preferredPath,
    prefix: '',
    ...(address !== undefined && { address }),
    ...((target.isUnusable || target.address !== address) && { hasUnusableSlug: true }),
    title,
    ...(mentions.length > 0 && { titleMentions: [...mentions] }),
    icon: readString(block.format.page_icon) ?? ownCollection?.icon,
    cover: readString(block.format.page_cover) ?? ownCollection?.cover,
    summary,
    // The content of a page that leads to another site is not shown.
    description: summary ?? (address === undefined ? record.excerpt : ''),
    parent,
    children: [],
    backlinks: [],
    files: files.get(id) ?? [],
    ...(ofProperties !== undefined && { propertyFiles: ofProperties }),
    collections: record.collections,
    created: block.created_time,
    edited: block.last_edited_time,
    published: facts.published,
    ...groupPage(facts, rowCollection !== undefined && postDatabases.has(rowCollection.id)),
    ...(rowCollection &&
      postDatabases.has(rowCollection.id) &&
      describePost(address === undefined ? record : { ...record, firstImage: undefined }, rowCollection, facts)),
    language: record.language,
    direction: record.direction,
    words: address === undefined ? record.words : 0,
    access,
    hash: record.hash,
    version: '',
    readable: record.readable,
    hasStoredContent: record.hasStoredContent,
    ...(record.contentMissing && { contentMissing: true }),
    collection: rowCollection?.id,
    ...(facts.translations.length > 0 && { translations: facts.translations }),
    ...(layout !== undefined && { layout }),
    ...(facts.comments !== undefined && { comments: facts.comments }),
  }
}

const NO_FACTS: RowFacts = { tags: [], categories: [], authors: [], translations: [] }

/** Returns the terms of a page. Only posts have categories and authors; in other databases, a category is a tag. */
function groupPage({ tags, categories, authors }: RowFacts, isPost: boolean) {
  if (!isPost) return { tags: [...new Set([...tags, ...categories])] }
  return { tags, ...(categories.length > 0 && { categories }), ...(authors.length > 0 && { authors }) }
}

const readString = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

interface Rules {
  collections: ReadonlyMap<Id, Collection>
  isInSite(node: TreeNode): boolean
  access(node: TreeNode): Access
}

/**
 * Returns the collection whose name, icon, cover and description a page has because it is a database: its own one, or that of another page
 * if everyone who sees the title of this page may read it.
 */
export function findPageCollection(
  { id, block }: Pick<PageRecord, 'id' | 'block'>,
  { collections, isInSite, access }: Rules,
): Collection | undefined {
  const collection = collections.get(block.collection_id ?? '')
  if (collection === undefined) return undefined
  const node: TreeNode = { kind: 'collection', id: collection.id }
  if (!isInSite(node)) return undefined
  const [from, to] = [access({ kind: 'page', id }), access(node)]
  const holder: Viewer = { ...PUBLIC, preview: { page: id, hasSubpages: false, token: '' } }
  const viewers = hasPreview(from) ? [holder] : getLeastPrivilegedViewers(from)
  if (collection.parent_id === id) return viewers.every((each) => mayRead(to, each)) ? collection : undefined
  // The title of a locked page is shown without its password.
  const isListed = viewers.every((each) => mayList(to, { ...each, unlocked: [] }, from))
  return viewers.length > 0 && isListed ? collection : undefined
}
