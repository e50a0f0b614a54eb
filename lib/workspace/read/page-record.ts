import type { EditorSettingTexts } from '../../branding/editor-settings'
import { getShownContainer } from '../clean/synced'
import { findBlockId, findPageId } from '../ids'
import { type Block, type Collection, type Id, PAGE_TYPES, type RichText } from '../record-map'
import type { FirstDatabase, PageRecord, StoredPage } from '../stored'
import { isViewType } from '../supported'
import { collectBlockIds, collectPageIds, countWords, cutExcerpt, toPlainText } from '../text'
import { isObject } from '../values'
import { findAccessColumn, findNearHeading, readAccessTable } from './access-table'
import { readAuthorsTable } from './authors-table'
import { readLanguagesTable } from './languages-table'
import { isSiteTable, readLookTable } from './look-table'
import { readRedirectsTable } from './redirects-table'
import { findRemarks } from './remarks'
import { detectLanguage, getDirection } from './scripts'
import { getSource } from './sources'
import { isContentInMap } from './split'

/** Block types whose text is not prose. */
const NO_PROSE: ReadonlySet<string> = new Set([
  'code',
  'equation',
  'table_row',
  'header',
  'sub_header',
  'sub_sub_header',
  'header_4',
])
/** Properties of blocks whose words count for the reading time. */
const COUNTED_PROPERTIES = ['title', 'caption', 'description'] as const
/** The number of characters from which the excerpt and the language are taken. */
const SAMPLE = 2000

/**
 * Creates what the site index needs of a stored page. Only the page's own content counts, not what it shows of other pages, and of a row's
 * properties only the title, see {@link getPropertyLinks}. `collections` are the known ones that it shows.
 */
export function createPageRecord(
  stored: StoredPage,
  collections: Readonly<Record<Id, Collection>> = {},
): Omit<PageRecord, 'hash' | 'readable' | 'hidden'> {
  const top = stored.blocks[stored.id]
  if (top === undefined) throw new Error(`The stored page ${stored.id} lacks its own block`)
  const own = getOwnBlocks(top, stored)
  // A synced table from another page counts, too.
  const tables = Object.values(stored.blocks).filter((block) => isSiteTable(block, stored.blocks))
  const hidden = new Set(tables.flatMap((table) => [table.id, ...table.content]))
  const body = own.filter((block) => block !== top && !hidden.has(block.id))
  const containerBlocks = new Set(own.map((block) => block.id))
  const pages = getChildPages(own, stored)
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
    collections: removeDuplicates(Object.values(stored.blocks).map((block) => block.collection_id)),
    holders: [...containerBlocks],
    synced: removeDuplicates(Object.values(stored.blocks).map(getShownContainer)).filter(
      (id) => !containerBlocks.has(id),
    ),
    accessTable: Object.fromEntries(readAccess(tables, stored)),
    ...readAccessColumns(tables, stored),
    ...readNearHeadings(stored),
    ...readLook(tables, stored),
    ...readRedirects(tables, stored),
    ...readLanguages(tables, stored),
    ...readAuthors(tables, stored),
    excerpt: cutExcerpt(beginning),
    firstDatabase: findFirstDatabase(own, stored),
    firstImage: body.map(getPicture).find((source) => source !== undefined),
    words: body.reduce((sum, block) => sum + countBlockWords(block), 0),
    language,
    direction: getDirection(language),
    hasStoredContent: isContentInMap(stored, collections),
    remarks: findRemarks([top, ...body], stored, collections),
  }
}

/** Returns the page's block and its own blocks, in reading order. */
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

function getChildPages(own: Block[], { blocks }: StoredPage): Block[] {
  return own.flatMap(({ content }) =>
    content.flatMap((id) => {
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

/** Returns the address to which a block as a whole links: that in an image's caption, or of a bookmark. */
function getOwnAddress({ type, properties }: Block): string {
  return toPlainText((type === 'image' ? properties.caption : type === 'bookmark' ? properties.link : undefined) ?? [])
}

function readLook(tables: Block[], { blocks }: StoredPage): Pick<PageRecord, 'look'> {
  const texts: EditorSettingTexts = Object.assign({}, ...tables.map((table) => readLookTable(table, blocks)).reverse())
  return Object.keys(texts).length > 0 ? { look: texts } : {}
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

function readNearHeadings({ blocks }: StoredPage): Pick<PageRecord, 'nearHeadings'> {
  const nearHeadings = Object.values(blocks).flatMap((block) => findNearHeading(block, blocks) ?? [])
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
    for (const { properties } of blocks) {
      if (text.length > SAMPLE) break
      text += `${toPlainText(properties.title ?? [], names)}\n`
    }
    return text.trim()
  }
  return gather(body.filter(({ type }) => !NO_PROSE.has(type))) || gather(body)
}

/** Returns a block's picture, unless it is a `data:` address, which would be too large for the index. */
function getPicture(block: Block): string | undefined {
  const source = block.type === 'image' ? getSource(block) : undefined
  return source?.startsWith('data:') ? undefined : source
}

function countBlockWords({ type, properties }: Block): number {
  const texts: RichText[] =
    type === 'table_row' ? Object.values(properties) : COUNTED_PROPERTIES.map((key) => properties[key] ?? [])
  return texts.reduce((sum, text) => sum + countWords(toPlainText(text)), 0)
}

function removeDuplicates(ids: (Id | undefined)[]): Id[] {
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** Returns the first database among the blocks of a page in reading order. */
function findFirstDatabase(blocks: readonly Block[], { views }: StoredPage): FirstDatabase | undefined {
  for (const { id, type, collection_id, view_ids = [] } of blocks) {
    if (!type.startsWith('collection_view') || collection_id === undefined) continue
    const view = view_ids.map((each) => views[each]).find((each) => isViewType(each?.type))
    const properties = view === undefined ? [] : listProperties(view)
    return { block: id, collection: collection_id, layout: view?.type ?? 'table', properties }
  }
  return undefined
}

function listProperties({ type, format, query }: StoredPage['views'][Id]): Id[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const shown = list(format[`${type}_properties`]).filter((each) => isObject(each) && each.visible !== false)
  const groups = [format.board_columns_by, format.collection_group_by, query.group_by, list(format.board_columns)[0]]
  const ids = [...shown, ...groups].map((each) => (isObject(each) ? each.property : each))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
