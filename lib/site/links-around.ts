import { addBasePath } from '../base-path'
import { parseLinkAddress } from '../branding/addresses'
import type { FooterColumn, NavigationEntry } from '../branding/site-settings'
import { MEMBERS } from '../members-path'
import { ROUTES } from '../routes'
import { getSiteFolder } from '../site-folder/site-folder'
import { PUBLIC } from './access'
import { decodePath, joinPath } from './paths'
import { getPageAddress, getViewerAddress, type Site } from './site'
import type { LinkGroup, LinkTarget, PageLink, Viewer } from './site-index'
import { getSiteSettings } from './site-settings'

/** A link of the header, or a menu of links. The address of a menu is empty. */
export interface HeaderLink extends PageLink {
  links?: PageLink[]
}

/** A column of the footer. */
export interface LinkColumn {
  title?: string
  links: PageLink[]
}

/** Whether the header has links that an editor or the operator chose, instead of the main pages. */
export const hasChosenLinks = (site: Site): boolean =>
  findChosen(site, 'header').length > 0 ||
  site.index.menu.length > 0 ||
  (getSiteFolder().settings.navigation ?? []).length > 0

/**
 * Returns the links of the header that a viewer may follow: those of the `Navigation` table, of a blog's menu, or of `site.json`, or else the
 * main pages.
 */
export function getHeaderLinks(site: Site, viewer: Viewer): HeaderLink[] {
  const chosen = findChosen(site, 'header')
  if (chosen.length > 0) return openGroups(chosen, site, viewer).flatMap(toHeaderLink)
  const { navigation = [] } = getSiteFolder().settings
  if (navigation.length === 0 || site.index.menu.length > 0) {
    return site.navigation(viewer).map(({ path, title }) => ({ path, title }))
  }
  return readGroups(navigation, site, viewer).flatMap(toHeaderLink)
}

/** Returns the columns of the footer. */
export function getFooterColumns(site: Site, viewer: Viewer): LinkColumn[] {
  const chosen = findChosen(site, 'footer')
  if (chosen.length === 0) return readGroups(getSiteFolder().settings.footer ?? [], site, viewer)
  const columns = openGroups(chosen, site, viewer)
  // Links that stand alone share the first column.
  const alone = columns.filter(({ title }) => title === undefined).flatMap(({ links }) => links)
  const named = columns.filter(({ title }) => title !== undefined)
  return alone.length > 0 ? [{ links: alone }, ...named] : named
}

/** Returns the links that the public root page sets. Every document shows them. */
const findChosen = (site: Site, place: 'header' | 'footer'): readonly LinkGroup[] =>
  site.name(PUBLIC) === undefined ? [] : (site.index.links[0]?.[place] ?? [])

function openGroups(groups: readonly LinkGroup[], site: Site, viewer: Viewer): LinkColumn[] {
  const opened = groups.map(({ title, links }) => ({
    ...(title !== undefined && { title }),
    links: links.flatMap((link) => openTarget(link, link.title, site, viewer) ?? []),
  }))
  return opened.filter(({ links }) => links.length > 0)
}

/** Reads links of `site.json`. */
function readGroups(entries: readonly (NavigationEntry | FooterColumn)[], site: Site, viewer: Viewer): LinkColumn[] {
  const open = ({ title, href }: { title: string; href: string }): PageLink[] => {
    const path = openAddress(href, site, viewer)
    return path === undefined ? [] : [{ path, title }]
  }
  const columns = entries.map((entry) => {
    const { title, links } = entry
    const own = 'href' in entry && entry.href !== undefined && title !== undefined ? [{ title, href: entry.href }] : []
    const isGroup = links !== undefined && title !== undefined
    return { ...(isGroup && { title }), links: (links ?? own).flatMap(open) }
  })
  return columns.filter(({ links }) => links.length > 0)
}

/** The first segments of the addresses that are no pages, such as `search`. */
const ROUTE_SEGMENTS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ kind, segment }) => kind !== 'page' || segment === MEMBERS).flatMap(({ segment }) =>
    segment.split('/', 1),
  ),
)

/**
 * Returns where an address of the settings leads a viewer: a path to their copy of the page. Undefined if they may not read the page, as if
 * it did not exist. The addresses of files and routes stay as they are.
 */
export function openAddress(written: string, site: Site, viewer: Viewer): string | undefined {
  const address = parseLinkAddress(written)
  if (address === undefined || !address.startsWith('/')) return address
  const [encoded = ''] = address.split(/[?#]/, 1)
  const path = decodePath(encoded)
  if (path === undefined) return undefined
  // Paths are looked up in the language of the page first.
  const { prefix } = site
  const paths = prefix === '' ? [path] : [path === '' ? site.homePath(viewer) : joinPath(prefix, path), path]
  for (const each of paths) {
    const found = openPath(each, site.whole, viewer)
    if (found !== undefined) return found + address.slice(encoded.length)
  }
  // Pages have no dots in their paths.
  const isOther = path.includes('.') || ROUTE_SEGMENTS.has(path.split('/', 1)[0] ?? '')
  return isOther ? addBasePath(address) : undefined
}

function openPath(path: string, site: Site, viewer: Viewer): string | undefined {
  const found = site.resolve(path, viewer)
  switch (found.kind) {
    case 'page':
    case 'locked':
      return getPageAddress(found.page, viewer)
    case 'redirect': {
      const target = site.resolve(found.path, viewer)
      const hasPage = target.kind === 'page' || target.kind === 'locked'
      return hasPage ? getPageAddress(target.page, viewer) : getViewerAddress(found.path, viewer)
    }
    case 'external':
      return found.address
    case 'home':
    case 'list':
      return getViewerAddress(path, viewer)
    default:
      return undefined
  }
}

/** Returns a text that changes when the addresses of the settings lead the public elsewhere; empty if the settings have none. */
export function summarizeAddresses(site: Site): string {
  const { navigation = [], footer = [] } = getSiteFolder().settings
  const { announcement, social } = getSiteSettings(site)
  const links = [...navigation, ...footer].flatMap((entry) => ('href' in entry ? [entry] : (entry.links ?? [])))
  const addresses = [...links, ...social].map(({ href }) => href)
  const written = [...addresses, announcement?.href].filter((href) => href?.startsWith('/') === true)
  if (written.length === 0) return ''
  const sites = [site, ...site.index.languages.map(({ tag }) => site.forLanguage(tag))]
  return JSON.stringify(sites.map((each) => written.map((href = '') => openAddress(href, each, PUBLIC) ?? '')))
}

/** Returns a link to a target; undefined if the viewer may not read the page. Without a title, it has that of the page. */
function openTarget(target: LinkTarget, title: string, site: Site, viewer: Viewer): PageLink | undefined {
  if ('address' in target) return { path: target.address, title: title || getHost(target.address) }
  if ('path' in target) return { path: getViewerAddress(target.path, viewer), title: title || target.path }
  const found = site.link(target.id, viewer)
  return found && { path: found.path, title: title || found.title }
}

function toHeaderLink({ title, links }: LinkColumn): HeaderLink[] {
  return title === undefined ? links : [{ path: '', title, links }]
}

const getHost = (address: string) => (URL.canParse(address) && new URL(address).host) || address
