import 'server-only'
import { getEnv } from '../env'
import { localeFor } from '../messages/locales'
import type { Site } from '../site/site'
import type { PageLink, Viewer } from '../site/site-index'
import type { FileEntry } from '../snapshot/store'
import type { Id } from '../workspace/record-map'
import { getIconAddress } from './icon-address'
import { getMediaAddress, getMediaSize } from './media-address'
import type { ViewContext } from './view-context'

type FileAddress = ViewContext['fileAddress']

/** What preparing a page may know of the world around it: only what the viewer may read. `language` is the page's. */
export function createViewContext(
  site: Site,
  viewer: Viewer,
  language: string,
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
    userName: (id) => (Object.hasOwn(users, id) ? users[id] : undefined),
    fileAddress,
    fileSize: (source) => getMediaSize(source, files),
    embeds: env.embeds,
    timeZone: env.timeZone,
    locale: localeFor(language, env.locale),
  }
}

/** Where a viewer's browser finds what a block names: a file that only some may see, under an address that asks who sees it. */
export function createFileAddress(site: Site, viewer: Viewer, files: Readonly<Record<string, FileEntry>>): FileAddress {
  return (source, block, width) => {
    const address = getMediaAddress(source, block, files, width)
    const [, hash, name] = /^\/files\/([0-9a-f]+)\/(.*)$/.exec(address ?? '') ?? []
    return hash === undefined || name === undefined ? address : site.fileAddress(hash, name, viewer)
  }
}

/** The link with an icon that a browser can show: text as it is, images by address. */
export function resolveIcon(link: PageLink, id: Id, fileAddress: FileAddress): PageLink {
  return link.icon === undefined ? link : { ...link, icon: getIconAddress(link.icon, id, fileAddress) }
}
