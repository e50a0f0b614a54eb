import 'server-only'
import { getSiteMessages } from '../../messages/languages'
import { importCompiled } from '../compiled-module'
import { isPublicViewer } from '../site/access'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { type Branch, getBranch, getOpenPages, hasSidebar } from '../site/page-tree'
import { getPageLink, getViewerAddress, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'

/** The tree of pages beside the text. */
export interface SidebarView {
  /** The markup of the top pages, with the branches that are open on the current page. */
  html: string
  /** Whether it shows public pages only. */
  isPublic: boolean
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
  isCurrent?: boolean
  /** Set if there are pages below it. The browser loads a branch that is left out, see `islands/site/sidebar-branches.ts`. */
  below?: { label: string; branch?: SidebarBranch }
}

/** Returns the sidebar of a page, or of a screen that is not a page; undefined if the viewer gets none. */
export async function createSidebar(site: Site, viewer: Viewer, current?: SitePage): Promise<SidebarView | undefined> {
  if (!hasSidebar(site, viewer)) return undefined
  const open = current === undefined ? [] : getOpenPages(site, viewer, current)
  const branch = getBranch(site, viewer, undefined, open)
  if (branch.entries.length === 0) return undefined
  const above = getViewerAddress(site.homePath(viewer), viewer)
  const html = await renderBranch(describeBranch(branch, { site, viewer, current, above }))
  const section = branch.entries.find(({ page, isBranch }) => isBranch && page === open[0])?.page
  return {
    html,
    isPublic: isPublicViewer(viewer),
    ...(section && { section: { id: section.id, title: section.title } }),
  }
}

/** Renders a branch as a list. */
export async function renderBranch(branch: SidebarBranch): Promise<string> {
  const { renderSidebarBranch } = await importCompiled<SidebarRenderer>('sidebar-tree')
  return renderSidebarBranch(branch)
}

/** `components/site/sidebar-tree.tsx` */
interface SidebarRenderer {
  renderSidebarBranch(branch: SidebarBranch): string
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
  current?: SitePage
  /** The address of the page above. */
  above: string
}

function describeBranch({ entries, isCut }: Branch, context: Context): SidebarBranch {
  const { site, viewer, current, above } = context
  const { below, more } = getSiteMessages(getInterfaceLocale(site)).sidebar
  return {
    entries: entries.map(({ page, isBranch, branch }): SidebarEntry => {
      const { path, title } = getPageLink(page, viewer)
      return {
        path,
        title,
        isCurrent: page === current,
        ...(isBranch && {
          below: { label: below(title), branch: branch && describeBranch(branch, { ...context, above: path }) },
        }),
      }
    }),
    ...(isCut && { more: { path: above, title: more } }),
  }
}
