import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { hasVisibleText, toPlainText } from '../../workspace/text'
import { type AccessSettings, getNameAccess, mayList, PUBLIC } from '../access'
import { parseRowType, type RowType, readBlogRow } from '../blog'
import { readRowFacts } from '../row-facts'
import { MOST_NAVIGATION, Site } from '../site'
import type { MenuLink, SiteIndex, SitePage } from '../site-index'
import { findLinkTarget } from './link-target'

const MENUS: ReadonlySet<RowType | undefined> = new Set(['menu', 'submenu'])

/** A row of a blog database that the site uses without a page of its own. */
interface MenuRow {
  page: SitePage
  /** The slug, which names the target. */
  words: string
  /** Undefined: the target does not exist for the public, or is no address. */
  link: MenuLink | undefined
  /** Whether it names no target because it only groups the rows after it. */
  isGroup: boolean
}

/** Reads the published `Menu` and `SubMenu` rows of the site's blog databases, oldest first. */
export function readMenuRows(
  { pages, collections }: { pages: ReadonlyMap<Id, PageRecord>; collections: ReadonlyMap<Id, Collection> },
  index: SiteIndex,
  settings: AccessSettings,
): MenuRow[] {
  const rows = index.pages.flatMap((page): Omit<MenuRow, 'link'>[] => {
    const block = pages.get(page.id)?.block
    const collection = collections.get(page.collection ?? '')
    const row = block && collection && readBlogRow(block, collection)
    if (block === undefined || collection === undefined || row === undefined) return []
    // The type closes the row as a page. Nothing else may close it.
    const { access } = page
    const isRestricted =
      access.kind !== 'unpublished' || access.audience !== undefined || access.reason.why !== 'no-page'
    if (isRestricted || !mayList(getNameAccess(block, collection, settings), PUBLIC)) return []
    const type = parseRowType(row.type)
    if (!MENUS.has(type) || !isInListedDatabase(page, index)) return []
    const words = readRowFacts(block, collection, 'UTC').slug ?? ''
    return [{ page, words, isGroup: type === 'menu' && /^#?$/.test(words) }]
  })
  if (rows.length === 0) return []
  const site = new Site(index)
  const titleOf = ({ id }: SitePage) => toPlainText(pages.get(id)?.block.properties.title ?? []).trim()
  return rows
    .sort((a, b) => a.page.created - b.page.created || (a.page.id < b.page.id ? -1 : 1))
    .slice(0, MOST_NAVIGATION)
    .map((row) => {
      const title = titleOf(row.page)
      const { locale } = row.page
      const target = findLinkTarget(row.words, site, site.forLanguage(locale))
      const link =
        target && hasVisibleText(title) ? { title, ...target, ...(locale !== undefined && { locale }) } : undefined
      return { ...row, link }
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

/** The names of the rows are public only where lists name the database. */
function isInListedDatabase({ collection = '' }: SitePage, { collections }: SiteIndex): boolean {
  const found = Object.hasOwn(collections, collection) ? collections[collection] : undefined
  return found !== undefined && mayList(found.access, PUBLIC)
}
