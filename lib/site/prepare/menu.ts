import { addBasePath } from '../../base-path'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { hasVisibleText, toPlainText } from '../../workspace/text'
import { PUBLIC } from '../access'
import { parseRowType, type RowType, readBlogRow } from '../blog'
import { toUnlockAddress } from '../page-locks'
import { decodePath, joinPath } from '../paths'
import { readRowFacts } from '../row-facts'
import { MOST_NAVIGATION, Site } from '../site'
import type { MenuLink, SiteIndex, SitePage } from '../site-index'

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
): MenuRow[] {
  const rows = index.pages.flatMap((page): Omit<MenuRow, 'link'>[] => {
    const block = pages.get(page.id)?.block
    const collection = collections.get(page.collection ?? '')
    const row = block && collection && readBlogRow(block, collection)
    const isRestricted =
      page.access.kind !== 'unpublished' || page.access.audience !== undefined || block?.locked !== undefined
    if (row?.visibility !== 'published' || isRestricted || !isInPublicDatabase(page, index)) return []
    const type = parseRowType(row.type)
    if (block === undefined || collection === undefined || !MENUS.has(type)) return []
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
      const link = hasVisibleText(title) ? createLink(row.words, title, site.forLanguage(locale), site) : undefined
      return { ...row, link: link && { ...link, ...(locale !== undefined && { locale }) } }
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

/** The names of the rows are public only where the database is. */
function isInPublicDatabase({ collection = '' }: SitePage, { collections }: SiteIndex): boolean {
  return Object.hasOwn(collections, collection) && collections[collection]?.access.kind === 'public'
}

/** `own` is the site of the row's language, in which a path is looked up first. */
function createLink(words: string, title: string, own: Site, site: Site): MenuLink | undefined {
  if (/^https?:\/\//i.test(words)) return URL.canParse(words) ? { title, address: new URL(words).href } : undefined
  // Nothing else with a scheme or a host leads anywhere.
  if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(words) || words === '' || words.startsWith('#')) return undefined
  const path = decodePath(words)
  if (path === undefined) return undefined
  if (path === 'search') return { title, address: addBasePath('/search') }
  const inside = own.prefix === '' ? undefined : findTarget(joinPath(own.prefix, path), title, site)
  return inside ?? findTarget(path, title, site)
}

function findTarget(path: string, title: string, site: Site): MenuLink | undefined {
  const found = site.resolve(path, PUBLIC)
  switch (found.kind) {
    case 'page':
      return { title, id: found.page.id }
    case 'locked':
      // Links below `/unlock` load a document, so that no script of the page before watches the form.
      return { title, address: addBasePath(toUnlockAddress(encodeURI(`/${found.page.path}`))) }
    case 'redirect': {
      // A redirect leads to a page or a list, never to another redirect.
      const target = site.resolve(found.path, PUBLIC)
      return target.kind === 'page' ? { title, id: target.page.id } : { title, path: found.path }
    }
    case 'home':
    case 'list':
      return { title, path }
    default:
      return undefined
  }
}
