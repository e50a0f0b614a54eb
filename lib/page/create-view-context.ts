import 'server-only'
import { getEnv } from '../settings/env'
import { getPageLocale } from '../site/languages/interface-locale'
import type { Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import type { FileEntry } from '../snapshot/store'
import type { Id } from '../workspace/record-map'
import { getIconAddress } from './icons'
import { getMediaAddress, getMediaSize, getMediaType, mayBeHtml } from './media-address'
import type { ViewContext } from './view-context'

type FileAddress = ViewContext['fileAddress']

/** Creates the context in which a page is prepared. It contains only what the viewer may read. */
export function createViewContext(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  users: Readonly<Record<Id, string>>,
  files: Readonly<Record<string, FileEntry>>,
): ViewContext {
  const env = getEnv()
  const fileAddress = createFileAddress(site, viewer, files)
  return {
    pageLink: (id) => {
      const link = site.link(id, viewer)
      return link && resolveIcon(link, id, fileAddress)
    },
    headingAnchor: (id, heading) => site.headingAnchor(id, heading, viewer),
    isListed: (id) => site.listedPage(id, viewer, page.access) !== undefined,
    description: (id) => site.listedPage(id, viewer, page.access)?.description,
    userName: (id) => (Object.hasOwn(users, id) ? users[id] : undefined),
    fileAddress,
    htmlAddress: (source) => {
      const entry = Object.hasOwn(files, source) ? files[source] : undefined
      return entry && mayBeHtml(entry) && env.hasHtmlBlocks ? site.htmlAddress(entry.hash, viewer) : undefined
    },
    fileSize: (source) => getMediaSize(source, files),
    fileType: (source) => getMediaType(source, files),
    embeds: env.embeds,
    timeZone: env.timeZone,
    locale: getPageLocale(site, page),
  }
}

/**
 * Returns a function that resolves the file of a block to an address for the viewer's browser. Files that are not public get an
 * address that checks access.
 */
export function createFileAddress(site: Site, viewer: Viewer, files: Readonly<Record<string, FileEntry>>): FileAddress {
  const { isExport } = getEnv()
  return (source, block, width) => {
    const address = getMediaAddress(source, block, files, width, isExport)
    const [, hash, name] = /^\/files\/([0-9a-f]+)\/(.*)$/.exec(address ?? '') ?? []
    return hash === undefined || name === undefined ? address : site.fileAddress(hash, name, viewer)
  }
}

/** Returns the link with an icon that a browser can show: an emoji, or the address of an image. */
export function resolveIcon(link: PageLink, id: Id, fileAddress: FileAddress): PageLink {
  return link.icon === undefined ? link : { ...link, icon: getIconAddress(link.icon, id, fileAddress) }
}
