import { hasVisibleText, toPlainText } from '../../workspace/text'
import type { AccessSettings } from '../access'
import { readRowFacts } from '../row-facts'
import { MAX_NAVIGATION, Site } from '../site'
import type { MenuLink, SiteIndex } from '../site-index'
import { findLinkTarget } from './link-target'
import { findSiteRows, type SiteRow, type StoredRows } from './site-rows'

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
