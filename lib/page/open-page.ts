import 'server-only'
import type { OpenSlots } from '../../components/slots/open-slots'
import { getStore } from '../site/get-site'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { FileEntry } from '../snapshot/store'
import { createPageBudgets } from '../workspace/budget'
import { MAX_RELATED, ReadCollections } from '../workspace/query/relations'
import type { Block, Id, RichText } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import type { CollectionInput } from './collection/prepare-collection'
import type { PropertiesInput } from './collection/properties'
import { createViewContext } from './create-view-context'
import type { PreparedText } from './prepared-text'
import { loadDiagrams } from './text/diagram'
import { prepareText } from './text/rich-text'
import type { ViewContext } from './view-context'

/** Options of all jobs of the page thread. */
export interface JobOptions extends Pick<ViewContext, 'note' | 'remark'> {
  /** Skips everything that may take long: its budgets are spent from the start. */
  reduced?: boolean
  /** The components of the site folder that draw parts of the page. */
  slots?: OpenSlots
}

/** A page's stored content, and what is needed to prepare it for one viewer. */
export interface OpenPage {
  stored: StoredPage
  /** The page's own block; undefined if only the title is known. */
  block: Block | undefined
  /** The row's properties, if the page is a row of a database. */
  row: PropertiesInput | undefined
  files: Readonly<Record<string, FileEntry>>
  context: ViewContext
  text(rich: RichText): PreparedText
  /** The database that a block shows; undefined if the viewer may not see it. */
  collection(databaseBlock: Block): CollectionInput | undefined
  /** Whether the snapshot has no data of the block's database, for any viewer. */
  isMissing(databaseBlock: Block): boolean
}

/**
 * Opens a page that the viewer may read. It contains only rows that the viewer may read. Throws if the content cannot be read.
 */
export async function openPage(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  { reduced, slots: _, ...wanted }: JobOptions & Pick<ViewContext, 'sources'> = {},
): Promise<OpenPage> {
  const store = getStore()
  const files = (await store.manifest())?.files ?? {}
  const { shown, related } = await openCollections(site, page, viewer)
  const ownDatabase = page.collection === undefined ? undefined : shown.get(page.collection)
  const row = ownDatabase?.rows.find((candidate) => candidate.id === page.id)
  const stored = page.hasStoredContent ? await store.page(page.id, page.hash) : createStub(page, row)
  // The reduced form has no diagrams. Loading their renderer could exceed its deadline, too.
  if (!wanted.sources && !reduced) await loadDiagrams(stored)
  const users = Object.assign({}, ...[...related.values()].map((each) => each.users), stored.users)
  const ofViewer = createViewContext(site, page, viewer, users, files)
  const context = { ...ofViewer, ...wanted, budgets: createPageBudgets(reduced) }
  const now = Date.now()
  const text = (rich: RichText) => prepareText(rich, context, stored)
  const common = { context, related, prepareText: text, now }
  return {
    stored,
    block: stored.blocks[page.id] ?? createStub(page, row).blocks[page.id],
    row: row && ownDatabase && { row, collection: ownDatabase.collection, rows: ownDatabase.rows, ...common },
    files,
    context,
    text,
    collection(databaseBlock) {
      const found = shown.get(databaseBlock.collection_id ?? '')
      if (found === undefined) return undefined
      return {
        block: databaseBlock,
        collection: found.collection,
        views: (databaseBlock.view_ids ?? []).map((id) => stored.views[id]).filter((view) => view !== undefined),
        results: stored.queries[found.collection.id] ?? {},
        rows: found.rows,
        contentImage: (each) => found.images[each.id],
        ...common,
      }
    },
    isMissing: ({ collection_id: id = '', view_ids: views = [] }) =>
      !Object.hasOwn(site.index.collections, id) ||
      (shown.has(id) && !views.some((view) => Object.hasOwn(stored.views, view))),
  }
}

/** A stored collection with its schema where `rowReader` expects it. */
type OpenCollection = StoredCollection & { schema: StoredCollection['collection']['schema'] }

/**
 * Opens the collections that the page shows or belongs to, and those that their computed properties read, with the rows that the viewer may
 * read.
 */
async function openCollections(site: Site, page: SitePage, viewer: Viewer) {
  const shown = new Map<Id, OpenCollection>()
  const related = new Map<Id, OpenCollection>()
  const open = async (id: Id): Promise<OpenCollection | undefined> => {
    const hash = site.collection(id, viewer)
    if (hash === undefined) return undefined
    const stored = await getStore().collection(id, hash)
    const rows = stored.rows.filter(
      (row) => row.id === page.id || site.listedPage(row.id, viewer, page.access) !== undefined,
    )
    const opened = { ...stored, rows, schema: stored.collection.schema }
    related.set(id, opened)
    return opened
  }
  for (const id of new Set([...page.collections, ...(page.collection === undefined ? [] : [page.collection])])) {
    const opened = await open(id)
    if (opened !== undefined) shown.set(id, opened)
  }
  const read = new ReadCollections()
  for (const [id, { schema }] of shown) read.add(id, schema, true)
  for (let id = read.next(); id !== undefined && related.size < MAX_RELATED; id = read.next()) {
    const opened = await open(id)
    if (opened !== undefined) read.add(id, opened.schema, false)
  }
  return { shown, related }
}

/** Creates the content of a page that is known only from other pages: its title and, for a row, its properties. */
function createStub(page: SitePage, row: Block | undefined): StoredPage {
  const block: Block = row ?? {
    id: page.id,
    type: 'page',
    parent_id: page.parent ?? page.id,
    parent_table: 'block',
    alive: true,
    properties: { title: [[page.title]] },
    format: {},
    content: [],
    created_time: page.created,
    last_edited_time: page.edited,
  }
  return {
    id: page.id,
    blocks: { [page.id]: block },
    views: {},
    queries: {},
    users: {},
    files: {},
    previews: {},
    emojis: {},
  }
}
