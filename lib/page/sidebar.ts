import 'server-only'
import { getSiteMessages } from '../../messages/languages'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { type Branch, getBranch, getOpenPages, hasSidebar } from '../site/page-tree'
import { getPageLink, getViewerAddress, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'

/** The tree of pages beside the text. */
export interface SidebarView {
  /** The top pages, with the branches that are open on the current page. */
  branch: SidebarBranch
  /** The address of the current page. */
  current?: string
  /** The main page above the current page, if there are pages below it. Searches can be limited to it. */
  section?: { id: string; title: string }
}

/** The pages directly below a page, as one viewer sees them. */
export interface SidebarBranch {
  entries: SidebarEntry[]
  /** The page above, which lists the pages that are left out here. */
  more?: PageLink
}

/** A page in the sidebar. */
export interface SidebarEntry extends PageLink {
  /** Set if there are pages below it; null for a branch that the browser loads when it is opened. */
  below?: SidebarBranch | null
}

/** Returns the sidebar of a page, or of a screen that is not a page; undefined if the viewer gets none. */
export function createSidebar(site: Site, viewer: Viewer, current?: SitePage): SidebarView | undefined {
  if (!hasSidebar(site, viewer)) return undefined
  const open = current === undefined ? [] : getOpenPages(site, viewer, current)
  const top = getBranch(site, viewer, undefined, open)
  if (top.entries.length === 0) return undefined
  const section = top.entries.find(({ page, isBranch }) => isBranch && page === open[0])?.page
  return {
    branch: describeBranch(top, { site, viewer, above: getViewerAddress(site.homePath(viewer), viewer) }),
    ...(current && { current: getPageLink(current, viewer).path }),
    ...(section && { section: { id: section.id, title: section.title } }),
  }
}

/** Returns the pages directly below a page; undefined if there are none, or the viewer gets no sidebar. */
export function getPagesBelow(whole: Site, page: SitePage, viewer: Viewer): SidebarBranch | undefined {
  const site = whole.forLanguage(page.locale)
  if (page.id === site.index.root || !hasSidebar(site, viewer)) return undefined
  const branch = getBranch(site, viewer, page)
  return branch.entries.length === 0
    ? undefined
    : describeBranch(branch, { site, viewer, above: getPageLink(page, viewer).path })
}

interface Context {
  site: Site
  viewer: Viewer
  /** The address of the page above. */
  above: string
}

function describeBranch({ entries, isCut }: Branch, context: Context): SidebarBranch {
  const { site, viewer, above } = context
  return {
    entries: entries.map(({ page, isBranch, branch }): SidebarEntry => {
      const { path, title } = getPageLink(page, viewer)
      return {
        path,
        title,
        ...(isBranch && { below: branch ? describeBranch(branch, { ...context, above: path }) : null }),
      }
    }),
    ...(isCut && { more: { path: above, title: getSiteMessages(getInterfaceLocale(site)).sidebar.more } }),
  }
}
