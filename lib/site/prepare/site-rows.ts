import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { hasVisibleText, toPlainText } from '../../workspace/text'
import { type AccessSettings, getNameAccess, mayList, PUBLIC } from '../access'
import { parseRowType, type RowType, readBlogRow } from '../blog'
import { readRowFacts } from '../row-facts'
import { MAX_NAVIGATION, Site } from '../site'
import type { Announcement, MenuLink, SiteIndex, SitePage } from '../site-index'
import { compareNewestFirst } from '../terms'
import { findLinkTarget } from './written-addresses'

/** The stored pages and collections of a site. */
export interface StoredRows {
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
}

/** A row of a blog database that the site uses without a page of its own. */
interface SiteRow {
  page: SitePage
  type: RowType
  record: PageRecord
  collection: Collection
}

/** Returns the published rows of these types of the site's blog databases. Everyone may know of them. */
export function findSiteRows(
  { pages, collections }: StoredRows,
  index: SiteIndex,
  settings: AccessSettings,
  types: readonly RowType[],
): SiteRow[] {
  return index.pages.flatMap((page): SiteRow[] => {
    const record = pages.get(page.id)
    const collection = collections.get(page.collection ?? '')
    const row = record && collection && readBlogRow(record.block, collection)
    const type = row && parseRowType(row.type)
    if (record === undefined || collection === undefined || type === undefined || !types.includes(type)) return []
    const isPublic =
      isClosedByTypeOnly(page) &&
      isInListedDatabase(page, index) &&
      mayList(getNameAccess(record.block, collection, settings), PUBLIC)
    return isPublic ? [{ page, type, record, collection }] : []
  })
}

/** Whether only the type of a row keeps it from being a page. */
const isClosedByTypeOnly = ({ access }: Pick<SitePage, 'access'>): boolean =>
  access.kind === 'unpublished' && access.audience === undefined && access.reason.why === 'no-page'

/** The names of the rows are public only where lists name the database. */
function isInListedDatabase({ collection = '' }: SitePage, { collections }: SiteIndex): boolean {
  const found = Object.hasOwn(collections, collection) ? collections[collection] : undefined
  return found !== undefined && mayList(found.access, PUBLIC)
}

/** Returns the newest `Notice` row of each language. Its text is its summary, or else the beginning of its page. */
export function createAnnouncements(input: StoredRows, index: SiteIndex, settings: AccessSettings): Announcement[] {
  const found = new Map<string | undefined, Announcement>()
  const rows = findSiteRows(input, index, settings, ['notice'])
  for (const { page, record } of rows.sort((a, b) => compareNewestFirst(a.page, b.page))) {
    const { locale, language, description: text } = page
    const title = toPlainText(record.block.properties.title ?? []).trim()
    if (!found.has(locale) && `${title}${text}` !== '') {
      found.set(locale, { title, text, language, ...(locale !== undefined && { locale }) })
    }
  }
  return [...found.values()]
}

/** A row of the menu. */
interface MenuRow extends SiteRow {
  /** Names the target. */
  slug: string
  /** Undefined if the target does not exist for the public, or is not an address. */
  link: MenuLink | undefined
  /** Whether it names no target, because in NotionNext it is only the heading of the rows after it. */
  isGroup: boolean
}

/** Reads the published `Menu` and `SubMenu` rows of the site's blog databases, oldest first. */
export function readMenuRows(input: StoredRows, index: SiteIndex, settings: AccessSettings): MenuRow[] {
  const rows = findSiteRows(input, index, settings, ['menu', 'submenu'])
  if (rows.length === 0) return []
  const site = new Site(index)
  return rows
    .sort((a, b) => a.page.created - b.page.created || (a.page.id < b.page.id ? -1 : 1))
    .slice(0, MAX_NAVIGATION)
    .map((row) => {
      const { block } = row.record
      const { locale } = row.page
      const title = toPlainText(block.properties.title ?? []).trim()
      const slug = readRowFacts(block, row.collection, 'UTC').slug ?? ''
      const target = findLinkTarget(slug, site, site.forLanguage(locale))
      const link =
        target && hasVisibleText(title) ? { title, ...target, ...(locale !== undefined && { locale }) } : undefined
      return { ...row, slug, link, isGroup: row.type === 'menu' && /^#?$/.test(slug) }
    })
}

/** Returns the links of these rows. Of several to the same target, the first counts. */
export function createMenu(rows: readonly MenuRow[]): MenuLink[] {
  const menu = new Map<string, MenuLink>()
  for (const { link } of rows) {
    if (link === undefined) continue
    const { title: _, ...target } = link
    const key = JSON.stringify(target)
    if (!menu.has(key)) menu.set(key, link)
  }
  return [...menu.values()]
}
