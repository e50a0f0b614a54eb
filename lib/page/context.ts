import 'server-only'
import { getEnv } from '../env'
import type { Site } from '../site/site'
import type { PageLink, Viewer } from '../site/types'
import type { FileEntry } from '../snapshot/store'
import type { Id } from '../workspace/record-map'
import { mediaAddress, mediaSize } from './media'
import type { ViewContext } from './types'

/** What preparing a page may know of the world around it: only what the viewer may read. */
export function viewContext(
  site: Site,
  viewer: Viewer,
  users: Readonly<Record<Id, string>>,
  files: Readonly<Record<string, FileEntry>>,
  note?: (message: string) => void,
): ViewContext {
  const env = getEnv()
  return {
    pageLink: (id) => {
      const link = site.link(id, viewer)
      return link && withIcon(link, id, files)
    },
    userName: (id) => (Object.hasOwn(users, id) ? users[id] : undefined),
    fileAddress: (source, block, width) => mediaAddress(source, block, files, width),
    fileSize: (source) => mediaSize(source, files),
    embeds: env.embeds,
    timeZone: env.timeZone,
    locale: env.locale,
    note,
  }
}

/** The link with an icon that a browser can show: text as it is, images by address. */
export function withIcon(link: PageLink, id: Id, files: Readonly<Record<string, FileEntry>>): PageLink {
  return link.icon === undefined ? link : { ...link, icon: iconAddress(link.icon, id, files) }
}

/** An emoji as it is; an icon's address as the browser loads it. */
export function iconAddress(icon: string, id: Id, files: Readonly<Record<string, FileEntry>>): string | undefined {
  return /^(\/|\w+:)/.test(icon) ? mediaAddress(icon, id, files, 128) : icon
}
