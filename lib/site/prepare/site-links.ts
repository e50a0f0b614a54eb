import type { NavigationRow } from '../../workspace/read/page-tables'
import type { Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { Site } from '../site'
import type { LinkGroup, LinkTarget, SiteIndex, SiteLinks, TableLink } from '../site-index'
import { findWrittenTarget } from './written-addresses'

/** A row of a `Navigation` table that leads nowhere. */
export interface LostLink {
  /** The home page with the table. */
  page: Id
  title: string
  to: string
}

/** Reads the `Navigation` tables on the home pages of the site. */
export function createSiteLinks(
  { pages }: { pages: ReadonlyMap<Id, PageRecord> },
  index: SiteIndex,
): { links: SiteLinks[]; lost: LostLink[] } {
  const roots = index.languages.length > 0 ? index.languages : [{ root: index.root, tag: undefined }]
  const known = new Set(index.pages.map(({ id }) => id))
  const lost: LostLink[] = []
  let site: Site | undefined
  // Most sites have no such table.
  const getSite = () => {
    site ??= new Site(index)
    return site
  }
  const links = roots.flatMap(({ root, tag }): SiteLinks[] => {
    const rows = pages.get(root ?? '')?.navigation
    if (root === null || rows === undefined) return []
    const whole = getSite()
    const findTarget = ({ page, to }: NavigationRow): LinkTarget | undefined =>
      page === undefined
        ? findWrittenTarget(to, whole, whole.forLanguage(tag))
        : known.has(page)
          ? { id: page }
          : undefined
    const resolved = rows.map((row) => ({ row, target: findTarget(row) }))
    for (const { row, target } of resolved) {
      if (target === undefined) lost.push({ page: root, title: row.title, to: row.to })
    }
    const getGroups = (isInFooter: boolean) =>
      groupLinks(resolved.filter(({ row }) => (row.isInFooter === true) === isInFooter))
    return [{ ...(tag !== undefined && { locale: tag }), header: getGroups(false), footer: getGroups(true) }]
  })
  return { links, lost }
}

/** Returns the links in groups: rows with the same group are together, where the first of them is. */
function groupLinks(rows: readonly { row: NavigationRow; target: LinkTarget | undefined }[]): LinkGroup[] {
  const groups = new Map<string, LinkGroup>()
  for (const [place, { row, target }] of rows.entries()) {
    if (target === undefined) continue
    const { title, group } = row
    const link: TableLink = { title, ...target }
    const key = group === '' ? `:${place}` : `=${group}`
    const found = groups.get(key)
    if (found === undefined) groups.set(key, { ...(group !== '' && { title: group }), links: [link] })
    else found.links.push(link)
  }
  return [...groups.values()]
}
