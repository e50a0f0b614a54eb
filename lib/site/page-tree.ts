import { mayList, mayRead } from './access'
import { cacheByViewer, type Site } from './site'
import type { SiteIndex, SitePage, Viewer } from './site-index'

/** The sidebar is the default if a site has at least this many nested pages, and at least this many of them for each row of a database. */
const MIN_NESTED = 20
const MIN_NESTED_PER_ROW = 3
/** The maximum number of pages in a list of the tree. The page above shows the others. */
const MAX_LISTED = 100
/** The maximum number of levels that are open. */
const MAX_LEVELS = 20

/** A page in the tree, in the order of the workspace. */
interface TreeEntry {
  page: SitePage
  /** Whether there are pages below it. */
  isBranch: boolean
  /** The pages below it, if its branch is open. */
  branch?: Branch
}

/** The pages directly below a page. */
export interface Branch {
  entries: TreeEntry[]
  /** Whether there are more pages than a list shows. */
  isCut: boolean
}

const decisions = new WeakMap<Site, (viewer: Viewer) => { hasSidebar: boolean }>()

/** Whether a viewer gets the tree of pages in a sidebar instead of the main pages in the header. */
export function hasSidebar(site: Site, viewer: Viewer): boolean {
  const decide = decisions.get(site) ?? cacheByViewer((each) => ({ hasSidebar: decideSidebar(site.index, each) }))
  decisions.set(site, decide)
  return decide(viewer).hasSidebar
}

/** Only pages that the viewer may read count, so that the layout does not reveal others. */
function decideSidebar({ pages, root, look }: SiteIndex, viewer: Viewer): boolean {
  const home = pages.find(({ id }) => id === root)
  if (look.navigation !== undefined && home !== undefined && mayRead(home.access, viewer))
    return look.navigation === 'sidebar'
  const listed = pages.filter(({ access }) => mayList(access, viewer))
  const rows = listed.filter(({ collection }) => collection !== undefined).length
  const nested = listed.filter(
    ({ collection, parent }) => collection === undefined && parent !== null && parent !== root,
  ).length
  return nested >= MIN_NESTED && nested >= MIN_NESTED_PER_ROW * rows
}

/** Returns the pages below a page, or the top pages, as far as lists name them to the viewer. The branches of `open` are included. */
export function getBranch(
  site: Site,
  viewer: Viewer,
  above?: SitePage,
  [next, ...open]: readonly SitePage[] = [],
): Branch {
  const listed = listBelow(site, viewer, above)
  const isCut = listed.length > MAX_LISTED
  const shown = isCut ? listed.filter((page, index) => index < MAX_LISTED || page === next) : listed
  return {
    entries: shown.map((page) => {
      const isBranch = page.children.some((id) => site.listedPage(id, viewer, page.access) !== undefined)
      return { page, isBranch, ...(page === next && isBranch && { branch: getBranch(site, viewer, page, open) }) }
    }),
    isCut,
  }
}

/** Returns a page and the pages above it, from the top of the tree: the branches that are open on this page. */
export function getOpenPages(site: Site, viewer: Viewer, page: SitePage): SitePage[] {
  const pages: SitePage[] = []
  for (let at: SitePage | undefined = page; at !== undefined && at.id !== site.index.root; ) {
    pages.push(at)
    at = at.parent === null ? undefined : site.page(at.parent, viewer)
  }
  return pages.reverse().slice(0, MAX_LEVELS)
}

function listBelow(site: Site, viewer: Viewer, above: SitePage | undefined): SitePage[] {
  const ids = above?.children ?? site.index.navigation
  return ids.flatMap((id) => site.listedPage(id, viewer, above?.access) ?? [])
}
