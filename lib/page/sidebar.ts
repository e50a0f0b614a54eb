import 'server-only'
import { createHash } from 'node:crypto'
import { getSiteMessages } from '../../messages/languages'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { type Branch, getBranch, getOpenPages, hasSidebar } from '../site/page-tree'
import { getPageLink, getViewerAddress, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { escapeHtml } from '../workspace/escape-html'

/** The tree of pages beside the text. */
export interface SidebarView {
  /** The markup of the branches that are open on the current page. */
  html: string
  /** Identifies the markup. */
  id: string
  /** The main page above the current page, if there are pages below it. Searches can be limited to it. */
  section?: { id: string; title: string }
}

/** Returns the sidebar of a page, or of a screen that is not a page; undefined if the viewer gets none. */
export function createSidebar(site: Site, viewer: Viewer, current?: SitePage): SidebarView | undefined {
  if (!hasSidebar(site, viewer)) return undefined
  const open = current === undefined ? [] : getOpenPages(site, viewer, current)
  const branch = getBranch(site, viewer, undefined, open)
  if (branch.entries.length === 0) return undefined
  const above = getViewerAddress(site.homePath(viewer), viewer)
  const markup = renderBranch(branch, { viewer, current, above, locale: getInterfaceLocale(site) })
  const section = branch.entries.find(({ page, isBranch }) => isBranch && page === open[0])?.page
  return {
    html: markup,
    id: createHash('sha256').update(markup).digest('hex').slice(0, 16),
    ...(section && { section: { id: section.id, title: section.title } }),
  }
}

/** Returns the markup of the pages directly below a page; undefined if there are none, or the viewer gets no sidebar. */
export function renderPagesBelow(whole: Site, page: SitePage, viewer: Viewer): string | undefined {
  const site = whole.forLanguage(page.locale)
  if (page.id === site.index.root || !hasSidebar(site, viewer)) return undefined
  const branch = getBranch(site, viewer, page)
  return branch.entries.length === 0
    ? undefined
    : renderBranch(branch, { viewer, above: getPageLink(page, viewer).path, locale: getInterfaceLocale(site) })
}

interface RenderOptions {
  viewer: Viewer
  current?: SitePage
  /** The address of the page above. */
  above: string
  locale: string
}

/**
 * Renders a branch as a list. A page with pages below it has a `details` element, which is empty until the browser loads its branch,
 * see `components/site/sidebar-branches.ts`.
 */
function renderBranch({ entries, isCut }: Branch, { viewer, current, above, locale }: RenderOptions): string {
  const { below, more } = getSiteMessages(locale).sidebar
  const items = entries.map(({ page, isBranch, branch }) => {
    const { path, title } = getPageLink(page, viewer)
    const here = page === current ? ' aria-current="page"' : ''
    const link = `<a href="${escapeHtml(path)}"${here}>${escapeHtml(title)}</a>`
    if (!isBranch) return `<li>${link}</li>`
    const inner = branch === undefined ? '' : renderBranch(branch, { viewer, current, above: path, locale })
    const summary = `<summary aria-label="${escapeHtml(below(title))}"></summary>`
    return `<li>${link}<details${inner === '' ? '' : ' open'}>${summary}${inner}</details></li>`
  })
  if (isCut) items.push(`<li><a href="${escapeHtml(above)}">${escapeHtml(more)}</a></li>`)
  return `<ul>${items.join('')}</ul>`
}
