import type { FileEntry } from '../snapshot/store'
import { isWorkspaceHost } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import type { PictureSize } from './view-context'
import type { PictureWidth } from './wire/picture'

/** Where the workspace's provider serves its own icons, covers and, for public pages, uploaded images. */
const PROVIDER = 'https://www.notion.so'
/** Hosts of uploaded files, whose addresses work only when signed, and then not for long. */
const UPLOADS =
  /(^|\.)(secure\.notion-static\.com|prod-files-secure\.s3[.\w-]*\.amazonaws\.com|s3[.\w-]*\.amazonaws\.com)$/

/** A longer one is no host, and could keep the expressions below busy. */
const LONGEST_HOST = 253

const SHRINKABLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

/**
 * The address under which a browser loads a file that a block names: the snapshot's own copy where there is one, else the provider's
 * door for uploads, else the address itself. Undefined for what no browser should load. `width` is how many pixels a small picture
 * needs, one of those that there are.
 */
export function getMediaAddress(
  source: string,
  block: Id,
  files: Readonly<Record<string, FileEntry>>,
  width?: PictureWidth,
): string | undefined {
  const entry = Object.hasOwn(files, source) ? files[source] : undefined
  if (entry !== undefined) {
    const query = width !== undefined && isShrinkable(entry) ? `?w=${width}` : ''
    return `/files/${entry.hash}/${encodeURIComponent(entry.name)}${query}`
  }
  if (source.startsWith('/icons/')) return `${PROVIDER}${source}?mode=light`
  if (source.startsWith('/images/')) return PROVIDER + source
  if (source.startsWith('attachment:')) return getProviderAddress(source, block)
  if (/^data:image\/(png|jpeg|gif|webp|avif);base64,/.test(source)) return source
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return undefined
  const url = new URL(source)
  if (isWorkspaceHost(url.hostname) && url.pathname.startsWith('/icons/'))
    return `${PROVIDER}${url.pathname}?mode=light`
  if (url.hostname.length > LONGEST_HOST || !UPLOADS.test(url.hostname) || !isUpload(url)) return url.href
  return getProviderAddress(url.origin + url.pathname, block)
}

/** Whether the site serves smaller copies of a file: others move, or have no pixels. */
export function isShrinkable({ type }: Pick<FileEntry, 'type'>): boolean {
  return SHRINKABLE.has(type)
}

/** Pixels of an image of which the snapshot has a copy and knows the size. */
export function getMediaSize(source: string, files: Readonly<Record<string, FileEntry>>): PictureSize | undefined {
  const entry = Object.hasOwn(files, source) ? files[source] : undefined
  const { width, height } = entry ?? {}
  if (entry === undefined || width === undefined || height === undefined) return undefined
  return { width, height, natural: isShrinkable(entry) ? width : undefined }
}

/** An address of the general store that is not the workspace's own is anyone's file. */
function isUpload(url: URL): boolean {
  return !/^s3[.\w-]*\.amazonaws\.com$/.test(url.hostname) || url.pathname.startsWith('/secure.notion-static.com/')
}

function getProviderAddress(source: string, block: Id): string {
  return `${PROVIDER}/image/${encodeURIComponent(source)}?table=block&id=${block}&cache=v2`
}
