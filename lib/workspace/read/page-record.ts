import type { EditorSettingTexts } from '../../branding/editor-settings'
import { getBlockTraits, isDashboard } from '../block-traits'
import { getShownContainer } from '../clean/synced'
import { findBlockId, findPageId } from '../ids'
import { listSortedProperties } from '../query/sorts'
import { type Block, type Collection, type Id, PAGE_TYPES, type QueryResult, type RichText } from '../record-map'
import type { FirstDatabase, PageRecord, StoredPage } from '../stored'
import { isViewType } from '../supported'
import { collectBlockIds, collectPageIds, countWords, cutExcerpt, type MentionNames, toPlainText } from '../text'
import { isObject } from '../values'
import { findAccessColumn, findNearHeading, readAccessTable } from './access-table'
import { readForms } from './forms'
import { HeadingAnchors } from './heading-anchors'
import { PageBlocks } from './page-blocks'
import { readLayoutTable, readNavigationTables, readSeoTable } from './page-tables'
import { getBlockTexts } from './page-text'
import { findRemarks } from './remarks'
import { detectLanguage, getDirection } from './scripts'
import { readListedProperties, readShownProperties } from './shown-properties'
import {
  isSiteTable,
  readAuthorsTable,
  readLanguagesTable,
  readLookTable,
  readRedirectsTable,
  readUnknownLookTableRows,
} from './site-tables'
import { getSource } from './sources'
import { isContentInMap, type SplitPage } from './split'

/** The number of characters from which the excerpt and the language are taken. */
const SAMPLE = 2000

/** The content of a page, as {@link splitPages} returns it. */
type Content = Pick<SplitPage, 'page'> & Partial<Pick<SplitPage, 'hidden' | 'revealed' | 'concealed'>>

/**
 * Creates what the site index needs of a page. Only what the page shows of its own content counts, not what it shows of other pages, and of
 * a row's properties only the title, see {@link getPropertyLinks}. `collections` are the known ones that it shows.
 */
export function createPageRecord(
  { page: stored, hidden = [], revealed = [], concealed = [] }: Content,
  collections: Readonly<Record<Id, Collection>> = {},
): Omit<PageRecord, 'hash' | 'readable'> {
  const top = stored.blocks[stored.id]
  if (top === undefined) throw new Error(`The stored page ${stored.id} lacks its own block`)
  const body = readBody(stored, new Set(revealed))
  const all = Object.values(stored.blocks)
  const allTables = all.filter(({ type }) => type === 'table')
  // A synced table from another page counts, too.
  const tables = allTables.filter((block) => isSiteTable(block, stored.blocks))
  const inContent = new Set(getOwnBlocks(top, stored).map(({ id }) => id))
  const containerBlocks = new Set([...inContent, ...revealed])
  const pages = getChildPages([top, ...body], stored)
  const children = pages
    .filter((page) => page.parent_table === 'block' && containerBlocks.has(page.parent_id))
    .map(({ id }) => id)
  const beginning = getBeginning(body, stored)
  const linking = [{ ...top, properties: { title: top.properties.title ?? [] } }, ...body]
  const language = detectLanguage(`${toPlainText(top.properties.title ?? [])} ${beginning}`)
  return {
    id: stored.id,
    block: { ...top, content: [] },
    children,
    links: getPageLinks(top.id, linking, pages, children),
    anchors: removeDuplicates(linking.flatMap(getAnchors)),
    ...readHeadings(stored),
    collections: removeDuplicates(all.map((block) => block.collection_id)),
    holders: [...containerBlocks],
    hidden,
    ...(concealed.length > 0 && { concealed: Object.fromEntries(concealed.map(({ id, shown }) => [id, shown])) }),
    synced: removeDuplicates(all.map(getShownContainer)).filter((id) => !inContent.has(id)),
    accessTable: Object.fromEntries(readAccess(tables, stored)),
    ...readShownProperties(stored),
    ...readForms(stored),
    ...readAccessColumns(tables, stored),
    ...readNearHeadings(allTables, stored),
    ...readLook(tables, stored),
    ...readUnknownLookTable(allTables, stored),
    ...readNavigation(tables, stored),
    ...readLayouts(tables, stored),
    ...readSeo(tables, stored),
    ...readRedirects(tables, stored),
    ...readLanguages(tables, stored),
    ...readAuthors(tables, stored),
    excerpt: cutExcerpt(beginning),
    firstDatabase: findFirstDatabase([top, ...body], stored, top.parent_table !== 'collection'),
    firstImage: body.map(getPicture).find((source) => source !== undefined),
    words: body.reduce(
      (sum, block) => sum + getTexts(block, {}).reduce((words, text) => words + countWords(text), 0),
      0,
    ),
    language,
    direction: getDirection(language),
    hasStoredContent: isContentInMap(stored, collections),
    remarks: findRemarks([top, ...body], stored, collections),
  }
}

/**
 * Returns the blocks that a page shows of its own content and the rows of its tables, in reading order, each once. Tables that set
 * something for the site are left out. `revealed` are its blocks that it shows only through synced blocks.
 */
function readBody(stored: StoredPage, revealed: ReadonlySet<Id>): Block[] {
  const body = new Set<Block>()
  const shown = new PageBlocks(stored, { isRoot: true, mayShow: (container) => revealed.has(container) })
  shown.walk((block, table) => {
    body.add(block)
    for (const row of table?.rows ?? []) body.add(row)
  })
  return [...body]
}

/**
 * Returns the page's block and the blocks in its content of which it is the page, whatever it shows of them. Child pages may have them as
 * parents.
 */
function getOwnBlocks(top: Block, { blocks }: StoredPage): Block[] {
  const own: Block[] = []
  const ids = new Set<Id>([top.id])
  const stack = [top]
  for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
    if (block === top || (block.parent_table === 'block' && ids.has(block.parent_id))) {
      own.push(block)
      ids.add(block.id)
    }
    for (const id of block.content.toReversed()) {
      const child = blocks[id]
      if (child !== undefined && !PAGE_TYPES.has(child.type)) stack.push(child)
    }
  }
  return own
}

function getChildPages(shown: Block[], { blocks }: StoredPage): Block[] {
  return shown.flatMap((block) =>
    block.content.flatMap((id) => {
      const child = blocks[id]
      return child !== undefined && PAGE_TYPES.has(child.type) ? [child] : []
    }),
  )
}

/** Returns the ids of linked pages. Pages in the content that have another parent count as links. */
function getPageLinks(own: Id, blocks: Block[], pages: Block[], children: Id[]): Id[] {
  const known = new Set(children)
  const listed = pages.map(({ id }) => id).filter((id) => !known.has(id))
  return removeDuplicates([...blocks.flatMap(getBlockLinks), ...listed]).filter((id) => id !== own)
}

/** The pages and the blocks to which a text leads. */
export type Links = Pick<PageRecord, 'links' | 'anchors'>

/** Returns where the properties of a page lead, by property, without the title. They count only if the schema of its database has them. */
export function getPropertyLinks({ id: own, properties }: Block): Record<string, Links> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([property, text]) => {
      const links = collectPageIds(text).filter((id) => id !== own)
      const anchors = removeDuplicates(collectBlockIds(text))
      return property === 'title' || links.length + anchors.length === 0 ? [] : [[property, { links, anchors }]]
    }),
  )
}

function getBlockLinks(block: Block): Id[] {
  const { type, properties, format } = block
  const ids = Object.values(properties).flatMap(collectPageIds)
  const alias = type === 'alias' && isObject(format.alias_pointer) ? format.alias_pointer.id : undefined
  return removeDuplicates([...ids, typeof alias === 'string' ? alias : undefined, findPageId(getOwnAddress(block))])
}

function getAnchors(block: Block): (Id | undefined)[] {
  return [...Object.values(block.properties).flatMap(collectBlockIds), findBlockId(getOwnAddress(block))]
}

function readHeadings(stored: StoredPage): Pick<PageRecord, 'headings'> {
  const { own } = new HeadingAnchors(stored)
  return own.size > 0 ? { headings: Object.fromEntries(own) } : {}
}

/** Returns the address to which a block as a whole links: that in an image's caption, or of a bookmark or a button. */
function getOwnAddress({ type, properties }: Block): string {
  return toPlainText((type === 'image' ? properties.caption : properties.link) ?? [])
}

function readLook(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'look'> {
  const texts: EditorSettingTexts = Object.assign({}, ...tables.map((table) => readLookTable(table, blocks)).reverse())
  return Object.keys(texts).length > 0 ? { look: texts } : {}
}

function readUnknownLookTable(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'unknownLookTableRow'> {
  const unknown = tables.flatMap((table) => readUnknownLookTableRows(table, blocks))
  return unknown.length > 0 ? { unknownLookTableRow: unknown } : {}
}

function readNavigation(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'navigation'> {
  const navigation = readNavigationTables(tables, blocks)
  return navigation.length > 0 ? { navigation } : {}
}

function readLayouts(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'layouts'> {
  const layouts = tables.flatMap((table) => [...readLayoutTable(table, blocks)])
  return layouts.length > 0 ? { layouts: Object.fromEntries(layouts.reverse()) } : {}
}

function readSeo(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'seo'> {
  const rows = tables.flatMap((table) => [...readSeoTable(table, blocks)])
  return rows.length > 0 ? { seo: Object.fromEntries(rows.reverse()) } : {}
}

function readRedirects(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'redirects'> {
  const redirects = tables.flatMap((table) => readRedirectsTable(table, blocks))
  return redirects.length > 0 ? { redirects } : {}
}

function readLanguages(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'languages'> {
  const languages = tables.flatMap((table) => readLanguagesTable(table, blocks))
  return languages.length > 0 ? { languages } : {}
}

function readAuthors(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'authors'> {
  const authors = tables.flatMap((table) => readAuthorsTable(table, blocks))
  return authors.length > 0 ? { authors } : {}
}

function readNearHeadings(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'nearHeadings'> {
  const nearHeadings = tables.flatMap((block) => findNearHeading(block, blocks) ?? [])
  return nearHeadings.length > 0 ? { nearHeadings } : {}
}

function readAccessColumns(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'accessColumns'> {
  const columns = tables.flatMap((table) => {
    const column = findAccessColumn(table, blocks)?.column
    return column === undefined ? [] : [[table.id, column] as const]
  })
  return columns.length > 0 ? { accessColumns: Object.fromEntries(columns) } : {}
}

/** Returns the cells of the access tables by page, one on each line. The strictest of them decides. */
function readAccess(tables: Block[], { blocks }: StoredPage): Map<Id, string> {
  const words = new Map<Id, string>()
  for (const table of tables) {
    for (const [id, word] of readAccessTable(table, blocks)) {
      const known = words.get(id)
      words.set(id, known === undefined ? word : `${known}\n${word}`)
    }
  }
  return words
}

/** Returns the first sentences of the body, or else its first texts, for an excerpt. */
function getBeginning(body: Block[], { users }: StoredPage): string {
  const names = { user: (id: Id) => users[id] }
  const gather = (blocks: Block[]) => {
    let text = ''
    for (const block of blocks) {
      if (text.length > SAMPLE) break
      text += getTexts(block, names)
        .map((line) => `${line}\n`)
        .join('')
    }
    return text.trim()
  }
  return gather(body.filter(({ type }) => getBlockTraits(type).isProse)) || gather(body)
}

/** Returns the texts of a block or of a row of a table. */
function getTexts(block: Block, names: MentionNames): string[] {
  const toText = (rich: RichText) => toPlainText(rich, names)
  return block.type === 'table_row' ? Object.values(block.properties).map(toText) : getBlockTexts(block, { toText })
}

/** Returns a block's picture, unless it is a `data:` address, which would be too large for the index. */
function getPicture(block: Block): string | undefined {
  const source = block.type === 'image' ? getSource(block) : undefined
  return source?.startsWith('data:') ? undefined : source
}

function removeDuplicates(ids: (Id | undefined)[]): Id[] {
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** Returns the first database among the blocks of a page in reading order. */
function findFirstDatabase(
  blocks: readonly Block[],
  { views, queries }: StoredPage,
  withRows: boolean,
): FirstDatabase | undefined {
  for (const block of blocks) {
    const { id, type, collection_id, view_ids = [] } = block
    if (!type.startsWith('collection_view') || collection_id === undefined || isDashboard(block)) continue
    const view = view_ids.map((each) => views[each]).find((each) => isViewType(each?.type))
    const properties = view === undefined ? [] : listProperties(view)
    const rows = (withRows && view && readRows(view, queries[collection_id]?.[view.id])) || []
    return {
      block: id,
      collection: collection_id,
      layout: view?.type ?? 'list',
      properties,
      ...(rows.length > 0 && { rows }),
      ...(view !== undefined && listSortedProperties(view).length > 0 && { isSorted: true }),
    }
  }
  return undefined
}

/** The largest number of rows whose order in a view is known. */
const MAX_ORDERED_ROWS = 5000

/** Returns the rows of a view in its order. Without stored results, it is known only if the view does not sort. */
function readRows(view: StoredPage['views'][Id], results: QueryResult | undefined): Id[] {
  const known = listSortedProperties(view).length > 0 ? [] : view.order
  const rows = results === undefined || results.rows.length === 0 ? known : results.rows
  return rows.slice(0, MAX_ORDERED_ROWS)
}

function listProperties(view: StoredPage['views'][Id]): Id[] {
  const { type, format, query } = view
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const shown = readListedProperties(view, type).filter(({ visible }) => visible !== false)
  const groups = [format.board_columns_by, format.collection_group_by, query.group_by, list(format.board_columns)[0]]
  const ids = [...shown, ...groups].map((each) => (isObject(each) ? each.property : each))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
